"""Prints how many legal plays a second, and of how many rolls, are found; runs on any runtime."""

import json
import time

from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from reference_data import data_lines

_POSITIONS = "legal_plays.jsonl"
# Calls timed together for each position, so that reading the clock does not count.
_CALLS = 5


def a_second():
    """(legal plays, rolls) a second, ints, over the reference positions with their rolls."""
    plays = Plays()
    found = 0
    rolls = 0
    spent = 0
    for line in data_lines(_POSITIONS):
        facts = json.loads(line)
        pos = positions.of(facts["pos"])
        first, second = facts["dice"]
        began = _microseconds()
        for _ in range(_CALLS):
            found += plays.generate(pos, first, second)
        spent += _elapsed(began)
        rolls += _CALLS
    return found * 1000000 // spent, rolls * 1000000 // spent


def _microseconds():
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000


def _elapsed(began):
    now = _microseconds()
    return time.ticks_diff(now, began) if hasattr(time, "ticks_diff") else now - began


if __name__ == "__main__":
    print(*a_second())
