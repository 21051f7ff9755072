"""What a position is worth once the sides have passed each other, or one has borne off all.

Then each side plays for itself, and only the number of rolls that each needs counts: bearoff knows
their chances. They give the chances to win, to win a gammon (the other side's first checker comes
off too late) and a backgammon (its last checker leaves the winner's home too late, which takes as
long as to bear off from the same points of one's own home).
"""

from array import array
from micropython import const

from picogammon.engine import bearoff
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
    from picogammon.engine.bearoff import Chances
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position

if ASSEMBLER:
    from picogammon.engine.race_net_kernel import net
else:
    from picogammon.engine.race_net_twin import net

_ONE = const(65536)
_HOME = const(6)
_CHANGED = const(0)  # as in bearoff
_OTHER_HOME = const(18)
ROLL = const(256)
# Where the net's result has mean and shape, for all checkers and for the first one off.
ALL_AT = const(48)
FIRST_AT = const(50)
# If the mean rolls until all are off exceed by this the other's until its first, there is no
# gammon.
NEVER = const(1792)


class Race:
    """Judges positions without contact; allocates only when it is made.

    `near`, `homes`, `rolls`, `net`, `few`: its tables, read where they lie.
    """

    def __init__(self, weights: "Weights", checkers: int = 15) -> None:
        """The tables are sections of weights (bearoff.py). `checkers`: how many a side has.

        Raises WeightsError if one is missing or of another size.
        """
        self._checkers = checkers
        self.near = weights.section("NEAR", bearoff.NEAR_BYTES)
        self.homes = weights.section("HOME", bearoff.HOME_BYTES)
        self.rolls = weights.section("ROLL", bearoff.ROLL_BYTES)
        self.net = weights.section("RACE", bearoff.RACE_BYTES)
        self.few = weights.section("SOON", bearoff.SOON_BYTES)
        self._words = array("I", bytes(4 * bearoff.WORDS))
        self._own = _Side()
        self._theirs = _Side()
        self._theirs.points[_CHANGED] = 1  # nothing is known of this side yet

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """Fills out, array("i") of five, for the player who has just played and sees pos.

        pos: array("b") of 26 without contact; the opponent is to roll. out: win, win gammon or
        better, win backgammon, lose gammon or worse, lose backgammon, in 1/65536.
        """
        own = self._own
        theirs = self._theirs
        counted = read_sides(pos, own.points, theirs.points)
        if theirs.points[_CHANGED]:
            self._reckon(theirs, count(theirs.points))
            if theirs.full:
                self._reckon_first(theirs)
            theirs.points[_CHANGED] = 0  # last: Ctrl-C may come at any time
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

    def left(self, pos: "Position") -> "Chances":
        """The chances of the player who has just played and sees pos not to be done: array("I").

        left[n] is the chance, in 1/32768, that he has not borne off all after n more rolls;
        bearoff.ROLLS entries. The next call of any method overwrites the array.
        """
        side = self._own
        self._reckon(side, read_sides(pos, side.points, self._theirs.points))
        return side.left

    def chance_first(self, mine: "Chances", theirs: "Chances") -> int:
        """The chance, in 1/65536, that mine, who rolls next, is done first; both as from `left`."""
        return chance_first(mine, theirs, 1)

    def _reckon(self, side: "_Side", counted: int) -> None:
        """Works out at once what follows from the points of the side: `left` and the means."""
        outside = counted >> 8 & 15
        side.outside = outside
        side.full = counted & 15 == self._checkers
        side.behind = counted >> 16
        if outside:
            words = self._words
            net(side.points, self.net, words)
            spread_guess(self.rolls, words, ALL_AT, side.left)
            side.mean = words[ALL_AT]
            side.first_mean = words[FIRST_AT]
        else:
            side.mean = self._home(side.points, 0, side.left)
            side.first_mean = ROLL

    def _reckon_first(self, side: "_Side") -> None:
        """Works out the rolls until the first checker is off, and the last leaves the other's home.

        Only after `_reckon`.
        """
        points = side.points
        if side.outside:
            spread_guess(self.rolls, self._words, FIRST_AT, side.first)
            if side.outside <= bearoff.FEW:
                correct_first(points, self.few, side.first)
        else:  # about as long as the lowest checker alone
            lowest = 1
            while not points[lowest]:
                lowest += 1
            spread_exact(self.near, _HOME + 1 - lowest, side.first)
        if side.behind:
            self._home(points, _OTHER_HOME, side.last)

    def _home(self, points: bytearray, beyond: int, left: "Chances") -> int:
        """Fills left for six points; returns the mean in 1/256 of a roll, 0 for few checkers."""
        ranked = rank(points, beyond)
        if ranked < bearoff.NEAR_HOMES:
            spread_exact(self.near, ranked, left)
            return 0
        at = 2 * (ranked - bearoff.NEAR_HOMES)
        word = self.homes[at] | self.homes[at + 1] << 8
        spread(self.rolls, word >> 4, word & 15, left)
        return word >> 4


class _Side:
    """The points of a side, and the chances of the rolls that it needs (bearoff.py)."""

    def __init__(self) -> None:
        self.points = bytearray(bearoff.SIDE)
        self.full = False
        self.outside = 0
        self.behind = 0
        self.mean = 0  # rolls until all are off, in 1/256
        self.first_mean = 0
        self.left = _chances()
        self.first = _chances()  # until its first checker is off
        self.last = _chances()  # until its last checker has left the other's home


def _chances() -> "Chances":
    return array("i", bytes(4 * bearoff.ROLLS))
