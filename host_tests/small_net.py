"""A random net of 16 hidden nodes: small enough for any heap, and the same on every runtime."""

from array import array
from binascii import crc32
from struct import pack

from picogammon.engine import weights
from picogammon.engine.weights import ROWS

HIDDEN = 16


def packed(sections, version=weights.VERSION):
    """Returns a file of weights with these (name of four bytes, bytes) sections."""
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
    """Returns a file of these parts and their check."""
    check = 0
    for part in parts:
        check = crc32(part, check)
    return b"".join(parts + (pack("<I", check & 0xFFFFFFFF),))


class SmallNet:
    """Replaces a Weights."""

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
        """Returns a section's bytes. Raises ValueError if they are not `size`."""
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
        """Yields `count` numbers from low to high."""
        for _ in range(count):
            self._state = (self._state * 1021 + 24593) % 1048573
            yield low + self._state % (high - low + 1)
