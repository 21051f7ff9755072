"""Chances and equities as integers in 1/65536, classes of positions, errors and ratings.

A chance is 0..ONE, and a single game won has the equity ONE. An outcome is an array('i') of one
side's five chances, at the indices WIN to LOSE_BACKGAMMON ("slots"). A gammon's chance includes
backgammons. The performance rating, PR, is 500 times the equity lost per decision.
"""

from array import array
from binascii import crc32
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.rules.position import Position

    Chances = Sequence[int]  # an outcome to read
    Outcome = array[int]  # an outcome to fill

ONE = const(65536)
SLOTS = const(5)  # length of an outcome
WIN = const(0)
WIN_GAMMON = const(1)
WIN_BACKGAMMON = const(2)
LOSE_GAMMON = const(3)
LOSE_BACKGAMMON = const(4)
_BITS = const(1023)
_MEAN = const(511)  # of ten random bits
_DEVIATION = const(296)  # their standard deviation
_TRUST = const(3)  # weight of a look ahead, relative to the estimate before it

# The classes of positions, as search_kernel.class_of returns them.
CONTACT = const(0)  # the sides have yet to pass each other
RACE = const(1)
OVER = const(2)  # the player has borne off all checkers

# (hundredths of PR, word for a PR below that). The words are the names of the levels, and each
# level's own PR lies in the band with its name. _REST is the word for all higher PRs.
_BANDS = (
    (90, "grandmaster"),
    (150, "master"),
    (500, "expert"),
    (900, "club"),
    (1750, "casual"),
    (3000, "novice"),
)
_REST = "beginner"
_ENOUGH = const(20)  # the fewest decisions for which a PR has a word


def blank() -> "Outcome":
    """Returns an outcome of zeros."""
    return array("i", (0, 0, 0, 0, 0))


def rolls() -> "Iterator[tuple[int, int, int]]":
    """Yields (higher die, lower die, number of cases among 36) for each of the 21 rolls."""
    for high in range(1, 7):
        for low in range(1, high + 1):
            yield high, low, 1 if high == low else 2


def cubeless(outcome: "Chances") -> int:
    """Returns the cubeless equity of a side whose chances are `outcome`, -3 * ONE to 3 * ONE."""
    return (
        2 * outcome[WIN]
        - ONE
        + outcome[WIN_GAMMON]
        + outcome[WIN_BACKGAMMON]
        - outcome[LOSE_GAMMON]
        - outcome[LOSE_BACKGAMMON]
    )


def flip(outcome: "Chances", out: "Outcome") -> None:
    """Writes the other side's view of `outcome` to `out`, which may be the same array."""
    gammon = outcome[WIN_GAMMON]
    backgammon = outcome[WIN_BACKGAMMON]
    out[WIN] = ONE - outcome[WIN]
    out[WIN_GAMMON] = outcome[LOSE_GAMMON]
    out[WIN_BACKGAMMON] = outcome[LOSE_BACKGAMMON]
    out[LOSE_GAMMON] = gammon
    out[LOSE_BACKGAMMON] = backgammon


def mix(first: "Chances", ahead: "Chances", out: "Outcome") -> None:
    """Writes the mean of two outcomes to `out`, with weight 1 for `first` and 3 for `ahead`."""
    for slot in range(SLOTS):
        out[slot] = (first[slot] + _TRUST * ahead[slot]) // (_TRUST + 1)


def tidy(outcome: "Outcome") -> None:
    """Limits all chances to 0..ONE, gammons to the wins or losses, backgammons to the gammons."""
    most = ONE
    for slot in range(SLOTS):
        if slot == LOSE_GAMMON:
            most = ONE - outcome[WIN]
        most = outcome[slot] = max(0, min(most, outcome[slot]))


def times(chance: int, equity: int) -> int:
    """Returns chance * equity / ONE, rounded down; the equity is -2**21 to 2**21."""
    return ((chance >> 8) * equity + ((chance & 255) * equity >> 8)) >> 8


def ratio(part: int, whole: int) -> int:
    """Returns part / whole in 1/65536, rounded down; 0 <= part < 8 * ONE, 0 < whole < 2**25."""
    part <<= 11
    quotient = part // whole
    return (quotient << 5) + ((part - quotient * whole << 5) // whole)


def misjudgement(pos: "Position", deviation: int) -> int:
    """Returns a level's intended error in judging `pos`, always the same for this position.

    The errors are spread evenly around 0, with the standard deviation `deviation`. A bell curve
    would sometimes cause a senseless play.
    """
    mixed = crc32(pos)
    mixed ^= mixed >> 15
    mixed = mixed * 40503 & 0xFFFFFFFF
    return ((mixed >> 8 & _BITS) - _MEAN) * deviation // _DEVIATION


def pr(lost: int, decisions: int) -> int:
    """Returns the PR in hundredths. `lost`: the `decisions`' errors added up, in 1/65536 point."""
    return (50000 * lost + ONE * decisions // 2) // (ONE * decisions)


def pr_of_error(tenths: int) -> int:
    """Converts an error rate, in tenths of mEq per decision, to a PR in hundredths."""
    return 5 * tenths


def band(hundredths: int, decisions: int = _ENOUGH) -> str:
    """Returns the word for a PR, such as "expert", or "" after too few `decisions`."""
    if decisions < _ENOUGH:
        return ""
    for limit, word in _BANDS:
        if hundredths < limit:
            return word
    return _REST
