"""Cubeful equities as native code where the chip has it; cubeful.py explains the method.

`table` is an array('i') for a match or a limited cube. First come the number of cube levels, the
level whose equity is needed, and two flags: 1 if the player may double at that level, 1 if the
opponent may. Then come eight numbers for each level (see cubeful.CubeLevel): gammon, backgammon,
lost gammon, lost backgammon, ONE + won, ONE - lost, live, other live. `work` is an array('i') of
four numbers to overwrite. `life` is the cube's efficiency.

The code of numbers.times and numbers.ratio is repeated here, because in native code a call costs
more than the arithmetic. All numbers are below 2**30. The arrays contain no negative numbers,
because a 64-bit machine reads their words without a sign.
"""

import micropython
from micropython import const

# Indices of the table: before the levels, and then in the numbers of each.
_LEVELS = const(0)
_ASKED = const(1)
_DOUBLES = const(2)
_OTHER_DOUBLES = const(3)
_HEAD = const(4)
_LOST_GAMMON = const(2)
_WON = const(4)
_LIVE = const(6)
_EACH = const(8)
_WORK = const(4)  # for each kind of gammon, its share of the wins or of the losses
# From numbers and cubeful.
_ONE = const(65536)
_WIN = const(0)
_WIN_GAMMON = const(1)
_WIN_BACKGAMMON = const(2)
_LOSE_GAMMON = const(3)
_LOSE_BACKGAMMON = const(4)
_MINE = const(1)
_THEIRS = const(2)
_JACOBY = const(4)


@micropython.viper
def equity(table: ptr32, outcome: ptr32, work: ptr32, life: int) -> int:
    """Returns the equity for the chances `outcome`, in the unit of `table`'s chosen cube level."""
    one = _ONE
    win = int(outcome[_WIN])
    lose = one - win
    level = int(table[_ASKED])
    j = 0
    while j < _WORK:
        whole = win if j < _LOST_GAMMON else lose
        rate = 0
        if whole > 0:
            part = int(outcome[_WIN_GAMMON + j]) << 11
            rate = part // whole
            rate = (rate << 5) + (((part - rate * whole) << 5) // whole)
        work[j] = rate
        j += 1
    wins = one  # the mean gain of a win at the level
    losses = one  # the mean cost of a loss
    cash = 0  # the chance to win from which this side's double is dropped, 0 if never
    other_cash = 0  # the other side's
    k = int(table[_LEVELS])
    while k > level:
        k -= 1
        at = _HEAD + k * _EACH
        above_wins = wins
        above_losses = losses
        above_cash = cash
        above_other = other_cash
        wins = one
        losses = one
        j = 0
        while j < _WORK:
            rate = int(work[j])
            worth = int(table[at + j])
            worth = ((rate >> 8) * worth + (((rate & 255) * worth) >> 8)) >> 8
            if j < _LOST_GAMMON:
                wins += worth
            else:
                losses += worth
            j += 1
        cash = 0
        other_cash = 0
        side = 0
        while side < 2:
            if int(table[at + _LIVE + side]):
                if side:
                    good = above_losses
                    bad = above_wins
                    answer = above_cash
                else:
                    good = above_wins
                    bad = above_losses
                    answer = above_other
                if answer:  # at the chance `answer`, the taker wins with the next double
                    bad = one
                part = int(table[at + _WON + side]) + bad - one
                if part < 0:
                    part = 0
                part = part << 11
                whole = good + bad
                rate = part // whole
                rate = (rate << 5) + (((part - rate * whole) << 5) // whole)
                if answer:
                    rate = ((answer >> 8) * rate + (((answer & 255) * rate) >> 8)) >> 8
                    rate += one - answer
                if rate < 1:
                    rate = 1
                if side:
                    other_cash = rate
                else:
                    cash = rate
            side += 1
    dead = 2 * win - one  # the equity if neither side doubles any more
    at = _HEAD + level * _EACH
    j = 0
    while j < _WORK:
        rate = int(outcome[_WIN_GAMMON + j])
        worth = int(table[at + j])
        worth = ((rate >> 8) * worth + (((rate & 255) * worth) >> 8)) >> 8
        if j < _LOST_GAMMON:
            dead += worth
        else:
            dead -= worth
        j += 1
    low = 0  # the ends of the straight line that contains the chance to win
    low_worth = 0 - losses
    high = one
    high_worth = wins
    if int(table[_DOUBLES]) == 0:
        cash = 0
    if int(table[_OTHER_DOUBLES]) == 0:
        other_cash = 0
    if cash:
        if win > cash:
            low = cash
            low_worth = one
        else:
            high = cash
            high_worth = one
    if low == 0:
        if other_cash:
            drop = one - other_cash
            if win < drop:
                high = drop
                high_worth = 0 - one
            else:
                low = drop
                low_worth = 0 - one
    live = high_worth
    if high > low:
        part = (win - low) << 11
        whole = high - low
        rate = part // whole
        rate = (rate << 5) + (((part - rate * whole) << 5) // whole)
        worth = high_worth - low_worth
        live = low_worth + (((rate >> 8) * worth + (((rate & 255) * worth) >> 8)) >> 8)
    worth = live - dead
    return dead + (((life >> 8) * worth + (((life & 255) * worth) >> 8)) >> 8)


@micropython.viper
def money(outcome: ptr32, cube: int, life: int) -> int:
    """Returns the money equity for the chances `outcome`. `cube`: its owner or JACOBY (cubeful)."""
    one = _ONE
    win = int(outcome[_WIN])
    lose = one - win
    extra = int(outcome[_WIN_GAMMON]) + int(outcome[_WIN_BACKGAMMON])
    lost_extra = int(outcome[_LOSE_GAMMON]) + int(outcome[_LOSE_BACKGAMMON])
    dead = 2 * win - one + extra - lost_extra
    live = dead
    if cube == _MINE:
        live += win >> 1
    elif cube == _THEIRS:
        live -= lose >> 1
    else:
        live += (win >> 1) - (one >> 2)
        live += live // 3
        if cube == _JACOBY:
            dead = 2 * win - one
    sign = 0  # 1 if this side is too good, -1 if the other side is, and the sides are swapped
    if live > one:
        if cube != _THEIRS:
            sign = 1
    elif live < 0 - one:
        if cube != _MINE:
            sign = 0 - 1
            part = win
            win = lose
            lose = part
            part = extra
            extra = lost_extra
            lost_extra = part
    if sign:
        worth = 0  # the gain of playing on for the gammon, beyond cashing
        if cube != _JACOBY:
            part = extra << 11
            rate = part // win
            gained = (rate << 5) + (((part - rate * win) << 5) // win)
            lost = 0
            if lose:
                part = lost_extra << 11
                rate = part // lose
                lost = (rate << 5) + (((part - rate * lose) << 5) // lose)
            part = 2 * one + lost
            whole = part + gained + (one >> 1)
            part = part << 11
            rate = part // whole
            cash = (rate << 5) + (((part - rate * whole) << 5) // whole)
            if win > cash:
                part = (win - cash) << 11
                whole = one - cash
                rate = part // whole
                rate = (rate << 5) + (((part - rate * whole) << 5) // whole)
                worth = ((rate >> 8) * gained + (((rate & 255) * gained) >> 8)) >> 8
        live = sign * (one + worth)
    worth = live - dead
    return dead + (((life >> 8) * worth + (((life & 255) * worth) >> 8)) >> 8)
