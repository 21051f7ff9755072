"""The engine's judge of races, compiled: its own bearoff_kernel.py, and a twin of race.py."""

import numpy as np
from numba import njit

from picogammon.engine import bearoff_kernel, net_twin, numbers
from picogammon.engine import race as races
from picogammon.rules import position as positions
from tools.jitted import jitable

jitable(
    bearoff_kernel,
    "read_sides count rank spread_exact spread correct_first spread_guess chance_first",
)
jitable(net_twin, "_word race_net")

_SIDE = races.SIDE
_ROLLS = races.ROLLS
_WORDS = races.WORDS
_NEAR_HOMES = races.NEAR_HOMES


class QuickRace:
    """A Race for one position or many; `tables` are what compiled code is given of it."""

    def __init__(self, race):
        """`race`: whose tables to use."""
        self.tables = tuple(
            np.frombuffer(bytes(table), kind).astype(np.int64)
            for table, kind in (
                (race.near, "<u2"),
                (race.homes, "<u2"),
                (race.rolls, "<u2"),
                (race.net, "u1"),
                (race.few, "u1"),
            )
        )
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
        race_outcomes(many, self.tables, found)
        return found


@njit(cache=True)
def race_outcomes(positions, tables, found):
    """QuickRace.outcomes, compiled. `tables`: its own."""
    near, homes, rolls, net, few = tables
    many = positions.view(np.uint8).astype(np.int64)
    own, theirs = np.zeros(_SIDE, np.int64), np.zeros(_SIDE, np.int64)
    words = np.zeros(_WORDS, np.int64)
    left, first, last = _chances()
    their_left, their_first, their_last = _chances()
    their_side = (0, 0, 0, 0, 0)
    for i in range(len(many)):
        counted = bearoff_kernel.read_sides(many[i], own, theirs)
        if theirs[races.CHANGED] or i == 0:
            theirs[races.CHANGED] = 0
            their_side = _reckon(
                theirs, bearoff_kernel.count(theirs), near, homes, rolls, net, words, their_left
            )
            if their_side[0]:
                _reckon_first(
                    theirs, their_side, near, homes, rolls, few, words, their_first, their_last
                )
        side = _reckon(own, counted, near, homes, rolls, net, words, left)
        win = bearoff_kernel.chance_first(left, their_left, 0)
        gammon = backgammon = lost = lost_backgammon = 0
        if their_side[0] and side[3] < their_side[4] + races.NEVER:
            gammon = min(win, bearoff_kernel.chance_first(left, their_first, 0))
            if their_side[2]:
                backgammon = min(gammon, bearoff_kernel.chance_first(left, their_last, 0))
        if side[0] and their_side[3] < side[4] + races.NEVER:
            _reckon_first(own, side, near, homes, rolls, few, words, first, last)
            lost = min(65536 - win, bearoff_kernel.chance_first(their_left, first, 1))
            if side[2]:
                lost_backgammon = min(lost, bearoff_kernel.chance_first(their_left, last, 1))
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
        net_twin.race_net(points, net, words)
        bearoff_kernel.spread_guess(rolls, words, races.ALL_AT, left)
        return int(full), outside, counted >> 16, words[races.ALL_AT], words[races.FIRST_AT]
    mean = _home(points, 0, near, homes, rolls, left)
    return int(full), outside, counted >> 16, mean, races.ROLL


@njit(cache=True)
def _reckon_first(points, side, near, homes, rolls, few, words, first, last):
    """Race._reckon_first."""
    if side[1]:
        bearoff_kernel.spread_guess(rolls, words, races.FIRST_AT, first)
        if side[1] <= races.FEW:
            bearoff_kernel.correct_first(points, few, first)
    else:
        lowest = 1
        while not points[lowest]:
            lowest += 1
        bearoff_kernel.spread_exact(near, 7 - lowest, first)
    if side[2]:
        _home(points, 18, near, homes, rolls, last)


@njit(cache=True)
def _home(points, beyond, near, homes, rolls, left):
    ranked = bearoff_kernel.rank(points, beyond)
    if ranked < _NEAR_HOMES:
        bearoff_kernel.spread_exact(near, ranked, left)
        return 0
    word = homes[ranked - _NEAR_HOMES]
    bearoff_kernel.spread(rolls, word >> 4, word & 15, left)
    return word >> 4
