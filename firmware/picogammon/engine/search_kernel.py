# ruff: noqa: F821
"""Adds outcomes, classifies positions and finds the best play, as native code where possible."""

import micropython
from micropython import const

from picogammon.rules.movegen_kernel import result

# From numbers and ground.
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
# Indices in `best`, after the outcome.
_PLAY = const(5)
_EQUITY = const(6)
_BUDGET = const(24)  # positions with contact in a call, each 0.3 ms
_RACE_COST = const(3)  # the number of these positions that a race counts as: it takes up to 1 ms


@micropython.viper
def class_of(pos) -> int:
    """Returns CONTACT, RACE or OVER. `pos`: the position as the side that just moved sees it."""
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
def best_of(plays, start: int, pos, judges, after, seen, best) -> int:
    """Judges the plays of `pos` from play number `start` on, and writes the best to `best`.

    Stops after about 8 ms on a Pico, and returns the number of the next play to judge. If several
    plays are equally good, `best` contains the first of these plays.
    `judges`: a Judge's `by_class`. `after` (a position) and `seen` (an outcome): working memory.
    `best`: an array('i') of the best play's outcome, number, and cubeless equity plus 4 * ONE (more
    than 0 for every play). Set this last entry to 0 ("no play yet") before each new roll.
    """
    buffer = plays.buffer
    end = int(plays.count)
    result_of = result  # a local name, looked up once and not for each play
    class_here = class_of
    outcome = ptr32(seen)
    kept = ptr32(best)
    budget = _BUDGET
    i = start
    while i < end and budget > 0:
        result_of(buffer, i, pos, after)
        kind = int(class_here(after))
        judges[kind](after, seen)
        budget -= _RACE_COST if kind == _RACE else 1
        equity = 3 * _ONE + 2 * int(outcome[_WIN])
        equity += int(outcome[_WIN_GAMMON]) + int(outcome[_WIN_BACKGAMMON])
        equity -= int(outcome[_LOSE_GAMMON]) + int(outcome[_LOSE_BACKGAMMON])
        if equity > int(kept[_EQUITY]):
            slot = 0
            while slot < _SLOTS:
                kept[slot] = outcome[slot]
                slot += 1
            kept[_PLAY] = i
            kept[_EQUITY] = equity
        i += 1
    return i


@micropython.viper
def add(sums, cases: int, outcome):
    """Adds each of the five chances in `outcome`, multiplied by `cases`, to `sums`."""
    to = ptr32(sums)
    one = ptr32(outcome)
    slot = 0
    while slot < _SLOTS:
        to[slot] += cases * one[slot]
        slot += 1
