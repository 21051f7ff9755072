"""Makes cubes_close.jsonl: cube decisions with contact that are close.

The expert plays games against itself. From each one decision is taken at which the cube is in the
middle or with who rolls, and doubling or taking seems close to it; every second one at a score.
GNU Backgammon weighs them three rolls ahead.
"""

import json
import random
import sys
from functools import lru_cache
from pathlib import Path

import numpy as np

from picogammon.engine import numbers
from picogammon.engine.engine import Question, Thought
from picogammon.rules import position as positions
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from tools import measured
from tools.command import tool
from tools.measured import BUILD
from tools.replies import ROOM, WORK, results_of
from tools.report.gnubg import Gnubg
from tools.strength import quick
from tools.trainer.net import equity

FILE = "cubes_close.jsonl"
_CLOSE = 0.1  # of a point
_LENGTHS = (3, 5, 7, 9)
_AT_ONCE = 10
_PLIES = 3


@lru_cache(maxsize=None)
def lines(odd=False):
    """The lines of the games with an even number, to tune on, or those of the others, which are for
    the report."""
    return [line for line in measured.lines(FILE) if line["game"] % 2 == odd]


def situations(games):
    """{number of a game: a Situation whose cube is close}, of these games."""
    judge, engine = quick.judge(), quick.make("expert")
    found = {}
    for number in games:
        rng = random.Random(number)
        close = [one for one in _game(rng, judge) if _is_close(one, engine)]
        if close:
            found[number] = rng.choice(close)
    return found


def _game(rng, judge):
    """The situations before the rolls of a game until its contact is over."""
    results, work = np.empty((ROOM, positions.SLOTS), np.int8), np.empty(WORK, np.uint8)
    length = rng.choice(_LENGTHS) if rng.random() < 0.5 else 0
    scores = [rng.randrange(length - 1) if length else 0 for _ in range(2)]
    owner = rng.choice((None, 0))
    pos = positions.start()
    while positions.contact(pos):
        yield Situation(
            position=positions.of(pos),
            cube=1 if owner is None else 2,
            owner=owner,
            scores=scores,
            length=length,
        )
        dice = (rng.randrange(1, 7), rng.randrange(1, 7))
        count = results_of(np.array(pos, np.int8), *dice, results, work)
        if count:
            equities = equity(judge.outcomes(results[:count]) / 65536)
            pos = positions.of(results[int(equities.argmax())])
        pos = positions.swapped(pos)


def _is_close(situation, engine):
    question = Question(match_of(situation))
    if not question.can_double:
        return False
    cube = Thought(engine.weigh(question)).finish()
    apart = abs(cube.nd - cube.doubled), abs(cube.dt - cube.dp)
    return min(apart) < _CLOSE * numbers.ONE


def judged(found):
    """Yields the lines of these situations, as data."""
    judge = Gnubg(quick.make("expert"), _PLIES)
    numbered = list(found.items())
    for start in range(0, len(numbered), _AT_ONCE):
        some = numbered[start : start + _AT_ONCE]
        questions = [Question(match_of(situation)) for _, situation in some]
        judge.ask(questions)
        for (number, situation), question in zip(some, questions):
            cube = Thought(judge.weigh(question)).finish()
            yield {
                "game": number,
                "pos": list(situation.position),
                "owner": situation.owner,
                "length": situation.length,
                "scores": situation.scores,
                "nd": round(cube.nd / numbers.ONE, 5),
                "dt": round(cube.dt / numbers.ONE, 5),
            }


def situation_of(line):
    """The Situation of a line."""
    owner = line["owner"]
    return Situation(
        position=positions.of(line["pos"]),
        cube=1 if owner is None else 2,
        owner=owner,
        scores=line["scores"],
        length=line["length"],
    )


def losses(line, engine):
    """(what doubling or not loses, what taking or dropping does), in mEq, as the engine decides."""
    cube = Thought(engine.weigh(Question(match_of(situation_of(line))))).finish()
    doubles = cube.doubled > cube.nd
    takes = cube.dt <= cube.dp
    nd, dt = line["nd"], line["dt"]
    doubled = min(dt, 1)
    worth = doubled if doubles else nd
    return 1000 * (max(nd, doubled) - worth), 1000 * ((dt if takes else 1) - doubled)


def _options(parser):
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--after", type=int, default=0, help="the number of games to leave out")
    parser.add_argument("--to", type=Path, default=BUILD / FILE)


@tool(_options)
def main(wanted):
    """Writes the file."""
    found = situations(range(wanted.after, wanted.games))
    print(f"{len(found)} decisions", flush=True)
    with open(wanted.to, "w") as lines:
        for line in judged(found):
            lines.write(json.dumps(line) + "\n")
            lines.flush()


if __name__ == "__main__":
    sys.exit(main())
