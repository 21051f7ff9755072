"""Two rolls ahead with the cube, compiled: what a roll, and then each answer to it, leave.

tools/report/deeper.py makes of that what a play or a double is worth. Equities and outcomes are
those of the side that rolls first. A *view* is the cube at one level in somebody's hands, and who
may turn it then: five numbers, as cubeful.Stakes has them, the level first.
"""

import numpy as np
from numba import njit

from picogammon.engine import cube, cubeful_kernel, numbers
from picogammon.engine.numbers import ONE
from picogammon.rules import position as positions
from picogammon.rules.position import BAR, SLOTS
from tools.jitted import jitable
from tools.replies import results_of
from tools.strength.quick_judge import judge_all

# What is given, int32: whether it is for money; what the four kinds of gammons are worth beyond a
# win; STATES times EACH numbers; the table of cubeful_kernel. Of a state: a view (level -1: there
# is none), the view once the first side has doubled (likewise), then rise and shift of the first's
# level.
WORTHS, STATE, STATES, EACH = 1, 5, 4, 12
TABLE = STATE + STATES * EACH
MOST = TABLE + 44  # of a table with five levels
# What is found, int32: 36 times the equity in each state, and 36 times the outcome.
FOUND = STATES + numbers.SLOTS
_VIEW = 5
_ASKED = 1  # in the table, and what follows: who may double

jitable(cubeful_kernel, "equity money")
jitable(positions, "contact left pips opponent_left opponent_pips")
jitable(cube, "_turns life")


@njit(cache=True, nogil=True)
def answered(pos, first, second, tables, space, given, found):
    """Fills found (int32 [FOUND]) for the best play of a roll at pos (int8 [26]).

    `tables`: a QuickJudge's; `space`: a room() of quick_look; `given`: int32, as above.
    """
    table = given[TABLE:]  # of which the head changes
    work = np.empty(4, np.int32)
    there = np.empty((3, SLOTS), np.int8)  # after the play, as the other side sees it, the end
    outcome = np.empty(numbers.SLOTS, np.int32)
    for i in range(FOUND):
        found[i] = 0
    over = _reply(pos, first, second, tables, space, given, 0, there[0], outcome)
    _turned(there[0], there[1])
    if over:
        _add(36, outcome, ONE, given, table, work, found)
        return
    for high in range(1, 7):
        for low in range(1, high + 1):
            _reply(there[1], high, low, tables, space, given, 2, there[2], outcome)
            outcome[0] = ONE - outcome[0]
            for slot in range(1, 3):
                outcome[slot], outcome[slot + 2] = outcome[slot + 2], outcome[slot]
            life = cube.life(there[2])[0]
            _add(1 if high == low else 2, outcome, life, given, table, work, found)


@njit(cache=True)
def _reply(before, first, second, tables, space, given, mine, into, outcome):
    """Fills into and outcome by the best play of a roll, or by none; True if it ends the game.

    `mine`: where in the worths of gammons those are that this side wins.
    """
    replies, work = space
    count = results_of(before, first, second, replies, work)
    if not count:
        count = 1
        _copy(before, replies[0])
    seen = np.empty((count, numbers.SLOTS), np.int32)
    judge_all(replies[:count], tables[0], tables[1], seen)
    best, most = 0, -(1 << 60)
    for i in range(count):
        worth = seen[i, 0] * np.int64(2 * ONE)
        for slot in range(2):
            worth += seen[i, 1 + slot] * np.int64(given[WORTHS + mine + slot])
            worth -= seen[i, 3 + slot] * np.int64(given[WORTHS + 2 - mine + slot])
        if worth > most:
            best, most = i, worth
    _copy(replies[best], into)
    _copy(seen[best], outcome)
    return positions.left(into) == 0


@njit(cache=True)
def _copy(one, into):
    for i in range(len(one)):
        into[i] = one[i]


@njit(cache=True)
def _turned(pos, into):
    for place in range(SLOTS):
        into[place] = -pos[BAR - place]


@njit(cache=True)
def _add(cases, outcome, life, given, table, work, found):
    """Adds what so many cases of an outcome are worth in each state, the first side to roll."""
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
    """The equity in a view, in its level's unit."""
    if given[0]:
        return cubeful_kernel.money(outcome, given[view + 1], life)
    table[_ASKED] = given[view]
    table[_ASKED + 1] = given[view + 2]
    table[_ASKED + 2] = given[view + 3]
    if given[view + 4]:
        life = min(ONE, life + (life >> 1))
    return cubeful_kernel.equity(table, outcome, work, life)


jitable(numbers, "times")
