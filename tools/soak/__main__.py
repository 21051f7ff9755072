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
    "walks": 1_800,
    "cuts": 5_000,
    "properties": 10,
    "matches": 200,
    "parsers": 180,
    "wirings": 3_000,
    "drawings": 1_000,
    "chip": 3,
}
_RESULT = runtimes.ROOT / "build" / "soak.json"


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
    return rows


def _options(parser):
    parser.add_argument(
        "wanted",
        nargs="*",
        metavar="NAME[=COUNT]",
        help=f"of {', '.join(_COUNTS)} (default: all), or a file with a walk (.txt)",
    )


@tool(_options)
def main(options):
    """Returns the exit status: 1 where a run failed."""
    table = Table("what", "value")
    results = {}
    failed = False
    for word in options.wanted or _COUNTS:
        if word.endswith(".txt"):
            try:
                print(soak.replay(word))
            except soak.Failed as trouble:
                print(trouble, file=sys.stderr)
                failed = True
            continue
        name, _, count = word.partition("=")
        if name not in _COUNTS:
            raise Misused(f"there is no run {name}; there are {', '.join(_COUNTS)}")
        if count and not (count.isdecimal() and int(count)):
            example = f"{name}={_COUNTS[name]}"
            raise Misused(f"the count must be 1 or more, as {example}, not {count}")
        count = int(count or _COUNTS[name])
        print(f"{name}: {count:,} …", flush=True)
        began = time.monotonic()
        try:
            said = getattr(soak, name)(count)
        except soak.Failed as trouble:
            print(trouble, file=sys.stderr)
            failed = True
            continue
        results[name] = dict(said, seconds=round(time.monotonic() - began))
        for row in rows_of(name, results[name]):
            table.add_row(*row)
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results, indent=1) + "\n")
    Console().print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
