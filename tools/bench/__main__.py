"""`python -m tools.bench [NAME...]`: measures, prints a table and writes build/bench.json.

Every module beside this one that has `rows()` is a benchmark. It returns a list of dicts: `name`,
`value` (a number), `unit`, `budget` (a number, or None where there is none) and `ok`. Those whose
`rows(chip)` takes the constants of an emulated chip are measured on each of CHIPS, and `ok` where
all are but the ideal one; `value` is what CHIP gives, and `on` has them all.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools import runtimes
from tools.emulator.constants import CHIP, CHIP_8, IDEAL

_IDEAL = "ideal"
_JUDGED = "cache"
CHIPS = {
    _IDEAL: IDEAL,
    _JUDGED: CHIP,
    "8 a miss": CHIP_8,
    "30 % worse": CHIP.worse(1.3),
    "8, worse": CHIP_8.worse(1.3),
}
_RESULT = runtimes.ROOT / "build" / "bench.json"


def benchmarks():
    """The modules that measure, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    modules = {
        name: importlib.import_module(f"tools.bench.{name}") for name in names if name[0] != "_"
    }
    return {name: module for name, module in modules.items() if hasattr(module, "rows")}


def measured(module, chips=CHIPS):
    """The rows of a benchmark; of one that takes a chip, on each of `chips` ({name: Constants})."""
    if not inspect.signature(module.rows).parameters:
        return module.rows()
    found = {name: module.rows(chip) for name, chip in chips.items()}
    judged = [name for name in found if name != _IDEAL] or list(found)
    rows = []
    for same in zip(*found.values()):
        by = dict(zip(found, same))
        row = dict(by[judged[0]])
        row["on"] = {name: one["value"] for name, one in by.items()}
        row["ok"] = all(by[name]["ok"] for name in judged)
        rows.append(row)
    return rows


def table(rows):
    """The rows as a table to print."""
    shown = Table("what", *CHIPS, "unit", "budget", "")
    for column in range(1, len(CHIPS) + 1):
        shown.columns[column].justify = "right"
    for row in rows:
        values = row.get("on", {_JUDGED: row["value"]})
        shown.add_row(
            row["name"],
            *(_number(values[name]) if name in values else "" for name in CHIPS),
            row["unit"],
            "" if row["budget"] is None else _number(row["budget"]),
            "ok" if row["ok"] else "[bold]missed[/bold]",
        )
    return shown


def _number(value):
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def main():
    """Returns the exit status: 1 where a budget was missed."""
    known = benchmarks()
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which (default: all of {', '.join(known)})")
    parser.add_argument("--chip", action="append", choices=CHIPS, help="on these only (all)")
    options = parser.parse_args()
    names = options.names or list(known)
    chips = {name: CHIPS[name] for name in options.chip or CHIPS}
    for name in names:
        if name not in known:
            parser.error(f"there is no benchmark {name}; there are {', '.join(known)}")
    rows = [row for name in names for row in measured(known[name], chips)]
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(rows, indent=1) + "\n")
    Console().print(table(rows))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
