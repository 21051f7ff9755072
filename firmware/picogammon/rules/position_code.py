"""A situation in the form that needs the smallest QR code: an XGID in QR's alphanumeric letters.

``PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10``: the name, then an XGID's ten fields,
72 letters at most. QR's alphanumeric mode has capitals only. So 1 to 15 checkers of the top player,
an XGID's letters a to o, are P to Z and then $, *, +, . here.
"""

from micropython import const

from picogammon.rules.notation import NotationError
from picogammon.rules.xgid import from_xgid, to_xgid

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.situation import Situation

PREFIX = "PICOGAMMON:"
_XGID = "XGID="
_SMALL = "abcdefghijklmno"
_HERE = "PQRSTUVWXYZ$*+."


def to_code(situation: "Situation") -> str:
    """The code of a situation. Raises what to_xgid raises."""
    return PREFIX + _exchanged(to_xgid(situation)[len(_XGID) :], _SMALL, _HERE)


def from_text(text: str) -> "Situation":
    """The Situation of a code, in either case, or of an XGID. Raises what from_xgid raises."""
    code = text.strip().upper()
    if code[: len(PREFIX)] != PREFIX:
        return from_xgid(text)
    code = code[len(PREFIX) :]
    if ":" not in code:
        raise NotationError("this position code is cut off")
    return from_xgid(_XGID + _exchanged(code, _HERE, _SMALL))


def _exchanged(text: str, letters: str, others: str) -> str:
    """The text with some letters of its first field replaced by others."""
    position, colon, rest = text.partition(":")
    for letter, other in zip(letters, others):
        position = position.replace(letter, other)
    return position + colon + rest
