# ruff: noqa: F821
"""The best of some replies: the loop, as native code where there is any."""

import micropython
from micropython import const

from picogammon.engine.classes_kernel import class_of
from picogammon.rules.movegen_kernel import result

# As in numbers, where they are explained.
_SLOTS = const(5)
_ONE = const(65536)
_WIN = const(0)
_WIN_GAMMON = const(1)
_WIN_BACKGAMMON = const(2)
_LOSE_GAMMON = const(3)
_LOSE_BACKGAMMON = const(4)


@micropython.viper
def best_of(plays, start: int, end: int, pos, judges, after, seen, best, most: int) -> int:
    """Judges the results of the plays (a Plays) of pos from `start` on to before `end`.

    Fills `best` with the first outcome of the highest equity, and the number of its play behind it,
    if that is more than `most`; returns the equity of `best`. `judges`: a Judge's by_class,
    functions (position, outcome to fill) by class; `after`, a position, and `seen`, an outcome, are
    worked in.
    """
    buffer = plays.buffer
    result_of = result  # found once, and not for each
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
