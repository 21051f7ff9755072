"""What a level loses on cube actions of bear-offs.

They are the 2,000 of host_tests/data/cube_bearoffs.jsonl, which GNU Backgammon weighs by its
two-sided tables.
"""

import json
import sys
from functools import lru_cache

from picogammon.engine.levels import levels, make
from tools.command import tool
from tools.strength import reference
from tools.strength.intervals import mean_interval

_FILE = "cube_bearoffs.jsonl"
_LEVEL = "expert"


@lru_cache(maxsize=None)
def lines():
    """The lines of the file."""
    with open(reference.DATA / _FILE) as found:
        return [json.loads(line) for line in found]


def losses(engine, every=1):
    """{"money" or "match": [(doubling, taking)]}, mEq, on every so-manieth line."""
    found = {"money": [], "match": []}
    for line in lines()[::every]:
        found[line["kind"]].append(reference.cube_loss(line, engine))
    return found


def _options(parser):
    parser.add_argument("level", nargs="?", default=_LEVEL, choices=levels())


@tool(_options)
def main(wanted):
    """Prints the means, with their intervals."""
    for stakes, lost in losses(make(wanted.level)).items():
        for name, column in zip(("doubling", "taking"), zip(*lost), strict=True):
            meq, half = mean_interval(column)
            print(f"{wanted.level}, {stakes}, {name}: {meq:.2f} ± {half:.2f} mEq of {len(column)}")


if __name__ == "__main__":
    sys.exit(main())
