"""Positions, the start of each variant, and the result of a won game (single, gammon, ...).

A position is an ``array('b')`` of 26 small integers, as seen by the player on roll (the mover), who
moves 24 -> 1. ``[1]`` to ``[24]`` are the points: the mover's checkers are positive numbers, the
opponent's negative. ``[25]`` is the number of the mover's checkers on the bar. ``[0]`` is minus the
number of the opponent's checkers on the bar. After a turn, `swap` changes to the opponent's view.
"""

from array import array
from micropython import const

from picogammon.ground import BAR, OTHER_BAR
from picogammon.rules.movegen_kernel import swap

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Position = array[int]

CHECKERS = const(15)  # the most that a side has in any variant
SLOTS = const(26)

_HOME = const(6)
# The variants (R2), by their number in a match's settings.
#
# start: checkers, point, ... of each side. mat: the Variation of .mat files, as GNU Backgammon
# writes it; sgf: the variant's word in the RU of .sgf files.
VARIANTS = (
    # name, checkers a side, start, mat, sgf
    ("Backgammon", 15, b"\x02\x18\x05\x0d\x03\x08\x05\x06", "Backgammon", ""),
    ("Nackgammon", 15, b"\x02\x18\x02\x17\x04\x0d\x03\x08\x04\x06", "NackGammon", "Nackgammon"),
    ("Hypergammon", 3, b"\x01\x18\x01\x17\x01\x16", "HyperGammon (3)", "Hypergammon3"),
)
BACKGAMMON = const(0)


class RulesError(ValueError):
    """The error for data that the rules do not allow; the message gives the reason."""


class PositionError(RulesError):
    """The error for a position that cannot be on a backgammon board."""


def empty() -> "Position":
    """Returns a position without checkers."""
    return array("b", bytes(SLOTS))


def checkers_of(variant: int) -> int:
    """Returns the number of checkers that each side has in `variant`, an index into VARIANTS."""
    _, checkers, _, _, _ = VARIANTS[variant]
    return checkers


def name_of(variant: int) -> str:
    """Returns the name of `variant`, such as Backgammon."""
    name, _, _, _, _ = VARIANTS[variant]
    return name


def start(variant: int = BACKGAMMON) -> "Position":
    """Returns the position at the start of a game of `variant` (rule R2)."""
    _, _, first, _, _ = VARIANTS[variant]
    pos = empty()
    for i in range(0, len(first), 2):
        checkers = first[i]
        point = first[i + 1]
        pos[point] += checkers
        pos[BAR - point] -= checkers
    return pos


def from_numbers(numbers: "Iterable[int]") -> "Position":
    """Returns the position with these 26 numbers; raises PositionError for an impossible one."""
    numbers = tuple(numbers)
    if len(numbers) != SLOTS:
        raise PositionError("a position has 26 numbers, this has %d" % len(numbers))
    for n in numbers:
        if not -CHECKERS <= n <= CHECKERS:
            raise PositionError("%d checkers in one place: a side has 15" % abs(n))
    pos = array("b", numbers)
    validate(pos)
    return pos


def validate(pos: "Sequence[int]") -> None:
    """Raises PositionError if `pos` cannot occur on a board."""
    if len(pos) != SLOTS:
        raise PositionError("a position has 26 numbers, this has %d" % len(pos))
    if pos[BAR] < 0:
        raise PositionError("wrong side's checkers on the bar: %d" % -pos[BAR])
    if pos[OTHER_BAR] > 0:
        raise PositionError("wrong side's checkers on the bar: %d" % pos[OTHER_BAR])
    own = left(pos)
    opposing = opponent_left(pos)
    if max(own, opposing) > CHECKERS:  # of either side: before the opening neither is on roll
        raise PositionError("a side has %d checkers, 15 at most" % max(own, opposing))
    if own == 0 and opposing == 0:
        raise PositionError("both sides have borne off all checkers")
    if pos[BAR] and pos[OTHER_BAR] and _closed(pos, BAR - _HOME, -1) and _closed(pos, 1, 1):
        raise PositionError("both sides are on the bar against closed boards: neither can move")


def _closed(pos: "Sequence[int]", first: int, sign: int) -> bool:
    """True if the mover (`sign` 1) or the opponent (-1) has made points `first` to `first` + 5."""
    return min([pos[point] * sign for point in range(first, first + _HOME)]) > 1


def swapped(pos: "Sequence[int]") -> "Position":
    """Returns a copy of `pos` as the opponent sees it."""
    other = array("b", pos)
    swap(other)
    return other


def pips(pos: "Sequence[int]") -> int:
    """Returns the pip count of the player on roll; a checker on the bar counts 25."""
    total = 0
    for i in range(1, SLOTS):
        n = pos[i]
        if n > 0:
            total += n * i
    return total


def opponent_pips(pos: "Sequence[int]") -> int:
    """Returns the pip count of the opponent; a checker on the bar counts 25."""
    total = 0
    for i in range(BAR):
        n = pos[i]
        if n < 0:
            total -= n * (BAR - i)
    return total


def left(pos: "Sequence[int]") -> int:
    """Returns the number of checkers that the player on roll has not borne off."""
    total = 0
    for n in pos:
        if n > 0:
            total += n
    return total


def opponent_left(pos: "Sequence[int]") -> int:
    """Returns the number of checkers that the opponent has not borne off."""
    total = 0
    for n in pos:
        if n < 0:
            total -= n
    return total


def contact(pos: "Sequence[int]") -> bool:
    """True if checkers of the two sides still have to pass each other; False in a race."""
    rearmost = BAR
    while rearmost and pos[rearmost] <= 0:
        rearmost -= 1
    foremost = 0  # the opponent moves 1 -> 24, so his rearmost checker is on the lowest place
    while foremost < BAR and pos[foremost] >= 0:
        foremost += 1
    return rearmost > foremost


def multiple_of(pos: "Sequence[int]", checkers: int) -> int:
    """Returns 1 for a single win, 2 for a gammon, 3 for a backgammon (rules R21 to R23).

    `pos`: a position in which the mover has borne off all checkers. `checkers`: the number of
    checkers with which each side began.
    """
    if opponent_left(pos) < checkers:
        return 1
    for place in range(_HOME + 1):
        if pos[place] < 0:
            return 3
    return 2
