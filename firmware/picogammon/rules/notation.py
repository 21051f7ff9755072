"""Texts with which players exchange a situation: XGID, the position code of a QR code, GNU IDs.

``XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10`` has ten fields:

1. position: the top player's bar, the bottom player's points 1..24, the bottom player's bar. A to O
   are 1 to 15 checkers of the bottom player, a to o of the top player
2. the cube's value, as an exponent of two
3. the cube's owner: 1 bottom, -1 top, 0 centred
4. the player on turn: 1 bottom, -1 top
5. two dice, or ``00`` before the roll; ``D``, ``B`` or ``R`` while a double, a beaver or a raccoon
   waits for an answer
6. and 7. scores of bottom and top
8. in a match 1 for the Crawford game; for money 1 for Jacoby, 2 for beavers, 3 for both
9. the match's length, or 0 for money
10. the cube's limit, as an exponent of two

Our player 0 is the bottom player. With ``D``, ``B`` and ``R`` the turn is the doubler's, and the
cube is as before the double. An XGID does not record that raccoons are allowed, so a session with
raccoons is written as one with beavers. A cube limit of 0 means a game without a cube. In a match
to one point the Crawford flag is ignored. A game that is over has no XGID.

The position code is an XGID in capitals, which fits a small QR code in alphanumeric mode:
``PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10``, 72 characters at most. For the
top player's 1 to 15 checkers, the code has P to Z and then $, *, + and . in place of a to o.

Position ID and Match ID are the formats of GNU Backgammon (gnubg), described in its manual. Each
ID is a string of bits in base64; the bits fill each byte from its lowest bit. The output of gnubg
1.07 has shown which bit means "Jacoby is not played", and which number each side has: gnubg's
player 0 sits at the top, so gnubg's player 0 is our player 1.

The functions raise NotationError if a text cannot be read or if a notation cannot record a
situation. They raise PositionError or SituationError if no game can reach the situation.
"""

from binascii import a2b_base64, b2a_base64
from micropython import const

from picogammon.ground import BAR
from picogammon.rules import position as positions
from picogammon.rules.position import RulesError
from picogammon.rules.situation import MOST_CUBE_POWER, MOST_POINTS, Situation, power_of_two

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

_PREFIX = "XGID="
_FIELDS = const(10)
_JACOBY = const(1)
_BEAVERS = const(2)
_OFFERS = "DBR"  # a double, a beaver, a raccoon, in this order

CODE_PREFIX = "PICOGAMMON:"
_IN_XGID = "abcdefghijklmno"  # the top player's checkers
_IN_CODE = "PQRSTUVWXYZ$*+."

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_POSITION_CHARS = const(14)
_POSITION_BYTES = const(10)
_MATCH_CHARS = const(12)
_MATCH_BYTES = const(9)
# The widths in bits of a Match ID's fields: cube (a power of two), its owner, player on roll,
# Crawford, state, player to decide, doubled, resigned, two dice, length, scores of gnubg's players
# 0 and 1, no Jacoby.
_WIDTHS = b"\x04\x02\x01\x01\x03\x01\x01\x02\x03\x03\x0f\x0f\x0f\x01"
_CENTRED = const(3)  # the owner of a cube in the middle
_PLAYING = const(1)
_STATES = (
    "no game has begun",
    "",
    "the game is over",
    "the game was resigned",
    "a double was dropped",
)


class NotationError(RulesError):
    """The error for a text in the wrong form, or for a situation that a notation cannot record."""


def to_xgid(situation: Situation) -> str:
    """Returns the XGID of a situation, including `XGID=`."""
    situation.check()
    if situation.length:
        flag = int(situation.crawford and situation.length > 1)
    else:
        flag = (_JACOBY if situation.jacoby else 0) | (_BEAVERS if situation.beavers else 0)
    pos = situation.position
    letters = []
    for n in positions.swapped(pos) if situation.turn else pos:
        letters.append(chr(64 + n) if n > 0 else chr(96 - n) if n else "-")
    if situation.doubled:
        dice = _OFFERS[situation.beavered + situation.raccooned]
    else:
        dice = "%d%d" % tuple(situation.dice or (0, 0))
    owner = situation.owner
    return _PREFIX + "%s:%d:%d:%d:%s:%d:%d:%d:%d:%d" % (
        "".join(letters),
        power_of_two(situation.cube),
        0 if owner is None else 1 - 2 * owner,
        1 - 2 * situation.turn,
        dice,
        situation.scores[0],
        situation.scores[1],
        flag,
        situation.length,
        situation.max_cube if situation.cube_on else 0,
    )


