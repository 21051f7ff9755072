"""A simple opponent: what a player learns in the first weeks, as tables, without looking ahead.

A position's worth is the sum of its own points, blots and stacks where they stand, what it blocks
and is blocked by, what it has hit, and what the next roll may cost. The numbers are thousandths of
a point (mEq), fitted by least squares to GNU Backgammon's 2-ply judgement of a thousand decisions
and rounded. In a race only the pips, the checkers left and the way home count.

It loses 25 mEq a decision on those decisions, about 27 on others like them (any play at random:
300): `make strength` measures it.
"""

from micropython import const

from picogammon.engine import handmade_cube
from picogammon.engine.shots import shots
from picogammon.ground import OTHER_BAR
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Question, Slices
    from picogammon.engine.evaluator import Look, Valuer
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_BAR = const(25)
_BOARD = const((1 << 25) - 2)  # the points, as bits
_LAST = const(1 << 24)
_ROLLS = const(36)

# By place 0..25: a single checker, the first two of a point, each checker over two.
_SINGLE: tuple[int, ...] = (0, -36, -15, 33, 46, 54, 37, 30, 27, 22, 21, 16, 17)
_SINGLE += (13, -23, -22, -27, -18, -47, -51, -42, -39, -56, -74, -87, 0)
_POINT: tuple[int, ...] = (0, 5, 39, 122, 163, 205, 206, 115, 111, 127, 93, 83, 92)
_POINT += (97, 21, -2, 80, 36, 58, -58, 23, 42, -7, -80, -153, 0)
_OVER: tuple[int, ...] = (0, -71, -28, -26, -9, 11, 17, 2, 18, 42, -4, 26, 24)
_OVER += (-8, 90, -109, -62, 7, 100, 0, -8, -129, -100, -90, -126, 0)
# By the points made among the six in front of a rearmost checker: the opponent's, and one's own.
_BLOCKING = (-122, -149, -133, -73, 34, 148, 296)
_BLOCKED = (-53, 67, 50, 21, -16, -69, -120)
# By the points made in one's own home board: one opposing checker on the bar, two or more.
_ONE_HIT = (-58, 102, 153, 216, 258, 321, 329)
_TWO_HIT = (0, 130, 223, 348, 500, 540, 560)
_HIT_PIP = const(12)  # for each pip that the opponent has to go
# For each pip that the next roll may cost, by the points made in the opponent's home board.
_RISK = (17, 21, 28, 33, 41, 66, 99)

# In a race, tenths of mEq: each checker, each pip, each pip on the way home, each checker by its
# quarter of the board, each home point without a checker.
_CHECKER = const(400)
_RACE_PIP = const(13)
_AWAY_PIP = const(76)
_QUARTER = (0, 160, 230, 480)
_GAP = const(108)

_ONES = bytes(1)  # by six bits: the number of bits set
for _ in range(6):
    _ONES += bytes([ones + 1 for ones in _ONES])


def contact_value(pos: "Position") -> int:
    """The worth of pos (26 numbers) to the mover when the opponent is to roll, in mEq.

    It compares the plays of one roll, not positions of different rolls.
    """
    value = 0
    singles = made = theirs = their_points = 0
    rear = 0
    front = _BAR  # the place of the opponent's rearmost checker
    bit = 1
    for place in range(_BAR + 1):
        n = pos[place]
        if n > 0:
            rear = place
            if n == 1:
                value += _SINGLE[place]
                singles |= bit
            else:
                value += _POINT[place] + (n - 2) * _OVER[place]
                made |= bit
        elif n < 0:
            value -= n * (_BAR - place) * _HIT_PIP
            if not theirs:
                front = place
            theirs |= bit
            if n < -1:
                their_points |= bit
        bit <<= 1
    made &= _BOARD
    their_points &= _BOARD
    on_bar = -pos[OTHER_BAR]
    if on_bar:
        value += (_ONE_HIT if on_bar == 1 else _TWO_HIT)[_ONES[made >> 1 & 63]]
    value += _BLOCKING[_ONES[made >> (front + 1) & 63]]
    ahead = their_points >> (rear - 6) if rear > 6 else their_points << (6 - rear)
    value += _BLOCKED[_ONES[ahead & 63]]
    # A blot on the 24 point has one pip to lose and is not counted.
    risk = shots(theirs, on_bar, made | _LAST, singles & _BOARD) >> 6
    return value - risk * _RISK[_ONES[their_points >> 19 & 63]] // _ROLLS


def race_value(pos: "Position") -> int:
    """The worth of pos to the mover once the sides have passed each other, in tenths of mEq."""
    value = 0
    for place in range(1, _BAR):
        n = pos[place]
        if n > 0:
            worth = _CHECKER + place * _RACE_PIP + _QUARTER[(place - 1) // 6]
            if place > 6:
                worth += (place - 6) * _AWAY_PIP
            value -= n * worth
        elif place <= 6:
            value -= _GAP
    return value


class Handmade:
    """The evaluator that goes by these tables (evaluator.Evaluator). Its noise is in mEq."""

    knows = False
    finer = 1
    at_once = 4

    def __init__(self) -> None:
        self._judge = contact_value
        self._seen = 0

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """Evaluator.outcome; leaves out as it is."""
        self._seen = self._judge(pos)

    def valuer(self, situation: "Situation") -> "tuple[Valuer, int]":
        """Evaluator.valuer; the unit is a thousandth of a point, in a race a tenth of that."""
        contact = positions.contact(situation.position)
        self._judge = contact_value if contact else race_value
        self.finer = 1 if contact else 10
        return self._worth, 0

    def _worth(self, out: "Chances", life: int) -> int:
        return self._seen

    def answer(self, question: "Question", look: "Look") -> "Slices[bytes | None]":
        """Evaluator.answer: never looks ahead, and never resigns."""
        yield
        return handmade_cube.answer(question)
