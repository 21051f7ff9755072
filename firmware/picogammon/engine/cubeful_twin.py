"""An equity in a match, in plain Python: the same as cubeful_kernel, number for number.

`table` is an array('i'): how many levels of the cube it has, the level asked about, whether this
side may double there, whether the other side may; then for each level eight numbers (see
stakes.Level): gammon, backgammon, lost gammon, lost backgammon, ONE + won, ONE - lost, whether
doubling from it does this side good, and the other side. `work` is an array('i') of nine: the
outcome, and four to work in.

From the highest level down it is found with which chance to win a side's double is dropped: the one
with which the side that is doubled is as well off owning the cube. Between those two points, and
beyond them, a live cube's equity goes in straight lines.
"""

from picogammon.engine.numbers import ONE, ratio, times

HEAD = 4
EACH = 8
WORK = 9


def equity(table, work, life):
    """The equity of the outcome in `work` at the table's level, in that level's unit, with the
    cube's efficiency `life`, 0..ONE.
    """
    _rates(work)
    wins = losses = ONE
    cash = other_cash = 0
    for k in range(table[0] - 1, table[1] - 1, -1):
        at = HEAD + EACH * k
        won = table[at + 4] - ONE
        lost = table[at + 5] - ONE
        above_wins = wins
        above_losses = losses
        above_cash = cash
        wins = ONE + times(work[5], table[at]) + times(work[6], table[at + 1])
        losses = ONE + times(work[7], table[at + 2]) + times(work[8], table[at + 3])
        cash = _dropped(won, above_wins, above_losses, other_cash) if table[at + 6] else 0
        other_cash = _dropped(lost, above_losses, above_wins, above_cash) if table[at + 7] else 0
    dead = played_out(table, work, table[1])
    if not table[2]:
        cash = 0
    if not table[3]:
        other_cash = 0
    live = _live(work[0], wins, losses, cash, other_cash)
    return dead + times(life, live - dead)


def played_out(table, outcome, level):
    """The equity of an outcome at a level if nobody doubles any more."""
    at = HEAD + EACH * level
    return (
        2 * outcome[0]
        - ONE
        + times(outcome[1], table[at])
        + times(outcome[2], table[at + 1])
        - times(outcome[3], table[at + 2])
        - times(outcome[4], table[at + 3])
    )


def _rates(work):
    """How many of the wins are gammons, backgammons; how many of the losses."""
    win = work[0]
    for i in range(1, 5):
        whole = win if i < 3 else ONE - win
        work[i + 4] = ratio(work[i], whole) if whole > 0 else 0


def _dropped(cashed, win, loss, other_cash):
    """The chance to win from which the other side drops a double rather than own the cube.

    `cashed`: what the drop is worth in the doubled cube's unit; `win`, `loss`: what a win and a
    loss are worth on average then; `other_cash`: the other side's own such chance, 0 if never.
    """
    if not other_cash:
        return max(1, ratio(max(0, cashed + loss), win + loss))
    rate = times(other_cash, ratio(max(0, cashed + ONE), win + ONE))
    return max(1, rate + ONE - other_cash)


def _live(win, wins, losses, cash, other_cash):
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
