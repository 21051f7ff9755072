"""Measures on the emulated chip, prints rows as they come, and to build/bench.json.

Every module beside this one that has `rows` is a benchmark. It returns a list of dicts: `name`,
`value` (a number), `unit`, `budget` (a number, or None where there is none) and `ok`. Those whose
`rows(chip)` takes the constants of a chip are measured on CHIP and judged by that; with ALL=1, or
several --chip, on each of CHIPS, and `ok` where all are but the ideal one; `on` has them all then.
One that fails is a row that says so, and the others go on.
"""

import importlib
import inspect
import json
import os
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools import ROOT
from tools.command import Misused, tool
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
RESULT = ROOT / "build" / "bench.json"
_ALL = bool(os.environ.get("ALL"))
_WIDTH = 80


def known_names():
    """What the modules that measure are called, sorted; none is imported."""
    modules = sorted(Path(__file__).parent.glob("[a-z]*.py"))
    return [module.stem for module in modules if "\ndef rows(" in module.read_text("utf-8")]


def rows_of(name, chips):
    """The rows of a benchmark; of one that takes a chip, on each of `chips` ({name: Constants})."""
    try:
        rows = importlib.import_module(f"tools.bench.{name}").rows
        if "chip" not in inspect.signature(rows).parameters:
            return rows()
        return _judged({on: rows(chip) for on, chip in chips.items()})
    except Exception as error:
        why = f"{name}: failed: {' '.join(str(error).split())[:200]}"
        return [{"name": why, "value": None, "unit": "", "budget": None, "ok": False}]


def _judged(found):
    judged = [on for on in found if on != _IDEAL] or list(found)
    rows = []
    for same in zip(*found.values()):
        by = dict(zip(found, same))
        row = dict(by[judged[0]])
        row["on"] = {on: one["value"] for on, one in by.items()}
        row["ok"] = all(by[on]["ok"] for on in judged)
        rows.append(row)
    return rows


def table(rows):
    """The rows as a table to print, whose names are readable in 80 columns."""
    shown = Table("what", "value", "unit", "budget", "", box=None, width=_WIDTH, show_header=False)
    shown.columns[0].ratio = 1
    for column, width in ((1, 11), (2, 8), (3, 8), (4, 6)):
        shown.columns[column].no_wrap = True
        shown.columns[column].width = width
    shown.columns[1].justify = shown.columns[3].justify = "right"
    for row in rows:
        name = row["name"]
        if len(row.get("on", ())) > 1:
            name += "\n  " + ", ".join(f"{on} {_number(one)}" for on, one in row["on"].items())
        shown.add_row(
            Text(name),
            _number(row["value"]),
            row["unit"],
            _number(row["budget"]),
            "ok" if row["ok"] else "missed",
        )
    return shown


def _number(value):
    if value is None:
        return ""
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def _options(parser):
    known = known_names()
    parser.add_argument("names", nargs="*", help=f"which (default: all of {', '.join(known)})")
    parser.add_argument("--chip", action="append", choices=CHIPS, help="on these (cache)")


@tool(_options)
def main(options):
    """Returns the exit status: 1 where a budget was missed, or a benchmark failed."""
    known = known_names()
    for name in options.names:
        if name not in known:
            raise Misused(f"there is no benchmark {name}; there are {', '.join(known)}")
    chips = {name: CHIPS[name] for name in options.chip or (CHIPS if _ALL else (_JUDGED,))}
    console = Console(width=_WIDTH)
    rows = []
    for name in options.names or known:
        began = time.monotonic()
        found = rows_of(name, chips)
        rows += found
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(rows, indent=1) + "\n")
        console.print(f"{name}, {time.monotonic() - began:.0f} s", style="bold")
        console.print(table(found))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
