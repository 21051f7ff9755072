"""MicroPython's `time` for the virtual board."""

import _page
from utime import *  # noqa: F403

if _page.seeded:  # the times of presses are in the dice, which shall come from ?seed=... alone
    del ticks_us  # noqa: F821
