"""The net in plain Python: what net_kernel does natively on the chip, to the bit.

A row of weights is added as one long number, its bytes spread over lanes of 16 bits: the even ones
by a mask, the odd ones are what is missing from the sum of all.
"""

from array import array
from struct import unpack_from

from picogammon.engine.features import MOST, ROWS, features
from picogammon.engine.numbers import ONE
from picogammon.engine.weights import WeightsError

_BUCKETS = 9
_OUTPUTS = 5
_STRIDE = 6  # halfwords of output weights for each hidden node
_LANES = 16
_BIAS = 128  # what was added to each weight to make it a byte
_START = 1024  # what is added to each sum, so that none is ever negative


def hidden_nodes(weights):
    """How many hidden nodes the net in `weights` has. Raises WeightsError if it is another net."""
    hidden, rows, buckets = unpack_from("<HHH", weights.section("NETS"))
    if rows != ROWS or buckets != _BUCKETS or hidden % _LANES:
        raise WeightsError("the weights are those of another net")
    return hidden


class Net:
    """Judges positions. Its working memory is its own, so it allocates nothing on the chip."""

    def __init__(self, weights):
        """`weights`: a weights.Weights. Raises WeightsError if there is no such net in it."""
        hidden = hidden_nodes(weights)
        self._hidden = hidden
        self._rows = weights.section("NETW")
        biases = array("h", bytes(weights.section("NETB")))
        lanes = [array("H", [biases[i] + _START for i in range(k, hidden, 2)]) for k in (0, 1)]
        self._even, odd = [int.from_bytes(bytes(half), "little") for half in lanes]
        self._all = self._even + (odd << 8)
        self._mask = int.from_bytes(b"\xff\x00" * (hidden // 2), "little")
        self._output = array("h", bytes(weights.section("NETV")))
        self._constants = array("i", bytes(weights.section("NETC")))
        self._curve = array("H", bytes(weights.section("NETP")))
        self._escapes = weights.section("ESCP")
        self._active = array("H", bytes(2 * MOST))

    def outcome(self, pos, out):
        """Fills out (array("i") of five) with the outcome for the player who has just played.

        `pos`: as he sees it; the opponent is to roll.
        """
        found = features(pos, self._active, self._escapes)
        count = found >> 6
        both = self._all
        even = self._even
        hidden = self._hidden
        for i in range(count):
            start = self._active[i] * hidden
            row = int.from_bytes(self._rows[start : start + hidden], "little")
            both += row
            even += row & self._mask
        bucket = found & 15
        sums = self._constants[_OUTPUTS * bucket : _OUTPUTS * bucket + _OUTPUTS]
        first = bucket * hidden * _STRIDE
        zero = _START + _BIAS * count
        self._add(sums, even, first, zero)
        self._add(sums, (both - even) >> 8, first + _STRIDE, zero)
        for i in range(_OUTPUTS):
            out[i] = self._probability(sums[i] >> 10)
        _reconcile(out, found)

    def _add(self, sums, lanes, at, zero):
        """Adds to the sums what every other hidden node gives."""
        win, gammon, backgammon, lost_gammon, lost_backgammon = sums
        weight = self._output
        for x in array("H", lanes.to_bytes(self._hidden, "little")):
            if x > zero:
                x -= zero
                a = x * x >> 6 if x < 255 else 1016
                win += a * weight[at]
                gammon += a * weight[at + 1]
                backgammon += a * weight[at + 2]
                lost_gammon += a * weight[at + 3]
                lost_backgammon += a * weight[at + 4]
            at += 2 * _STRIDE
        for i, total in enumerate((win, gammon, backgammon, lost_gammon, lost_backgammon)):
            sums[i] = total

    def _probability(self, odds):
        """The probability in 1/65536 to a logarithm of odds, by interpolation in the curve."""
        size = -odds if odds < 0 else odds
        step = size >> 3
        if step >= 255:
            above = ONE // 2
        else:
            low = self._curve[step]
            above = low + ((self._curve[step + 1] - low) * (size & 7) + 4 >> 3)
        return ONE // 2 - above if odds < 0 else ONE // 2 + above


def _reconcile(out, found):
    """Makes the five agree: no more gammons than wins, and none where a checker is off."""
    lost = ONE - out[0]
    if found & 32:
        out[1] = 0
    elif out[1] > out[0]:
        out[1] = out[0]
    if out[2] > out[1]:
        out[2] = out[1]
    if found & 16:
        out[3] = 0
    elif out[3] > lost:
        out[3] = lost
    if out[4] > out[3]:
        out[4] = out[3]
