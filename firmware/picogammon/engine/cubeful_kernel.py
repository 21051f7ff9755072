"""Equities with the cube in play as native code for the chip; cubeful_twin is plain Python.

What is computed, and from what, is said there. No number reaches 2**30, and none in the arrays is
negative: where words are 64 bits wide they are read without a sign.
"""

import micropython
from micropython import const

_MINE = const(1)
_THEIRS = const(2)
_JACOBY = const(4)


@micropython.viper
def equity(table: ptr32, outcome: ptr32, work: ptr32, life: int) -> int:
    """The equity of the outcome at the table's level, in that level's unit."""
    one = 1 << 16
    win = int(outcome[0])
    lose = one - win
    level = int(table[1])
    j = 0
    while j < 4:
        whole = win if j < 2 else lose
        rate = 0
        if whole > 0:
            part = int(outcome[j + 1]) << 11
            rate = part // whole
            rate = (rate << 5) + (((part - rate * whole) << 5) // whole)
        work[j] = rate
        j += 1
    wins = one
    losses = one
    cash = 0
    other_cash = 0
    k = int(table[0])
    while k > level:
        k -= 1
        at = 4 + (k << 3)
        above_wins = wins
        above_losses = losses
        above_cash = cash
        above_other = other_cash
        wins = one
        losses = one
        j = 0
        while j < 4:
            rate = int(work[j])
            worth = int(table[at + j])
            worth = ((rate >> 8) * worth + (((rate & 255) * worth) >> 8)) >> 8
            if j < 2:
                wins += worth
            else:
                losses += worth
            j += 1
        cash = 0
        other_cash = 0
        side = 0
        while side < 2:
            if int(table[at + 6 + side]):
                if side:
                    good = above_losses
                    bad = above_wins
                    answer = above_cash
                else:
                    good = above_wins
                    bad = above_losses
                    answer = above_other
                if answer:
                    bad = one
                part = int(table[at + 4 + side]) + bad - one
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
    dead = 2 * win - one
    at = 4 + (level << 3)
    j = 0
    while j < 4:
        rate = int(outcome[j + 1])
        worth = int(table[at + j])
        worth = ((rate >> 8) * worth + (((rate & 255) * worth) >> 8)) >> 8
        if j < 2:
            dead += worth
        else:
            dead -= worth
        j += 1
    low = 0
    low_worth = 0 - losses
    high = one
    high_worth = wins
    if int(table[2]) == 0:
        cash = 0
    if int(table[3]) == 0:
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
    """The equity of the outcome for money, of a cube that can be turned without end."""
    one = 1 << 16
    win = int(outcome[0])
    lose = one - win
    extra = int(outcome[1]) + int(outcome[2])
    lost_extra = int(outcome[3]) + int(outcome[4])
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
    sign = 0
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
        worth = 0
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
