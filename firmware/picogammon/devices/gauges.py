"""What a board measures of itself: its chip, how long its flash takes, how random its bits are."""

from micropython import const

from picogammon.devices.nor import PAGE, SECTOR

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from picogammon.devices.ring import Ring

    Took = Callable[..., int]  # took(action, *what): the us that an action takes

_CHIP_ID = const(0x40000000)  # SYSINFO
_REVISION_BIT = const(28)
_ROM_VERSION = const(0x13)  # address of a byte of the boot ROM
_WORD = 0xFFFFFFFF  # MicroPython's mem32 is signed
_HITS = const(12)  # hit counter of the flash's cache, as an offset from the first control register
_ACCESSES = const(16)
# By chip: {number in the register: revision}, and from the data sheets the addresses of the first
# register that controls the flash's cache, and of the flash clock's.
CHIPS = {
    "RP2040": ({1: "B0 or B1", 2: "B2"}, 0x14000000, 0x18000014),
    "RP2350": ({0: "A0", 1: "A1", 2: "A2"}, 0x400C8000, 0x400D000C),
}

ERASE = "sector erase"
PROGRAM = "page program"
_ERASE = const(6)  # of a block device's ioctl, as MicroPython numbers them
_TIMES = const(5)


class Chip:
    """What the registers tell of the chip in `sys.implementation._machine`, `name`.

    `machine`: the module. The attribute `name` is RP2040 or RP2350. Raises ValueError for another
    chip.
    """

    def __init__(self, machine: "Any", name: str) -> None:
        self.name = name[-6:]
        if self.name not in CHIPS:
            raise ValueError("a chip that is not known: " + name)
        self._revisions, self._cache, self._flash_clock = CHIPS[self.name]
        self._words = machine.mem32
        self._bytes = machine.mem8

    @property
    def revision(self) -> str:
        """The revisions of the chip and of its boot ROM, in words."""
        number = self._words[_CHIP_ID] >> _REVISION_BIT & 15
        name = self._revisions.get(number, "number %d" % number)
        return "revision %s, boot ROM %d" % (name, self._bytes[_ROM_VERSION])

    @property
    def flash_divisor(self) -> int:
        """The chip's clock divided by the flash's."""
        return self._words[self._flash_clock] & 255

    def count_cache(self) -> None:
        """Restarts the cache's counters."""
        words, at = self._words, self._cache
        words[at + _HITS] = words[at + _ACCESSES] = 0

    def cache_hits(self) -> int | None:
        """The share of flash reads since then that the cache could serve, in thousandths.

        None if the chip does not count, or if the counters are full: they stop then.
        """
        words, at = self._words, self._cache
        hits, accesses = words[at + _HITS] & _WORD, words[at + _ACCESSES] & _WORD
        return hits * 1000 // accesses if 0 < accesses < _WORD else None


def flash_times(flash: "Any", ring: "Ring", took: "Took") -> "Iterator[tuple[str, int]]":
    """Erases a sector and programs its pages, some times: yields what that was, and the us it took.

    `flash`: the block device that `ring` begins. The sector that the ring needs next is erased and
    programmed: whatever is in it, it is erased before it is used. Raises OSError if none is free.
    """
    page = b"\x55" * PAGE
    for _ in range(_TIMES):
        yield ERASE, took(flash.ioctl, _ERASE, ring.spare())
        for at in range(0, SECTOR, PAGE):
            yield PROGRAM, took(flash.writeblocks, ring.spare(), page, at)


def flash_kb(size: int) -> int:
    """The KB of a flash chip, by the last byte of its JEDEC number; 0 if that means nothing."""
    return 1 << size - 10 if 10 < size < 32 else 0


def longest_run(bits: bytearray) -> int:
    """The length of the longest run of equal bits, one in each byte, 0 or 1."""
    length = 0
    while bits.find(bytes(length + 1)) >= 0 or bits.find(b"\x01" * (length + 1)) >= 0:
        length += 1
    return length
