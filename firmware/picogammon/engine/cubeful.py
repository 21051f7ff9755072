"""What an outcome is worth with the cube in play.

After R. Janowski, "Take-Points in Money Games" (1993): between a cube that is dead (each game is
played to its end) and one that is fully alive (whoever doubles does it at the last moment before
the other side would drop) lies the truth, `life` of the way. With a live cube the equity goes in
straight lines over the winning chances, bent where a side loses its market. For money the lines
are known in closed form. In a match, and close to the cube's limit, the points where they bend
follow from the highest level of the cube downwards: at each, the side that is doubled is
indifferent between dropping and playing on with the cube in its hands.
"""

from micropython import const

from picogammon.engine.numbers import ONE, cubeless, ratio, times
from picogammon.engine.stakes import CENTRE, MINE, THEIRS, endless, jacoby_now, levels_of, owner_of

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
        count = len(self.levels)
        self._wins = [ONE] * count  # a win's mean worth, by level, gammons included
        self._losses = [ONE] * count
        self._cash = [ONE] * count  # the chance from which the other side drops
        self._other_cash = [ONE] * count

    def dead(self, outcome):
        """The equity if nobody doubles any more; linear, so the cheapest way to compare plays."""
        if self._money:
            return 2 * outcome[0] - ONE if self._jacoby else cubeless(outcome)
        return _played_out(self.levels[0], outcome)

    def value(self, outcome, life):
        """The equity of an outcome, whoever is to roll: for comparing plays."""
        if self._money:
            return _money(outcome, self.owner, self._jacoby, life)
        if self.forced or self.other_forced:
            life = _livelier(life)
        self._bend(outcome)
        dead = _played_out(self.levels[0], outcome)
        live = self._live(0, outcome[0], self.can_double, self.other_can_double)
        return _between(dead, live, life)

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
        dead = _played_out(self.levels[1], outcome)
        live = self._live(1, outcome[0], False, self.levels[1].other_live)
        dt = (_between(dead, live, life_taken) * level.rise >> 16) + level.shift
        if self.forced:
            # Not doubling is doubling a roll later: no better, unless gammons make it so.
            dead = _played_out(level, outcome)
            live = self._live(0, outcome[0], True, False)
            nd = min(dt - 1, nd) if dt <= ONE else _between(dead, live, life)
        return nd, dt, ONE

    def _bend(self, outcome):
        """Finds where the lines bend, from the highest level of the cube down to this one."""
        levels = self.levels
        win = outcome[0]
        lose = ONE - win
        gammon = backgammon = lost_gammon = lost_backgammon = 0
        if win > 0:
            gammon = ratio(outcome[1], win)
            backgammon = ratio(outcome[2], win)
        if lose > 0:
            lost_gammon = ratio(outcome[3], lose)
            lost_backgammon = ratio(outcome[4], lose)
        wins = self._wins
        losses = self._losses
        cash = self._cash
        other_cash = self._other_cash
        k = len(levels)
        while k:
            k -= 1
            level = levels[k]
            wins[k] = ONE + times(gammon, level.gammon) + times(backgammon, level.backgammon)
            losses[k] = (
                ONE
                + times(lost_gammon, level.lost_gammon)
                + times(lost_backgammon, level.lost_backgammon)
            )
            if level.live:
                other = other_cash[k + 1] if levels[k + 1].other_live else 0
                cash[k] = _dropped(level.won, wins[k + 1], losses[k + 1], other)
            if level.other_live:
                other = cash[k + 1] if levels[k + 1].live else 0
                other_cash[k] = _dropped(-level.lost, losses[k + 1], wins[k + 1], other)

    def _live(self, k, win, can_double, other_can_double):
        """The live equity at level k: straight lines over the chance to win, after _bend."""
        low = 0
        low_worth = -self._losses[k]
        high = ONE
        high_worth = self._wins[k]
        if can_double:
            cash = self._cash[k]
            if win > cash:
                return ONE + times(ratio(win - cash, ONE - cash), high_worth - ONE)
            high = cash
            high_worth = ONE
        if other_can_double:
            drop = ONE - self._other_cash[k]
            if win < drop:
                return times(ratio(drop - win, drop), low_worth + ONE) - ONE
            low = drop
            low_worth = -ONE
        if high <= low:
            return high_worth
        return low_worth + times(ratio(win - low, high - low), high_worth - low_worth)


def _played_out(level, outcome):
    return (
        2 * outcome[0]
        - ONE
        + times(outcome[1], level.gammon)
        + times(outcome[2], level.backgammon)
        - times(outcome[3], level.lost_gammon)
        - times(outcome[4], level.lost_backgammon)
    )


def _livelier(life):
    """Whoever has nothing to lose doubles at once: more efficiently than others can."""
    return min(ONE, life + (life >> 1))


def _between(dead, live, life):
    return dead + times(life, live - dead)


def _dropped(cashed, win, loss, other_cash):
    """The chance to win from which the other side drops a double rather than own the cube.

    `cashed`: what the drop is worth in the doubled cube's unit; `win`, `loss`: what a win and a
    loss are worth on average then; `other_cash`: the other side's own such chance, 0 if never.
    """
    if not other_cash:
        return ratio(max(0, cashed + loss), win + loss)
    lowest = ONE - other_cash
    return lowest + times(other_cash, ratio(max(0, cashed + ONE), win + ONE))


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
