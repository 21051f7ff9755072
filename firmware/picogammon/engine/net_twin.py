"""The nets in plain Python, with results equal to those of the native kernels to the last bit.

The file has three parts, each of which has a kernel: the features of a position (features_kernel),
the net that reads the features (net_kernel), and the small net for races (race_net_kernel).

Each feature of a position selects a row of weights. The selected rows are called active; a row can
be active more than once. Each side has rows for its checkers on each point, and for quantities such
as the made points of a home board, the escapes of the rearmost checkers, and the rolls that hit.
The trainer uses the same rows, so a change of the rows requires new training and another
weights.VERSION.

Here a row is one long integer, so that one addition adds the weights of all hidden nodes. Each half
of the integer has a lane of 16 bits for each pair of nodes. If the even node's weight is e and the
odd node's is o, the lane is e in the lower half, and e + 256 * o in the upper half. So the upper
half minus the lower half is 256 * o for all pairs, in sums of rows as well. A hidden node's five
output weights also form one integer, with 32 bits each.
"""

from array import array
from micropython import const
from struct import unpack_from

from picogammon.engine.handmade import shots
from picogammon.engine.numbers import LOSE_GAMMON, ONE, SLOTS, WIN_GAMMON, tidy
from picogammon.engine.weights import BUCKETS, MOST, NODE_BYTES, ROWS, USUAL, net_of
from picogammon.ground import OTHER_BAR

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.numbers import Outcome
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position

    Rows = array[int]
    Table = bytes | memoryview  # a section of the weights

# The first rows of a side, by feature. SIDE is the number of rows of a side.
SIDE = const(462)
# Each point's count (1, 2, 3, and once more for each beyond) is at 0. Then come the bar's count,
_BAR = const(96)
# checkers off, made points in the own home board and in the opponent's, pips, escapes of the two
# rearmost checkers, entering from the bar,
_OFF = const(99)
_HOME = const(114)
_BACK = const(178)
_PIPS = const(210)
_ESCAPE = const(258)
_ESCAPE_NEXT = const(295)
_ENTER = const(332)
# timing (pips to play before the home board breaks), checkers behind the opponent's last, rolls
# that hit, and the pips that they cost.
_TIMING = const(353)
_BEHIND = const(377)
_HIT = const(393)
_RISK = const(430)

_CHECKERS = const(15)
_BAR_AT = const(25)
_DEEP = const(19)  # first point of the opponent's home board
_BACK_FROM = const(20)  # the opponent's six point is hardly ever made
_OUTSIDE = const(18)  # checkers beyond do not count as timing

_HALF = const(1 << 31)  # added to each output's sum
_ALL = (1 << 32 * SLOTS) - 1
_BIAS = const(128)  # added to each weight to make it a byte
_SIGN = const(1 << 15)
_GONE = const(48)  # mask of what `features` says about checkers that are off
_START = const(1024)  # added to each sum, so that none is ever negative

# The net for races: words of 16 bits, whose zero is 32768: 48 biases, 4 x 48 output weights, and
# 4 x 3 weights of inputs without hidden nodes (256, pips, pips outside). Then, for the first,
# second, third and any further checker on each point, a byte for each hidden node, whose zero is
# 128. The bytes of a row come in fours, for nodes 0, 2, 1, 3: so the kernel adds two at once.
_HOME_POINTS = const(6)
_POINTS = const(24)
_RACE_NODES = const(48)
_RACE_OUTPUTS = const(4)
_EACH_POINT = const(4)  # rows
_RACE_ROWS_AT = const(504)
_SECOND_AT = const(48)
_DIRECT_AT = const(240)
_BYTE_OF = (0, 2, 1, 3)
_ZERO = const(32768)


def features(pos: "Position", rows: "Rows", escapes: "Table") -> int:
    """Writes the numbers of the net's active inputs to `rows`; returns their count and three facts.

    An input's number is that of its row in the net's first layer of weights. Bits 6 and up of the
    result: the count. Bit 5: the opponent has borne off a checker. Bit 4: the player has. Bits 0-3:
    the bucket, 3 * the player's depth + the opponent's depth. A side's depth is 0 without checkers
    in its opponent's home board, 1 with one or two, 2 with more. `pos`: as the player who has just
    moved sees it. `rows`: array("H") of MOST numbers. `escapes`: section ESCP of the weights.
    """
    own = side_rows(pos, 0, 0, rows, escapes)
    turned = array("b", pos)
    for i in range(_BAR_AT + 1):
        turned[i] = -pos[_BAR_AT - i]
    other = side_rows(turned, own >> 3, SIDE, rows, escapes)
    gone = (other & 4) << 3 | (own & 4) << 2
    return other >> 3 << 6 | gone | (own & 3) * 3 + (other & 3)


