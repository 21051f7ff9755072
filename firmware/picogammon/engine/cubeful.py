"""What an outcome is worth with the cube in play.

After R. Janowski, "Take-Points in Money Games" (1993): between a cube that is dead (each game is
played to its end) and one that is fully alive (whoever doubles does it at the last moment before
the other side would drop) lies the truth, `life` of the way. With a live cube the equity goes in
straight lines over the winning chances, bent where a side loses its market. For money the lines
are known in closed form. In a match, and close to the cube's limit, the points where they bend
follow from the highest level of the cube downwards: at each, the side that is doubled is
indifferent between dropping and playing on with the cube in its hands.
"""

from array import array
from micropython import const

from picogammon.engine.cubeful_twin import WORK
from picogammon.engine.numbers import ONE, SLOTS, cubeless, ratio, times
from picogammon.engine.stakes import CENTRE, MINE, THEIRS, endless, jacoby_now, levels_of, owner_of

try:
    from picogammon.engine.cubeful_kernel import equity
except SyntaxError:  # there is no native code here
    from picogammon.engine.cubeful_twin import equity

_HALF = const(32768)
_QUARTER = const(16384)


class Stakes:
    """What outcomes are worth at one decision, as one side sees it; made once for all its plays.

    `situation`: score, cube and rules are read, not the position. `side`: 0 or 1, `situation.turn`
    if left out. Outcomes are that side's, five integers in 1/65536. Equities are in 1/65536 too, in
    units of the present cube: winning a single game is worth ONE, in a match as well. `life` is the
    cube's efficiency, 0 (dead) to ONE.
    """

    def __init__(self, situation, side=None):
        side = situation.turn if side is None else side
        self.owner = owner_of(situation, side)
        self.levels = levels_of(situation, side)
        first = self.levels[0]
        self.can_double = self.owner != THEIRS and first.live
        self.other_can_double = self.owner != MINE and first.other_live
        self.forced = self.owner != THEIRS and first.forced
        self.other_forced = self.owner != MINE and first.other_forced
        self._money = endless(situation)
        self._jacoby = jacoby_now(situation)
        self._table = _table_of(self.levels)
        self._work = array("i", [0] * WORK)

    def value(self, outcome, life):
        """The equity of an outcome, whoever is to roll: for comparing plays."""
        if self._money:
            return _money(outcome, self.owner, self._jacoby, life)
        if self.forced or self.other_forced:
            life = _livelier(life)
        return self._at(0, outcome, life, self.can_double, self.other_can_double)

    def weigh(self, outcome, life, life_taken):
        """(nd, dt, dp): the equity of the side, on roll, if it does not double, doubles and is
        taken, doubles and is dropped. `life_taken` is the cube's efficiency on the other side.

        Where the side may not double, or the cube is dead for it, dt is what a doubled cube would
        be worth all the same.
        """
        if self._money:
            nd = _money(outcome, self.owner, self._jacoby, life)
            return nd, 2 * _money(outcome, THEIRS, False, life_taken), ONE
        nd = self.value(outcome, life)
        if len(self.levels) == 1:
            return nd, nd, ONE
        level = self.levels[0]
        if self.levels[1].other_forced:
            life_taken = _livelier(life_taken)
        above = self._at(1, outcome, life_taken, False, self.levels[1].other_live)
        dt = (above * level.rise >> 16) + level.shift
        if self.forced:
            # Not doubling is doubling a roll later: no better, unless gammons make it so.
            nd = min(dt - 1, nd) if dt <= ONE else self._at(0, outcome, life, True, False)
        return nd, dt, ONE

    def _at(self, level, outcome, life, can_double, other_can_double):
        table = self._table
        table[1] = level
        table[2] = can_double
        table[3] = other_can_double
        work = self._work
        for i in range(SLOTS):
            work[i] = outcome[i]
        return equity(table, work, life)


def _table_of(levels):
    """The array('i') of the levels that cubeful_twin describes."""
    table = [len(levels), 0, 0, 0]
    for level in levels:
        table += [level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon]
        table += [ONE + level.won, ONE - level.lost, int(level.live), int(level.other_live)]
    return array("i", table)


def _livelier(life):
    """Whoever has nothing to lose doubles at once: more efficiently than others can."""
    return min(ONE, life + (life >> 1))


def _between(dead, live, life):
    return dead + times(life, live - dead)


def _money(outcome, owner, jacoby, life):
    """The equity for money of a cube that can be turned without end."""
    win = outcome[0]
    dead = cubeless(outcome)
    if owner == MINE:
        live = dead + (win >> 1)
    elif owner == THEIRS:
        live = dead - (ONE - win >> 1)
    else:
        live = dead + (win >> 1) - _QUARTER
        live += live // 3
        if jacoby:
            dead = 2 * win - ONE
    if live > ONE and owner != THEIRS:
        if owner == CENTRE and jacoby:
            live = ONE
        else:
            live = ONE + _too_good(win, outcome[1] + outcome[2], outcome[3] + outcome[4])
    elif live < -ONE and owner != MINE:
        if owner == CENTRE and jacoby:
            live = -ONE
        else:
            lose = ONE - win
            live = -ONE - _too_good(lose, outcome[3] + outcome[4], outcome[1] + outcome[2])
    return _between(dead, live, life)


def _too_good(win, extra, lost_extra):
    """What playing on for the gammon is worth beyond cashing: `extra` and `lost_extra` are the
    chances of gammons and backgammons, added up, of the side that is too good and of the other.
    """
    gained = ratio(extra, win)
    lose = ONE - win
    lost = ratio(lost_extra, lose) if lose else 0
    whole = 2 * ONE + gained + lost + _HALF
    cash = ratio(2 * ONE + lost, whole)
    return times(ratio(win - cash, ONE - cash), gained) if win > cash else 0