def from_xgid(text: str) -> Situation:
    """Returns the Situation of an XGID, with or without `XGID=`."""
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
        owner=None if not owner else 0 if owner == 1 else 1,
        scores=scores,
        length=length,
        crawford=length > 1 and flag == 1,
        jacoby=not length and flag & _JACOBY != 0,
        beavers=0 if length or not flag & _BEAVERS else 2 if offer > 1 else 1,
        cube_on=limit > 0,
        max_cube=limit,
    )
    situation.check()
    return situation


def _position(text: str) -> "positions.Position":
    """Returns the position in an XGID's first field, as the bottom player sees it."""
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


def _dice(text: str) -> tuple[int, int] | None:
    """Returns the dice in an XGID's fifth field; None before the roll or during an offer."""
    if text == "00" or (len(text) == 1 and text in _OFFERS):
        return None
    if len(text) == 2 and "1" <= text[0] <= "6" and "1" <= text[1] <= "6":
        return int(text[0]), int(text[1])
    raise NotationError("XGID dice: 00, two dice, D, B or R, not '%s'" % text)


def _number(name: str, text: str, low: int, high: int) -> int:
    """Returns the number in `text`, the field `name` of an XGID, which must be `low` to `high`."""
    digits = text[1:] if text.startswith("-") else text
    plain = 0 < len(digits) <= 6
    for digit in digits:
        plain = plain and "0" <= digit <= "9"
    if not plain:
        raise NotationError("XGID %s: a number, not '%s'" % (name, text))
    number = int(text)
    if not low <= number <= high:
        raise NotationError("XGID %s: %d to %d, not %d" % (name, low, high, number))
    return number


def to_code(situation: Situation) -> str:
    """Returns the position code of a situation."""
    return CODE_PREFIX + _exchanged(to_xgid(situation)[len(_PREFIX) :], _IN_XGID, _IN_CODE)


def from_text(text: str) -> Situation:
    """Returns the Situation of `text`, an XGID or a position code (in capitals or not)."""
    code = text.strip().upper()
    if code[: len(CODE_PREFIX)] != CODE_PREFIX:
        return from_xgid(text)
    code = code[len(CODE_PREFIX) :]
    if ":" not in code:
        raise NotationError("this position code is cut off")
    return from_xgid(_PREFIX + _exchanged(code, _IN_CODE, _IN_XGID))


def _exchanged(text: str, letters: str, others: str) -> str:
    position, colon, rest = text.partition(":")
    for letter, other in zip(letters, others):
        position = position.replace(letter, other)
    return position + colon + rest


def position_id(pos: "Sequence[int]") -> str:
    """Returns the Position ID of `pos`, a position as the player on roll sees it."""
    positions.validate(pos)
    bits = at = 0
    for half in (positions.swapped(pos), pos):
        for point in range(1, BAR + 1):
            checkers = max(half[point], 0)
            bits |= ((1 << checkers) - 1) << at
            at += checkers + 1
    return _encode(bits, _POSITION_BYTES)


def from_position_id(text: str) -> "positions.Position":
    """Returns the position of a Position ID, as the player on roll sees it."""
    bits = _decode(text.strip(), "Position ID", _POSITION_CHARS)
    pos = positions.empty()
    for sign in (-1, 1):
        for point in range(1, BAR + 1):
            place = point if sign > 0 else BAR - point
            while bits & 1:
                if pos[place] * sign < 0:
                    error = "Position ID: both sides have checkers on the %d-point"
                    raise NotationError(error % place)
                if abs(pos[place]) == positions.CHECKERS:
                    raise NotationError("Position ID: more than 15 checkers in one place")
                pos[place] += sign
                bits >>= 1
            bits >>= 1
    if bits:
        raise NotationError("Position ID: bits are set after the last point")
    positions.validate(pos)
    return pos


