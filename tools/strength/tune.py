"""The noise with which a level loses that many mEq.

How much a level errs is a whole number (see engine/levels.py). The loss on plays_2ply.jsonl grows
with it, by and large; the noise that comes closest is found by halving.
"""

import sys

from picogammon.engine.levels import levels
from tools import jobs
from tools.command import Misused, tool
from tools.strength import quick, reference
from tools.strength.intervals import mean
from tools.strength.players import EnginePlayer

_HIGHEST = 65536  # noise of a point
_LINES = 25


def halved(loss, wanted, low, high):
    """The whole number between low and high where loss(number), which grows, is nearest to wanted.

    Returns (the number, its loss). A loss that grows only by and large leads to one near the mark.
    """
    tried = {}
    while high - low > 1:
        middle = (low + high) // 2
        tried[middle] = loss(middle)
        if tried[middle] < wanted:
            low = middle
        else:
            high = middle
        if abs(tried[middle] - wanted) < wanted / 200:
            break
    best = min(tried, key=lambda number: abs(tried[number] - wanted))
    return best, tried[best]


def noisy_losses(level, noise, first, after):
    """The job: the losses of the level with that noise on lines first .. after - 1."""
    player = EnginePlayer(quick.make(level, noise))
    return [reference.play_loss(line, player) for line in reference.plays()[first:after]]


def _options(parser):
    parser.add_argument("level")
    parser.add_argument("meq", type=float)
    parser.add_argument("--highest", type=int, default=_HIGHEST, help="the noise to begin below")
    jobs.options(parser)


@tool(_options, jobs.NoScheduler)
def main(wanted):
    """Says the noise, and each that was tried."""
    if wanted.level not in levels():
        raise Misused(f"there is no level {wanted.level}; there are {', '.join(levels())}")
    lines = range(0, len(reference.plays()), _LINES)
    with jobs.cluster(wanted.scheduler) as client:

        def loss(noise):
            parts = jobs.run(
                client, noisy_losses, [(wanted.level, noise, at, at + _LINES) for at in lines]
            )
            meq = mean([loss for part in parts for loss in part])
            print(f"noise {noise:6}: {meq:6.1f} mEq", flush=True)
            return meq

        noise, meq = halved(loss, wanted.meq, 0, wanted.highest)
    print(f"{wanted.level}: {meq:.1f} mEq with a noise of {noise}")


if __name__ == "__main__":
    sys.exit(main())
