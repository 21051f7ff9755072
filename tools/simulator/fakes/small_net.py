"""A net of 16 hidden nodes, drawn by lot: small enough for any heap, and the same everywhere."""

from array import array
from struct import pack

from picogammon.engine.features import ROWS

HIDDEN = 16


class SmallNet:
    """Has sections as a Weights does."""

    def __init__(self):
        self._state = 1
        curve = [min(32767, 256 * i - i * i // 2) for i in range(255)] + [32768]
        self.sections = {
            "NETS": pack("<HHHH", HIDDEN, ROWS, 9, 0),
            "NETW": bytes(self._drawn(ROWS * HIDDEN, 1, 255)),
            "NETB": bytes(array("h", self._drawn(HIDDEN, -1000, 1000))),
            "NETV": self._output(),
            "NETC": bytes(array("i", [19 * n for n in self._drawn(45, -30000, 30000)])),
            "NETP": bytes(array("H", curve)),
            "ESCP": bytes(self._drawn(4096, 0, 36)),
        }

    def section(self, name):
        """The section's bytes."""
        return memoryview(self.sections[name])

    def _output(self):
        weights = array("h", self._drawn(9 * HIDDEN * 6, -400, 400))
        for i in range(5, len(weights), 6):
            weights[i] = 0
        return bytes(weights)

    def _drawn(self, count, low, high):
        """So many numbers from low to high, a generator."""
        for _ in range(count):
            self._state = (self._state * 1021 + 24593) % 1048573
            yield low + self._state % (high - low + 1)
