"""A situation as a QR code can hold it in few modules: an XGID in QR's letters.

``PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10``: after the name, an XGID's ten fields.
QR's alphanumeric mode has capitals only, so 1 to 15 checkers of the top player are P to Z, then $,
*, +, . in the position, where an XGID has a to o. 72 letters at most.
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
    """The code of a situation. Raises as to_xgid does."""
    return PREFIX + _exchanged(to_xgid(situation)[len(_XGID) :], _SMALL, _HERE)


def from_text(text: str) -> "Situation":
    """The Situation of a code, in either case, or of an XGID. Raises as from_xgid does."""
    code = text.strip().upper()
    if code[: len(PREFIX)] != PREFIX:
        return from_xgid(text)
    code = code[len(PREFIX) :]
    if ":" not in code:
        raise NotationError("this position code is cut off")
    return from_xgid(_XGID + _exchanged(code, _HERE, _SMALL))


def _exchanged(text: str, letters: str, others: str) -> str:
    """The fields of a text, with some letters of the first exchanged for others."""
    position, colon, rest = text.partition(":")
    for letter, other in zip(letters, others):
        position = position.replace(letter, other)
    return position + colon + rest
