"""Measures the levels, prints tables, writes build/strength.json."""

import json
import sys
import time

from rich import box
from rich.console import Console
from rich.table import Table

from picogammon.engine.levels import levels, make
from picogammon.engine.weights import WeightsError
from tools import ROOT, jobs
from tools.command import Misused, tool
from tools.strength import measure, rolled_out

_RESULT = ROOT / "build" / "strength.json"
_LOOKS = {"box": box.SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False}


def _options(parser):
    parser.add_argument("levels", nargs="*", help=f"of {', '.join(levels())} (default: all)")
    parser.add_argument(
        "--final",
        action="store_true",
        help="also the half of Sage's rollouts by which nothing is chosen",
    )


@tool(_options, jobs.LostError)
def main(wanted):
    """Returns the exit status: 1 if no level can play."""
    for name in wanted.levels:
        if name not in levels():
            raise Misused(f"there is no level {name}; there are {', '.join(levels())}")
    results = {
        "intervals": "normal approximation",
        "judge": "GNU Backgammon 1.07, 2-ply, cubeful",
        "second_judge": "Open Sage (bgsage 2.0), truncated rollouts, cubeless",
        "levels": [],
    }
    found = results["levels"]
    console = Console()
    halves = (rolled_out.TUNING, rolled_out.REPORT)[: 2 if wanted.final else 1]
    with jobs.pool() as pool, jobs.progress(console) as progress:
        for name in wanted.levels or levels():
            try:
                make(name)
            except WeightsError as error:
                console.print(f"{name} cannot play: {error}")
                continue
            began = time.monotonic()
            told = measure.level(pool, name, halves, progress)
            found.append(dict(told, seconds=round(time.monotonic() - began)))
            _RESULT.parent.mkdir(exist_ok=True)
            _RESULT.write_text(json.dumps(results, indent=1) + "\n")
    if not found:
        return 1
    for table in (_levels, _categories, _rolled_out, _cube, _positions):
        console.print(table(found))
    return 0


def _levels(found):
    table = _table("Plays by gnubg 2-ply (± 95 %)", "", "mEq a play", "against 0-ply", "PR")
    for level in found:
        pr = f"{level['pr']:.1f} {level['band']}"
        table.add_row(level["level"], *_beside_zero_ply(level["plays"]["all"]), pr)
    return table


def _categories(found):
    first = found[0]["plays"]
    table = _by_level("mEq a play", found, "gnubg 0-ply", "any play")
    for name in sorted(first, key=lambda name: (name == "all", name)):
        told = first[name]
        ours = [f"{level['plays'][name]['meq']:.1f}" for level in found]
        theirs = f"{told['gnubg_0ply']:.1f}", f"{told['any_play']:.0f}"
        table.add_row(name, str(told["decisions"]), *ours, *theirs)
    return table


def _rolled_out(found):
    halves = found[0]["rolled_out"]
    columns = [f"{half}: {name}" for half in halves for name in ("mEq a play", "against 0-ply")]
    table = _table("Close plays by Sage's rollouts (± 95 %)", "", *columns)
    for name in next(iter(halves.values())):
        cells = []
        for told in (half[name] for half in halves.values()):
            theirs = _plus_minus(told["gnubg_0ply"], told["gnubg_0ply_interval"])
            cells += [theirs, f"{told['decisions']} decisions"]
        table.add_row(f"gnubg 0-ply, {name}", *cells)
        for level in found:
            told = [half[name] for half in level["rolled_out"].values()]
            cells = [cell for one in told for cell in _beside_zero_ply(one)]
            table.add_row(f"{level['level']}, {name}", *cells)
    return table


def _cube(found):
    table = _by_level("mEq a cube decision", found, "gnubg 0-ply")
    for decision, stakes in found[0]["cube"].items():
        for name, told in stakes.items():
            ours = [f"{level['cube'][decision][name]['meq']:.1f}" for level in found]
            theirs = f"{told['gnubg_0ply']:.1f}"
            table.add_row(f"{decision}, {name}", str(told["decisions"]), *ours, theirs)
    return table


def _positions(found):
    """Returns a table of error and bias of the levels that judge positions."""
    knowing = [level for level in found if "positions" in level]
    table = _by_level("points, who rolls has on the bar", knowing)
    for name in measure.ON_BAR if knowing else ():
        told = [level["positions"][name] for level in knowing]
        cells = [f"{one['rms']:.4f} {one['bias']:+.4f}" for one in told]
        table.add_row(name, str(told[0]["positions"]), *cells)
    return table


def _by_level(what, found, *others):
    table = _table(None, what)
    for name in ("decisions", *(level["level"] for level in found), *others):
        table.add_column(name, justify="right")
    return table


def _table(title, *columns):
    return Table(*columns, title=title, **_LOOKS)


def _beside_zero_ply(told):
    difference = told["difference"], told["difference_interval"]
    return _plus_minus(told["meq"], told["interval"]), _plus_minus(*difference, "+")


def _plus_minus(value, half, sign=""):
    """Returns a value and half its interval: `3.4 ± 0.9`."""
    return f"{value:{sign}.1f}" + ("" if half is None else f" ± {half:.1f}")


if __name__ == "__main__":
    sys.exit(main())
