"""Measures a board: its chip, its flash, and how random its bits are."""

from micropython import const

from picogammon.devices import entropy

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

_CHIP_ID = const(0x40000000)  # SYSINFO
_REVISION_BIT = const(28)
_ROM_VERSION = const(0x13)  # address of a byte of the boot ROM
_BITS = const(4096)
# By chip: {number in the register: revision}.
CHIPS = {"RP2040": {1: "B0 or B1", 2: "B2"}, "RP2350": {0: "A0", 1: "A1", 2: "A2"}}


def chip_text(machine: "Any", name: str) -> str:
    """Names a chip, its revision and that of its boot ROM.

    `machine`: the module. `name`: what it runs on, `sys.implementation._machine`.
    """
    chip = name[-6:]
    if chip not in CHIPS:
        return "unknown chip"
    number = machine.mem32[_CHIP_ID] >> _REVISION_BIT & 15
    revision = CHIPS[chip].get(number, "number %d" % number)
    return "%s, revision %s, boot ROM %d" % (chip, revision, machine.mem8[_ROM_VERSION])


def flash_kb(size: int) -> int:
    """The KB of a flash chip, by the last byte of its JEDEC number; 0 if that means nothing."""
    return 1 << size - 10 if 10 < size < 32 else 0


def raw_bits(host: "Any") -> tuple[int, int]:
    """(per cent of ones, longest run of equal bits) of 4096 raw bits of a host's random source."""
    bits = bytearray(_BITS)
    entropy.source(host.machine, host.chip, host.urandom)(bits, 0, _BITS, 0)
    return sum(bits) * 100 // _BITS, longest_run(bits)


def longest_run(bits: bytearray) -> int:
    """The length of the longest run of equal bits, one in each byte, 0 or 1."""
    length = 0
    while bits.find(bytes(length + 1)) >= 0 or bits.find(b"\x01" * (length + 1)) >= 0:
        length += 1
    return length
