"""The engine's judge of races, compiled: its own bearoff_twin.py, and a twin of race.py."""

from array import array

import numpy as np
from numba import njit
from numba.extending import register_jitable

from picogammon.engine import bearoff, bearoff_twin, numbers
from picogammon.engine import race as races
from picogammon.engine.race import Race
from picogammon.rules import position as positions

for _name in (
    "_word",
    "_of_row",
    "find_first",
    "read_sides",
    "spread_exact",
    "spread",
    "net",
    "chance_first",
    "correct_first",
    "spread_guess",
    "count",
):
    register_jitable(getattr(bearoff_twin, _name))

_SIDE = bearoff.SIDE
_ROLLS = bearoff.ROLLS
_WORDS = bearoff.WORDS
_NEAR_HOMES = bearoff.NEAR_HOMES
_BINOMIALS = np.frombuffer(bearoff_twin.BINOMIALS, "<u2").astype(np.int64)


class QuickRace:
    """A Race for one position or many."""

    def __init__(self, race):
        """`race`: whose tables to use."""
        self._tables = [
            np.frombuffer(bytes(table), np.uint8).astype(np.int64)
            for table in (race.near, race.homes, race.rolls, race.net, race.few)
        ]
        self._one = np.empty((1, positions.SLOTS), np.int8)

    def outcome(self, pos, out):
        """See Race."""
        self._one[0] = pos
        found = self.outcomes(self._one)[0]
        for slot in range(numbers.SLOTS):
            out[slot] = int(found[slot])

    def outcomes(self, many):
        """The outcomes, (n, 5) int32, of positions (n, 26) int8 without contact."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        _outcomes(many, *self._tables, found)
        return found


class SlowRace:
    """Any judge of races, asked for many positions one by one."""

    def __init__(self, race):
        self.outcome = race.outcome

    def outcomes(self, many):
        """See QuickRace."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        seen = numbers.blank()
        for pos, row in zip(many, found):
            self.outcome(array("b", pos.tobytes()), seen)
            row[:] = seen
        return found


def quickened(race):
    """What judges races as `race` does, for one position or many."""
    return QuickRace(race) if isinstance(race, Race) else SlowRace(race)


@njit(cache=True)
def _outcomes(many, near, homes, rolls, net, few, found):
    own, theirs = np.zeros(_SIDE, np.int64), np.zeros(_SIDE, np.int64)
    words = np.zeros(_WORDS, np.int64)
    left, first, last = _chances()
    their_left, their_first, their_last = _chances()
    their_side = (0, 0, 0, 0, 0)
    for i in range(len(many)):
        counted = bearoff_twin.read_sides(many[i], own, theirs)
        if theirs[bearoff.CHANGED] or i == 0:
            theirs[bearoff.CHANGED] = 0
            their_side = _reckon(
                theirs, bearoff_twin.count(theirs), near, homes, rolls, net, words, their_left
            )
            if their_side[0]:
                _reckon_first(
                    theirs, their_side, near, homes, rolls, few, words, their_first, their_last
                )
        side = _reckon(own, counted, near, homes, rolls, net, words, left)
        win = bearoff_twin.chance_first(left, their_left, 0)
        gammon = backgammon = lost = lost_backgammon = 0
        if their_side[0] and side[3] < their_side[4] + races.NEVER:
            gammon = min(win, bearoff_twin.chance_first(left, their_first, 0))
            if their_side[2]:
                backgammon = min(gammon, bearoff_twin.chance_first(left, their_last, 0))
        if side[0] and their_side[3] < side[4] + races.NEVER:
            _reckon_first(own, side, near, homes, rolls, few, words, first, last)
            lost = min(65536 - win, bearoff_twin.chance_first(their_left, first, 1))
            if side[2]:
                lost_backgammon = min(lost, bearoff_twin.chance_first(their_left, last, 1))
        found[i, numbers.WIN] = win
        found[i, numbers.WIN_GAMMON] = gammon
        found[i, numbers.WIN_BACKGAMMON] = backgammon
        found[i, numbers.LOSE_GAMMON] = lost
        found[i, numbers.LOSE_BACKGAMMON] = lost_backgammon


@njit(cache=True)
def _chances():
    return np.zeros(_ROLLS, np.int64), np.zeros(_ROLLS, np.int64), np.zeros(_ROLLS, np.int64)


@njit(cache=True)
def _reckon(points, counted, near, homes, rolls, net, words, left):
    """Race._reckon; returns (full, outside, behind, mean, first_mean)."""
    outside = counted >> 8 & 15
    full = counted & 15 == positions.CHECKERS
    if outside:
        bearoff_twin.net(points, net, words)
        bearoff_twin.spread_guess(rolls, words, races.ALL_AT, left)
        return int(full), outside, counted >> 16, words[races.ALL_AT], words[races.FIRST_AT]
    mean = _home(points, 0, near, homes, rolls, left)
    return int(full), outside, counted >> 16, mean, races.ROLL


@njit(cache=True)
def _reckon_first(points, side, near, homes, rolls, few, words, first, last):
    """Race._reckon_first."""
    if side[1]:
        bearoff_twin.spread_guess(rolls, words, races.FIRST_AT, first)
        if side[1] <= bearoff.FEW:
            bearoff_twin.correct_first(points, few, first)
    else:
        lowest = 1
        while not points[lowest]:
            lowest += 1
        bearoff_twin.spread_exact(near, 7 - lowest, first)
    if side[2]:
        _home(points, 18, near, homes, rolls, last)


@njit(cache=True)
def _rank(points, beyond):
    ranked = checkers = 0
    for j in range(6):
        checkers += points[beyond + 1 + j]
        ranked += _BINOMIALS[16 * j + checkers]
    return ranked


@njit(cache=True)
def _home(points, beyond, near, homes, rolls, left):
    ranked = _rank(points, beyond)
    if ranked < _NEAR_HOMES:
        bearoff_twin.spread_exact(near, ranked, left)
        return 0
    at = 2 * (ranked - _NEAR_HOMES)
    word = homes[at] | homes[at + 1] << 8
    bearoff_twin.spread(rolls, word >> 4, word & 15, left)
    return word >> 4
