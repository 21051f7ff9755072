"""Measures, prints rows as they come, and to build/bench.json.

Every module beside this one that has `rows()` is a benchmark. It returns a list of dicts: `name`,
`value` (a number), `unit`, `budget` (a number, or None where there is none) and `ok`. Those whose
`rows(chip)` takes the constants of an emulated chip are measured on CHIP and judged by that; with
ALL=1, or several --chip, on each of CHIPS, and `ok` where all are but the ideal one; `on` has them
all then. One that fails is a row that says so, and the others go on. Two run at a time; those that
time this machine have it for themselves. Without ALL=1 all of it ends after ten minutes.
"""

import contextlib
import importlib
import inspect
import json
import multiprocessing
import os
import sys
import time
from multiprocessing import connection
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools import children, runtimes
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
RESULT = runtimes.ROOT / "build" / "bench.json"
_ALL = bool(os.environ.get("ALL"))
_TIMED_HERE = ("net", "page")
_AT_ONCE = 2
_MOST_S = 600
_WIDTH = 80


def known_names():
    """What the modules that measure are called, sorted; none is imported."""
    modules = sorted(Path(__file__).parent.glob("[a-z]*.py"))
    return [module.stem for module in modules if "\ndef rows(" in module.read_text("utf-8")]


def benchmarks():
    """The modules that measure, by name."""
    return {name: importlib.import_module(f"tools.bench.{name}") for name in known_names()}


def measured(module, chips=CHIPS):
    """The rows of a benchmark; of one that takes a chip, on each of `chips` ({name: Constants})."""
    if "chip" not in inspect.signature(module.rows).parameters:
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


def failed(name, why):
    """The row of a benchmark that gave none."""
    return {"name": f"{name}: {why}", "value": None, "unit": "", "budget": None, "ok": False}


def run(known, names, chips, most_s=None):
    """An iterator over (name, its rows, seconds) of benchmarks, by modules in `known`, as they end.

    After `most_s` seconds, if given, those that have not ended give a row that says so.
    """
    alone = [name for name in names if name in _TIMED_HERE]
    waiting = [name for name in names if name not in alone]
    began = time.monotonic()
    running = {}
    with contextlib.ExitStack() as processes:

        def begin(name):
            here, there = multiprocessing.Pipe(False)
            processes.enter_context(children.worker(_measure, there, name, known[name], chips))
            there.close()
            running[here] = name, time.monotonic()

        while waiting or alone or running:
            while waiting and len(running) < _AT_ONCE:
                begin(waiting.pop(0))
            if not running:
                begin(alone.pop(0))
            left = None if most_s is None else max(0, began + most_s - time.monotonic())
            for end in connection.wait(list(running), left):
                name, since = running.pop(end)
                yield name, _received(name, end), time.monotonic() - since
            if left == 0:
                break
    for name in [name for name, _ in running.values()] + waiting + alone:
        yield name, [failed(name, f"not done within {most_s} s, ALL=1 waits")], most_s


def _measure(pipe, name, module, chips):
    try:
        rows = measured(module, chips)
    except Exception as error:
        rows = [failed(name, " ".join(f"failed: {error}".split())[:200])]
    pipe.send(rows)


def _received(name, end):
    try:
        return end.recv()
    except EOFError:
        return [failed(name, "its process ended")]


def table(rows):
    """The rows as a table to print, whose names are readable in 80 columns."""
    shown = Table("what", "value", "unit", "budget", "", box=None, width=_WIDTH, show_header=False)
    shown.columns[0].ratio = 1
    for column in (1, 2, 3, 4):
        shown.columns[column].no_wrap = True
    for column, width in ((1, 11), (2, 8), (3, 8), (4, 6)):
        shown.columns[column].width = width
    shown.columns[1].justify = shown.columns[3].justify = "right"
    for row in rows:
        name = row["name"]
        if len(row.get("on", ())) > 1:
            name += "\n  " + ", ".join(f"{on} {_number(one)}" for on, one in row["on"].items())
        shown.add_row(
            Text(name),
            "" if row["value"] is None else _number(row["value"]),
            row["unit"],
            "" if row["budget"] is None else _number(row["budget"]),
            "ok" if row["ok"] else "missed",
        )
    return shown


def _number(value):
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def _options(parser):
    parser.add_argument(
        "names", nargs="*", help=f"which (default: all of {', '.join(known_names())})"
    )
    parser.add_argument("--chip", action="append", choices=CHIPS, help="on these (cache)")


@tool(_options)
def main(options):
    """Returns the exit status: 1 where a budget was missed, or a benchmark failed."""
    known = benchmarks()
    wanted = options.names or list(known)
    chips = {name: CHIPS[name] for name in options.chip or (CHIPS if _ALL else (_JUDGED,))}
    for name in wanted:
        if name not in known:
            raise Misused(f"there is no benchmark {name}; there are {', '.join(known)}")
    console = Console(width=_WIDTH)
    rows = []
    done = 0
    RESULT.parent.mkdir(exist_ok=True)
    with contextlib.closing(run(known, wanted, chips, None if _ALL else _MOST_S)) as ended:
        for name, found, seconds in ended:
            done += 1
            rows += found
            RESULT.write_text(json.dumps(rows, indent=1) + "\n")
            console.print(f"{done} of {len(wanted)}: {name}, {seconds:.0f} s", style="bold")
            console.print(table(found))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
