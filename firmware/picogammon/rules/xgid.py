"""XGID, the line with which players' programs exchange a whole situation.

``XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10`` has ten fields:

1. position: the top player's bar, the bottom player's points 1..24, his bar; his are the capitals
2. cube, as a power of two; 3. its owner: 1 bottom, -1 top, 0 nobody; 4. turn: 1 or -1
5. dice: two, ``00`` before the roll, ``D`` a double is offered, ``B`` that double was beavered,
   ``R`` the beaver was raccooned
6. and 7. scores of bottom and top
8. in a match 1 for the Crawford game; for money 1 for Jacoby, 2 for beavers, 3 for both
9. length, 0 for money; 10. the cube's limit, as a power of two

Our player 0 is the bottom player. With ``D``, ``B`` and ``R`` the turn is the doubler's, and the
cube is as before the double. That raccoons are agreed on is written as beavers: an XGID has no word
for it but ``R``. A game without a cube is written with the limit 0, a cube that stays at 1, and
read so. In a match to one point the Crawford flag means nothing. A game that is over has no XGID.

The position code is an XGID in the letters that need the smallest QR code:
``PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10``, the name, then the ten fields, 72
letters at most. QR's alphanumeric mode has capitals only. So 1 to 15 checkers of the top player, an
XGID's letters a to o, are P to Z and then $, *, +, . there.

`check` refuses a situation that no game can come to, with the reason, for XGID and Match ID alike.
So a match can go on from any situation that was read.
"""

from micropython import const

from picogammon.ground import BAR
from picogammon.rules import position as positions
from picogammon.rules.position import RulesError
from picogammon.rules.situation import Situation

MOST_POINTS = const(32767)  # the most that a Match ID's 15 bits hold for a length or a score
MOST_CUBE_POWER = const(20)
_PREFIX = "XGID="
_FIELDS = const(10)
_JACOBY = const(1)
_BEAVERS = const(2)
_OFFERS = "DBR"  # a double, a beaver, a raccoon, in this order

CODE_PREFIX = "PICOGAMMON:"
_IN_XGID = "abcdefghijklmno"  # the top player's checkers
_IN_CODE = "PQRSTUVWXYZ$*+."


class NotationError(RulesError):
    """A text that is not in its form, or that describes a situation that no game can come to."""


def check(situation: Situation) -> None:
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


def _check_dice(situation: Situation) -> None:
    if situation.dice is None:
        return
    for die in situation.dice:
        if not 1 <= die <= 6:
            raise NotationError("a die shows 1 to 6, not %s" % die)
    if len(situation.dice) != 2:
        raise NotationError("a roll is two dice, not %d" % len(situation.dice))
    if situation.doubled or situation.beavered or situation.raccooned:
        raise NotationError("a double has been offered, but the dice are rolled")


def _check_score(situation: Situation) -> None:
    length = situation.length
    if not 0 <= length <= MOST_POINTS:
        raise NotationError("a match goes to at most %d points, not %s" % (MOST_POINTS, length))
    for score in situation.scores:
        if not 0 <= score <= MOST_POINTS:
            raise NotationError("a score is 0 to %d, not %s" % (MOST_POINTS, score))
        if length and score >= length:
            raise NotationError("the match is over: score %d of %d" % (score, length))


def _check_cube(situation: Situation) -> None:
    if power_of_two(situation.cube) > situation.max_cube and situation.cube_on:
        limit = 1 << situation.max_cube
        raise NotationError("the cube shows %d, above its limit %d" % (situation.cube, limit))
    if not situation.cube_on and (situation.cube != 1 or situation.owner is not None):
        raise NotationError("the cube shows %d in a game without a cube" % situation.cube)


def _check_crawford(situation: Situation) -> None:
    short = situation.length - 1
    first, second = situation.scores
    if not situation.length:
        raise NotationError("a money session has no Crawford game")
    if (first == short) == (second == short):
        who = "both players are" if first == short else "neither player is"
        raise NotationError("not the Crawford game: %s 1-away" % who)
    if situation.cube != 1 or situation.owner is not None:
        raise NotationError("the cube cannot be turned in the Crawford game")


def _check_double(situation: Situation) -> None:
    if not situation.cube_on or situation.crawford or situation.length == 1:
        raise NotationError("a double has been offered in a game without doubling")
    if situation.owner not in (None, situation.turn):
        raise NotationError("a double has been offered, but the opponent owns the cube")
    if situation.cube * _offered(situation) > 1 << situation.max_cube:
        raise NotationError("a double has been offered above the cube's limit")
    if situation.beavered and (situation.length or not situation.beavers):
        raise NotationError("a beaver in a game without beavers")
    if situation.raccooned and situation.beavers < 2:
        raise NotationError("a raccoon in a game without raccoons")


def _offered(situation: Situation) -> int:
    """The stake of the waiting offer, as a multiple of the cube's value."""
    return 8 if situation.raccooned else 4 if situation.beavered else 2


def to_xgid(situation: Situation) -> str:
    """The line for the situation, `XGID=` included.

    Raises PositionError or NotationError if no game can come to the situation.
    """
    check(situation)
    if situation.length:
        flag = int(situation.crawford and situation.length > 1)
    else:
        flag = (_JACOBY if situation.jacoby else 0) | (_BEAVERS if situation.beavers else 0)
    first, second = situation.scores
    return "%s%s:%d:%d:%d:%s:%d:%d:%d:%d:%d" % (
        _PREFIX,
        _position_text(situation),
        power_of_two(situation.cube),
        _side_text(situation.owner),
        _side_text(situation.turn),
        _dice_text(situation),
        first,
        second,
        flag,
        situation.length,
        situation.max_cube if situation.cube_on else 0,
    )


