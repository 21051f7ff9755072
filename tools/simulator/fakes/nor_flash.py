"""A NOR flash in RAM, as a block device for MicroPython's file systems."""

BLOCK_BYTES = 4096
PAGE_BYTES = 256
_ERASED = b"\xff" * BLOCK_BYTES


def _programmed(old, data):
    """What a page holds then: a bit that is 0 stays so until it is erased."""
    bits = int.from_bytes(old[: len(data)], "little") & int.from_bytes(data, "little")
    return bits.to_bytes(len(data), "little")


class NorFlash:
    """Erases blocks and programs pages. `blocks`: what each holds, or how many erased ones.

    Blocks that were never written are shared. `erases`, `programmed` (bytes) and `operations`,
    which are both, count what it did. `on_change(block, torn)` is called before each operation:
    `torn` is what the block would hold if the power went when half of it is done.
    """

    def __init__(self, blocks):
        self.blocks = [_ERASED] * blocks if isinstance(blocks, int) else list(blocks)
        self.on_change = None
        self.forget()

    def forget(self):
        """Counts from nought."""
        self.erases = self.programmed = self.operations = 0

    def readblocks(self, block, buf, offset=0):
        buf[:] = memoryview(self.blocks[block])[offset : offset + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=None):
        """Programs; without an offset it erases the block before."""
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        self.programmed += len(buf)
        for at in range(0, len(buf), PAGE_BYTES):
            old = self.blocks[block][offset + at : offset + at + PAGE_BYTES]
            self._change(
                block, offset + at, _programmed(old, memoryview(buf)[at : at + PAGE_BYTES])
            )
        return 0

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.blocks)
        if operation == 5:
            return BLOCK_BYTES
        if operation == 6:
            self.erases += 1
            self._change(argument, 0, _ERASED)
        return 0

    def _change(self, block, offset, data):
        old = self.blocks[block]
        if self.on_change:
            torn = bytearray(old)
            half = len(data) // 2
            torn[offset : offset + half] = data[:half]
            self.on_change(block, torn)
        self.operations += 1
        new = bytearray(old)
        new[offset : offset + len(data)] = data
        self.blocks[block] = bytes(new)
