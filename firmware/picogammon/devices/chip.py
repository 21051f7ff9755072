"""What the chip's registers tell about it."""

from micropython import const

from picogammon.devices import registers

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Protocol

    from picogammon.devices.registers import Registers

    class Machine(Protocol):
        mem32: Registers
        mem8: Registers


_CHIP_ID = const(0x40000000)  # SYSINFO
_REVISION_BIT = const(28)
_ROM_VERSION = const(0x13)  # address of a byte of the boot ROM
# Registers of the frequency counter, as offsets from its first one.
_REFERENCE_KHZ, _MOST_KHZ, _INTERVAL, _SOURCE, _STATUS, _RESULT = 0, 8, 16, 20, 24, 28
_CRYSTAL_KHZ = const(12000)
_LONG = const(10)  # it counts for 2**10 us
_RING = const(3)
_DONE = const(16)
_LOOKS = const(1000)
_KHZ_BIT = const(5)  # below it are fractions
_TOO_LARGE = const(1 << 30)  # the register has no more bits
_WORD = 0xFFFFFFFF  # MicroPython's mem32 is signed
_HITS = const(12)  # hit counter of the flash's cache, as an offset from the first control register
_ACCESSES = const(16)


# (name, {number in the register: revision})
_REVISIONS = (
    ("RP2040", {1: "B0 or B1", 2: "B2"}),
    ("RP2350", {0: "A0", 1: "A1", 2: "A2"}),
)


class Chip:
    """The chip in `sys.implementation._machine`, `name`. Raises ValueError for an unknown chip.

    `machine`: the module. The attribute `name` is RP2040 or RP2350.
    """

    def __init__(self, machine: "Machine", name: str) -> None:
        found = [one for one in _REVISIONS if name.endswith(one[0])]
        if not found:
            raise ValueError("a chip that is not known: " + name)
        self.name, self._revisions = found[0]
        self._words = machine.mem32
        self._bytes = machine.mem8

    def _at(self, which: int) -> int:
        address = registers.address(self.name, which)
        assert address is not None
        return address

    @property
    def revision(self) -> str:
        """The revisions of the chip and of its boot ROM, in words."""
        number = self._words[_CHIP_ID] >> _REVISION_BIT & 15
        name = self._revisions.get(number, "number %d" % number)
        return "revision %s, boot ROM %d" % (name, self._bytes[_ROM_VERSION])

    @property
    def flash_divisor(self) -> int:
        """The chip's clock divided by the flash's."""
        return self._words[self._at(registers.FLASH_CLOCK)] & 255

    def ring_khz(self) -> int | None:
        """The ring oscillator's frequency, measured against the crystal; None if that fails.

        Takes a millisecond. RP2040 data sheet, 2.15.4.
        """
        words, at = self._words, self._at(registers.FREQUENCIES)
        words[at + _REFERENCE_KHZ] = _CRYSTAL_KHZ
        words[at + _INTERVAL] = _LONG
        words[at + _MOST_KHZ] = 0xFFFFFF
        words[at + _SOURCE] = _RING  # starts the counting
        for _ in range(_LOOKS):
            if words[at + _STATUS] & _DONE:
                result = words[at + _RESULT] & _WORD
                return result >> _KHZ_BIT if result < _TOO_LARGE else None
        return None

    def count_cache(self) -> None:
        """Restarts the cache's counters."""
        words, at = self._words, self._at(registers.CACHE)
        words[at + _HITS] = words[at + _ACCESSES] = 0

    def cache_hits(self) -> int | None:
        """The share of flash reads since then that the cache could serve, in thousandths.

        None if the chip does not count, or if the counters are full.
        """
        words, at = self._words, self._at(registers.CACHE)
        hits, accesses = words[at + _HITS] & _WORD, words[at + _ACCESSES] & _WORD
        # The counters stop when they are full.
        return hits * 1000 // accesses if 0 < accesses < _WORD else None
