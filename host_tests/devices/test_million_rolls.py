"""1,000,000 rolls of the driver's mapping from seeded bytes, by chi-square.

The bytes are seeded, so the outcome is the same each time. Handed truly random bytes instead, a
fair mapping would fail each of the five comparisons once in a million times at most, all of it once
in 200,000: the limits are a little above the chi-square distribution's at 1 - 10**-6 (Wilson and
Hilferty's formula).
"""

import random

from picogammon.devices.entropy import Dice

HOST_ONLY = True

_ROLLS = 1_000_000
_SIGMAS = 4.7534  # of a normal distribution: one in a million lies above


def _limit(freedom):
    """What chi-square with so many degrees of freedom exceeds once in a million times."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + _SIGMAS * part**0.5) ** 3


def _chi_square(counts):
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def test_faces_pairs_and_serial_pairs_are_even():
    dice = Dice(random.Random(20260101).randbytes)
    first, second, pairs, serial = [0] * 6, [0] * 6, [0] * 36, [0] * 36
    rolls = [0] * 1296  # a roll and the one before it, each pair of rolls once
    last = before = None
    for number in range(_ROLLS):
        one, two = dice.roll()
        first[one - 1] += 1
        second[two - 1] += 1
        pair = (one - 1) * 6 + two - 1
        pairs[pair] += 1
        if last is not None:
            serial[(last - 1) * 6 + one - 1] += 1
        if number % 2:
            rolls[before * 36 + pair] += 1
        last, before = two, pair
    for counts in (first, second, pairs, serial, rolls):
        assert _chi_square(counts) < _limit(len(counts) - 1), counts[:36]


def test_a_mapping_that_favours_a_face_by_one_byte_in_256_is_found():
    """What taking all 256 bytes modulo 6 would do."""
    source = random.Random(1)
    counts = [0] * 6
    for byte in source.randbytes(2 * _ROLLS):
        counts[byte % 6] += 1
    assert _chi_square(counts) > 6 * _limit(5)
