"""Resigning: offers only what is certain, accepts only what loses nothing (R30).

A loss is certain if no dice can change it. Once the sides have passed each other, it can be
counted: the rolls that a side needs at most (2-1 after 2-1) and at least (6-6 after 6-6).
"""

from micropython import const

from picogammon.engine.cube import life
from picogammon.engine.cubeful import Stakes, jacoby_now
from picogammon.engine.numbers import ONE, blank, flip
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.numbers import Chances
    from picogammon.rules.situation import Situation

_HOME = const(6)
_FAR_HOME = const(18)  # the other side's home lies beyond this place
_BEST = const(24)  # pips of 6-6
_DIE = const(6)
_STEPS = const(4)  # steps of a double


def offer(situation: "Situation") -> int:
    """The loss that is certain for `situation.turn`: 1, 2 or 3 times the stake.

    0 if that side may still win, or if it is not certain how much it loses.
    """
    least, most = _loss(situation)
    for multiple in range(1, least + 1):
        if multiple == most or _enough(situation, multiple):
            return multiple
    return 0


def accepts(situation: "Situation", offered: int, outcome: "Chances") -> bool:
    """True if the other side of `situation.turn` should accept `offered` (1, 2, 3) times the stake.

    `outcome`: the chances of `situation.turn`, on roll. It should accept unless playing on is worth
    more.
    """
    winner = 1 - situation.turn
    stakes = Stakes(situation, winner)
    level = stakes.present
    if offered >= _loss(situation)[1] or _enough(situation, offered):
        return True
    worth = ONE
    if offered > 1:
        worth += level.gammon
    if offered > 2:
        worth += level.backgammon
    mine = blank()
    flip(outcome, mine)
    alive, _ = life(situation.position)
    return worth >= stakes.value(mine, alive)


def _enough(situation: "Situation", multiple: int) -> bool:
    """True if a higher multiple is worth no more to the other side."""
    if jacoby_now(situation):
        return True
    length = situation.length
    return length > 0 and situation.scores[1 - situation.turn] + multiple * situation.cube >= length


def _loss(situation: "Situation") -> tuple[int, int]:
    """(least, most): bounds of what the player on roll will lose, whatever the dice.

    0 if he may win, 1, 2, 3 for a single game, a gammon, a backgammon.
    """
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
    elif own_off or _up(_up(outside, _DIE) + 1, _STEPS) <= longest:
        least = 1
    elif _up(max(far_checkers, _up(far, _DIE)), _STEPS) <= longest:
        least = 2
    else:
        least = 3
    if own_off or _up(outside, 2) + 2 <= shortest:
        most = 1
    elif _up(far, 2) <= shortest:
        most = 2
    else:
        most = 3
    return least, most


def _most_rolls(checkers: int, pips: int) -> int:
    """The most rolls that it takes to bear off so many checkers, whatever the dice.

    A roll takes at least three pips while a checker stands above the ace point, and two checkers
    after that.
    """
    above = _up(max(0, pips - checkers), 3)
    aces = min(checkers, max(0, pips - 3 * above))
    return above + _up(aces, 2)


def _fewest_rolls(checkers: int, pips: int) -> int:
    """The fewest rolls to bear off: no roll takes more than four checkers, or 24 pips."""
    return max(_up(checkers, _STEPS), _up(pips, _BEST))


def _up(number: int, by: int) -> int:
    return (number + by - 1) // by
