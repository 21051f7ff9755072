"""`python -m tools.bench [NAME...]`: measures, prints a table and writes build/bench.json.

Every module beside this one that has `rows()` is a benchmark. It returns a list of dicts: `name`,
`value` (a number), `unit`, `budget` (a number, or None where there is none) and `ok`.
"""

import argparse
import importlib
import json
import pkgutil
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools import runtimes

_RESULT = runtimes.ROOT / "build" / "bench.json"


def benchmarks():
    """The modules that measure, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    modules = {
        name: importlib.import_module(f"tools.bench.{name}") for name in names if name[0] != "_"
    }
    return {name: module for name, module in modules.items() if hasattr(module, "rows")}


def table(rows):
    """The rows as a table to print."""
    shown = Table("what", "value", "unit", "budget", "")
    for column in (1, 3):
        shown.columns[column].justify = "right"
    for row in rows:
        shown.add_row(
            row["name"],
            _number(row["value"]),
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
    names = parser.parse_args().names or list(known)
    for name in names:
        if name not in known:
            parser.error(f"there is no benchmark {name}; there are {', '.join(known)}")
    rows = [row for name in names for row in known[name].rows()]
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(rows, indent=1) + "\n")
    Console().print(table(rows))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
