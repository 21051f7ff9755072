# ruff: noqa: F821
"""The class of a position, as native code where there is any."""

import micropython
from micropython import const

_BAR = const(25)
_NEGATIVE = const(128)  # from here on a byte stands for a number below 0
_CONTACT = const(0)
_RACE = const(1)
_OVER = const(2)


@micropython.viper
def class_of(pos) -> int:
    """The class of a position that has just been played, seen by the player who played."""
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
