"""Prints how many rolls a second the move generator finds all plays of; runs on any runtime."""

import json
import time

from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from portable import data_lines

_POSITIONS = "legal_plays.jsonl"
# Calls timed together for each position, so that reading the clock does not count.
_CALLS = 5


def rolls_a_second():
    """Calls of generate a second (int), over the reference positions with their rolls."""
    plays = Plays()
    calls = 0
    spent = 0
    for line in data_lines(_POSITIONS):
        facts = json.loads(line)
        pos = positions.of(facts["pos"])
        first, second = facts["dice"]
        began = _microseconds()
        for _ in range(_CALLS):
            plays.generate(pos, first, second)
        spent += _elapsed(began)
        calls += _CALLS
    return calls * 1000000 // spent


def _microseconds():
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000


def _elapsed(began):
    now = _microseconds()
    return time.ticks_diff(now, began) if hasattr(time, "ticks_diff") else now - began


if __name__ == "__main__":
    print(rolls_a_second())
