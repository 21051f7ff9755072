"""The long runs in full, a table, build/soak.json."""

import json
import sys
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from tools import runtimes, soak
from tools.command import Misused, tool

_COUNTS = {
    "lines": 100_000,
    "games": 500,
    "cuts": 5_000,
    "flips": 100_000,
    "properties": 10,
    "matches": 200,
    "files": 100_000,
    "parsers": 180,
    "wirings": 3_000,
    "drawings": 1_000,
    "chip": 3,
}
_RESULT = runtimes.ROOT / "build" / "soak.json"
_ERASE_CYCLES = 100_000  # what the flash of a Pico is good for, each sector
_SECTORS = 256
_PLAYED_ADAY = 20


def steady(free):
    """Whether the free heap of a long run did not shrink: its last tenth beside its second.

    In the middle: what happens to be open when a game ends, a review or a hint, takes some, too.
    """
    part = max(1, len(free) // 10)
    return median(free[-part:]) >= median(free[part : 2 * part] or free) - 1024


def told_of(name, said):
    """Rows (what, value) about one run."""
    if name == "cuts":
        games = said["wear_games"]
        erases = said["erases"] / games
        years = _ERASE_CYCLES * _SECTORS / erases / _PLAYED_ADAY / 365
        return [
            ("power cuts survived", f"{said['cuts']:,}"),
            ("… the action under way lost", f"{said['lost']:,}"),
            ("sector erases a game", f"{erases:.0f}"),
            ("bytes programmed a game", f"{said['programmed'] / games:,.0f}"),
            ("actions a game", f"{said['records'] / games:.0f}"),
            (f"years at {_PLAYED_ADAY} games a day until flash wears out", f"{years:,.0f}"),
        ]
    if name == "flips":
        return [
            ("flipped bits that lost nothing unsaid", f"{said['flips']:,}, {said['told']:,} told")
        ]
    if name == "properties":
        return [("properties with fresh examples, rounds", f"{said['rounds']:,}")]
    if name == "matches":
        counted = f"{said['matches']:,}, {said['games']:,} games, {said['actions']:,} actions"
        return [("matches through GNU Backgammon, the same", counted)]
    if name == "files":
        return [
            ("spoilt match files read", f"{said['files']:,}, {said['refused']:,} refused"),
            ("… the slowest", f"{1000 * said['slowest']:.0f} ms"),
        ]
    if name == "parsers":
        if "left_out" in said:
            return [("parsers led by atheris", f"left out: {said['left_out']}")]
        inputs = said["inputs"]
        counted = f"{sum(inputs.values()):,} to {len(inputs)} parsers"
        return [("inputs led by the lines they reach", counted)]
    if name == "wirings":
        presses = said["presses"]
        counted = f"{median(presses):.0f} in the middle, {presses[-1]} at most"
        return [("boards set up by presses", f"{said['boards']:,}"), ("… presses", counted)]
    if name == "drawings":
        counted = f"{said['drawn']:,}, {said['refused']:,} refused"
        return [("boards with random measures drawn", counted)]
    if name == "chip":
        return [("matches on the emulated chip, and all else there", said["said"])]
    free = said["free"]
    rows = [
        (f"{name}: smallest free heap", f"{min(free):,} bytes"),
        (f"{name}: first and last", f"{free[0]:,} and {free[-1]:,}"),
        (f"{name}: steady", "yes" if steady(free) else "NO"),
    ]
    if name == "lines":
        answers = f"{said['replies']:,}, {said['refused']:,} of them refusals"
        return [("lines", f"{said['lines']:,}"), ("lines: answers", answers), *rows]
    actions = ", ".join(f"{count} {kind}" for kind, count in sorted(said["actions"].items()))
    return [("games", f"{said['games']:,}"), ("games: actions", actions), *rows]


def _options(parser):
    parser.add_argument(
        "wanted",
        nargs="*",
        metavar="NAME[=COUNT]",
        help=f"of {', '.join(_COUNTS)} (default: all)",
    )


@tool(_options)
def main(options):
    """Returns the exit status: 1 where a run failed."""
    table = Table("what", "value")
    results = {}
    failed = False
    for word in options.wanted or _COUNTS:
        name, _, count = word.partition("=")
        if name not in _COUNTS:
            raise Misused(f"there is no run {name}; there are {', '.join(_COUNTS)}")
        if count and not (count.isdecimal() and int(count)):
            example = f"{name}={_COUNTS[name]}"
            raise Misused(f"how often is a number from 1 on, as {example}, not {count}")
        count = int(count or _COUNTS[name])
        print(f"{name}: {count:,} …", flush=True)
        began = time.monotonic()
        try:
            said = getattr(soak, name)(count)
        except soak.Failed as trouble:
            print(trouble, file=sys.stderr)
            failed = True
            continue
        failed = failed or not steady(said.get("free", [0]))
        results[name] = dict(said, seconds=round(time.monotonic() - began))
        for row in told_of(name, said):
            table.add_row(*row)
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results, indent=1) + "\n")
    Console().print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
