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
from tools.strength.intervals import mean_error

FILE = reference.DATA / "floors.json"
SPREAD = 3  # standard errors
# The skills of levels that know what a position is worth.
_KNOWING = ("close cubes", "equities", "bar equities", "pairs")
_PAIRED = 160  # decisions
_NEAR = 100  # mEq: a play that may well be made


def skills():
    """{skill: what is lost there}, a function of an Engine that gives a value for each line."""
    contact = [line for line in reference.plays() if line["cat"] not in ("race", "bearoff")]
    bar = [line for line in contact if _bar(line)]
    free = [line for line in contact if not _bar(line)]
    cubes, close = reference.cubes(), reference.close_cubes()
    paired = rolled_out.plays(rolled_out.TUNING)[:_PAIRED]
    return {
        "contact plays": lambda engine: [reference.play_loss(line, engine) for line in free],
        "bar plays": lambda engine: [reference.play_loss(line, engine) for line in bar],
        "cube actions": lambda engine: [sum(reference.cube_loss(line, engine)) for line in cubes],
        "close cubes": lambda engine: [
            sum(reference.close_cube_loss(line, engine)) for line in close
        ],
        "equities": lambda engine: [_misjudged(line, engine) for line in free],
        "bar equities": lambda engine: [_misjudged(line, engine) for line in bar],
        "pairs": lambda engine: [_told_apart(line, engine) for line in paired],
    }


def measured(engine):
    """{skill: {"meq": the mean, "error": its standard error}} of an Engine.

    Equities, pairs and close cubes are of those levels only that know some worth.
    """
    found = {}
    for skill, losses in skills().items():
        if engine.knows or skill not in _KNOWING:
            meq, error = mean_error(losses(engine))
            found[skill] = {"meq": round(meq, 2), "error": round(error, 2)}
    return found


def floors():
    """{level: {skill: what it may lose at most}}, as they were kept."""
    kept = json.loads(FILE.read_text())
    return {level: {skill: bound(told) for skill, told in kept[level].items()} for level in kept}


def bound(told):
    """What a mean and its error allow."""
    return told["meq"] + SPREAD * told["error"]


def broken(found, level):
    """The skills, sorted, in what `measured` found in which the level's floor is not held."""
    allowed = floors()[level]
    return sorted(skill for skill, told in found.items() if told["meq"] > allowed[skill])


def _bar(line):
    """Whether someone is on the bar, before the roll or after a play that may well be made."""
    if line["pos"][0] or line["pos"][positions.BAR]:
        return True
    near = [move for move in line["moves"] if reference.loss(line, move) < _NEAR]
    return any(notation.from_position_id(move[0])[0] for move in near)


def _misjudged(line, engine):
    """By how much the engine is mistaken about what a play is worth without a cube: the mean."""
    before = positions.from_numbers(line["pos"])
    equities = {move[0]: move[reference.CUBELESS] for move in line["moves"]}
    situation = Situation(position=before, dice=tuple(line["dice"]))
    off = []
    for one in Thought(engine.rank(situation)).finish():
        theirs = equities[notation.position_id(after_steps(before, one.steps))]
        off.append(abs(numbers.cubeless(one.outcome) / numbers.ONE - theirs))
    return 1000 * sum(off) / len(off)


def _told_apart(line, engine):
    """By how much the engine is mistaken about how far two plays are apart: the mean."""
    off = [abs(true - called) for true, called in rolled_out.pairs(line, engine)]
    return 1000 * sum(off) / len(off)


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
