"""Measures the levels, prints tables, writes build/strength.json."""

import json
import sys
import time

from rich.console import Console

from picogammon.engine.levels import levels, make
from picogammon.engine.weights import WeightsError
from tools import ROOT, jobs
from tools.command import Misused, tool
from tools.strength import measure, report, rolled_out

_RESULT = ROOT / "build" / "strength.json"


def _options(parser):
    parser.add_argument("levels", nargs="*", help=f"of {', '.join(levels())} (default: all)")
    parser.add_argument(
        "--final",
        action="store_true",
        help="also the half of Sage's rollouts by which nothing is chosen",
    )


@tool(_options)
def main(wanted):
    """Returns the exit status: 1 where no level can play."""
    for name in wanted.levels:
        if name not in levels():
            raise Misused(f"there is no level {name}; there are {', '.join(levels())}")
    results = {
        "intervals": "normal approximation",
        "judge": "GNU Backgammon 1.07, 2-ply, cubeful",
        "second_judge": "Open Sage (bgsage 2.0), truncated rollouts, cubeless",
        "levels": [],
    }
    console = Console()
    _measure(wanted, results, console)
    for table in report.tables(results) if results["levels"] else ():
        console.print(table)
    return 0 if results["levels"] else 1


def _measure(wanted, results, console):
    """Adds to `results`, and keeps them, what was `wanted` on the command line."""
    halves = (rolled_out.TUNING, rolled_out.REPORT)[: 2 if wanted.final else 1]
    with jobs.cluster() as client, jobs.progress(console) as shown:
        for name in wanted.levels or levels():
            try:
                make(name)
            except WeightsError as error:
                console.print(f"{name} cannot play: {error}")
                continue
            began = time.monotonic()
            told = measure.level(client, name, halves, shown)
            results["levels"].append(dict(told, seconds=round(time.monotonic() - began)))
            _write(results)


def _write(results):
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
