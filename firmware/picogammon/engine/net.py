"""What a position with contact is worth, by a net that has learnt it from many games.

The active rows of features are added up, one sum for each hidden node; the sum, cut off at 0 and
at 255, squared, goes with five weights into five outputs. Which five weights, says the bucket. All
of it is integers, and the same to the bit wherever it is computed: net_kernel does it natively,
net_twin in plain Python, and tools/trainer/bulk.py on PCs for many positions at once.
"""

from array import array
from struct import unpack_from

from picogammon.engine.features import ROWS
from picogammon.engine.net_twin import Layers
from picogammon.engine.numbers import ONE
from picogammon.engine.weights import WeightsError
from picogammon.rules.position import off, opponent_off

_BUCKETS = 9
_LANES = 16
_MOST = 1 << 20


class Net:
    """Judges positions. Its working memory is its own, so it allocates nothing on the chip."""

    def __init__(self, weights):
        """`weights`: a weights.Weights. Raises WeightsError if there is no such net in it."""
        hidden, rows, buckets = unpack_from("<HHH", weights.section("NETS"))
        if rows != ROWS or buckets != _BUCKETS or hidden % _LANES:
            raise WeightsError("the weights are those of another net")
        self.hidden = hidden
        self._layers = Layers(weights, hidden)
        self._curve = array("H", bytes(weights.section("NETP")))

    def outcome(self, pos, out):
        """Fills out (array("i") of five) with the outcome for the player who has just played.

        `pos`: as he sees it; the opponent is to roll.
        """
        self._layers.odds(pos, out)
        for i in range(5):
            out[i] = self._probability(out[i] >> 10)
        self._reconcile(pos, out)

    def _probability(self, odds):
        """The probability in 1/65536 to a logarithm of odds, by interpolation in the curve."""
        size = -odds if odds < 0 else odds
        curve = self._curve
        step = size >> 3
        if step >= 255:
            above = curve[255]
        else:
            low = curve[step]
            above = low + ((curve[step + 1] - low) * (size & 7) + 4 >> 3)
        return ONE // 2 - above if odds < 0 else ONE // 2 + above

    def _reconcile(self, pos, out):
        """Makes the five agree: no more gammons than wins, and none where a checker is off."""
        lost = ONE - out[0]
        if opponent_off(pos) > 0:
            out[1] = 0
        elif out[1] > out[0]:
            out[1] = out[0]
        if out[2] > out[1]:
            out[2] = out[1]
        if off(pos) > 0:
            out[3] = 0
        elif out[3] > lost:
            out[3] = lost
        if out[4] > out[3]:
            out[4] = out[3]
