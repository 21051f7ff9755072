"""What positions of any class are worth, compiled: the engine's Judge, for many at once."""

import numpy as np
from numba import njit

from picogammon.engine import numbers
from picogammon.engine.numbers import CONTACT, ONE, OVER, RACE
from picogammon.rules.position import CHECKERS, SLOTS
from tools.strength.quick_race import race_outcomes
from tools.trainer.bulk import contact_outcomes

_BAR = 25
_REAR = 18  # the opponent's home board lies beyond


@njit(cache=True)
def kinds(many):
    """Of each whether it is over, or there is contact as position.contact says, or a race."""
    found = np.empty(len(many), np.uint8)
    for i in range(len(many)):
        rearmost = 25
        while rearmost and many[i, rearmost] <= 0:
            rearmost -= 1
        foremost = 0
        while foremost < 25 and many[i, foremost] >= 0:
            foremost += 1
        found[i] = CONTACT if rearmost > foremost else RACE if rearmost else OVER
    return found


@njit(cache=True)
def judge_all(many, net, race, found):
    """Fills found (n, 5) with the outcomes of positions (n, 26) of any class.

    `net`: a BulkNet's arrays; `race`: a QuickRace's tables.
    """
    classes = kinds(many)
    for kind in (CONTACT, RACE):
        count = 0
        for i in range(len(many)):
            count += classes[i] == kind
        if count == len(many):
            _judge(kind, many, net, race, found)
            return
        if count:
            some = np.empty((count, SLOTS), np.int8)
            worth = np.empty((count, numbers.SLOTS), np.int32)
            _move(many, classes, kind, some, True)
            _judge(kind, some, net, race, worth)
            _move(found, classes, kind, worth, False)
    for i in range(len(many)):
        if classes[i] != CONTACT and classes[i] != RACE:
            _won(many[i], found[i])


@njit(cache=True)
def _judge(kind, many, net, race, found):
    if kind == CONTACT:
        contact_outcomes(many, net, found)
    else:
        race_outcomes(many, race, found)


@njit(cache=True)
def _move(all_rows, classes, kind, some, out):
    """The rows of a kind, out of all or back."""
    at = 0
    for i in range(len(all_rows)):
        if classes[i] == kind:
            for j in range(all_rows.shape[1]):
                if out:
                    some[at, j] = all_rows[i, j]
                else:
                    all_rows[i, j] = some[at, j]
            at += 1


@njit(cache=True)
def _won(pos, out):
    """Fills out with the outcome of who has borne off all."""
    left = 0
    behind = False
    for place in range(_BAR):
        if pos[place] < 0:
            left -= pos[place]
            behind = behind or _BAR - place > _REAR
    out[:] = 0
    out[numbers.WIN] = ONE
    if left == CHECKERS:
        out[numbers.WIN_GAMMON] = ONE
        if behind:
            out[numbers.WIN_BACKGAMMON] = ONE


@njit(cache=True)
def best_of(found, start, end):
    """The number of the outcome that is worth most, from start to before end."""
    best = start
    most = -(1 << 30)
    for i in range(start, end):
        equity = 2 * found[i, 0] + found[i, 1] + found[i, 2] - found[i, 3] - found[i, 4]
        if equity > most:
            most = equity
            best = i
    return best
