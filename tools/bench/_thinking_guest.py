"""Runs on the board: how long a level thinks about a decision, and its longest slice."""

import binascii
import gc
import time
from array import array

from picogammon.engine.levels import make
from picogammon.rules import actions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation

_plays = Plays()
_LOOK = 50  # slices; each leaves a few bytes


def free():
    """Bytes of the heap that are free."""
    gc.collect()
    return gc.mem_free()


def level(name):
    """That level's engine."""
    return make(name, _plays)


def decide(engine, text):
    """(us, us of the longest slice, slices, bytes allocated, the steps): 28 bytes in hexadecimal.

    They are a position and a roll; a roll of 0 asks whether to double.
    """
    raw = binascii.unhexlify(text)
    dice = (raw[26], raw[27]) if raw[26] else None
    match = match_of(Situation(position=array("b", raw[:26]), dice=dice))
    gc.collect()
    allocated = gc.mem_alloc()
    gc.disable()
    thought = engine.begin(match)
    longest = spent = slices = 0
    done = False
    while not done:
        began = time.ticks_us()
        done = thought.step()
        took = time.ticks_diff(time.ticks_us(), began)
        spent += took
        longest = max(longest, took)
        slices += 1
        if slices % _LOOK == 0 and gc.mem_free() < 60000:  # to look takes longer than a slice
            gc.collect()
    allocated = gc.mem_alloc() - allocated
    gc.enable()
    action = thought.answer
    return spent, longest, slices, allocated, list(actions.steps_of(action)) if dice else action
