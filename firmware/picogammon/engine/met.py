"""Match equity: the chance to win a match at a score, between games.

Up to 25 points the table is Neil Kazaross' "Kazaross-XG2" (2011), described by R. Janowski and T.
Keith, "The Kazaross-XG2 Match Equity Table" (2013). N. Zadeh's recursion extends the table to 64.

Section MEQS of the weights contains the table: chances in 1/65536, as halfwords, low byte first.
The first 64 apply after the Crawford game, for a side that needs 1 to 64 points while the other
side needs one. The others apply before the Crawford game. They are the leader's chances, ordered by
the points that the trailer needs (2 to 64), then by the points that the leader needs (1, 2 ..).
"""

from micropython import const

from picogammon.engine import weights
from picogammon.engine.numbers import ONE

LONGEST = const(64)
_BYTES = const(2 * (64 + 64 * 63 // 2))

_table: "list[memoryview]" = []  # the section, once it has been read


def chance(away: int, other: int, after_crawford: bool) -> int:
    """Returns the chance, 0..ONE, that the side that needs `away` points wins the match.

    `other`: the points that the other side needs. Both are at most LONGEST; a side that needs zero
    or less has won. `after_crawford`: True if no Crawford game will follow. If False and a side
    needs one point, the next game is the Crawford game. May raise WeightsError.
    """
    if away <= 0:
        return ONE
    if other <= 0:
        return 0
    if after_crawford:
        if other == 1:
            return _entry(away - 1)
        if away == 1:
            return ONE - _entry(other - 1)
    if away == other:
        return ONE >> 1
    less, more = min(away, other), max(away, other)
    leaders = _entry(LONGEST + (more - 1) * (more - 2) // 2 + less - 1)
    return leaders if away < other else ONE - leaders


def _entry(index: int) -> int:
    if not _table:
        _table.append(weights.load().section("MEQS", _BYTES))
    table = _table[0]
    return table[2 * index] | table[2 * index + 1] << 8
