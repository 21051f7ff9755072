"""The PR of a level that plays like a person, as the board's coach grades it (app/session/like.py).

The expert with errors plays matches to 5 points against itself; each decision is graded and counted
as the board does it for a person. A person's PR comes from that coach too, so both are one scale.
"""

import random
import sys
from functools import lru_cache

from picogammon.app.session import like
from picogammon.engine.review import Review, Side
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.phases import GAME_OVER, MATCH_OVER, OPENING
from picogammon.rules.settings import Settings
from tools import jobs
from tools.command import tool
from tools.strength import quick
from tools.strength.intervals import mean_interval
from tools.terminal import print

LENGTH = 5
TO_FIT, LOOKED_AT = 0, 1  # halves of the matches: to fit the noise by, and to look at once
_JOB = 5  # matches


@lru_cache(maxsize=2)
def _engine(noise):
    return quick.make(like.LEVEL, noise)


def play_matches(noise, first, after, half):
    """The job: (what both sides lost, in 1/65536 of a point, in how many decisions), a match each.

    `first`, `after`: the numbers of the half's matches.
    """
    return [_graded(noise, 2 * number + half) for number in range(first, after)]


def _graded(noise, number):
    dice = random.Random(number)
    match = Match(Settings(length=LENGTH))
    sides = Side(), Side()
    while match.phase != MATCH_OVER:
        match.apply(_action(match, noise, dice))
        if match.phase in (GAME_OVER, MATCH_OVER):
            review = Review(_engine(0), match.settings, match.records)
            while not review.graded:
                review.step()
            for side, found in zip(sides, review.sides):
                side.add(found)
    return sum(side.lost for side in sides), sum(side.decisions for side in sides)


def _action(match, noise, dice):
    """What is done next."""
    if match.phase == GAME_OVER:
        return match.next_game()
    answer = None if match.phase == OPENING else _engine(noise).begin(match).finish()
    if answer is not None:
        return answer
    first, second = dice.randrange(1, 7), dice.randrange(1, 7)
    while match.phase == OPENING and first == second:
        second = dice.randrange(1, 7)
    return actions.roll(first, second)


def measured(client, noise, matches, half):
    """(PR, its 95 % interval, decisions) of so many matches of that half with a noise."""
    starts = range(0, matches, _JOB)
    parts = [(noise, at, min(at + _JOB, matches), half) for at in starts]
    found = [one for part in jobs.run(client, play_matches, parts) for one in part]
    lost = sum(one[0] for one in found)
    decisions = sum(one[1] for one in found)
    loss = lost / decisions
    spread = [one[0] - loss * one[1] for one in found]  # of a ratio of sums
    half_width = mean_interval(spread)[1] * len(found) / decisions
    return 500 * loss / 65536, 500 * half_width / 65536, decisions


def _options(parser):
    parser.add_argument("asked", nargs="+", type=float, help="PRs, or noises with --noise")
    parser.add_argument("--noise", action="store_true", help="of these noises, to fit by")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--final", action="store_true", help="the half that nothing was fitted to")
    jobs.options(parser)


@tool(_options, jobs.NoScheduler)
def main(wanted):
    """Prints a line for each PR or noise."""
    half = LOOKED_AT if wanted.final else TO_FIT
    with jobs.cluster(wanted.scheduler) as client:
        for asked in wanted.asked:
            noise = int(asked) if wanted.noise else like.noise_of(like.FIRST + round(4 * asked))
            pr, interval, decisions = measured(client, noise, wanted.matches, half)
            said = "" if wanted.noise else f"asked {asked:5.2f}: "
            print(f"{said}noise {noise:6}: PR {pr:5.2f} ± {interval:.2f}, {decisions} decisions")


if __name__ == "__main__":
    sys.exit(main())
