"""Doubling, and answering a double: which action is worth most.

All decisions compare the same three equities (`weigh`): not doubling, double and take, double and
drop. What the rules allow is asked elsewhere; here it is only weighed.
"""

from micropython import const

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
    """The cube's efficiency in pos, 0..ONE."""
    return _of_turns(pos, _LIFE, _LONG_LIFE)


def life_taken(pos):
    """The same of a cube that is turned in pos and then the other side's."""
    return _of_turns(pos, _LIFE_TAKEN, _LONG_LIFE_TAKEN)


def weigh(stakes, outcome, pos):
    """(nd, dt, dp): what a side on roll has from not doubling, from a double that is taken and from
    one that is dropped.

    `stakes`: its Stakes, with the cube as it was before any double; `outcome`: its outcome, on
    roll; `pos`: where it is on roll. In units of that cube: dp is ONE.
    """
    return stakes.weigh(outcome, life(pos), life_taken(pos))


def doubles(situation, weighed):
    """Whether `situation.turn`, who may, doubles; `weighed`: an engine.Cube, as he sees it.

    Not if he is too good: what he has is worth more than the drop. Where beavers are agreed a
    double is answered by what hurts most.
    """
    answered = min(weighed.dt, weighed.dp)
    beavers = situation.beavers and not situation.length
    if beavers and 4 * situation.cube <= 1 << situation.max_cube:
        answered = min(answered, 2 * weighed.dt)
    return answered > weighed.nd


def reply(weighed, can_beaver):
    """The action that answers a double; `weighed` as the doubler sees it."""
    if can_beaver and weighed.dt < 0:
        return actions.beaver()
    return actions.take() if weighed.dt <= weighed.dp else actions.drop()


def reply_to_beaver(weighed, can_raccoon):
    """The action of who doubled and was beavered; `weighed` as he sees it, before his double."""
    if can_raccoon and weighed.dt > 0:
        return actions.raccoon()
    return actions.take() if 2 * weighed.dt >= -2 * weighed.dp else actions.drop()


def _of_turns(pos, near, far):
    if positions.contact(pos):
        return CONTACT_LIFE
    own = _turns(_CHECKERS - positions.off(pos), positions.pips(pos))
    other = _turns(_CHECKERS - positions.opponent_off(pos), positions.opponent_pips(pos))
    turns = min(own, other)
    return near[turns] if turns < len(near) else far


def _turns(checkers, pips):
    """How many turns it takes to bear off that many checkers, about, without doubles."""
    return max((checkers + 1) // 2, (pips + _ROLL_PIPS - 1) // _ROLL_PIPS)
