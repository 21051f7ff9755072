"""The microcontrollers that firmware is made for, and the Picos that carry them."""

_MB = 1024 * 1024


class Chip:
    """A chip and its Pico; sizes and offsets in bytes.

    `name`: as MicroPython's name of the machine ends; `pico`: the board; `stock`: what MicroPython
    calls that; `drive`: what BOOTSEL shows; `family`: UF2's number of it. `flash`, `ram`: what
    there is; `room`: what the image may take, from the flash's start; then the match log has what
    lies before `start`; `start`, `end`: the file system of our image; `stock_start`: the file
    system of MicroPython's own image, which goes to the flash's end; `stock_heap`: how much RAM
    that leaves for Python.
    """

    def __init__(
        self, name, pico, stock, drive, family, flash, ram, room, start, end, stock_start, heap_kb
    ):
        self.name = name
        self.pico = pico
        self.stock = stock
        self.drive = drive
        self.family = family
        self.flash = flash
        self.ram = ram
        self.room = room
        self.start = start
        self.end = end
        self.stock_start = stock_start
        self.stock_heap = heap_kb * 1024


# UF2 families: the SDK's boot/uf2.h. Starts: tools/image/definition/mpconfigboard.h with RESERVED
# of devices/file_system.py, and MicroPython's ports/rp2/boards.
RP2040 = Chip(
    "RP2040",
    "Raspberry Pi Pico",
    "RPI_PICO",
    "RPI-RP2",
    0xE48BFF56,
    flash=2 * _MB,
    ram=264 * 1024,
    room=_MB + 256 * 1024,
    start=_MB + 512 * 1024,
    end=2 * _MB,
    stock_start=640 * 1024,
    heap_kb=246,
)
RP2350 = Chip(
    "RP2350",
    "Raspberry Pi Pico 2",
    "RPI_PICO2",
    "RP2350",
    0xE48BFF59,  # its ARM cores, secure
    flash=4 * _MB,
    ram=520 * 1024,
    room=2 * _MB,
    start=2 * _MB + 256 * 1024,
    end=3 * _MB,
    stock_start=_MB,
    heap_kb=480,
)
CHIPS = (RP2040, RP2350)
