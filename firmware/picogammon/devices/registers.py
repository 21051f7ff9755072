"""The addresses of the chips' registers that this firmware reaches through `machine.mem32`.

Both chips have the same registers at different addresses, which come from their data sheets. A
PIO's are at the same addresses (matrix.py).
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

WATCHDOG = const(0)  # CTRL, the first of its registers
RANDOM_BIT = const(1)  # the ring oscillator's
CACHE = const(2)  # the first register that controls the flash's cache
FREQUENCIES = const(3)  # the first register of the frequency counter
FLASH_CLOCK = const(4)

_CHIPS: "tuple[tuple[Any, ...], ...]" = (
    ("RP2040", 0x40058000, 0x4006001C, 0x14000000, 0x40008080, 0x18000014),
    ("RP2350", 0x400D8000, 0x400E8020, 0x400C8000, 0x4001008C, 0x400D000C),
)


def address(machine_name: str, which: int) -> int | None:
    """The address of WATCHDOG, RANDOM_BIT, … on the chip in `machine_name`; None if it is unknown.

    `machine_name`: `sys.implementation._machine`, like "Raspberry Pi Pico with RP2040".
    """
    for chip, *addresses in _CHIPS:
        if machine_name.endswith(chip):
            return addresses[which]
    return None
