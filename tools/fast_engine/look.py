"""The engine's Search, compiled: one roll ahead, and two rolls ahead with the cube.

All replies to a roll are judged together. `tables`: a QuickJudge's. `space`: from `room`, scratch
memory. `worths`: of the four kinds of gammons, as in an outcome, what each counts besides the
single game, which counts 2 * ONE.
"""

import numpy as np
from numba import njit

from picogammon.engine import cube, cubeful_kernel, numbers
from picogammon.engine.numbers import ONE
from picogammon.engine.search import MANY_PASSES
from picogammon.rules import position as positions
from picogammon.rules.position import BAR, SLOTS
from tools.fast_engine.judge import judge_all
from tools.fast_engine.kernels import ROOM, WORK, copy, jitable, results_of

_REPLIES = 8 * ROOM  # of all 21 rolls of a position: a double has 3,060 at most
_USUAL = (ONE, ONE, ONE, ONE)

# What `answered` takes, int32: 1 for money, else 0; the worths of a match or session; STATES times
# EACH numbers; the table of cubeful_kernel. A *view* is the cube at one level in somebody's hands,
# and who may turn it then: five numbers, as cubeful.Stakes has them, the level first. A state is a
# view (level -1: there is none), the view after a double by the side that rolls first (likewise),
# then rise and shift of that side's level.
WORTHS, STATE, STATES, EACH = 1, 5, 4, 12
TABLE = STATE + STATES * EACH
MOST = TABLE + 44  # of a table with five levels
# What `answered` finds, int32: 36 times the equity in each state, and 36 times the outcome.
FOUND = STATES + numbers.SLOTS
_VIEW = 5
_ASKED = 1  # in the table, and what follows: who may double

jitable(cubeful_kernel, "equity money")
jitable(positions, "contact left pips opponent_left opponent_pips")
jitable(cube, "_turns life")
jitable(numbers, "times")


@njit(cache=True)
def room():
    """Returns (int8 [_REPLIES, 26], uint8 [WORK])."""
    return np.empty((_REPLIES, SLOTS), np.int8), np.empty(WORK, np.uint8)


@njit(cache=True)
def reply(before, first, second, tables, space, into, out):
    """Fills into (int8 [26]) and out (int32 [5]) by the best play of a roll.

    Returns the number of plays. Without any, `into` and `out` are of `before`.
    """
    return _reply(before, first, second, tables, space, _USUAL, into, out)


@njit(cache=True)
def _reply(before, first, second, tables, space, worths, into, out):
    replies, work = space
    count = results_of(before, first, second, replies, work)
    if not count:
        copy(before, replies[0])
    some = replies[: max(count, 1)]
    found = _judged(some, tables)
    best = _best_of(found, 0, len(some), worths)
    copy(some[best], into)
    copy(found[best], out)
    return count


@njit(cache=True)
def _judged(many, tables):
    found = np.empty((len(many), numbers.SLOTS), np.int32)
    judge_all(many, tables, found)
    return found


@njit(cache=True)
def _best_of(found, start, end, worths):
    """Returns the index of the outcome with the highest equity, from start to before end."""
    best, most = start, -(1 << 60)
    for i in range(start, end):
        equity = found[i, 0] * np.int64(2 * ONE)
        for slot in range(2):
            equity += found[i, 1 + slot] * np.int64(worths[slot])
            equity -= found[i, 3 + slot] * np.int64(worths[2 + slot])
        if equity > most:
            best, most = i, equity
    return best


@njit(cache=True)
def ahead(pos, tables, space, out):
    """Fills out (int32 [5]) as Search.outcome does for pos (int8 [26]), which is not over.

    Returns the number of judged replies.
    """
    before = np.empty(SLOTS, np.int8)
    _turned(pos, before)
    sums = np.zeros(numbers.SLOTS, np.int64)
    count, passes = _best_replies(before, tables, space, sums)
    if passes >= MANY_PASSES:
        again = np.zeros(numbers.SLOTS, np.int64)
        more, missing = _best_replies(pos, tables, space, again)
        count += more
        if missing:
            _add_now(pos, missing, tables, again)
        _mean_of_other(again)
        sums += passes * again
    elif passes:
        _add_now(before, passes, tables, sums)
    _mean_of_other(sums)
    copy(sums, out)
    return count


