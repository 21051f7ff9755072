"""How often the coach tells two plays apart as the second judge does.

Pairs are plays of one decision (plays_rolled_out.jsonl): two that were rolled out, or the best of
these and one that the second judge had a look at. The usual coach judges plays as they are; while a
person thinks, another engine compares them two rolls ahead (advice/pondering.py).
"""

import sys
from itertools import combinations
from math import sqrt

from picogammon.engine import numbers
from picogammon.engine.engine import Thought
from picogammon.engine.review import after
from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from tools.command import tool
from tools.strength import quick, rolled_out
from tools.strength.intervals import mean

_ALIKE, _CALLED_APART = 0.01, 0.02
_BLUNDER, _CALLED_SMALL = 0.08, 0.04


def pairs(line, engine):
    """[(the true difference, the one that the Engine finds, permutations)] of a line, in points.

    Of two plays the first is the better one. Plays that the engine does not rank are left out.
    """
    situation = Situation(
        position=positions.of(line["pos"]), dice=tuple(line["dice"]), cube_on=False
    )
    found = {}
    for ranked in Thought(engine.rank(situation)).finish():
        left = after(situation.position, ranked.steps)
        found[gnu_id.position_id(positions.of(memoryview(left).cast("b")))] = ranked
    known = [move for move in line["moves"] if move["id"] in found]
    told = []
    for better, worse in combinations(known, 2):
        if not rolled_out.is_rolled_out(worse) and better is not known[0]:
            continue
        ours = found[better["id"]], found[worse["id"]]
        apart = (ours[0].equity - ours[1].equity) / numbers.ONE
        sure = min(ranked.permutations for ranked in ours)
        told.append((better["eq"] - worse["eq"], apart, sure))
    return told


def summary(told):
    """The shares of pairs that are called wrong, and the error by permutations, as plain data."""
    alike = [abs(called) > _CALLED_APART for true, called, _ in told if true < _ALIKE]
    blunders = [called < _CALLED_SMALL for true, called, _ in told if true >= _BLUNDER]
    errors = {}
    for true, called, sure in told:
        errors.setdefault(sure, []).append((called - true) ** 2)
    return {
        "alike": (mean(alike), len(alike)),
        "blunders": (mean(blunders), len(blunders)),
        "errors": {sure: (sqrt(mean(of)), len(of)) for sure, of in sorted(errors.items())},
    }


def _options(parser):
    parser.add_argument("--final", action="store_true", help="the half for the report instead")
    parser.add_argument("--levels", nargs="+", default=["expert", "grandmaster"])


@tool(_options)
def main(wanted):
    """Prints a line for each engine."""
    half = rolled_out.REPORT if wanted.final else rolled_out.TUNING
    for level in wanted.levels:
        engine = quick.make(level)
        told = summary([one for line in rolled_out.plays(half) for one in pairs(line, engine)])
        share, count = told["alike"]
        missed, blunders = told["blunders"]
        print(f"{level}: {share:.1%} of {count} pairs less than {_ALIKE} apart called apart")
        print(f"    {missed:.1%} of {blunders} at least {_BLUNDER} apart called small")
        for sure, (error, of) in told["errors"].items():
            print(f"    {sure} permutations: error {error:.4f} of {of}")


if __name__ == "__main__":
    sys.exit(main())
