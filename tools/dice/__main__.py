"""A million rolls from each source of randomness that is simulated, counted."""

import sys

from picogammon.devices.entropy import Dice
from tools import children
from tools.command import least, tool
from tools.dice import sources
from tools.dice.fairness import Tally
from tools.terminal import print

_SEED = 20260101


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
