"""Simulated sources of raw random bits, as picogammon.devices.entropy has them.

Each is made from a seed, and gives the same bits each time.
"""

import numpy as np

_CHUNK = 1 << 17  # samples that are made at a time


class Source:
    """`make(count)` gives the next `count` samples, an array of 0 and 1."""

    def __init__(self, make):
        self._make = make
        self._chunk = b""
        self._used = 0

    def __call__(self, samples, start, end, pace):
        """samples[start:end] become raw bits, a byte each, no better ones at another pace."""
        count = end - start
        if self._used + count > len(self._chunk):
            self._chunk = self._make(_CHUNK).astype(np.uint8).tobytes()
            self._used = 0
        samples[start:end] = self._chunk[self._used : self._used + count]
        self._used += count


def even(seed):
    """Independent bits, as many ones as zeros."""
    return biased(seed, 0.5)


def biased(seed, ones):
    """Independent bits; so many of them (0..1) are 1."""
    chance = np.random.default_rng(seed)
    return Source(lambda count: chance.random(count, dtype=np.float32) < ones)


def beating(seed, turns, jitter, duty=0.5):
    """A ring oscillator that makes `turns` turns from one sample to the next, give or take.

    `jitter`: the standard deviation of that, in turns, which adds up. `duty`: how much of a turn
    reads as 1. A real one: 6.5 MHz sampled every 10 us, 65 turns; 0.5 % of a turn for each of them,
    independent, adds up to 0.04.
    """
    chance = np.random.default_rng(seed)
    phase = chance.random()

    def make(count):
        nonlocal phase
        steps = chance.normal(turns % 1, jitter, count)
        phases = (phase + np.cumsum(steps)) % 1
        phase = phases[-1]
        return phases < duty

    return Source(make)


def periodic(seed, period):
    """The same `period` bits over and over: a source without any randomness."""
    circle = np.random.default_rng(seed).integers(0, 2, period, dtype=np.uint8)
    at = 0

    def make(count):
        nonlocal at
        bits = np.resize(np.roll(circle, -at), count)
        at = (at + count) % period
        return bits

    return Source(make)


def stuck(bit):
    """The same bit for ever."""
    return Source(lambda count: np.full(count, bit))


# The sources that dice must be fair with, and may not refuse.
GOOD = {
    "even": even,
    "90 % ones": lambda seed: biased(seed, 0.9),
    "beats slowly (65.002 turns)": lambda seed: beating(seed, 65.002, 0.04),
    "beats every third (65.333)": lambda seed: beating(seed, 65 + 1 / 3, 0.04),
    "beats, a quarter of the jitter": lambda seed: beating(seed, 65.37, 0.01),
}

# Those that may make no roll.
BAD = {
    "all zeros": lambda seed: stuck(0),
    "all ones": lambda seed: stuck(1),
    "99 % ones": lambda seed: biased(seed, 0.99),
    "beats without jitter": lambda seed: beating(seed, 65.37, 0),
}
