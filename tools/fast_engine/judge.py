"""The engine's Judge, compiled: outcomes of positions of any class, many at once."""

import numpy as np
from numba import njit

from picogammon.engine import bearoff_kernel, net_twin, numbers
from picogammon.engine import race as races
from picogammon.engine.numbers import CONTACT, ONE, OVER, RACE
from picogammon.rules.position import BAR, CHECKERS, SLOTS
from tools.fast_engine.kernels import copy, jitable
from tools.fast_engine.net import contact_outcomes

_REAR = 18  # the opponent's home board is beyond

jitable(
    bearoff_kernel,
    "read_sides count rank spread_exact spread correct_first spread_guess chance_first",
)
jitable(net_twin, "_word race_net")


@njit(cache=True)
def _class_of(pos):
    rearmost = BAR
    while rearmost and pos[rearmost] <= 0:
        rearmost -= 1
    foremost = 0
    while foremost < BAR and pos[foremost] >= 0:
        foremost += 1
    return CONTACT if rearmost > foremost else RACE if rearmost else OVER


@njit(cache=True)
def judge_all(many, tables, found):
    """Fills found (n, 5) with the outcomes of positions (n, 26) of any class.

    `tables`: a BulkNet's arrays and race_tables.
    """
    net, race = tables
    classes = np.empty(len(many), np.uint8)
    for i in range(len(many)):
        classes[i] = _class_of(many[i])
        if classes[i] == OVER:
            _won(many[i], found[i])
    for kind in (CONTACT, RACE):
        rows = np.nonzero(classes == kind)[0]
        if len(rows) == len(many):
            _judge(kind, many, net, race, found)
        elif len(rows):
            some = np.empty((len(rows), SLOTS), np.int8)
            worth = np.empty((len(rows), numbers.SLOTS), np.int32)
            for i in range(len(rows)):
                copy(many[rows[i]], some[i])
            _judge(kind, some, net, race, worth)
            for i in range(len(rows)):
                copy(worth[i], found[rows[i]])


@njit(cache=True)
def _judge(kind, many, net, race, found):
    if kind == CONTACT:
        contact_outcomes(many, net, found)
    else:
        race_outcomes(many, race, found)


@njit(cache=True)
def _won(pos, out):
    """Fills `out` for a player who has borne off all checkers."""
    left = 0
    behind = False
    for place in range(BAR):
        if pos[place] < 0:
            left -= pos[place]
            behind = behind or BAR - place > _REAR
    out[:] = 0
    out[numbers.WIN] = ONE
    if left == CHECKERS:
        out[numbers.WIN_GAMMON] = ONE
        if behind:
            out[numbers.WIN_BACKGAMMON] = ONE


def race_tables(race):
    """Returns a Race's tables for compiled code, as bytes."""
    tables = race.near, race.homes, race.rolls, race.net, race.few
    return tuple(np.frombuffer(bytes(table), np.uint8) for table in tables)


@njit(cache=True)
def race_outcomes(positions, tables, found):
    """Fills found (n, 5) with the outcomes of positions (n, 26) without contact."""
    near, homes, rolls, net, few = tables
    known = near, homes, rolls, net.astype(np.int64), few
    many = positions.view(np.uint8).astype(np.int64)
    own, theirs = np.zeros((2, races.SIDE), np.int64)
    words = np.zeros(races.WORDS, np.int64)
    left, first, last, their_left, their_first, their_last = np.zeros((6, races.ROLLS), np.int64)
    their_side = (0, 0, 0, 0, 0)
    for i in range(len(many)):
        counted = bearoff_kernel.read_sides(many[i], own, theirs)
        if theirs[races.CHANGED] or i == 0:
            theirs[races.CHANGED] = 0
            counted_theirs = bearoff_kernel.count(theirs)
            their_side = _reckon(theirs, counted_theirs, known, words, their_left)
            if their_side[0]:
                _reckon_first(theirs, their_side, known, words, their_first, their_last)
        side = _reckon(own, counted, known, words, left)
        win = bearoff_kernel.chance_first(left, their_left, 0)
        gammon = backgammon = lost = lost_backgammon = 0
        if their_side[0] and side[3] < their_side[4] + races.NEVER:
            gammon = min(win, bearoff_kernel.chance_first(left, their_first, 0))
            if their_side[2]:
                backgammon = min(gammon, bearoff_kernel.chance_first(left, their_last, 0))
        if side[0] and their_side[3] < side[4] + races.NEVER:
            _reckon_first(own, side, known, words, first, last)
            lost = min(ONE - win, bearoff_kernel.chance_first(their_left, first, 1))
            if side[2]:
                lost_backgammon = min(lost, bearoff_kernel.chance_first(their_left, last, 1))
        found[i, 0], found[i, 1], found[i, 2] = win, gammon, backgammon
        found[i, 3], found[i, 4] = lost, lost_backgammon


@njit(cache=True)
def _reckon(points, counted, tables, words, left):
    """Race._reckon; returns (full, outside, behind, mean, first_mean)."""
    _, _, rolls, net, _ = tables
    outside = counted >> 8 & 15
    full = int(counted & 15 == CHECKERS)
    if outside:
        net_twin.race_net(points, net, words)
        bearoff_kernel.spread_guess(rolls, words, races.ALL_AT, left)
        return full, outside, counted >> 16, words[races.ALL_AT], words[races.FIRST_AT]
    return full, outside, counted >> 16, _home(points, 0, tables, left), races.ROLL


@njit(cache=True)
def _reckon_first(points, side, tables, words, first, last):
    """Race._reckon_first."""
    near, _, rolls, _, few = tables
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
        _home(points, 18, tables, last)


@njit(cache=True)
def _home(points, beyond, tables, left):
    """Does the same as Race._home."""
    near, homes, rolls, _, _ = tables
    ranked = bearoff_kernel.rank(points, beyond)
    if ranked < races.NEAR_HOMES:
        bearoff_kernel.spread_exact(near, ranked, left)
        return 0
    word = np.int64(homes.view(np.uint16)[ranked - races.NEAR_HOMES])
    bearoff_kernel.spread(rolls, word >> 4, word & 15, left)
    return word >> 4
