"""How a weaker level misjudges: each position by an amount of its own, the same every time."""

from binascii import crc32
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

_MEAN = const(510)  # of the sum of four bytes,
_DEVIATION = const(148)  # and its standard deviation


def misjudgement(pos: "Position", deviation: int) -> int:
    """By how much pos (array of 26) is misjudged: as if drawn from a bell curve around 0."""
    mixed = crc32(pos)
    mixed ^= mixed >> 15
    mixed = mixed * 40503 & 0xFFFFFFFF
    total = (mixed & 255) + (mixed >> 8 & 255) + (mixed >> 16 & 255) + (mixed >> 24 & 255)
    return (total - _MEAN) * deviation // _DEVIATION
