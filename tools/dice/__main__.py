"""A million rolls from each source of randomness that is simulated, counted.

Chi-square says whether they fell evenly: on faces, pairs, and each roll with the one before it.
"""

import sys

from picogammon.devices.entropy import Dice
from tools import children
from tools.command import least, tool
from tools.dice import sources
from tools.terminal import print

_SEED = 20260101
_SIGMAS = 4.7534  # of a normal distribution: one in a million lies above


def limit(freedom):
    """What chi-square with so many degrees of freedom exceeds once in a million times.

    Wilson and Hilferty's formula; it is a little above the distribution's own quantile.
    """
    part = 2 / (9 * freedom)
    return freedom * (1 - part + _SIGMAS * part**0.5) ** 3


def chi_square(counts):
    """Of counts that should be equal."""
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
        """{what was counted: (chi-square, its limit)}."""
        return {
            what: (chi_square(counts), limit(len(counts) - 1))
            for what, counts in self._counts.items()
        }

    @property
    def fair(self):
        """Whether all are below their limits."""
        return all(found < most for found, most in self.verdicts().values())


def _rolled(job):
    name, count = job
    dice = Dice(sources.GOOD[name](_SEED))
    tally = Tally()
    for _ in range(count):
        tally.add(dice.roll())
    return tally


def _refused(name):
    """How many rolls there were from a bad source until it was refused, and why it was."""
    dice = Dice(sources.BAD[name](_SEED))
    for count in range(1000):
        try:
            dice.roll()
        except OSError as error:
            return count, str(error)
    return 1000, "never refused"


def _options(parser):
    parser.add_argument("--rolls", type=least(1), default=1_000_000, help="from each good source")


@tool(_options)
def main(options):
    """Prints what came of it; returns 1 where dice were unfair, or came from a bad source."""
    good = True
    with children.pool() as pool:
        jobs = [(name, options.rolls) for name in sources.GOOD]
        for (name, _), tally in zip(jobs, pool.imap(_rolled, jobs)):
            good = good and tally.fair
            print(f"{name}: {tally.rolls} rolls, {'fair' if tally.fair else 'UNFAIR'}", flush=True)
            for what, (found, most) in tally.verdicts().items():
                print(f"    {what}: chi-square {found:.1f}, limit {most:.1f}")
    for name in sources.BAD:
        count, why = _refused(name)
        good = good and count == 0
        print(f"{name}: {count} rolls; {why}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
