"""Equities with the cube in play, in plain Python: the same as cubeful_kernel, number for number.

In a match `table` is an array('i'): how many levels of the cube it has, the level asked about,
whether this side may double there, whether the other side may; then for each level eight numbers
(see stakes.Level): gammon, backgammon, lost gammon, lost backgammon, ONE + won, ONE - lost, whether
doubling from it does this side good, and the other side. `work` is an array('i') of WORK.

From the highest level down it is found with which chance to win a side's double is dropped: the one
with which the side that is doubled is as well off owning the cube. Between those two points, and
beyond them, a live cube's equity goes in straight lines.
"""

from micropython import const

from picogammon.engine.numbers import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    ONE,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    cubeless,
    ratio,
    times,
)
from picogammon.engine.stakes import JACOBY, MINE, THEIRS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from array import array

    from picogammon.engine.numbers import Chances

    Table = array[int]
    Work = array[int]

# Where the table has what: before the levels, and then in the numbers of each.
LEVELS = const(0)
ASKED = const(1)
DOUBLES = const(2)
OTHER_DOUBLES = const(3)
HEAD = const(4)
GAMMON = const(0)
BACKGAMMON = const(1)
LOST_GAMMON = const(2)
LOST_BACKGAMMON = const(3)
WON = const(4)
LOST = const(5)
LIVE = const(6)
OTHER_LIVE = const(7)
EACH = const(8)
WORK = const(4)  # for GAMMON to LOST_BACKGAMMON: which part of the wins, of the losses, they are
_HALF = const(32768)
_QUARTER = const(16384)


def equity(table: "Table", outcome: "Chances", work: "Work", life: int) -> int:
    """The equity of the outcome at the table's level, in that level's unit, with the cube's
    efficiency `life`, 0..ONE.
    """
    _rates(outcome, work)
    wins = losses = ONE
    cash = other_cash = 0
    for k in range(table[LEVELS] - 1, table[ASKED] - 1, -1):
        at = HEAD + EACH * k
        won = table[at + WON] - ONE
        lost = table[at + LOST] - ONE
        above_wins = wins
        above_losses = losses
        above_cash = cash
        wins = ONE + _extra(table, at, work, GAMMON) + _extra(table, at, work, BACKGAMMON)
        losses = ONE + _extra(table, at, work, LOST_GAMMON)
        losses += _extra(table, at, work, LOST_BACKGAMMON)
        cash = other = 0
        if table[at + LIVE]:
            cash = _dropped(won, above_wins, above_losses, other_cash)
        if table[at + OTHER_LIVE]:
            other = _dropped(lost, above_losses, above_wins, above_cash)
        other_cash = other
    dead = played_out(table, outcome, table[ASKED])
    if not table[DOUBLES]:
        cash = 0
    if not table[OTHER_DOUBLES]:
        other_cash = 0
    live = _live(outcome[WIN], wins, losses, cash, other_cash)
    return dead + times(life, live - dead)


def _extra(table: "Table", at: int, work: "Work", what: int) -> int:
    """What gammons, or whichever of the four, are worth on the average of all wins or losses."""
    return times(work[what], table[at + what])


def played_out(table: "Table", outcome: "Chances", level: int) -> int:
    """The equity of an outcome at a level if nobody doubles any more."""
    at = HEAD + EACH * level
    return (
        2 * outcome[WIN]
        - ONE
        + times(outcome[WIN_GAMMON], table[at + GAMMON])
        + times(outcome[WIN_BACKGAMMON], table[at + BACKGAMMON])
        - times(outcome[LOSE_GAMMON], table[at + LOST_GAMMON])
        - times(outcome[LOSE_BACKGAMMON], table[at + LOST_BACKGAMMON])
    )


def money(outcome: "Chances", cube: int, life: int) -> int:
    """The equity of the outcome for money, of a cube that can be turned without end.

    `cube`: whose it is, stakes.CENTRE, MINE, THEIRS or JACOBY. `life` as above.
    """
    win = outcome[WIN]
    dead = cubeless(outcome)
    if cube == MINE:
        live = dead + (win >> 1)
    elif cube == THEIRS:
        live = dead - (ONE - win >> 1)
    else:
        live = dead + (win >> 1) - _QUARTER
        live += live // 3
        if cube == JACOBY:
            dead = 2 * win - ONE
    won = outcome[WIN_GAMMON] + outcome[WIN_BACKGAMMON]
    lost = outcome[LOSE_GAMMON] + outcome[LOSE_BACKGAMMON]
    if live > ONE and cube != THEIRS:
        live = ONE + (0 if cube == JACOBY else _too_good(win, won, lost))
    elif live < -ONE and cube != MINE:
        live = -ONE - (0 if cube == JACOBY else _too_good(ONE - win, lost, won))
    return dead + times(life, live - dead)


def _too_good(win: int, extra: int, lost_extra: int) -> int:
    """What playing on for the gammon is worth beyond cashing: `extra` and `lost_extra` are the
    chances of gammons and backgammons, added up, of the side that is too good and of the other.
    """
    gained = ratio(extra, win)
    lose = ONE - win
    lost = ratio(lost_extra, lose) if lose else 0
    whole = 2 * ONE + gained + lost + _HALF
    cash = ratio(2 * ONE + lost, whole)
    return times(ratio(win - cash, ONE - cash), gained) if win > cash else 0


def _rates(outcome: "Chances", work: "Work") -> None:
    """How many of the wins are gammons, backgammons; how many of the losses."""
    win = outcome[WIN]
    for i in range(WORK):
        whole = win if i < LOST_GAMMON else ONE - win
        work[i] = ratio(outcome[WIN_GAMMON + i], whole) if whole > 0 else 0


def _dropped(cashed: int, win: int, loss: int, other_cash: int) -> int:
    """The chance to win from which the other side drops a double rather than own the cube.

    `cashed`: what the drop is worth in the doubled cube's unit; `win`, `loss`: what a win and a
    loss are worth on average then; `other_cash`: the other side's own such chance, 0 if never.
    """
    if not other_cash:
        return max(1, ratio(max(0, cashed + loss), win + loss))
    rate = times(other_cash, ratio(max(0, cashed + ONE), win + ONE))
    return max(1, rate + ONE - other_cash)


def _live(win: int, wins: int, losses: int, cash: int, other_cash: int) -> int:
    """The equity with a live cube, a point on one of up to three straight lines."""
    low = 0
    low_worth = -losses
    high = ONE
    high_worth = wins
    if cash:
        if win > cash:
            low = cash
            low_worth = ONE
        else:
            high = cash
            high_worth = ONE
    if other_cash and not low:
        drop = ONE - other_cash
        if win < drop:
            high = drop
            high_worth = -ONE
        else:
            low = drop
            low_worth = -ONE
    if high <= low:
        return high_worth
    return low_worth + times(ratio(win - low, high - low), high_worth - low_worth)
