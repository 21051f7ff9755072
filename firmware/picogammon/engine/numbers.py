"""Chances and equities as integers, all in 1/65536.

A chance goes from 0 to ONE. An outcome is five chances, an array('i') with the slots WIN to
LOSE_BACKGAMMON, seen by one side: win, win gammon or better, win backgammon, lose gammon or worse,
lose backgammon. An equity is in 1/65536 of a point, so a plain win is worth ONE. Small integers of
MicroPython have 31 bits: an equity times 8192 still fits.
"""

from array import array
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    Chances = Sequence[int]  # an outcome to read
    Outcome = array[int]  # an outcome to fill

ONE = const(65536)
SLOTS = const(5)  # length of an outcome
WIN = const(0)
WIN_GAMMON = const(1)
WIN_BACKGAMMON = const(2)
LOSE_GAMMON = const(3)
LOSE_BACKGAMMON = const(4)
_TRUST = const(3)  # weight of a look ahead; what was known before has 1


def blank() -> "Outcome":
    """An outcome to be filled: array('i') of five zeros."""
    return array("i", (0, 0, 0, 0, 0))


def cubeless(outcome: "Chances") -> int:
    """The equity of an outcome without a cube, -3 * ONE to 3 * ONE."""
    return (
        2 * outcome[WIN]
        - ONE
        + outcome[WIN_GAMMON]
        + outcome[WIN_BACKGAMMON]
        - outcome[LOSE_GAMMON]
        - outcome[LOSE_BACKGAMMON]
    )


def flip(outcome: "Chances", out: "Outcome") -> None:
    """Writes the outcome as the other side sees it to out, which may be the outcome itself."""
    won = outcome[WIN_GAMMON]
    far = outcome[WIN_BACKGAMMON]
    out[WIN] = ONE - outcome[WIN]
    out[WIN_GAMMON] = outcome[LOSE_GAMMON]
    out[WIN_BACKGAMMON] = outcome[LOSE_BACKGAMMON]
    out[LOSE_GAMMON] = won
    out[LOSE_BACKGAMMON] = far


def mix(first: "Chances", ahead: "Chances", out: "Outcome") -> None:
    """Writes the mean of a judgement and of a look further ahead, which weighs three times as much.

    `out` may be one of both.
    """
    for slot in range(SLOTS):
        out[slot] = (first[slot] + _TRUST * ahead[slot]) // (_TRUST + 1)


def tidy(outcome: "Outcome") -> None:
    """Makes five estimates consistent, in place.

    Each lies within 0..ONE, with no more gammons than games and no more backgammons than gammons.
    """
    win = outcome[WIN]
    win = 0 if win < 0 else ONE if win > ONE else win
    outcome[WIN] = win
    _within(outcome, WIN_GAMMON, win)
    _within(outcome, LOSE_GAMMON, ONE - win)


def _within(outcome: "Outcome", slot: int, most: int) -> None:
    for i in (slot, slot + 1):
        chance = outcome[i]
        most = 0 if chance < 0 else most if chance > most else chance
        outcome[i] = most


def times(chance: int, worth: int) -> int:
    """chance * worth / ONE, rounded down; chance 0..ONE, worth within 2**21 either way."""
    return ((chance >> 8) * worth + ((chance & 255) * worth >> 8)) >> 8


def ratio(part: int, whole: int) -> int:
    """part / whole in 1/65536, rounded down: 0 <= part < 8 * ONE, 0 < whole < 2**25."""
    part <<= 11
    quotient = part // whole
    return (quotient << 5) + ((part - quotient * whole << 5) // whole)
