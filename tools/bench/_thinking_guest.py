"""Runs on the board: how long a level thinks about a decision, and its longest slice."""

import binascii
import gc
import time
from array import array

from picogammon.rules import actions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation

plays = Plays()
_LOOK = 50  # slices; each leaves a few bytes


def decide(engine, text):
    """Returns (us, us of the longest slice, the steps of the play).

    `text`: a position and a roll, 28 bytes in hexadecimal.
    """
    raw = binascii.unhexlify(text)
    match = match_of(Situation(position=array("b", raw[:26]), dice=(raw[26], raw[27])))
    gc.collect()
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
    gc.enable()
    return spent, longest, list(actions.steps_of(thought.answer))
