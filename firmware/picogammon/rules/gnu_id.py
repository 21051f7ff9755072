"""Position ID and Match ID, the short texts that GNU Backgammon's users exchange.

Source: the technical descriptions of both in the GNU Backgammon manual. Which side is which, and
the bit for "Jacoby is not played", were read from what gnubg 1.07 prints. Both IDs are bits, filled
from the lowest bit of each byte, and written in base64.

gnubg's player 0 sits at the top of its board and its player 1 at the bottom. Our player 0 is the
one at the bottom, as in an XGID, so the two numbers are swapped.
"""

from binascii import a2b_base64, b2a_base64
from micropython import const

from picogammon.ground import BAR
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from picogammon.rules.xgid import NotationError, check, power_of_two

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

_POSITION_CHARS = const(14)
_POSITION_BYTES = const(10)
_MATCH_CHARS = const(12)
_MATCH_BYTES = const(9)

# The fields of a Match ID: each constant is the first bit, each comment the width in bits.
_CUBE = const(0)  # 4: the power of two
_OWNER = const(4)  # 2
_ON_ROLL = const(6)
_CRAWFORD = const(7)
_STATE = const(8)  # 3
_DECIDES = const(11)
_DOUBLED = const(12)
_RESIGNED = const(13)  # 2
_DICE = const(15)  # 3 and 3
_LENGTH = const(21)  # 15
_SCORES = const(36)  # 15 and 15
_NO_JACOBY = const(66)
_END = const(67)

_NOBODY = const(3)  # value of _OWNER for a cube in the middle
_PLAYING = const(1)
_STATES = (
    "no game has begun",
    "",
    "the game is over",
    "the game was resigned",
    "a double was dropped",
)


def position_id(pos: "Sequence[int]") -> str:
    """The 14 letters for pos: the opponent's half, then that of the player on roll.

    Raises PositionError, saying what is wrong, if pos is invalid.
    """
    positions.validate(pos)
    key = bytearray(_POSITION_BYTES)
    at = 0
    for half in (0, 1):
        for point in range(1, BAR + 1):
            checkers = pos[point] if half else -pos[BAR - point]
            while checkers > 0:
                key[at >> 3] |= 1 << (at & 7)
                at += 1
                checkers -= 1
            at += 1
    return _encode(key)


def from_position_id(text: str) -> "positions.Position":
    """The position (array('b', 26), the player on roll's view) of a Position ID.

    Raises NotationError if the text is not a Position ID, PositionError if the position is
    impossible.
    """
    key = _decode(text.strip(), "Position ID", _POSITION_CHARS)
    pos = positions.empty()
    at = 0
    for half in (0, 1):
        for point in range(1, BAR + 1):
            while at < _POSITION_BYTES * 8 and key[at >> 3] >> (at & 7) & 1:
                _put_checker(pos, point, half)
                at += 1
            at += 1
    for rest in range(at, _POSITION_BYTES * 8):
        if key[rest >> 3] >> (rest & 7) & 1:
            raise NotationError("Position ID: bits are set after the last point")
    positions.validate(pos)
    return pos


def match_id(situation: Situation) -> str:
    """The 12 letters for all of the situation but its position; the larger die is written first.

    A Match ID has no room for beavers, for the cube's limit, or for whether there is a cube. Raises
    NotationError for a beaver that waits for an answer and for a cube above 32768.
    """
    check(situation)
    if situation.beavered:
        raise NotationError("a Match ID cannot record a beaver or a raccoon")
    key = bytearray(_MATCH_BYTES)
    power = power_of_two(situation.cube)
    if power > 15:
        raise NotationError("a Match ID cannot hold a cube of %d" % situation.cube)
    _put(key, _CUBE, 4, power)
    owner = situation.owner
    _put(key, _OWNER, 2, _NOBODY if owner is None else 1 - owner)
    on_roll = 1 - situation.turn
    _put(key, _ON_ROLL, 1, on_roll)
    _put(key, _CRAWFORD, 1, int(situation.crawford and situation.length > 1))
    _put(key, _STATE, 3, _PLAYING)
    _put(key, _DECIDES, 1, 1 - on_roll if situation.doubled else on_roll)
    _put(key, _DOUBLED, 1, int(situation.doubled))
    if situation.dice:
        _put(key, _DICE, 3, max(situation.dice))
        _put(key, _DICE + 3, 3, min(situation.dice))
    _put(key, _LENGTH, 15, situation.length)
    _put(key, _SCORES, 15, situation.scores[1])
    _put(key, _SCORES + 15, 15, situation.scores[0])
    _put(key, _NO_JACOBY, 1, 0 if situation.jacoby and not situation.length else 1)
    return _encode(key)