def side_rows(here: "Position", n: int, base: int, rows: "Rows", escapes: "Table") -> int:
    """Appends one side's active rows to the `n` rows in `rows`.

    Returns one number. Bits 3 and up: the new `n`. Bit 2: the side has borne off a checker. Bits 0
    and 1: the depth (see `features`). `here`: the position as that side sees it. `base`: the number
    of the side's first row. `escapes`: section ESCP of the weights.
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


class Net:
    """An evaluator of positions with contact; takes the same arguments as net_kernel.Net."""

    def __init__(
        self, weights: "Weights", kind: str = USUAL, room: bytearray | None = None
    ) -> None:
        hidden, sections = net_of(weights, kind)
        self._gone = _GONE if kind == USUAL else 0
        self._hidden = hidden
        self._rows = sections["NETW"]
        biases = array("h", bytes(sections["NETB"]))
        lanes = [array("H", [biases[i] + _START for i in range(k, hidden, 2)]) for k in (0, 1)]
        even, odd = [int.from_bytes(bytes(half), "little") for half in lanes]
        self._start = even + (even + (odd << 8) << 8 * hidden)
        self._ones = int.from_bytes(b"\x01\x00" * (hidden // 2), "little")
        self._mask = int.from_bytes(b"\xff\x00" * (hidden // 2), "little")
        self._output = sections["NETV"]
        self._constants = sections["NETC"]
        self._nodes: list[list[int] | None] = [None] * BUCKETS
        self._lanes: list[int | None] = [None] * ROWS
        self._curve = array("H", bytes(sections["NETP"]))
        self._escapes = sections["ESCP"]
        self._active = array("H", bytes(2 * MOST))

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """Fills `out` with the five chances in `pos` of the player who has just moved."""
        active = self._active
        found = features(pos, active, self._escapes)
        count = found >> 6
        rows = self._lanes
        total = self._start
        for i in range(count):
            total += rows[active[i]] or self._row(active[i])
        size = 8 * self._hidden
        even = total & (1 << size) - 1
        sums = self._second_layer(even, (total >> size) - even >> 8, count, found & 15)
        for i in range(SLOTS):
            out[i] = self._probability((sums[i] - _HALF) >> 10)
        found &= self._gone
        if found & 32:
            out[WIN_GAMMON] = 0  # a side that has borne off a checker loses no gammon
        if found & 16:
            out[LOSE_GAMMON] = 0
        tidy(out)

    def _row(self, number: int) -> int:
        start = number * self._hidden
        row = int.from_bytes(self._rows[start : start + self._hidden], "little")
        row = row << 8 * self._hidden | row & self._mask
        self._lanes[number] = row
        return row

    def _second_layer(self, even: int, odd: int, count: int, bucket: int) -> tuple[int, ...]:
        """Returns the sums of the five outputs, each with _HALF added.

        `even`, `odd`: the sums of the even and of the odd hidden nodes, in lanes of 16 bits.
        `count`: the number of active rows.
        """
        # Bit 15 of a lane is set if the node's sum is not negative; a byte of `marks` shows it.
        ones = self._ones
        lift = ones * (_SIGN - _START - _BIAS * count)
        even += lift
        odd += lift
        size = self._hidden
        marks = (even >> 15 & ones | (odd >> 15 & ones) << 8).to_bytes(size, "little")
        halves = [array("H", lanes.to_bytes(size, "little")) for lanes in (even, odd)]
        weights = self._nodes[bucket] or self._packed(bucket)
        total = weights[-1]
        node = marks.find(b"\x01")
        while node >= 0:
            x = halves[node & 1][node >> 1] - _SIGN
            total += (x * x >> 6 if x < 255 else 1016) * weights[node]
            node = marks.find(b"\x01", node + 1)
        return unpack_from("<5I", (total & _ALL).to_bytes(4 * SLOTS, "little"))

    def _packed(self, bucket: int) -> list[int]:
        """Returns the output weights of `bucket`: an integer per hidden node, then the biases."""
        weights = []
        for node in range(self._hidden):
            at = NODE_BYTES * (bucket * self._hidden + node)
            weights.append(_joined(unpack_from("<5h", self._output, at)))
        constants = unpack_from("<5i", self._constants, 4 * SLOTS * bucket)
        weights.append(_joined([n + _HALF for n in constants]))
        self._nodes[bucket] = weights
        return weights

    def _probability(self, odds: int) -> int:
        """Converts log-odds, in 1/254, to a chance in 1/65536, by interpolation in section NETP."""
        size = -odds if odds < 0 else odds
        step = size >> 3
        if step >= 255:
            above = ONE // 2
        else:
            low = self._curve[step]
            above = low + ((self._curve[step + 1] - low) * (size & 7) + 4 >> 3)
        return ONE // 2 - above if odds < 0 else ONE // 2 + above


def _joined(numbers: "Sequence[int]") -> int:
    joined = 0
    for n in reversed(numbers):
        joined = (joined << 32) + n
    return joined


def race_net(side: bytearray, weights: "Table", words: "array[int]") -> None:
    """Estimates how many rolls a side (race.py) needs, as four numbers in words[-4:].

    The first two are for the rolls until all checkers are off: 256 * the mean, and 32 * the shape
    (about 0 to 15, see race.py), which says how much the rolls vary. The last two are the same for
    the rolls until the first checker is off.
    `weights`: section RACE. `words`: array("I") of length race.WORDS, to overwrite.
    """
    for h in range(_RACE_NODES):
        words[h] = _word(weights, h)
    pips = outside = checkers = 0
    for place in range(1, _POINTS + 1):
        count = side[place]
        pips += place * count
        outside += max(0, place - _HOME_POINTS) * count
        checkers += count
        for k in range(count):
            row = (place - 1) * _EACH_POINT + min(k, _EACH_POINT - 1)
            at = _RACE_ROWS_AT + row * _RACE_NODES
            for h in range(_RACE_NODES):
                words[h] += weights[at + (h & -4) + _BYTE_OF[h & 3]]
    zero = _ZERO + checkers * 128
    for k in range(_RACE_OUTPUTS):
        at = _DIRECT_AT + 3 * k
        total = (_word(weights, at) - _ZERO) * 256
        total += (_word(weights, at + 1) - _ZERO) * pips
        total += (_word(weights, at + 2) - _ZERO) * outside
        total <<= 2
        at = _SECOND_AT + k * _RACE_NODES
        for h in range(_RACE_NODES):
            if words[h] > zero:
                total += (words[h] - zero) * (_word(weights, at + h) - _ZERO)
        words[_RACE_NODES + k] = max(0, total + 1024 >> 11)


def _word(data: "Table", at: int) -> int:
    return data[2 * at] | data[2 * at + 1] << 8