@njit(cache=True)
def _best_replies(before, tables, space, sums):
    """Search._replies: (the number of replies, how many of the 36 rolls have none)."""
    replies, work = space
    ends = np.empty(21, np.int64)
    count = 0
    roll = 0
    for first in range(1, 7):
        for second in range(1, first + 1):
            count += results_of(before, first, second, replies[count:], work)
            ends[roll] = count
            roll += 1
    found = _judged(replies[:count], tables)
    passes = 0
    start = 0
    roll = 0
    for first in range(1, 7):
        for second in range(1, first + 1):
            cases = 1 if first == second else 2
            if start == ends[roll]:
                passes += cases
            else:
                sums += cases * found[_best_of(found, start, ends[roll], _USUAL)]
            start = ends[roll]
            roll += 1
    return count, passes


@njit(cache=True)
def _add_now(pos, cases, tables, sums):
    """Adds the outcome of pos without a look ahead."""
    one = np.empty((1, SLOTS), np.int8)
    copy(pos, one[0])
    sums += cases * _judged(one, tables)[0]


@njit(cache=True)
def _mean_of_other(sums):
    """Makes of 36 rolls' sums their mean, as the other side sees it."""
    for slot in range(numbers.SLOTS):
        sums[slot] = (sums[slot] + 18) // 36
    _other_side(sums)


@njit(cache=True)
def _other_side(outcome):
    outcome[0] = ONE - outcome[0]
    for slot in range(1, 3):
        outcome[slot], outcome[slot + 2] = outcome[slot + 2], outcome[slot]


@njit(cache=True)
def _turned(pos, into):
    for place in range(SLOTS):
        into[place] = -pos[BAR - place]


@njit(cache=True, nogil=True)
def answered(pos, first, second, tables, space, given, found):
    """Fills found (int32 [FOUND]): what a roll, and then each answer to it, leave with the cube.

    tools/players/deeper.py weighs plays and doubles by it. Equities and outcomes are those of the
    side that rolls at pos (int8 [26]). `given`: int32, as above.
    """
    table = given[TABLE:]  # of which the head changes
    work = np.empty(4, np.int32)
    mine, after, end = np.empty((3, SLOTS), np.int8)
    outcome = np.empty(numbers.SLOTS, np.int32)
    found[:] = 0
    worths = (given[1], given[2], given[3], given[4])
    _reply(pos, first, second, tables, space, worths, mine, outcome)
    if not positions.left(mine):
        _add(36, outcome, ONE, given, table, work, found)
        return
    _turned(mine, after)
    theirs = (given[3], given[4], given[1], given[2])
    for high in range(1, 7):
        for low in range(1, high + 1):
            _reply(after, high, low, tables, space, theirs, end, outcome)
            _other_side(outcome)
            life = cube.life(end)[0]
            _add(1 if high == low else 2, outcome, life, given, table, work, found)


@njit(cache=True)
def _add(cases, outcome, life, given, table, work, found):
    """Adds the equity of an outcome in each state, and the outcome, for so many cases."""
    for state in range(STATES):
        at = STATE + state * EACH
        if given[at] < 0:
            continue
        worth = _worth(outcome, life, given, at, table, work)
        if given[at + _VIEW] >= 0:
            doubled = _worth(outcome, life, given, at + _VIEW, table, work)
            rise, shift = given[at + 2 * _VIEW], given[at + 2 * _VIEW + 1]
            worth = max(worth, min(numbers.times(doubled, rise) + shift, ONE))
        found[state] += cases * worth
    for slot in range(numbers.SLOTS):
        found[STATES + slot] += cases * outcome[slot]


@njit(cache=True)
def _worth(outcome, life, given, view, table, work):
    """Returns the equity in a view, in its level's unit."""
    if given[0]:
        return cubeful_kernel.money(outcome, given[view + 1], life)
    table[_ASKED] = given[view]
    table[_ASKED + 1] = given[view + 2]
    table[_ASKED + 2] = given[view + 3]
    if given[view + 4]:
        life = min(ONE, life + (life >> 1))
    return cubeful_kernel.equity(table, outcome, work, life)
