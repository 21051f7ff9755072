"""Where the chips have the registers that this firmware reaches through `machine.mem32`.

Both chips have the same registers, at different addresses: those of their data sheets. A PIO's are
at the same ones (matrix_watch.py).
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any, Protocol

    class Registers(Protocol):
        def __getitem__(self, __address: int) -> int: ...
        def __setitem__(self, __address: int, __value: int) -> None: ...


WATCHDOG = const(0)  # the first of its registers, CTRL
RANDOM_BIT = const(1)  # the ring oscillator's
CACHE = const(2)  # the first of those that control the flash's cache
FREQUENCIES = const(3)  # the first of the frequency counter's
FLASH_CLOCK = const(4)

_CHIPS: "tuple[tuple[Any, ...], ...]" = (
    ("RP2040", 0x40058000, 0x4006001C, 0x14000000, 0x40008080, 0x18000014),
    ("RP2350", 0x400D8000, 0x400E8020, 0x400C8000, 0x4001008C, 0x400D000C),
)


def address(machine_name: str, which: int) -> int | None:
    """The address of WATCHDOG, RANDOM_BIT, … on the chip that a name ends in, None if that is
    unknown.

    `machine_name` is `sys.implementation._machine`: "Raspberry Pi Pico with RP2040".
    """
    for chip, *addresses in _CHIPS:
        if machine_name.endswith(chip):
            return addresses[which]
    return None