def from_xgid(text: str) -> Situation:
    """The Situation of an XGID line, with or without `XGID=`.

    Raises NotationError, naming the field, if a field cannot be read or contradicts another;
    PositionError if the position is impossible.
    """
    text = text.strip()
    if text[: len(_PREFIX)].upper() == _PREFIX:
        text = text[len(_PREFIX) :]
    fields = text.split(":")
    if len(fields) != _FIELDS:
        raise NotationError("an XGID has %d fields, this has %d" % (_FIELDS, len(fields)))
    pos = _position(fields[0])
    cube = 1 << _number("cube", fields[1], 0, MOST_CUBE_POWER)
    owner = _number("cube's owner", fields[2], -1, 1)
    turn = _number("turn", fields[3], -1, 1)
    if not turn:
        raise NotationError("XGID turn: 1 or -1, not 0")
    dice = _dice(fields[4])
    offer = _OFFERS.find(fields[4]) if dice is None else -1  # "00" is not an offer
    scores = [_number("score", field, 0, MOST_POINTS) for field in fields[5:7]]
    length = _number("match length", fields[8], 0, MOST_POINTS)
    if length:
        flag = _number("Crawford flag", fields[7], 0, 1)
    else:
        flag = _number("Jacoby and beaver flag", fields[7], 0, _JACOBY | _BEAVERS)
    limit = _number("cube limit", fields[9], 0, MOST_CUBE_POWER)
    situation = Situation(
        position=pos if turn == 1 else positions.swapped(pos),
        turn=0 if turn == 1 else 1,
        dice=dice,
        doubled=offer >= 0,
        beavered=offer > 0,
        raccooned=offer > 1,
        cube=cube,
        owner=_side(owner),
        scores=scores,
        length=length,
        crawford=length > 1 and flag == 1,
        jacoby=not length and flag & _JACOBY != 0,
        beavers=0 if length or not flag & _BEAVERS else 2 if offer > 1 else 1,
        cube_on=limit > 0,
        max_cube=limit,
    )
    check(situation)
    return situation


def _position_text(situation: Situation) -> str:
    pos = situation.position
    if situation.turn == 1:
        pos = positions.swapped(pos)
    letters = []
    for n in pos:
        letters.append(chr(64 + n) if n > 0 else chr(96 - n) if n else "-")
    return "".join(letters)


def _side_text(side: int | None) -> int:
    return 0 if side is None else -1 if side else 1


def _dice_text(situation: Situation) -> str:
    if situation.doubled:
        return _OFFERS[situation.beavered + situation.raccooned]
    return "%d%d" % tuple(situation.dice or (0, 0))


def _position(text: str) -> "positions.Position":
    """The position as the bottom player sees it."""
    if len(text) != positions.SLOTS:
        raise NotationError("XGID position: 26 characters, not %d" % len(text))
    pos = positions.empty()
    for i in range(positions.SLOTS):
        letter = text[i]
        if "A" <= letter <= "O":
            pos[i] = ord(letter) - 64
        elif "a" <= letter <= "o":
            pos[i] = 96 - ord(letter)
        elif letter != "-":
            raise NotationError("XGID position: '%s' is not -, A to O or a to o" % letter)
    if pos[0] > 0:
        raise NotationError("XGID position: the first letter is the top player's bar")
    if pos[BAR] < 0:
        raise NotationError("XGID position: the last letter is the bottom player's bar")
    return pos


def _side(number: int) -> int | None:
    return None if not number else 0 if number == 1 else 1


def _dice(text: str) -> tuple[int, int] | None:
    """The dice; None before the roll and while an offer waits."""
    if text == "00" or (len(text) == 1 and text in _OFFERS):
        return None
    if len(text) == 2 and "1" <= text[0] <= "6" and "1" <= text[1] <= "6":
        return int(text[0]), int(text[1])
    raise NotationError("XGID dice: 00, two dice, D, B or R, not '%s'" % text)


def _number(name: str, text: str, low: int, high: int) -> int:
    digits = text[1:] if text.startswith("-") else text
    if not digits or len(digits) > 6:
        raise NotationError("XGID %s: a number, not '%s'" % (name, text))
    for digit in digits:
        if not "0" <= digit <= "9":
            raise NotationError("XGID %s: a number, not '%s'" % (name, text))
    number = int(text)
    if not low <= number <= high:
        raise NotationError("XGID %s: %d to %d, not %d" % (name, low, high, number))
    return number


def to_code(situation: Situation) -> str:
    """The code of a situation. Raises what to_xgid raises."""
    return CODE_PREFIX + _exchanged(to_xgid(situation)[len(_PREFIX) :], _IN_XGID, _IN_CODE)


def from_text(text: str) -> Situation:
    """The Situation of a code, in either case, or of an XGID. Raises what from_xgid raises."""
    code = text.strip().upper()
    if code[: len(CODE_PREFIX)] != CODE_PREFIX:
        return from_xgid(text)
    code = code[len(CODE_PREFIX) :]
    if ":" not in code:
        raise NotationError("this position code is cut off")
    return from_xgid(_PREFIX + _exchanged(code, _IN_CODE, _IN_XGID))


def _exchanged(text: str, letters: str, others: str) -> str:
    """The text with some letters of its first field replaced by others."""
    position, colon, rest = text.partition(":")
    for letter, other in zip(letters, others):
        position = position.replace(letter, other)
    return position + colon + rest
