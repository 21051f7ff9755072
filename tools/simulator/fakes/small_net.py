"""A net of 16 hidden nodes, drawn by lot: small enough for any heap, and the same everywhere."""

from array import array
from binascii import crc32
from struct import pack

from picogammon.engine import weights
from picogammon.engine.weights import ROWS

HIDDEN = 16


def packed(sections, version=weights.VERSION):
    """A file of weights with these sections, (name, bytes) each; names of four bytes."""
    table = b""
    bodies = []
    at = 16 + 12 * len(sections)
    for name, data in sections:
        table += pack("<4sII", name, at, len(data))
        bodies += [data, bytes(-len(data) % 4)]
        at += len(data) + len(bodies[-1])
    head = b"PGwt" + pack("<III", version, at + 4, len(sections))
    return checked(head, table, *bodies)


def checked(*parts):
    """A file of these parts, and the check of them."""
    check = 0
    for part in parts:
        check = crc32(part, check)
    return b"".join(parts + (pack("<I", check & 0xFFFFFFFF),))


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

    def section(self, name, size=None):
        """The section's bytes; of `size`, or it is a fault of this fake."""
        found = self.sections[name]
        if size is not None and len(found) != size:
            raise ValueError("%s has %d bytes" % (name, len(found)))
        return memoryview(found)

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
