"""Makes the image of a board: MicroPython with the firmware frozen in, one UF2 file."""

ELSEWHERE = """\
To make the image without Debian's packages:
  1. install arm-none-eabi-gcc with newlib, cmake, make and a C compiler for this machine
  2. fetch MicroPython 1.25 or newer, and in it: make -C ports/rp2 BOARD=RPI_PICO submodules
  3. make uf2 MICROPYTHON_SOURCE=/where/it/is
Or make none: put MicroPython's own image for the board on it, then: make flash"""


class ImageError(Exception):
    """No image could be made; the text says why, and what to do."""
