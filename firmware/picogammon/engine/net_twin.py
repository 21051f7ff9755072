"""The net in plain Python: what net_kernel does natively on the chip, to the bit.

Long numbers do many sums at once. A row of weights is one: below the even bytes alone, in lanes of
16 bits, above all bytes, so that the odd ones' sums are what is missing from the sum of all. A
hidden node's five weights are one as well, 32 bits each.
"""

from array import array
from micropython import const
from struct import unpack_from

from picogammon.engine.features_twin import features
from picogammon.engine.numbers import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    ONE,
    SLOTS,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.engine.weights import BUCKETS, MOST, NODE_BYTES, ROWS, USUAL, net_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.numbers import Outcome
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position

_HALF = const(1 << 31)  # what is added to each output's sum
_ALL = (1 << 32 * SLOTS) - 1
_BIAS = const(128)  # what was added to each weight to make it a byte
_SIGN = const(1 << 15)
_GONE = const(48)  # what features says of checkers that are off, if a side has fifteen
_START = const(1024)  # what is added to each sum, so that none is ever negative


class Net:
    """Judges positions. Its working memory is its own, so it allocates nothing on the chip."""

    def __init__(
        self, weights: "Weights", kind: str = USUAL, room: bytearray | None = None
    ) -> None:
        """`weights`: a weights.Weights. Raises WeightsError if there is no such net in it.

        `kind`: which net, as weights.py has it. `room`: where native code keeps copies.
        """
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
        """Fills out (array("i") of five) with the outcome for the player who has just played.

        `pos`: as he sees it; the opponent is to roll.
        """
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
        _reconcile(out, found & self._gone)

    def _row(self, number: int) -> int:
        """A row's weights as one number; it is kept."""
        start = number * self._hidden
        row = int.from_bytes(self._rows[start : start + self._hidden], "little")
        row = row << 8 * self._hidden | row & self._mask
        self._lanes[number] = row
        return row

    def _second_layer(self, even: int, odd: int, count: int, bucket: int) -> tuple[int, ...]:
        """The outputs' sums, and _HALF more, from the lanes of the hidden nodes'."""
        # Where a node's sum is not negative bit 15 is set, and a byte says so.
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
        """A bucket's weights, one number a hidden node, then the constants; they are kept."""
        weights = []
        for node in range(self._hidden):
            at = NODE_BYTES * (bucket * self._hidden + node)
            weights.append(_joined(unpack_from("<5h", self._output, at)))
        constants = unpack_from("<5i", self._constants, 4 * SLOTS * bucket)
        weights.append(_joined([n + _HALF for n in constants]))
        self._nodes[bucket] = weights
        return weights

    def _probability(self, odds: int) -> int:
        """The probability in 1/65536 to a logarithm of odds, by interpolation in the curve."""
        size = -odds if odds < 0 else odds
        step = size >> 3
        if step >= 255:
            above = ONE // 2
        else:
            low = self._curve[step]
            above = low + ((self._curve[step + 1] - low) * (size & 7) + 4 >> 3)
        return ONE // 2 - above if odds < 0 else ONE // 2 + above


def _joined(numbers: "Sequence[int]") -> int:
    """Numbers as one, 32 bits each, the first the lowest."""
    joined = 0
    for n in reversed(numbers):
        joined = (joined << 32) + n
    return joined


def _reconcile(out: "Outcome", found: int) -> None:
    """Makes the five agree: no more gammons than wins, and none where a checker is off."""
    lost = ONE - out[WIN]
    if found & 32:
        out[WIN_GAMMON] = 0
    elif out[WIN_GAMMON] > out[WIN]:
        out[WIN_GAMMON] = out[WIN]
    if out[WIN_BACKGAMMON] > out[WIN_GAMMON]:
        out[WIN_BACKGAMMON] = out[WIN_GAMMON]
    if found & 16:
        out[LOSE_GAMMON] = 0
    elif out[LOSE_GAMMON] > lost:
        out[LOSE_GAMMON] = lost
    if out[LOSE_BACKGAMMON] > out[LOSE_GAMMON]:
        out[LOSE_BACKGAMMON] = out[LOSE_GAMMON]
