"""Makes plays_rolled_out.jsonl.

The expert plays cubeless money games against itself. From each game one decision with contact is
taken at which at least three plays seem close to it. Rolled out are what seems best to the expert,
and what master, grandmaster, gnubg 0-ply and Sage at a look would play. All other plays are worth
what Sage's look says they are worth less than the best of these.
"""

import json
import random
import statistics
import sys
from pathlib import Path

import numpy as np

from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from tools.command import tool
from tools.measured import BUILD
from tools.replies import ROOM, WORK, results_of
from tools.strength import quick, reference, rolled_out
from tools.trainer import guests
from tools.trainer.net import equity

_CLOSE = 0.04  # of a point: what is close
_LEAST = 3  # plays that are close
_MOST = 3  # of these are rolled out


class Decision:
    """A position, a roll, and all that can be made of it: `results`, as the mover sees them.

    `game`: the number by which it is found again.
    """

    def __init__(self, game, pos, dice, results, equities):
        self.game = game
        self.pos = list(pos)
        self.dice = dice
        self.results = results
        self.equities = equities  # the expert's, in points
        self.zero_ply = []  # gnubg's

    def close(self):
        """The plays that seem nearly as good as the best: indices, the best first."""
        order = np.argsort(-self.equities, kind="stable")
        return [int(i) for i in order if self.equities[i] > self.equities[order[0]] - _CLOSE]


def decisions(games):
    """One Decision of each of these games (numbers), if it has any that none before it had.

    A game's dice follow from its number.
    """
    judge = quick.judge()
    found = {}
    for number in games:
        close = [one for one in _game(number, judge) if len(one.close()) >= _LEAST]
        if close:
            one = random.Random(-1 - number).choice(close)
            found.setdefault((*one.pos, *sorted(one.dice)), one)
    return list(found.values())


def _game(number, judge):
    """The decisions of a game until its contact is over."""
    rng = random.Random(number)
    results, work = np.empty((ROOM, positions.SLOTS), np.int8), np.empty(WORK, np.uint8)
    pos = positions.start()
    while positions.contact(pos):
        dice = (rng.randrange(1, 7), rng.randrange(1, 7))
        count = results_of(np.array(pos, np.int8), *dice, results, work)
        if count:
            equities = equity(judge.outcomes(results[:count]) / 65536)
            yield Decision(number, pos, dice, results[:count].copy(), equities)
            pos = positions.of(results[int(equities.argmax())])
        pos = positions.swapped(pos)


def ask_zero_ply(found):
    """Fills in what gnubg 0-ply thinks of all plays."""
    told = guests.chances(np.concatenate([one.results for one in found]), 0)
    theirs = iter(equity(told).tolist())
    for one in found:
        one.zero_ply = [next(theirs) for _ in one.results]


def judged(one, sage, engines):
    """The line of a Decision, as data."""
    boards = [positions.of(result) for result in one.results]
    looks = [sage.look(pos) for pos in boards]
    chosen = one.close()[:_MOST]
    chosen += [_best(one.zero_ply), _best(looks)]
    chosen += [boards.index(_played(one, engine)) for engine in engines]
    batches = {i: sage.roll_out(boards[i], one.game) for i in dict.fromkeys(chosen)}
    equities = {i: statistics.fmean(found) for i, found in batches.items()}
    best = max(equities, key=equities.get)
    moves = []
    for i, pos in enumerate(boards):
        move = {"id": gnu_id.position_id(pos), "zero_ply": round(one.zero_ply[i], 4)}
        if i in batches:
            error = statistics.stdev(batches[i]) / len(batches[i]) ** 0.5
            move["eq"] = round(equities[i], 4)
            move["se"] = round(error, 4)
            move["batches"] = [round(equity, 4) for equity in batches[i]]
        else:
            move["eq"] = round(equities[best] + min(0, looks[i] - looks[best]), 4)
        moves.append(move)
    moves.sort(key=lambda move: -move["eq"])
    return {"game": one.game, "pos": one.pos, "dice": one.dice, "moves": moves}


def _best(equities):
    return max(range(len(equities)), key=equities.__getitem__)


def _played(one, engine):
    situation = Situation(position=positions.of(one.pos), dice=one.dice, cube_on=False)
    return reference.after(one.pos, reference.play(engine, situation))


def _options(parser):
    parser.add_argument("--games", type=int, default=2140)
    parser.add_argument("--after", type=int, default=0, help="the number of games to leave out")
    parser.add_argument("--to", type=Path, default=BUILD / rolled_out.FILE)


@tool(_options)
def main(wanted):
    """Writes the file."""
    from tools.players import sage as open_sage  # the rest is of use without it

    found = decisions(range(wanted.after, wanted.games))
    print(f"{len(found)} decisions", flush=True)
    ask_zero_ply(found)
    sage, engines = open_sage.Judge(), [quick.make("master"), quick.make("grandmaster")]
    with open(wanted.to, "w") as lines:
        for done, one in enumerate(found, 1):
            lines.write(json.dumps(judged(one, sage, engines)) + "\n")
            lines.flush()
            if done % 10 == 0:
                print(f"{done} are rolled out", flush=True)


if __name__ == "__main__":
    sys.exit(main())
