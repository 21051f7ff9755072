"""A NOR flash in RAM, as a block device for MicroPython, that wears, fails and loses its power."""

from fakes.disk import PlugPulled

BLOCK_BYTES = 4096
PAGE_BYTES = 256
# The tear of an operation: 0 not begun, 1 half done, 2 done; from 3 on some of its bits, by chance;
# UNSTABLE: each bit that it would have changed reads as before or after, by chance at each start.
WHOLE = 2
UNSTABLE = -1
_ERASED = b"\xff" * BLOCK_BYTES
_IO_ERROR = 5
_SIZE, _BLOCK_SIZE, _ERASE = 4, 5, 6  # ioctl


class NorFlash:
    """Erases blocks and programs whole pages, as rp2.Flash does; programming can only clear bits.

    `blocks`: their contents, or a number of erased ones. `operations`, `erases`, `reads` (bytes)
    count; `worn`: the erases of each block. `unstable`: {block: (bits, their values)}, as numbers.
    `cut`, (number, tear): the power goes in that operation, which raises PlugPulled. `fault`,
    (number, count, done): these operations raise OSError, with effect if `done`. `watch(left)` is
    called before each operation: left(tear) is a copy of the flash as a cut would leave it.
    `unerasable`, `unprogrammable`: blocks that silently stay as they are.
    """

    def __init__(self, blocks):
        self.blocks = [_ERASED] * blocks if isinstance(blocks, int) else list(blocks)
        self.worn = [0] * len(self.blocks)
        self.cut = self.fault = self.watch = None
        self.unerasable = set()
        self.unprogrammable = set()
        self.unstable = {}
        self.forget()

    def forget(self):
        """Sets all counts to 0."""
        self.operations = self.erases = self.reads = 0

    def copy(self):
        copy = NorFlash(self.blocks)
        copy.unerasable = set(self.unerasable)
        copy.unprogrammable = set(self.unprogrammable)
        copy.unstable = dict(self.unstable)
        return copy

    def wake(self, mood):
        """Switches on: unstable bits read as before (`mood` 0), as after (1), or by chance."""
        for block, (bits, were) in self.unstable.items():
            holds = _number(self.blocks[block]) & ~bits
            reads = were if mood == 0 else ~were if mood == 1 else _by_chance(BLOCK_BYTES, mood)
            self.blocks[block] = (holds | reads & bits).to_bytes(BLOCK_BYTES, "little")

    def flip(self, block, bit):
        data = bytearray(self.blocks[block])
        data[bit >> 3] ^= 1 << (bit & 7)
        self.blocks[block] = bytes(data)

    def readblocks(self, block, buf, offset=0):
        self.reads += len(buf)
        buf[:] = memoryview(self.blocks[block])[offset : offset + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=None):
        """Programs pages; without an offset, erases the block first."""
        if offset is None:
            self.ioctl(_ERASE, block)
            offset = 0
        assert offset % PAGE_BYTES == 0 and len(buf) % PAGE_BYTES == 0, "no whole pages"
        for at in range(0, len(buf), PAGE_BYTES):
            self._program(block, offset + at, bytes(buf[at : at + PAGE_BYTES]))
        return 0

    def ioctl(self, operation, argument):
        if operation == _SIZE:
            return len(self.blocks)
        if operation == _BLOCK_SIZE:
            return BLOCK_BYTES
        if operation == _ERASE:
            self.erases += 1
            self.worn[argument] += 1
            if argument not in self.unerasable:
                self._change(argument, 0, _ERASED, -1)
        return 0

    def _program(self, block, at, data):
        if block in self.unprogrammable:
            return
        old = self.blocks[block][at : at + PAGE_BYTES]
        wanted = _number(data)
        bits = _number(old) & wanted
        new = bits.to_bytes(PAGE_BYTES, "little")
        self._change(block, at, new, ~(wanted | ~0 << 8 * PAGE_BYTES) << 8 * at)

    def _change(self, block, at, new, driven):
        """Changes part of a block; `driven`: the bits that become stable by it."""
        old = self.blocks[block]
        before, after = old[at : at + len(new)], old[at + len(new) :]

        def hold(store, tear):
            bits, were = store.unstable.get(block, (0, 0))
            if tear == UNSTABLE:
                changed = _number(before) ^ _number(new)
                were = were & bits | _number(old) & ~bits
                store.unstable[block] = bits | changed << 8 * at, were
                return
            if tear == WHOLE and bits:
                store.unstable[block] = bits & ~driven, were
            store.blocks[block] = old[:at] + _torn(before, new, tear) + after

        def left(tear):
            copy = self.copy()
            hold(copy, tear)
            return copy

        if self.watch:
            self.watch(left)
        number = self.operations
        self.operations += 1
        if self.cut is not None and number == self.cut[0]:
            hold(self, self.cut[1])
            raise PlugPulled
        first, count, done = self.fault or (0, 0, True)
        fails = first <= number < first + count
        if done or not fails:
            hold(self, WHOLE)
        if fails:
            raise OSError(_IO_ERROR)


def _torn(old, new, tear):
    """Returns the content after a change from `old` to `new` that was cut off."""
    if tear <= WHOLE:
        done = len(new) * tear // WHOLE
        return new[:done] + old[done:]
    kept = _by_chance(len(new), tear)
    bits = _number(old) & kept | _number(new) & ~kept
    return bits.to_bytes(len(new), "little")


def _number(data):
    return int.from_bytes(data, "little")


def _by_chance(count, seed):
    """Returns `count` bytes of chance bits as a number."""
    mask = bytearray(count)
    state = seed
    for i in range(count):
        state = (state * 1103515245 + 12345) & 0x3FFFFFFF
        mask[i] = state >> 16 & 0xFF
    return _number(mask)