def from_match_id(text: str, pos: "positions.Position | None" = None) -> Situation:
    """The Situation of a Match ID with pos, the player on roll's view (None: the start).

    Raises NotationError if the text is not a Match ID, if no game is being played, if a resignation
    is on offer, or if no game can come to this situation; PositionError if pos is impossible.
    """
    key = _decode(text.strip(), "Match ID", _MATCH_CHARS)
    if _get(key, _END, _MATCH_BYTES * 8 - _END):
        raise NotationError("Match ID: bits are set after the last field")
    _check_state(key)
    length = _get(key, _LENGTH, 15)
    owner = _get(key, _OWNER, 2)
    if owner == 2:
        raise NotationError("Match ID: the cube's owner is invalid")
    on_roll = _get(key, _ON_ROLL, 1)
    doubled = bool(_get(key, _DOUBLED, 1))
    if (_get(key, _DECIDES, 1) != on_roll) != doubled:
        raise NotationError("Match ID: the wrong player is to decide")
    power = _get(key, _CUBE, 4)
    situation = Situation(
        position=pos,
        turn=1 - on_roll,
        dice=_dice(key),
        doubled=doubled,
        cube=1 << power,
        owner=None if owner == _NOBODY else 1 - owner,
        scores=(_get(key, _SCORES + 15, 15), _get(key, _SCORES, 15)),
        length=length,
        crawford=length != 1 and bool(_get(key, _CRAWFORD, 1)),
        jacoby=not length and not _get(key, _NO_JACOBY, 1),
        max_cube=15 if power >= 10 else 10,
    )
    check(situation)
    return situation


def gnubg_id(situation: Situation) -> str:
    """`<Position ID>:<Match ID>`, the form that gnubg's `set gnubgid` takes."""
    return position_id(situation.position) + ":" + match_id(situation)


def from_gnubg_id(text: str) -> Situation:
    """The Situation of `<Position ID>:<Match ID>`; a Position ID alone means money before a roll.

    Raises what from_position_id and from_match_id raise.
    """
    parts = text.strip().split(":")
    if len(parts) > 2:
        raise NotationError("a GNU ID is a Position ID, a colon and a Match ID")
    pos = from_position_id(parts[0])
    if len(parts) == 1:
        return Situation(position=pos)
    return from_match_id(parts[1], pos)


def _put_checker(pos: "positions.Position", point: int, half: int) -> None:
    place = point if half else BAR - point
    sign = 1 if half else -1
    if pos[place] * sign < 0:
        raise NotationError("Position ID: both sides have checkers on the %d-point" % place)
    if abs(pos[place]) == positions.CHECKERS:
        raise NotationError("Position ID: more than 15 checkers in one place")
    pos[place] += sign


def _check_state(key: bytes) -> None:
    state = _get(key, _STATE, 3)
    if state >= len(_STATES):
        raise NotationError("Match ID: unknown game state %d" % state)
    if state != _PLAYING:
        raise NotationError("Match ID: %s" % _STATES[state])
    if _get(key, _RESIGNED, 2):
        raise NotationError("Match ID: a resignation is offered: answer it first")


def _dice(key: bytes) -> tuple[int, int] | None:
    first = _get(key, _DICE, 3)
    second = _get(key, _DICE + 3, 3)
    if not first and not second:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise NotationError("Match ID: impossible dice %d and %d" % (first, second))
    return first, second


def _put(key: bytearray, at: int, width: int, value: int) -> None:
    for bit in range(at, at + width):
        if value & 1:
            key[bit >> 3] |= 1 << (bit & 7)
        value >>= 1


def _get(key: bytes, at: int, width: int) -> int:
    value = 0
    for bit in range(at + width - 1, at - 1, -1):
        value = value << 1 | key[bit >> 3] >> (bit & 7) & 1
    return value


def _encode(key: "bytes | bytearray") -> str:
    """The bytes in base64, without padding."""
    return b2a_base64(bytes(key)).decode().rstrip("=\n")


def _decode(text: str, what: str, chars: int) -> bytes:
    """The bytes of base64 text; raises NotationError unless `_encode` could have written it."""
    if len(text) != chars:
        raise NotationError("a %s has %d characters, this has %d" % (what, chars, len(text)))
    for letter in text:
        if not (
            "a" <= letter <= "z" or "A" <= letter <= "Z" or "/" <= letter <= "9" or letter == "+"
        ):
            raise NotationError("%s: invalid character '%s'" % (what, letter))
    key = a2b_base64((text + "=" * (-chars % 4)).encode())
    if _encode(key) != text:
        raise NotationError("%s: the last character cannot be '%s'" % (what, text[-1]))
    return key
