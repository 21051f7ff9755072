"""Floors: the highest loss of a level on a sample, in mEq, before a test fails.

A floor is the level's mean loss now and three standard errors of that mean. Equally good weights
hold it 999 times in a thousand; broken ones do not. The samples are GNU Backgammon's 2-ply
judgements and, for the pairs of plays that the coach tells apart, Sage's rollouts to tune on. The
command prints a table; `--write` saves the means in host_tests/data/floors.json.
"""

import json
import sys

from rich.console import Console
from rich.table import Table

from picogammon.engine import numbers
from picogammon.engine.engine import Thought
from picogammon.engine.levels import levels
from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.plays import after_steps
from picogammon.rules.situation import Situation
from tools.command import tool
from tools.fast_engine import quick
from tools.strength import reference, rolled_out
from tools.strength.intervals import mean, mean_error

FILE = reference.DATA / "floors.json"
SPREAD = 3  # standard errors
# The skills of levels that know what a position is worth.
_KNOWING = ("close cubes", "equities", "bar equities", "pairs")
_PAIRED = 160  # decisions
_NEAR = 100  # mEq: a play that may well be made


def skills():
    """Returns {skill: a function of an Engine that returns its losses there, one per line}."""
    contact = [line for line in reference.plays() if line["cat"] not in ("race", "bearoff")]
    bar = [line for line in contact if _bar(line)]
    free = [line for line in contact if not _bar(line)]
    cubes, close = reference.cubes(), reference.close_cubes()
    close_loss = reference.close_cube_loss
    paired = rolled_out.plays(rolled_out.TUNING)[:_PAIRED]
    return {
        "contact plays": lambda engine: [reference.play_loss(line, engine) for line in free],
        "bar plays": lambda engine: [reference.play_loss(line, engine) for line in bar],
        "cube actions": lambda engine: [sum(reference.cube_loss(line, engine)) for line in cubes],
        "close cubes": lambda engine: [sum(close_loss(line, engine)) for line in close],
        "equities": lambda engine: [_misjudged(line, engine) for line in free],
        "bar equities": lambda engine: [_misjudged(line, engine) for line in bar],
        "pairs": lambda engine: [_told_apart(line, engine) for line in paired],
    }


def measured(engine):
    """Returns {skill: {"meq": the mean, "error": its standard error}} of an Engine.

    Only levels that judge positions have equities, pairs and close cubes.
    """
    found = {}
    for skill, losses in skills().items():
        if engine.knows or skill not in _KNOWING:
            meq, error = mean_error(losses(engine))
            found[skill] = {"meq": round(meq, 2), "error": round(error, 2)}
    return found


def floors():
    """Returns {level: {skill: the highest allowed loss}} from the file."""
    kept = json.loads(FILE.read_text())
    return {level: {skill: bound(told) for skill, told in kept[level].items()} for level in kept}


def bound(told):
    """Returns the highest loss that a mean and its error allow."""
    return told["meq"] + SPREAD * told["error"]


def broken(found, level):
    """Returns the skills, sorted, in which losses (of `measured`) exceed a level's floors."""
    allowed = floors()[level]
    return sorted(skill for skill, told in found.items() if told["meq"] > allowed[skill])


def _bar(line):
    """True if a checker is on the bar, before the roll or after a play that may well be made."""
    if line["pos"][0] or line["pos"][positions.BAR]:
        return True
    near = [move for move in line["moves"] if reference.loss(line, move) < _NEAR]
    return any(notation.from_position_id(move[0])[0] for move in near)


def _misjudged(line, engine):
    """Returns the mean error of the engine's cubeless equities of plays."""
    before = positions.from_numbers(line["pos"])
    equities = {move[0]: move[reference.CUBELESS] for move in line["moves"]}
    situation = Situation(position=before, dice=tuple(line["dice"]))
    off = []
    for one in Thought(engine.rank(situation)).finish():
        theirs = equities[notation.position_id(after_steps(before, one.steps))]
        off.append(abs(numbers.cubeless(one.outcome) / numbers.ONE - theirs))
    return 1000 * mean(off)


def _told_apart(line, engine):
    """Returns the mean error of the engine's differences between two plays."""
    return 1000 * mean([abs(true - found) for true, found in rolled_out.pairs(line, engine)])


def _options(parser):
    parser.add_argument("--write", action="store_true", help=f"keep it in {FILE.name}")


@tool(_options)
def main(wanted):
    """Prints the floors as a table."""
    found = {level: measured(quick.make(level)) for level in levels()}
    table = Table("mEq now / at most", *skills(), title="Floors")
    for level, told in found.items():
        cells = [told.get(skill) for skill in skills()]
        table.add_row(level, *[f"{t['meq']:.1f} / {bound(t):.1f}" if t else "" for t in cells])
    Console().print(table)
    if wanted.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
