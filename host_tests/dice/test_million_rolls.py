"""Dice by counting: a million of the mapping, and a sample of `make dice`'s from every source.

All is seeded, so the outcome is the same each time. The health tests' limits are held against exact
binomial sums.
"""

import random
from fractions import Fraction
from math import comb, log2

from devices.test_entropy import AGAIN, BIASED, BLOCK, STUCK
from picogammon.devices import entropy
from tools.dice import __main__ as make_dice
from tools.dice import sources
from tools.dice.__main__ import Tally, chi_square, limit

_ROLLS = 1_000_000
_SAMPLE = 15_000
_MIN_ENTROPY = 0.1  # bits a sample, which entropy.py assumes
_LIKELY = Fraction(2**-_MIN_ENTROPY)  # the chance of a sample's likelier value


def test_faces_pairs_and_serial_pairs_of_a_million_are_even():
    chance = random.Random(20260101)
    tally = Tally()
    for _ in range(_ROLLS):
        tally.add(entropy.roll_of(chance.randbytes(32)))
    assert tally.rolls == _ROLLS and tally.fair, tally.verdicts()


def test_a_mapping_that_favours_a_face_by_one_byte_in_256_is_found():
    """What taking all 256 bytes modulo 6 would do."""
    counts = [0] * 6
    for byte in random.Random(1).randbytes(2 * _ROLLS):
        counts[byte % 6] += 1
    assert chi_square(counts) > 6 * limit(5)


def test_a_roll_that_leans_on_the_one_before_is_found():
    chance = random.Random(1)
    tally = Tally()
    roll = (1, 1)
    for _ in range(20_000):
        one, two = entropy.roll_of(chance.randbytes(32))
        roll = (roll[1], two) if chance.random() < 0.1 else (one, two)
        tally.add(roll)
    verdicts = tally.verdicts()
    assert not tally.fair
    assert verdicts["first die"][0] < verdicts["first die"][1], "each die alone is even"


def test_every_good_source_makes_fair_dice_and_is_never_refused(capsys):
    assert make_dice.main(["--rolls", str(_SAMPLE)]) == 0
    said = capsys.readouterr().out
    for name in sources.GOOD:
        assert f"{name}: {_SAMPLE} rolls, fair" in said
    for name in sources.BAD:
        assert f"{name}: 0 rolls; the source of randomness" in said


def test_every_period_up_to_1000_makes_no_roll():
    for period in range(3, 1001):
        samples = bytearray(2048)
        sources.periodic(period, period)(samples, 0, 2048, 0)
        assert entropy.fault_of(bytes(samples)) is not None, period


def test_the_limits_are_those_of_sp_800_90b_at_two_to_the_minus_40():
    assert STUCK == 1 + round(40 / _MIN_ENTROPY)
    tail = sum(
        comb(BLOCK, n) * _LIKELY**n * (1 - _LIKELY) ** (BLOCK - n) for n in range(BIASED, BLOCK + 1)
    )
    one_less = comb(BLOCK, BIASED - 1) * _LIKELY ** (BIASED - 1)
    one_less *= (1 - _LIKELY) ** (BLOCK - BIASED + 1)
    assert tail <= Fraction(1, 2**40) < tail + one_less
    assert -41.3 < log2(tail) < -41


def test_the_circles_false_alarms_are_two_to_the_minus_40_too():
    """At a lag below 448 a repeat is a chain of likelier values, beyond it two independent ones."""
    likely = float(_LIKELY)
    chains = sum(likely ** (AGAIN + lag) for lag in range(1, AGAIN))
    same = likely**2 + (1 - likely) ** 2
    apart = (2 * BLOCK - AGAIN) * same**AGAIN
    assert log2(chains + apart) < -40
