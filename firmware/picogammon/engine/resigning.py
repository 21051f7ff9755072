"""Resigning (rule R30): offer only a certain loss, and accept only an offer that costs no equity.

A loss is certain if no dice can change it. Without contact, a side is certain to lose if it
needs more rolls of 6-6 than the other side needs of 2-1. The same comparison, with other numbers of
rolls, proves a lost gammon or backgammon.
"""

from micropython import const

from picogammon.engine.cube import life
from picogammon.engine.cubeful import Stakes
from picogammon.engine.numbers import ONE, blank, flip
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.numbers import Chances
    from picogammon.rules.situation import Situation

_HOME = const(6)
_FAR_HOME = const(18)  # the other side's home begins after this place
_BEST = const(24)  # pips of 6-6
_DIE = const(6)
_STEPS = const(4)  # steps of a double


def offer(situation: "Situation") -> int:
    """Returns the multiple of the stake (1 to 3) that the roller should offer to lose, or 0."""
    least, most = _loss(situation)
    for multiple in range(1, least + 1):
        if multiple == most or _is_enough(situation, multiple):
            return multiple
    return 0


def accepts(situation: "Situation", offered: int, outcome: "Chances") -> bool:
    """True if the opponent should accept a resignation for `offered` (1 to 3) times the stake.

    `outcome`: the five chances of the side that resigns.
    """
    if offered >= _loss(situation)[1] or _is_enough(situation, offered):
        return True
    stakes = Stakes(situation, 1 - situation.turn)
    equity = ONE
    if offered > 1:
        equity += stakes.present.gammon
    if offered > 2:
        equity += stakes.present.backgammon
    mine = blank()
    flip(outcome, mine)
    alive, _ = life(situation.position)
    return equity >= stakes.value(mine, alive)


def _is_enough(situation: "Situation", multiple: int) -> bool:
    """True if winning more than `multiple` times the stake gains the opponent nothing."""
    return situation.jacoby_now or situation.wins_match(1 - situation.turn, multiple)


def _loss(situation: "Situation") -> tuple[int, int]:
    """Returns (least, most): the multiples of the stake, 0 to 3, that the roller can lose."""
    pos = situation.position
    own = positions.left(pos)
    own_off = own < situation.checkers
    if positions.contact(pos):
        return 0, 1 if own_off else 3
    outside = far = far_checkers = 0
    for place in range(_HOME + 1, positions.BAR + 1):
        n = pos[place]
        if n > 0:
            outside += n * (place - _HOME)
            if place > _FAR_HOME:
                far += n * (place - _FAR_HOME)
                far_checkers += n
    left = positions.opponent_left(pos)
    other_pips = positions.opponent_pips(pos)
    longest = _most_rolls(left, other_pips)
    shortest = _fewest_rolls(left, other_pips)
    if _fewest_rolls(own, positions.pips(pos)) <= longest:
        least = 0
    elif own_off or _ceil(_ceil(outside, _DIE) + 1, _STEPS) <= longest:
        least = 1
    elif _ceil(max(far_checkers, _ceil(far, _DIE)), _STEPS) <= longest:
        least = 2
    else:
        least = 3
    if own_off or _ceil(outside, 2) + 2 <= shortest:
        most = 1
    elif _ceil(far, 2) <= shortest:
        most = 2
    else:
        most = 3
    return least, most


def _most_rolls(checkers: int, pips: int) -> int:
    """Counts the rolls of 2-1 that bear off all checkers: each 3 pips, or 2 checkers on point 1."""
    above = _ceil(max(0, pips - checkers), 3)
    aces = min(checkers, max(0, pips - 3 * above))
    return above + _ceil(aces, 2)


def _fewest_rolls(checkers: int, pips: int) -> int:
    """Counts the rolls of 6-6 that bear off all checkers: each up to 4 checkers and 24 pips."""
    return max(_ceil(checkers, _STEPS), _ceil(pips, _BEST))


def _ceil(number: int, by: int) -> int:
    return (number + by - 1) // by
