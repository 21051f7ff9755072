"""Elo as FIBS counts it, the First Internet Backgammon Server.

Its man page "formula" stands in Mark Damish's Backgammon FAQ
(https://stason.org/TULARC/games/backgammon/, 14: FIBS ratings): everybody begins at 1500, with an
experience of 0. With D, the difference of two ratings, and n, the match's length, the weaker side
wins with the chance P_upset = 1 / (10 ** (D * sqrt(n) / 2000) + 1). Who wins gets 4 * K * sqrt(n)
times the other's chance to win, and who loses gives that; each has a K of his own,
max(1, 5 - experience / 100). The experience is the sum of the lengths of the matches that he has
finished; here, of those that were rated.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

START = const(150000)  # hundredths, as all ratings here
# P in 1/65536, for D * sqrt(N) / 2000 = 0, 1/8, 2/8, …: what is beyond counts as the last.
_CHANCES = (32768, 28085, 23589, 19439, 15745, 12562, 9895, 7711, 5958, 4572, 3489, 2652, 2009) + (
    1518,
    1145,
    862,
    649,
    488,
    366,
    275,
    207,
    155,
    116,
    87,
    65,
)


def changes(sides: "Sequence[tuple[int, int]]", length: int) -> list[int]:
    """What a match of that length changes of both ratings.

    `sides`: (rating, experience) of the winner, and of the loser.
    """
    root = _root(10000 * length)  # in hundredths
    (won, _), (lost, _) = sides
    upset = _chance((won - lost) * root)
    if won < lost:
        upset = 65536 - _chance((lost - won) * root)
    found = []
    for sign, (_, experience) in zip((1, -1), sides):
        k = max(100, 500 - experience)
        found.append(sign * ((4 * k * root * upset + (50 << 16)) // (100 << 16)))
    return found


def _chance(product: int) -> int:
    """P in 1/65536; `product`: D in hundredths times sqrt(N) in hundredths."""
    step = 2500000  # of 1/8: 2000 / 8 * 100 * 100
    at, rest = divmod(product, step)
    if at >= len(_CHANCES) - 1:
        return _CHANCES[-1]
    return _CHANCES[at] - (_CHANCES[at] - _CHANCES[at + 1]) * rest // step


def _root(square: int) -> int:
    """The integer part of a square root."""
    root = 0
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root
