"""Dice by counting: a sample of every simulated source (ALL=1: a million).

All is seeded, so the outcome is the same each time. Chi-square says whether rolls fell evenly: on
faces, pairs, and each roll with the one before it. The health tests' limits are held against exact
binomial sums.
"""

import random
from fractions import Fraction
from math import comb, log2

import pytest

from devices.test_entropy import AGAIN, BIASED, BLOCK, STUCK
from dice import sources
from picogammon.devices import entropy

_ROLLS = 1_000_000
_SAMPLE = 15_000
_SEED = 20260101
_SIGMAS = 4.7534  # of a normal distribution: one in a million lies above
_MIN_ENTROPY = 0.1  # bits a sample, which entropy.py assumes
_LIKELY = Fraction(2**-_MIN_ENTROPY)  # the chance of a sample's likelier value


def limit(freedom):
    """Returns what chi-square with so many degrees of freedom exceeds once in a million times.

    Wilson and Hilferty's formula; it is a little above the distribution's own quantile.
    """
    part = 2 / (9 * freedom)
    return freedom * (1 - part + _SIGMAS * part**0.5) ** 3


def chi_square(counts):
    """Returns the chi-square of counts that should be equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


class Tally:
    """Counts of rolls. Fair dice fail `verdicts` once in 200,000 times at most."""

    def __init__(self):
        self.rolls = 0
        self._counts = {
            "first die": [0] * 6,
            "second die": [0] * 6,
            "both dice": [0] * 36,
            "last die, next die": [0] * 36,
            "a roll and the next": [0] * 1296,  # each pair of rolls once
        }
        self._last = None

    def add(self, roll):
        """Counts a roll, (d1, d2)."""
        first, second, pairs, serial, rolls = self._counts.values()
        one, two = roll
        pair = (one - 1) * 6 + two - 1
        first[one - 1] += 1
        second[two - 1] += 1
        pairs[pair] += 1
        if self._last is not None:
            serial[self._last % 6 * 6 + one - 1] += 1
            if self.rolls % 2:
                rolls[self._last * 36 + pair] += 1
        self._last = pair
        self.rolls += 1

    def verdicts(self):
        """Returns {what was counted: (chi-square, its limit)}."""
        return {
            what: (chi_square(counts), limit(len(counts) - 1))
            for what, counts in self._counts.items()
        }

    @property
    def fair(self):
        """Whether all are below their limits."""
        return all(found < most for found, most in self.verdicts().values())


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


@pytest.mark.parametrize("rolls", [_SAMPLE, pytest.param(_ROLLS, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sources.GOOD)
def test_a_good_source_makes_fair_dice_and_is_never_refused(name, rolls):
    dice = entropy.Dice(sources.GOOD[name](_SEED))
    tally = Tally()
    for _ in range(rolls):
        tally.add(dice.roll())
    assert tally.fair, tally.verdicts()


@pytest.mark.parametrize("name", sources.BAD)
def test_a_bad_source_makes_no_roll(name):
    dice = entropy.Dice(sources.BAD[name](_SEED))
    with pytest.raises(OSError, match="^random source"):
        dice.roll()


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
