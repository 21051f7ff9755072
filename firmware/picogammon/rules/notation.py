"""The error and the check that the written forms of a situation (XGID, Match ID) share.

A text that describes an impossible situation is refused here with the reason, whatever its form. So
a match can go on from any situation that was read.
"""

from micropython import const

from picogammon.rules import position as positions
from picogammon.rules.errors import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.situation import Situation

MOST_POINTS = const(32767)  # the most that a Match ID's 15 bits hold for a length or a score
MOST_CUBE_POWER = const(20)


class NotationError(RulesError):
    """A text that is not in its form, or that describes a situation that no game can come to."""


def check(situation: "Situation") -> None:
    """Raises PositionError or NotationError if no game can come to the situation."""
    if situation.over:
        raise NotationError("the game is over")
    positions.validate(situation.position)
    if situation.turn not in (0, 1):
        raise NotationError("the turn is 0 or 1, not %s" % situation.turn)
    if situation.owner not in (None, 0, 1):
        raise NotationError("the cube's owner is 0, 1 or None, not %s" % situation.owner)
    _check_dice(situation)
    _check_score(situation)
    _check_cube(situation)
    if situation.crawford and situation.length != 1:
        _check_crawford(situation)
    if situation.doubled or situation.beavered or situation.raccooned:
        _check_double(situation)


def power_of_two(value: int) -> int:
    """The exponent n (0..20) of value = 2 ** n; raises NotationError for any other value."""
    for power in range(MOST_CUBE_POWER + 1):
        if value == 1 << power:
            return power
    raise NotationError("a cube shows 1, 2, 4, ... not %s" % value)


def _check_dice(situation: "Situation") -> None:
    if situation.dice is None:
        return
    for die in situation.dice:
        if not 1 <= die <= 6:
            raise NotationError("a die shows 1 to 6, not %s" % die)
    if len(situation.dice) != 2:
        raise NotationError("a roll is two dice, not %d" % len(situation.dice))
    if situation.doubled or situation.beavered or situation.raccooned:
        raise NotationError("a double has been offered, but the dice are rolled")


def _check_score(situation: "Situation") -> None:
    length = situation.length
    if not 0 <= length <= MOST_POINTS:
        raise NotationError("a match goes to at most %d points, not %s" % (MOST_POINTS, length))
    for score in situation.scores:
        if not 0 <= score <= MOST_POINTS:
            raise NotationError("a score is 0 to %d, not %s" % (MOST_POINTS, score))
        if length and score >= length:
            raise NotationError("the match is over: %d points of %d" % (score, length))


def _check_cube(situation: "Situation") -> None:
    if power_of_two(situation.cube) > situation.max_cube and situation.cube_on:
        limit = 1 << situation.max_cube
        raise NotationError("the cube shows %d, above its limit %d" % (situation.cube, limit))
    if not situation.cube_on and (situation.cube != 1 or situation.owner is not None):
        raise NotationError("the cube shows %d in a game without a cube" % situation.cube)


def _check_crawford(situation: "Situation") -> None:
    short = situation.length - 1
    first, second = situation.scores
    if not situation.length:
        raise NotationError("a money session has no Crawford game")
    if (first == short) == (second == short):
        who = "both players are" if first == short else "neither player is"
        raise NotationError("not the Crawford game: %s one point short" % who)
    if situation.cube != 1 or situation.owner is not None:
        raise NotationError("the cube is not turned in the Crawford game")


def _check_double(situation: "Situation") -> None:
    if not situation.cube_on or situation.crawford or situation.length == 1:
        raise NotationError("a double has been offered in a game without doubling")
    if situation.owner not in (None, situation.turn):
        raise NotationError("a double has been offered, but the cube is the other side's")
    if situation.cube * _offered(situation) > 1 << situation.max_cube:
        raise NotationError("a double has been offered above the cube's limit")
    if situation.beavered and (situation.length or not situation.beavers):
        raise NotationError("a beaver, but no beavers are agreed")
    if situation.raccooned and situation.beavers < 2:
        raise NotationError("a raccoon, but no raccoons are agreed")


def _offered(situation: "Situation") -> int:
    """The stake of the waiting offer, as a multiple of the cube's value."""
    return 8 if situation.raccooned else 4 if situation.beavered else 2
