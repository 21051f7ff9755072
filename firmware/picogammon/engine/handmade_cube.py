"""How the handmade levels handle the cube and resignations: by the pip count, or a rough guess.

In a race, players count: a side with a lead of 8 % of its own pips doubles, and up to 12 % the
other side takes. In contact the lead counts too, with the home boards, the blocks and the checkers
on the bar, as a guess of the cubeless equity in mEq. Its five weights and its limits were fitted to
GNU Backgammon's judgement of 230 cube decisions, from money and matches alike.
"""

from micropython import const

from picogammon.ground import BAR
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import BEAVERED, RESIGNING, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Question
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_HOME = const(6)
_ROLL_PIPS = const(8)  # pips of an average roll, rounded down

_DOUBLE_LEAD = const(8)  # percent of the leader's pips
_TAKE_LEAD = const(12)

_ON_ROLL = const(50)  # mEq, as are all below
_LEAD = const(860)  # times twice the lead over the sum of the pips
_POINT = const(50)  # for each home point more than the other side
_BLOCK = const(120)  # for each point more in front of the other's rearmost checker
_BAR = const(50)  # for each checker on the bar times each point of the board it has to enter
_DOUBLE = const(350)
_TAKE = const(450)
_PLAY_ON = const(1000)  # from here on the gammon is worth more than the cube
_SURE_BEAVER = const(-100)
_RACCOON = const(100)
_DROP_BEAVER = const(-600)


def answer(question: "Question") -> bytes | None:
    """The action that answers an engine.Question in any phase but TO_PLAY; None: roll the dice."""
    situation = question.situation
    phase = question.phase
    if phase == TO_ROLL:
        return actions.double() if question.can_double and doubles(situation) else None
    if phase == RESIGNING:
        return actions.accept() if enough(situation, question.resigned) else actions.refuse()
    if phase == BEAVERED:
        if question.can_raccoon and raccoons(situation):
            return actions.raccoon()
        return actions.drop() if hopeless(situation) else actions.take()
    # A raccoon asks as a double does: taken or dropped, it is for four times the stake.
    if question.can_beaver and beavers(situation):
        return actions.beaver()
    return actions.take() if takes(situation) else actions.drop()


def doubles(situation: "Situation") -> bool:
    """True if the player on turn, who may double, does so."""
    if _nothing_to_lose(situation):
        return True
    pos = situation.position
    if positions.contact(pos):
        return _DOUBLE < advantage(pos) < _PLAY_ON
    if race_lead(pos) < _DOUBLE_LEAD:
        return False
    return not (likely_gammon(pos, situation.checkers) and _gammons_count(situation))


def takes(situation: "Situation") -> bool:
    """True if the double of `situation.turn` is taken."""
    pos = situation.position
    if positions.contact(pos):
        return advantage(pos) < _TAKE
    return race_lead(pos) <= _TAKE_LEAD and not likely_gammon(pos, situation.checkers)


def beavers(situation: "Situation") -> bool:
    """True if the doubled side, which may beaver, does so: the doubler looks the worse already."""
    pos = situation.position
    if positions.contact(pos):
        return advantage(pos) < _SURE_BEAVER
    return race_lead(pos) < -_DOUBLE_LEAD


def raccoons(situation: "Situation") -> bool:
    """True if the beavered side, which may raccoon, does so."""
    pos = situation.position
    if positions.contact(pos):
        return advantage(pos) > _RACCOON
    return race_lead(pos) >= 0


def hopeless(situation: "Situation") -> bool:
    """True if the beavered side drops."""
    pos = situation.position
    if positions.contact(pos):
        return advantage(pos) < _DROP_BEAVER
    return race_lead(pos) < -2 * _TAKE_LEAD


def enough(situation: "Situation", offered: int) -> bool:
    """True if the other side of `situation.turn` should accept `offered` times the stake.

    It should unless a gammon (or, if a gammon is offered, a backgammon) is likely and would count.
    """
    winner = 1 - situation.turn
    length = situation.length
    if length and situation.scores[winner] + offered * situation.cube >= length:
        return True
    if not _gammons_count(situation):
        return True
    pos = positions.swapped(situation.position)
    if offered == 1:
        if positions.contact(pos):
            return advantage(pos) < _PLAY_ON
        return not likely_gammon(pos, situation.checkers)
    return offered == 3 or not _likely_backgammon(pos, situation.checkers)


def advantage(pos: "Position") -> int:
    """A guess of the worth of pos to the player on roll, with the cube out of play, in mEq."""
    other = positions.swapped(pos)
    own, own_points, own_bar, own_block = _features(pos)
    their, their_points, their_bar, their_block = _features(other)
    return (
        _ON_ROLL
        + 2 * _LEAD * (their - own) // (their + own)
        + _POINT * (own_points - their_points)
        + _BLOCK * (own_block - their_block)
        + _BAR * (their_bar * own_points - own_bar * their_points)
    )


def race_lead(pos: "Position") -> int:
    """The lead of the player on roll in percent of his pips; each checker counts a pip more."""
    own = positions.pips(pos) + positions.left(pos)
    their = positions.opponent_pips(pos) + positions.opponent_left(pos)
    return (their - own) * 100 // own


def likely_gammon(pos: "Position", checkers: int) -> bool:
    """True if the player on roll is likely off before the opponent has one of his checkers off."""
    if positions.opponent_left(pos) < checkers:
        return False
    return _rolls_to_go(pos) <= (_pips_outside(pos, _HOME) + 4) // _ROLL_PIPS + 1


def _likely_backgammon(pos: "Position", checkers: int) -> bool:
    """True if the player on roll is likely off before the opponent has left his home board."""
    if positions.opponent_left(pos) < checkers:
        return False
    return _rolls_to_go(pos) <= _pips_outside(pos, 3 * _HOME) // _ROLL_PIPS


def _gammons_count(situation: "Situation") -> bool:
    """True if gammons count: under Jacoby not before the cube is turned (R27)."""
    return not (
        situation.jacoby and not situation.length and situation.cube_on and situation.owner is None
    )


def _nothing_to_lose(situation: "Situation") -> bool:
    """True if losing this game loses the match, doubled or not (R26)."""
    length = situation.length
    return length > 0 and situation.scores[1 - situation.turn] + situation.cube >= length


def _features(pos: "Position") -> tuple[int, int, int, int]:
    """(pips, home points, checkers on the bar, points in front of the opponent's rearmost)."""
    home = block = 0
    rearmost = 0
    while rearmost < 24 and pos[rearmost] >= 0:
        rearmost += 1
    for point in range(1, 25):
        if pos[point] > 1:
            if point <= _HOME:
                home += 1
            if rearmost < point <= rearmost + _HOME:
                block += 1
    return positions.pips(pos), home, pos[BAR], block


def _rolls_to_go(pos: "Position") -> int:
    """The rolls to bear off all checkers; a little more than half a roll for each checker."""
    checkers = positions.left(pos)
    by_checkers = (2 * checkers + checkers // 6 + 2) // 4
    by_pips = (positions.pips(pos) + _ROLL_PIPS - 1) // _ROLL_PIPS
    return max(by_checkers, by_pips)


def _pips_outside(pos: "Position", points: int) -> int:
    """The opponent's pips until all his checkers are on his lowest `points` points."""
    total = 0
    for place in range(25 - points):
        if pos[place] < 0:
            total -= pos[place] * (25 - points - place)
    return total
