"""The net's two layers in plain Python: what net_kernel does natively on the chip, to the bit.

A row of weights is added as one long number, its bytes spread over lanes of 16 bits: the even ones
by a mask, the odd ones are what is missing from the sum of all.
"""

from array import array
from struct import unpack_from

from picogammon.engine.features import features

_OUTPUTS = 5
_STRIDE = 6  # of the output weights of a hidden node
_BIAS = 128  # what was added to each weight to make it a byte
_START = 1024  # what is added to each sum, so that none is ever negative


class Layers:
    """From a position to the logarithms of its odds."""

    def __init__(self, sections, hidden):
        """`sections`: a Weights; `hidden`: the number of hidden nodes, a multiple of 16."""
        self._rows = sections.section("NETW")
        self._hidden = hidden
        self._escapes = sections.section("ESCP")
        biases = array("h", bytes(sections.section("NETB")))
        lanes = [array("H", [biases[i] + _START for i in range(k, hidden, 2)]) for k in (0, 1)]
        self._even, odd = [int.from_bytes(bytes(half), "little") for half in lanes]
        self._all = self._even + (odd << 8)
        self._mask = int.from_bytes(b"\xff\x00" * (hidden // 2), "little")
        self._output = array("h", bytes(sections.section("NETV")))
        self._constants = sections.section("NETC")
        self._active = array("H", bytes(2 * 64))

    def odds(self, pos, out):
        """Fills out with the five outputs' sums, before they become probabilities."""
        rows = self._active
        found = features(pos, rows, self._escapes)
        hidden = self._hidden
        weights = self._rows
        mask = self._mask
        both = self._all
        even = self._even
        count = found >> 4
        for i in range(count):
            start = rows[i] * hidden
            row = int.from_bytes(weights[start : start + hidden], "little")
            both += row
            even += row & mask
        odd = (both - even) >> 8
        bucket = found & 15
        sums = unpack_from("<5i", self._constants, 4 * _OUTPUTS * bucket)
        first = bucket * hidden * _STRIDE
        zero = _START + _BIAS * count
        sums = self._add(sums, even, first, zero)
        sums = self._add(sums, odd, first + _STRIDE, zero)
        for i in range(_OUTPUTS):
            out[i] = sums[i]

    def _add(self, sums, lanes, at, zero):
        """The sums, and what every other hidden node gives to them."""
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
        return win, gammon, backgammon, lost_gammon, lost_backgammon
