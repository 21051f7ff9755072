"""What a roll can make of a position, compiled: the move generator's own kernel.

Whoever looks a roll ahead over ten thousand games asks this a hundred million times. Positions are
int8 [26], as the player on roll sees them.
"""

from numba import njit

from picogammon.rules import movegen_kernel
from picogammon.rules.plays import MOST_PLAYS
from tools.jitted import jitable

ROOM = MOST_PLAYS  # for the results of one roll
WORK = 4 * (MOST_PLAYS + movegen_kernel.WORDS)  # bytes that it needs to work in

jitable(movegen_kernel, "_movable _single _high_first _low_first _double generate result")


@njit(cache=True)
def results_of(pos, first, second, results, work):
    """Fills results (int8 [ROOM, 26]) with what the roll can make of pos; returns how many.

    0: nothing can be played. `work`: uint8 [WORK].
    """
    plays = work[: 4 * ROOM]
    count = movegen_kernel.generate(pos, first, second, plays, work[4 * ROOM :]) >> 3
    for i in range(count):
        movegen_kernel.result(plays, i, pos, results[i])
    return count


@njit(cache=True)
def all_replies(before, replies, work, ends):
    """Fills replies with what each roll can make of before; returns how many these are.

    ends: where the positions of each roll end, in Search's order of rolls; a pass has none.
    """
    count = 0
    roll = 0
    for first in range(1, 7):
        for second in range(1, first + 1):
            count += results_of(before, first, second, replies[count:], work)
            ends[roll] = count
            roll += 1
    return count
