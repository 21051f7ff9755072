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
    "properties": 10,
    "matches": 200,
    "files": 100_000,
    "parsers": 180,
    "wirings": 3_000,
    "drawings": 1_000,
    "chip": 3,
}
_RESULT = runtimes.ROOT / "build" / "soak.json"


def steady(free):
    """Whether the free heap of a long run did not shrink: its last tenth beside its second.

    In the middle: what happens to be open when a game ends, a review or a hint, takes some, too.
    """
    part = max(1, len(free) // 10)
    return median(free[-part:]) >= median(free[part : 2 * part] or free) - 1024


def rows_of(name, said):
    """Rows (what, value) about one run, by what it counted."""
    rows = []
    for what, value in said.items():
        if isinstance(value, list):
            value = f"{min(value):,} to {max(value):,}, {median(value):,.0f} in the middle"
        elif isinstance(value, dict):
            value = ", ".join(f"{count:,} {kind}" for kind, count in sorted(value.items()))
        elif isinstance(value, int):
            value = f"{value:,}"
        rows.append((f"{name}: {what}", str(value)))
    if "free" in said:
        rows.append((f"{name}: free heap is steady", "yes" if steady(said["free"]) else "NO"))
    return rows


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
        for row in rows_of(name, results[name]):
            table.add_row(*row)
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results, indent=1) + "\n")
    Console().print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
