"""The microcontrollers that firmware is made for, and the Picos that carry them."""

from collections import namedtuple

_KB = 1024
_MB = 1024 * _KB

# Sizes and offsets in bytes. name: as MicroPython's name of the machine ends; pico: the board;
# stock: MicroPython's name of that board; drive: what BOOTSEL shows; family: UF2's number of the
# chip. room: what the image may take, from the flash's start; the match log lies between room and
# start. start, end: the file system of our image; stock_start: that of MicroPython's own image, up
# to the flash's end; stock_heap: the RAM that this image leaves for Python.
Chip = namedtuple(
    "Chip", "name pico stock drive family flash ram room start end stock_start stock_heap"
)

# UF2 families: the SDK's boot/uf2.h. Starts: tools/image/definition/mpconfigboard.h with RESERVED
# of devices/file_system.py, and MicroPython's ports/rp2/boards.
RP2040 = Chip(
    "RP2040",
    "Raspberry Pi Pico",
    "RPI_PICO",
    "RPI-RP2",
    0xE48BFF56,
    flash=2 * _MB,
    ram=264 * _KB,
    room=_MB + 256 * _KB,
    start=_MB + 512 * _KB,
    end=2 * _MB,
    stock_start=640 * _KB,
    stock_heap=246 * _KB,
)
RP2350 = Chip(
    "RP2350",
    "Raspberry Pi Pico 2",
    "RPI_PICO2",
    "RP2350",
    0xE48BFF59,  # its ARM cores, secure
    flash=4 * _MB,
    ram=520 * _KB,
    room=2 * _MB,
    start=2 * _MB + 256 * _KB,
    end=3 * _MB,
    stock_start=_MB,
    stock_heap=480 * _KB,
)
CHIPS = (RP2040, RP2350)
