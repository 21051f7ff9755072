"""How much flash and RAM an image uses, as its linker's symbols tell."""

import subprocess

from tools.image import ImageError

_FLASH_BYTES = 2 * 1024 * 1024  # the Raspberry Pi Pico's
_RAM_BYTES = 264 * 1024


class Usage:
    """What an image uses, in bytes.

    `program`: flash for code and tables; `room`: the flash that the file system leaves for it;
    `static`: RAM that MicroPython keeps for itself, its stacks included; `heap`: RAM for Python.
    """

    def __init__(self, program, file_system, heap):
        self.program = program
        self.file_system = file_system
        self.room = _FLASH_BYTES - file_system
        self.heap = heap
        self.static = _RAM_BYTES - heap

    def __str__(self):
        return (
            f"flash  {_kb(self.program)} of {_kb(self.room)} used "
            f"({100 * self.program // self.room} %), file system {_kb(self.file_system)}\n"
            f"RAM    {_kb(self.static)} of {_kb(_RAM_BYTES)} used, heap {_kb(self.heap)}"
        )


def _kb(size):
    return f"{size / 1024:.0f} KB"


def measure(elf, file_system):
    """The Usage of a linked image (path) whose board keeps so many bytes of file system.

    Raises ImageError if the image runs into its file system: the linker does not look.
    """
    listing = subprocess.run(
        ["arm-none-eabi-nm", str(elf)], capture_output=True, text=True, check=True
    ).stdout
    symbols = {}
    for line in listing.splitlines():
        address, _, name = line.split()[-3:]
        symbols[name] = int(address, 16)
    used = Usage(
        symbols["__flash_binary_end"] - symbols["__flash_binary_start"],
        file_system,
        symbols["__GcHeapEnd"] - symbols["__GcHeapStart"],
    )
    if used.program > used.room:
        raise ImageError(
            f"The image is too large: {used.program} bytes, and the file system leaves {used.room}."
        )
    return used
