"""Doubling, and answering a double: what each action is worth.

This module knows the cube's efficiency and the worth that follows from it. options.py decides by
that worth.
"""

from micropython import const

from picogammon.engine.cubeful import Stakes
from picogammon.engine.options import Cube, can_beaver, can_raccoon
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.numbers import Chances
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_ROLL_PIPS = const(10)  # pips that a good roll bears off; sets the length of short bear-offs

# The cube's efficiency, 0 (dead) to 65536, and that of a cube that has just been turned. Fitted to
# how GNU Backgammon weighs 2,849 positions at 2-ply, for money and in matches. The tests' cube
# actions are other positions.
CONTACT_LIFE = const(45875)
_LONG_LIFE = const(45875)
_LONG_LIFE_TAKEN = const(42598)
# The efficiency near the end, by the turns that the side closer to it still needs.
_LIFE = (0, 1966, 15729, 35389, 45875)
_LIFE_TAKEN = (0, 5243, 29491, 38011, 40632)


def life(pos: "Position") -> tuple[int, int]:
    """(life, life_taken): the cube's efficiency in pos, 0..ONE, now and once it has been turned.

    To compare the plays of a roll, use `life` of the position before them for all.
    """
    if positions.contact(pos):
        return CONTACT_LIFE, CONTACT_LIFE
    own = _turns(positions.left(pos), positions.pips(pos))
    other = _turns(positions.opponent_left(pos), positions.opponent_pips(pos))
    turns = min(own, other)
    if turns < len(_LIFE):
        return _LIFE[turns], _LIFE_TAKEN[turns]
    return _LONG_LIFE, _LONG_LIFE_TAKEN


def weigh(situation: "Situation", outcome: "Chances") -> Cube:
    """The options.Cube of `situation.turn`, who is on roll or has doubled.

    `outcome`: the chances of that side, on roll, with the cube as it was before any double.
    """
    alive, taken = life(situation.position)
    stakes = Stakes(situation)
    nd, dt, dp = stakes.weigh(outcome, alive, taken)
    beaver = stakes.turned(2, outcome, taken) if can_beaver(situation) else None
    raccoon = stakes.turned(3, outcome, taken) if can_raccoon(situation) else None
    return Cube(nd, dt, dp, tuple(outcome), beaver, raccoon)


def _turns(checkers: int, pips: int) -> int:
    """The approximate number of turns, without doubles, to bear off that many checkers."""
    return max((checkers + 1) // 2, (pips + _ROLL_PIPS - 1) // _ROLL_PIPS)
