# ruff: noqa: F821
"""The best of some replies: the loop as native code for the chip; search has its twin."""

import micropython
from micropython import const

from picogammon.rules.movegen_kernel import result

_SLOTS = const(5)


@micropython.viper
def best_of(plays, start: int, end: int, pos, judge, after, seen, best, most: int) -> int:
    """See search.best_of."""
    buffer = plays.buffer
    outcome = ptr32(seen)
    kept = ptr32(best)
    i = start
    while i < end:
        result(buffer, i, pos, after)
        judge(after, seen)
        equity = 2 * int(outcome[0]) - (1 << 16)
        equity += int(outcome[1]) + int(outcome[2]) - int(outcome[3]) - int(outcome[4])
        if equity > most:
            most = equity
            slot = 0
            while slot < _SLOTS:
                kept[slot] = outcome[slot]
                slot += 1
        i += 1
    return most
