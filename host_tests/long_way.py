"""Looks ahead the long way, for comparison, and a judge to look with."""

from array import array
from binascii import crc32

from picogammon.engine import numbers
from picogammon.engine.search import DeepSearch, Search
from picogammon.engine.sight import Sight
from picogammon.engine.thinker import Thinker
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays, make

CASES = [(first, second) for first in range(1, 7) for second in range(1, 7)]
ROLLS = [(first, second) for first in range(1, 7) for second in range(1, first + 1)]
MIDDLE = (0, -2, 0, 0, 2, 0, 5, 0, 3, 0, 0, 0, -4, 4, 0, 0, -1, -3, 0, -4, 1, 0, 0, 0, 0, 0)
HARDLY_SHUT = (-1, 2, 2) + 4 * (0,) + (7, 4) + 9 * (0,) + (-4, -4, -4, -2) + 4 * (0,)
HALF_SHUT = (-2, 2, 2, 0, 2, 2, 5, 0, 2) + 9 * (0,) + (-3, -4, -2, -2, 0, -2, 0, 0)
BOTH_SHUT = (-1, 2, 2, 0, 2, 2, 2, 0, 4) + 10 * (0,) + (-3, -4, -2, 0, -3, -2, 1)
SHUT_OUT = (-1, 2, 2, 2, 2, 2, 2, 0, 3) + 9 * (0,) + (-4, -4, -2, -2, 0, -2, 0, 0)
BEAR_OFF = (0, 3, 2) + 17 * (0,) + (0, 0, 0, -2, -2, 0)


class MixedJudge:
    """Gives each position chances drawn from its bytes; recognises the end of a game."""

    def __init__(self):
        self.asked = 0
        self.by_class = (self.outcome,) * 3

    def outcome(self, pos, out):
        self.asked += 1
        mixed = crc32(bytes(pos))
        out[0] = 20000 + mixed % 20000 if max(pos) > 0 else numbers.ONE
        out[1] = out[0] * (mixed >> 8 & 63) // 256
        out[2] = 0
        out[3] = (numbers.ONE - out[0]) * (mixed >> 16 & 63) // 256
        out[4] = 0


MIXED = MixedJudge()


def after(pos, play):
    """The position after the steps of a play."""
    made = array("b", pos)
    for one in play:
        make(made, one)
    return made


_PLAYS = Plays()  # one for all: a small heap has no room for many


def all_plays(pos, dice):
    """The steps of each legal play."""
    plays = _PLAYS
    return [plays.steps(i) for i in range(plays.generate(pos, dice[0], dice[1]))]


def judged(pos, judge):
    out = numbers.blank()
    judge.outcome(pos, out)
    return out


def flipped(outcome):
    numbers.flip(outcome, outcome)
    return outcome


def best(before, roll, judge):
    """(position, outcome) after the best play; (before, None) if there is none."""
    found = before, None
    for play in all_plays(before, roll):
        made = after(before, play)
        outcome = judged(made, judge)
        if found[1] is None or numbers.cubeless(outcome) > numbers.cubeless(found[1]):
            found = made, outcome
    return found


def sample(permutations):
    """Yields pairs of rolls, the opponent's and the player's, in the order of the search.

    Yields them one by one, because all of them take much of a small heap."""
    for q in range(permutations):
        for i in range(36):
            yield CASES[i], CASES[(7 * i + 13 * q) % 36]


def mean_of_best(before, passed, judge=MIXED):
    """The mean over the 36 rolls. `passed(number of rolls that pass)`: the outcome after a pass."""
    found = []
    for roll in ROLLS:
        outcome = best(before, roll, judge)[1]
        found += [outcome] if roll[0] == roll[1] else [outcome, outcome]
    passes = len([one for one in found if one is None])
    found = [passed(passes) if one is None else one for one in found]
    return array("i", [(sum([one[slot] for one in found]) + 18) // 36 for slot in range(5)])


def ahead(pos, judge=MIXED):
    """The outcome by Search, the long way: the mean over the opponent's best replies."""
    other = positions.swapped(pos)

    def passed(passes):
        if passes < 9:
            return judged(other, judge)
        return flipped(mean_of_best(pos, lambda again: judged(pos, judge), judge))

    return list(flipped(mean_of_best(other, passed, judge)))


def thinker_by(
    judge, ahead=0, noise=0, plays=None, search=None, most=0, margin=4 * numbers.ONE, sight=None
):
    """A Thinker with a judge and noise, which looks one roll ahead at `ahead` plays, and two rolls
    ahead with `most` replies. `sight`: makes another Sight of the judge."""
    plays = plays or Plays()
    search = search or Search(judge, plays)
    parts = (
        sight(judge) if sight else Sight(judge, noise),
        search,
        DeepSearch(search, most) if most else None,
    )
    return Thinker(plays, lambda checkers: parts, ahead, margin)
