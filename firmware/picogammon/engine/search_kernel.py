# ruff: noqa: F821
"""The class of a position, and the best of some replies, as native code where the chip has it."""

import micropython
from micropython import const

from picogammon.rules.movegen_kernel import result

# From numbers, classes and places.
_SLOTS = const(5)
_ONE = const(65536)
_WIN = const(0)
_WIN_GAMMON = const(1)
_WIN_BACKGAMMON = const(2)
_LOSE_GAMMON = const(3)
_LOSE_BACKGAMMON = const(4)
_CONTACT = const(0)
_RACE = const(1)
_OVER = const(2)
_BAR = const(25)

_NEGATIVE = const(128)  # a byte from here on is a number below 0


@micropython.viper
def class_of(pos) -> int:
    """Returns the class of a position after a play, seen by the player who made the play."""
    here = ptr8(pos)
    rearmost = _BAR
    while rearmost and (here[rearmost] == 0 or here[rearmost] >= _NEGATIVE):
        rearmost -= 1
    if rearmost == 0:
        return _OVER
    place = 0
    while place < rearmost:
        if here[place] >= _NEGATIVE:
            return _CONTACT
        place += 1
    return _RACE


@micropython.viper
def best_of(plays, start: int, end: int, pos, judges, after, seen, best, most: int) -> int:
    """Evaluates what some plays leave, from number `start` to before `end`; keeps the best.

    `plays`: the Plays of pos. `judges`: functions (position, outcome to fill) by class, as
    Judge.by_class. `after`, a position, and `seen`, an outcome, are overwritten.

    If an equity is above `most`, fills `best` with the outcome of the highest equity, the first of
    equals, and then its play's number. Returns the equity of `best`.
    """
    buffer = plays.buffer
    result_of = result  # looked up once, not for each play
    class_here = class_of
    outcome = ptr32(seen)
    kept = ptr32(best)
    i = start
    while i < end:
        result_of(buffer, i, pos, after)
        judges[class_here(after)](after, seen)
        equity = 2 * int(outcome[_WIN]) - _ONE
        equity += int(outcome[_WIN_GAMMON]) + int(outcome[_WIN_BACKGAMMON])
        equity -= int(outcome[_LOSE_GAMMON]) + int(outcome[_LOSE_BACKGAMMON])
        if equity > most:
            most = equity
            slot = 0
            while slot < _SLOTS:
                kept[slot] = outcome[slot]
                slot += 1
            kept[_SLOTS] = i
        i += 1
    return most
