"""Measures on the emulated chip; prints rows as they come and writes them to build/bench.json.

Each module beside this one with a function `rows` is a benchmark and returns rows (see board.py).
If `rows` takes a chip, ALL=1 also measures on one whose constants are 30 % worse.
A benchmark that fails becomes a row that says why.
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
from tools.emulator.constants import CHIP

RESULT = ROOT / "build" / "bench.json"
_WORSE = 1.3
_WIDTH = 80


def known_names():
    """Returns the sorted names of the benchmarks, without importing one."""
    modules = sorted(Path(__file__).parent.glob("[a-z]*.py"))
    return [module.stem for module in modules if "\ndef rows(" in module.read_text("utf-8")]


def rows_of(name):
    """Returns the rows of a benchmark."""
    try:
        rows = importlib.import_module(f"tools.bench.{name}").rows
        found = rows()
        if os.environ.get("ALL") and "chip" in inspect.signature(rows).parameters:
            worse = rows(CHIP.worse(_WORSE))
            found += [{**row, "name": f"{row['name']}, 30 % worse"} for row in worse]
        return found
    except Exception as error:
        why = f"{name}: failed: {' '.join(str(error).split())[:200]}"
        return [{"name": why, "value": None, "unit": "", "budget": None, "ok": False}]


def table(rows):
    """Returns the rows as a table of 80 columns."""
    shown = Table("what", "value", "unit", "budget", "", box=None, width=_WIDTH, show_header=False)
    shown.columns[0].ratio = 1
    for column, width in ((1, 11), (2, 8), (3, 8), (4, 6)):
        shown.columns[column].no_wrap = True
        shown.columns[column].width = width
    shown.columns[1].justify = shown.columns[3].justify = "right"
    for row in rows:
        shown.add_row(
            Text(row["name"]),
            _number(row["value"]),
            row["unit"],
            _number(row["budget"]),
            "ok" if row["ok"] else "missed",
        )
    return shown


def _number(value):
    return "" if value is None else f"{value:,}"


def _options(parser):
    known = ", ".join(known_names())
    parser.add_argument("names", nargs="*", help=f"which (default: all of {known})")


@tool(_options)
def main(options):
    """Returns the exit status: 1 if a budget was missed or a benchmark failed."""
    known = known_names()
    for name in options.names:
        if name not in known:
            raise Misused(f"there is no benchmark {name}; there are {', '.join(known)}")
    console = Console(width=_WIDTH)
    rows = []
    for name in options.names or known:
        began = time.monotonic()
        found = rows_of(name)
        rows += found
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(rows, indent=1) + "\n")
        console.print(f"{name}, {time.monotonic() - began:.0f} s", style="bold")
        console.print(table(found))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