def match_id(situation: Situation) -> str:
    """Returns the Match ID, which records a situation without its position.

    Raises NotationError for a beaver or a cube above 32768. A Match ID does not record whether
    there is a cube, the cube's limit, or whether beavers are allowed.
    """
    situation.check()
    if situation.beavered:
        raise NotationError("a Match ID cannot record a beaver or a raccoon")
    power = power_of_two(situation.cube)
    if power > 15:
        raise NotationError("a Match ID cannot hold a cube of %d" % situation.cube)
    dice = situation.dice or (0, 0)
    on_roll = 1 - situation.turn
    values = (
        power,
        _CENTRED if situation.owner is None else 1 - situation.owner,
        on_roll,
        int(situation.crawford and situation.length > 1),
        _PLAYING,
        1 - on_roll if situation.doubled else on_roll,
        int(situation.doubled),
        0,
        max(dice),
        min(dice),
        situation.length,
        situation.scores[1],
        situation.scores[0],
        0 if situation.jacoby and not situation.length else 1,
    )
    bits = at = 0
    for value, width in zip(values, _WIDTHS):
        bits |= value << at
        at += width
    return _encode(bits, _MATCH_BYTES)


def from_match_id(text: str, pos: "positions.Position | None" = None) -> Situation:
    """Returns the Situation of a Match ID; raises NotationError unless a game is in progress.

    `pos`: the position as the player on roll sees it, by default the start position.
    """
    bits = _decode(text.strip(), "Match ID", _MATCH_CHARS)
    values = []
    for width in _WIDTHS:
        values.append(bits & (1 << width) - 1)
        bits >>= width
    power, owner, on_roll, crawford, state, decides, doubled, resigned = values[:8]
    first, second, length, top, bottom, no_jacoby = values[8:]
    if bits:
        raise NotationError("Match ID: bits are set after the last field")
    if state >= len(_STATES):
        raise NotationError("Match ID: unknown game state %d" % state)
    if state != _PLAYING:
        raise NotationError("Match ID: %s" % _STATES[state])
    if resigned:
        raise NotationError("Match ID: a resignation is offered: answer it first")
    if owner == 2:
        raise NotationError("Match ID: the cube's owner is invalid")
    if (decides != on_roll) != bool(doubled):
        raise NotationError("Match ID: the wrong player is to decide")
    rolled = first > 0 or second > 0
    if rolled and not (1 <= first <= 6 and 1 <= second <= 6):
        raise NotationError("Match ID: impossible dice %d and %d" % (first, second))
    situation = Situation(
        position=pos,
        turn=1 - on_roll,
        dice=(first, second) if rolled else None,
        doubled=bool(doubled),
        cube=1 << power,
        owner=None if owner == _CENTRED else 1 - owner,
        scores=(bottom, top),
        length=length,
        crawford=length != 1 and bool(crawford),
        jacoby=not length and not no_jacoby,
        max_cube=15 if power >= 10 else 10,
    )
    situation.check()
    return situation


def gnubg_id(situation: Situation) -> str:
    """Returns `<Position ID>:<Match ID>`, as gnubg's command `set gnubgid` accepts it."""
    return position_id(situation.position) + ":" + match_id(situation)


def from_gnubg_id(text: str) -> Situation:
    """Returns the Situation of `<Position ID>:<Match ID>`; a Position ID alone means money play."""
    parts = text.strip().split(":")
    if len(parts) > 2:
        raise NotationError("a GNU ID is a Position ID, a colon and a Match ID")
    pos = from_position_id(parts[0])
    if len(parts) == 1:
        return Situation(position=pos)
    return from_match_id(parts[1], pos)


def _encode(bits: int, size: int) -> str:
    return b2a_base64(bits.to_bytes(size, "little")).decode().rstrip("=\n")


def _decode(text: str, what: str, chars: int) -> int:
    """Returns the number in `text`, an ID of `chars` characters. `what`: its name in errors."""
    if len(text) != chars:
        raise NotationError("a %s has %d characters, this has %d" % (what, chars, len(text)))
    for letter in text:
        if letter not in _BASE64:
            raise NotationError("%s: invalid character '%s'" % (what, letter))
    key = a2b_base64((text + "=" * (-chars % 4)).encode())
    bits = int.from_bytes(key, "little")
    if _encode(bits, len(key)) != text:
        raise NotationError("%s: the last character cannot be '%s'" % (what, text[-1]))
    return bits
