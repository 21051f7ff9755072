"""What the net is shown of a position: which of its rows of weights are to be added up.

The position is as the player who has just played sees it; the opponent is to roll. Each side has
rows for what it has where, and for what counts of checkers hide: which points of a home board are
made, how far the rearmost can escape, how many rolls hit. A row may be active more than once.
features_kernel has the same as native code. The trainer counts on these very rows: to change them
is to train anew, and another weights.VERSION.
"""

from array import array
from micropython import const

from picogammon.engine.shots import shots
from picogammon.ground import OTHER_BAR

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

    Rows = array[int]

# A side's rows begin here: each point's counts (1, 2, 3, and once more for each beyond), the bar's,
SIDE = const(462)
_BAR = const(96)
# how many are off, the made points in the own home board and in the opponent's, pips, how the two
# rearmost checkers escape, entering from the bar,
_OFF = const(99)
_HOME = const(114)
_BACK = const(178)
_PIPS = const(210)
_ESCAPE = const(258)
_ESCAPE_NEXT = const(295)
_ENTER = const(332)
# pips that can be played before the home board breaks, checkers that the opponent is still before,
# rolls that hit, and the pips that they cost.
_TIMING = const(353)
_BEHIND = const(377)
_HIT = const(393)
_RISK = const(430)

_CHECKERS = const(15)
_BAR_AT = const(25)
_DEEP = const(19)  # the opponent's home board begins here
_BACK_FROM = const(20)  # his six point is hardly ever made
_OUTSIDE = const(18)  # checkers beyond do not count as timing


def features(pos: "Position", rows: "Rows", escapes: "bytes | memoryview") -> int:
    """Fills rows (array("H") of MOST) with the active rows; returns their count << 6 | class.

    `pos`: as above; `escapes`: 4096 bytes of the weights. Class: 32 if the opponent has borne off a
    checker, 16 if the player has, and the bucket, 0 to 8: how many checkers each side has deep in
    the other's home: none, one or two, more (0, 1, 2); the player's thrice.
    """
    own = side_rows(pos, 0, 0, rows, escapes)
    turned = array("b", pos)
    for i in range(_BAR_AT + 1):
        turned[i] = -pos[_BAR_AT - i]
    other = side_rows(turned, own >> 3, SIDE, rows, escapes)
    gone = (other & 4) << 3 | (own & 4) << 2
    return other >> 3 << 6 | gone | (own & 3) * 3 + (other & 3)


def side_rows(
    here: "Position", n: int, base: int, rows: "Rows", escapes: "bytes | memoryview"
) -> int:
    """Adds one side's rows to the n that are there; returns how many are << 3 | 4 * off | deep.

    `off`: whether a checker is off, `deep`: 0, 1 or 2, see features.
    """
    made = blots = theirs = 0
    mirrored = 0  # the opponent's made points, bit 25 - d
    total = pips = timing = behind = deep = 0
    rear = next_rear = lowest = 0
    for d in range(_BAR_AT, -1, -1):
        k = here[d]
        if k > 0:
            if not rear:
                rear = d
            elif not next_rear:
                next_rear = d
            total += k
            pips += k * d
            if d >= _DEEP:
                deep += k
            elif d <= _OUTSIDE:
                timing += k * d
            if d < _BAR_AT:
                row = base + 4 * d - 4
                rows[n] = row + (k if k < 3 else 3) - 1
                n += 1
                while k > 3:
                    rows[n] = row + 3
                    n += 1
                    k -= 1
                if k > 1:
                    made |= 1 << d
                else:
                    blots |= 1 << d
        elif k:
            theirs |= 1 << d
            lowest = d
            behind = total
            if k < -1 and d:
                mirrored |= 1 << _BAR_AT - d
    bar = here[_BAR_AT]
    if bar:
        bar = bar if bar < 3 else 3
        rows[n] = base + _BAR + bar - 1
        rows[n + 1] = base + _ENTER + 7 * bar - 7 + _ones(mirrored & 127)
        n += 2
    if total < _CHECKERS:
        rows[n] = base + _OFF + _CHECKERS - 1 - total
        n += 1
    rows[n] = base + _HOME + (made >> 1 & 63)
    rows[n + 1] = base + _BACK + (made >> _BACK_FROM)
    rows[n + 2] = base + _PIPS + (pips >> 2 if pips < 192 else 47)
    rows[n + 3] = base + _TIMING + (timing // 6 if timing < 144 else 23)
    rows[n + 4] = base + _BEHIND + (behind if theirs else total)
    n += 5
    if rear > lowest:
        rows[n] = base + _ESCAPE + escapes[mirrored >> 26 - rear & 4095]
        n += 1
        if next_rear > lowest:
            rows[n] = base + _ESCAPE_NEXT + escapes[mirrored >> 26 - next_rear & 4095]
            n += 1
    risk = shots(theirs, -here[OTHER_BAR], made, blots)
    rows[n] = base + _HIT + (risk & 63)
    n += 1
    lost = risk >> 6
    if lost:
        rows[n] = base + _RISK + (lost // 18 if lost < 576 else 31)
        n += 1
    gone = 4 if total < _CHECKERS else 0
    return n << 3 | gone | (0 if deep == 0 else 1 if deep < 3 else 2)


def _ones(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
