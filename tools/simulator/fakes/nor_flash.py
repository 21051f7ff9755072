"""A NOR flash in RAM, as a block device for MicroPython: it wears, fails and loses its power."""

from fakes.disk import PlugPulled

BLOCK_BYTES = 4096
PAGE_BYTES = 256
# How an operation tears: 0 not begun, 1 half done, 2 done; from 3 on some of its bits, by chance;
# UNSTABLE: each bit that it would have changed reads as before or after, at each start anew.
WHOLE = 2
UNSTABLE = -1
_ERASED = b"\xff" * BLOCK_BYTES
_IO_ERROR = 5
_SIZE, _BLOCK_SIZE, _ERASE = 4, 5, 6  # ioctl


class NorFlash:
    """Erases blocks and programs whole pages, as rp2.Flash does; to program can only clear bits.

    `blocks`: what each holds, or how many erased ones; those that were never written are shared.
    `operations`, `erases`, `programs` and `reads` (bytes) count what it did; `worn`: the erases of
    each block. `unstable`: {block: (bits, what they were)}, as numbers. In operation number `cut`,
    a (number, tear), the power goes: it raises PlugPulled.
    The operations from `fault` on, a (number, count, done), raise OSError, with or without effect.
    `watch(left)`, if it is set, is called before each operation: left(tear) is a copy of the flash
    as it would be if the power went in it. `unerasable`, `unprogrammable`: blocks that are not
    erased, or not programmed, any more, without a word.
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
        """Counts from nought."""
        self.operations = self.erases = self.programs = self.reads = 0

    def copy(self):
        """Another flash that holds the same."""
        copy = NorFlash(self.blocks)
        copy.unerasable = set(self.unerasable)
        copy.unprogrammable = set(self.unprogrammable)
        copy.unstable = dict(self.unstable)
        return copy

    def wake(self, mood):
        """Power on: unstable bits read as before their operation (`mood` 0), as after it (1), or
        some so and some so."""
        for block, (bits, were) in self.unstable.items():
            holds = _number(self.blocks[block]) & ~bits
            reads = were if mood == 0 else ~were if mood == 1 else _by_chance(BLOCK_BYTES, mood)
            self.blocks[block] = (holds | reads & bits).to_bytes(BLOCK_BYTES, "little")

    def flip(self, block, bit):
        """Flips a bit of a block."""
        data = bytearray(self.blocks[block])
        data[bit >> 3] ^= 1 << (bit & 7)
        self.blocks[block] = bytes(data)

    def readblocks(self, block, buf, offset=0):
        self.reads += len(buf)
        buf[:] = memoryview(self.blocks[block])[offset : offset + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=None):
        """Programs; without an offset it erases the block before."""
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
        self.programs += 1
        if block in self.unprogrammable:
            return
        old = self.blocks[block][at : at + PAGE_BYTES]
        wanted = _number(data)
        bits = _number(old) & wanted
        new = bits.to_bytes(PAGE_BYTES, "little")
        self._change(block, at, new, ~(wanted | ~0 << 8 * PAGE_BYTES) << 8 * at)

    def _change(self, block, at, new, driven):
        """`driven`: the bits of the block that this sets or clears, whatever they are."""
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
    """What is there of a change from `old` to `new` that was cut off."""
    if tear <= WHOLE:
        done = len(new) * tear // WHOLE
        return new[:done] + old[done:]
    kept = _by_chance(len(new), tear)
    bits = _number(old) & kept | _number(new) & ~kept
    return bits.to_bytes(len(new), "little")


def _number(data):
    return int.from_bytes(data, "little")


def _by_chance(count, seed):
    """Returns the bits of so many bytes, by chance, as a number."""
    mask = bytearray(count)
    state = seed
    for i in range(count):
        state = (state * 1103515245 + 12345) & 0x3FFFFFFF
        mask[i] = state >> 16 & 0xFF
    return _number(mask)
