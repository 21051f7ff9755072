"""Chances of positions without contact: the sides have passed, or one has borne off all checkers.

Each side then plays alone, and only the number of rolls that it needs counts. A side wins a gammon
if the other side's first checker comes off too late, and a backgammon if the other side's last
checker leaves the winner's home too late. The winner's home is the loser's points 19 to 24. Moving
all checkers off these points takes as many rolls as bearing off from points 1 to 6.

A side is a bytearray: its indices 1 to 24 contain the checkers on the points as that side numbers
them, and the index CHANGED contains 1 after a change. An array `left` describes the rolls that a
side needs: left[n] is the chance, in 1/32768, that the side needs more than n rolls. A shape, 0 to
15, says how much the number of rolls varies around its mean: 0 is the least.

The tables are sections of the weights, made by tools/trainer/bearoff.py, with words of 16 bits.

NEAR   for each home board of up to five checkers: left[1] to left[8], exactly
HOME   for each home board of more checkers: (mean rolls in 1/256) << 4 | shape
ROLL   for each mean of 0, 1/2, 1 .. 16 rolls and each of 16 shapes: left[n] to left[n + 13], where
       n is 3/4 mean - 2 (rounded down, at least 0); the chance is 1 in all entries before left[n]
RACE   a net (net_twin.py) for all other positions; estimates the mean and shape of the rolls until
       all checkers are off, and the same until the first checker is off
SOON   for each placement of up to three checkers on the points 7 to 24, with all others at home:
       three bytes, the chances in 1/255 that no checker is off after 1, 2 and 3 rolls

A home board is numbered by its rank. With s(j) checkers on the points 1 to j, the rank is the sum
over j = 1..6 of C(s(j) + j - 1, j). Boards with few checkers come first. There are 54,264 boards.
"""

from array import array
from micropython import const

from picogammon.engine.bearoff_kernel import (
    chance_first,
    correct_first,
    count,
    rank,
    read_sides,
    spread,
    spread_exact,
    spread_guess,
)
from picogammon.engine.numbers import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.ground import ASSEMBLER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position

    Left = array[int]

if ASSEMBLER:
    from picogammon.engine.race_net_kernel import race_net
else:
    from picogammon.engine.net_twin import race_net

ROLLS = const(48)
SIDE = const(25)
CHANGED = const(0)  # index in a side: read_sides writes 1 after a change, then the caller writes 0
WORDS = const(52)  # length of the array("I") that race_net works in; the last four are its result
FEW = const(3)  # the most checkers outside the home board in the table SOON
NEAR_HOMES = const(462)
HOMES = const(54264)
SHAPES = const(16)
# Sizes of the sections.
NEAR_BYTES = const(462 * 8 * 2)
HOME_BYTES = const((54264 - 462) * 2)
ROLL_BYTES = const(33 * 16 * 14 * 2)
RACE_BYTES = const(504 + 24 * 4 * 48)
SOON_BYTES = const(1330 * 3)

ROLL = const(256)
# Indices of mean and shape in the net's words, for all checkers and for the first one off.
ALL_AT = const(48)
FIRST_AT = const(50)
# A side wins no gammon if it needs this much longer, in 1/256 roll on average, than the other side
# needs to bear off its first checker.
NEVER = const(1792)

_ONE = const(65536)
_HOME = const(6)
_OTHER_HOME = const(18)


