"""Doubling, and answering a double: which action is worth most.

All decisions compare the same three equities (`weigh`): not doubling, double and take, double and
drop. What the rules allow is asked elsewhere; here it is only weighed.
"""

from micropython import const

from picogammon.engine.cubeful import Stakes
from picogammon.rules import actions
from picogammon.rules import position as positions

_CHECKERS = const(15)
_ROLL_PIPS = const(10)  # pips borne off by a roll that wastes few: what limits short bear-offs

# The cube's efficiency, 0 (dead) to 65536, and that of a cube that has just been turned. Fitted to
# how GNU Backgammon weighs 2,849 positions at 2-ply, for money and in matches: other positions than
# the cube actions of the tests.
CONTACT_LIFE = const(45875)
_LONG_LIFE = const(45875)
_LONG_LIFE_TAKEN = const(42598)
# Near the end, by the turns that the side closer to it still needs.
_LIFE = (0, 1966, 15729, 35389, 45875)
_LIFE_TAKEN = (0, 5243, 29491, 38011, 40632)


def life(pos):
    """(life, life_taken): the cube's efficiency in pos, 0..ONE, and once it has been turned.

    For all plays of a roll take the first, of the position before them.
    """
    if positions.contact(pos):
        return CONTACT_LIFE, CONTACT_LIFE
    own = _turns(_CHECKERS - positions.off(pos), positions.pips(pos))
    other = _turns(_CHECKERS - positions.opponent_off(pos), positions.opponent_pips(pos))
    turns = min(own, other)
    if turns < len(_LIFE):
        return _LIFE[turns], _LIFE_TAKEN[turns]
    return _LONG_LIFE, _LONG_LIFE_TAKEN


def weigh(situation, outcome):
    """(nd, dt, dp): what `situation.turn`, on roll, has from not doubling, from a double that is
    taken and from one that is dropped.

    `outcome` is his, on roll, with the cube as it was before any double. In units of that cube: dp
    is ONE.
    """
    alive, taken = life(situation.position)
    return Stakes(situation).weigh(outcome, alive, taken)


def doubles(situation, outcome):
    """Whether `situation.turn`, who may, doubles; `outcome` as in `weigh`.

    Not if he is too good: what he has is worth more than the drop. Where beavers are agreed a
    double is answered by what hurts most.
    """
    nd, dt, dp = weigh(situation, outcome)
    if dt < 0 and situation.beavers and not situation.length:
        if 4 * situation.cube <= 1 << situation.max_cube:
            dt *= 2
    return min(dt, dp) > nd


def reply(situation, outcome, can_beaver):
    """The action that answers the double of `situation.turn`, whose `outcome` is as in `weigh`."""
    dt, dp = weigh(situation, outcome)[1:]
    if can_beaver and dt < 0:
        return actions.beaver()
    return actions.take() if dt <= dp else actions.drop()


def reply_to_beaver(situation, outcome, can_raccoon):
    """The action of `situation.turn`, who doubled and was beavered; `outcome` as in `weigh`."""
    dt, dp = weigh(situation, outcome)[1:]
    if can_raccoon and dt > 0:
        return actions.raccoon()
    return actions.take() if dt >= -dp else actions.drop()


def _turns(checkers, pips):
    """How many turns it takes to bear off that many checkers, about, without doubles."""
    return max((checkers + 1) // 2, (pips + _ROLL_PIPS - 1) // _ROLL_PIPS)
