"""Arithmetic on time that wraps.

Times are milliseconds as MicroPython's `ticks_ms` counts them, modulo 2 ** 30. After twelve days
they begin again at 0, so they are never compared directly.
"""

from micropython import const

_PERIOD = const(1 << 30)
MASK = const((1 << 30) - 1)  # (later - earlier) & MASK: the milliseconds that have passed
HALF = const(1 << 29)  # a difference of this or more is negative


def after(now: int, ms: int) -> int:
    """The time `ms` milliseconds (fewer than six days) after `now`."""
    return now - (_PERIOD - ms) if now >= _PERIOD - ms else now + ms


def diff(later: int, earlier: int) -> int:
    """The milliseconds from `earlier` to `later`; negative if it is the other way round."""
    ms = (later - earlier) & MASK
    return ms - _PERIOD if ms >= HALF else ms


def reached(now: int, when: int) -> bool:
    """True if the time `when` has come."""
    return diff(now, when) >= 0