class Race:
    """An evaluator of positions without contact; allocates memory only in the constructor.

    `checkers`: each side's number of checkers at the start. Raises WeightsError for unfit weights.
    """

    def __init__(self, weights: "Weights", checkers: int = 15) -> None:
        self._checkers = checkers
        self.near = weights.section("NEAR", NEAR_BYTES)
        self.homes = weights.section("HOME", HOME_BYTES)
        self.rolls = weights.section("ROLL", ROLL_BYTES)
        self.net = weights.section("RACE", RACE_BYTES)
        self.few = weights.section("SOON", SOON_BYTES)
        self._words = array("I", bytes(4 * WORDS))
        self._own = _Side()
        self._theirs = _Side()
        self._theirs.points[CHANGED] = 1  # nothing is known about this side yet

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """Fills `out` with the five chances in `pos` of the player who has just moved."""
        own = self._own
        theirs = self._theirs
        counted = read_sides(pos, own.points, theirs.points)
        if theirs.points[CHANGED]:
            self._reckon(theirs, count(theirs.points))
            if theirs.full:
                self._reckon_first(theirs)
            theirs.points[CHANGED] = 0  # last: Ctrl-C may come at any time
        self._reckon(own, counted)
        win = chance_first(own.left, theirs.left, 0)
        gammon = backgammon = lost = lost_backgammon = 0
        if theirs.full and own.mean < theirs.first_mean + NEVER:
            gammon = min(win, chance_first(own.left, theirs.first, 0))
            if theirs.behind:
                backgammon = min(gammon, chance_first(own.left, theirs.last, 0))
        if own.full and theirs.mean < own.first_mean + NEVER:
            self._reckon_first(own)
            lost = min(_ONE - win, chance_first(theirs.left, own.first, 1))
            if own.behind:
                lost_backgammon = min(lost, chance_first(theirs.left, own.last, 1))
        out[WIN] = win
        out[WIN_GAMMON] = gammon
        out[WIN_BACKGAMMON] = backgammon
        out[LOSE_GAMMON] = lost
        out[LOSE_BACKGAMMON] = lost_backgammon

    def left(self, pos: "Position") -> "Left":
        """Returns `left` of the side whose numbers `pos` uses; the next call overwrites `left`."""
        side = self._own
        self._reckon(side, read_sides(pos, side.points, self._theirs.points))
        return side.left

    def _reckon(self, side: "_Side", counted: int) -> None:
        """Computes side.left, the means and the counts. `counted`: result of count(side.points)."""
        outside = counted >> 8 & 15
        side.outside = outside
        side.full = counted & 15 == self._checkers
        side.behind = counted >> 16
        if outside:
            words = self._words
            race_net(side.points, self.net, words)
            spread_guess(self.rolls, words, ALL_AT, side.left)
            side.mean = words[ALL_AT]
            side.first_mean = words[FIRST_AT]
        else:
            side.mean = self._home(side.points, 0, side.left)
            side.first_mean = ROLL

    def _reckon_first(self, side: "_Side") -> None:
        """Computes `first`; also `last` if checkers are on points 19-24. Call `_reckon` before."""
        points = side.points
        if side.outside:
            spread_guess(self.rolls, self._words, FIRST_AT, side.first)
            if side.outside <= FEW:
                correct_first(points, self.few, side.first)
        else:  # the first one takes about as long as the lowest checker alone
            lowest = 1
            while not points[lowest]:
                lowest += 1
            spread_exact(self.near, _HOME + 1 - lowest, side.first)
        if side.behind:
            self._home(points, _OTHER_HOME, side.last)

    def _home(self, points: bytearray, beyond: int, left: "Left") -> int:
        """Fills `left` for points beyond + 1 to beyond + 6, treated as a home board.

        Returns the mean number of rolls in 1/256; 0, with no mean known, if `left` comes from NEAR.
        """
        ranked = rank(points, beyond)
        if ranked < NEAR_HOMES:
            spread_exact(self.near, ranked, left)
            return 0
        at = 2 * (ranked - NEAR_HOMES)
        word = self.homes[at] | self.homes[at + 1] << 8
        spread(self.rolls, word >> 4, word & 15, left)
        return word >> 4


class _Side:
    """A side of a race: its checkers, and the rolls that it needs to reach three goals.

    Entry n of three arrays is the chance, in 1/32768, that the side needs more than n rolls until:
    all checkers are off (`left`), the first checker is off (`first`), no checker is on points 19 to
    24 (`last`).
    """

    def __init__(self) -> None:
        self.points = bytearray(SIDE)
        self.full = False  # no checker is off
        self.outside = 0  # checkers beyond the home board
        self.behind = 0  # checkers in the other side's home
        self.mean = 0  # rolls until all are off, in 1/256
        self.first_mean = 0
        self.left, self.first, self.last = [array("i", bytes(4 * ROLLS)) for _ in range(3)]
