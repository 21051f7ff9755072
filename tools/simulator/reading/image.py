"""A flash in RAM for the ring of matches: a match as it travels, or a copy of a chip's flash."""

from picogammon.devices.nor import SECTOR

_ERASED = b"\xff"


class Image:
    """A nor.Flash in a bytearray; `sectors` beyond `content` are erased."""

    steady = True

    def __init__(self, content, sectors=None):
        self.content = content
        self.sectors = sectors or -(-len(content) // SECTOR)
        content.extend(_ERASED * (self.sectors * SECTOR - len(content)))

    def read(self, sector, at, count):
        start = sector * SECTOR + at
        return bytes(self.content[start : start + count])

    def program(self, sector, at, data):
        start = sector * SECTOR + at
        for i in range(len(data)):
            self.content[start + i] &= data[i]

    def erase(self, sector):
        start = sector * SECTOR
        self.content[start : start + SECTOR] = _ERASED * SECTOR

    def sync(self):
        pass
