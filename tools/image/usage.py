"""How much flash and RAM an image uses, as its linker's symbols tell."""

from tools import children
from tools.image import ImageError


class Usage:
    """What an image uses, in bytes.

    `program`: flash for code and tables; `room`: the flash that it may take;
    `heap`: RAM for Python; `static`: RAM that MicroPython keeps for itself, its stacks included.
    """

    def __init__(self, program, heap, target):
        """`target`: the build.Target."""
        self.program = program
        self.room = target.room
        self.heap = heap
        self.ram = target.chip.ram
        self.static = self.ram - heap

    def __str__(self):
        return (
            f"flash  {_kb(self.program)} of {_kb(self.room)} used "
            f"({100 * self.program // self.room} %)\n"
            f"RAM    {_kb(self.static)} of {_kb(self.ram)} used, heap {_kb(self.heap)}"
        )


def _kb(size):
    return f"{size / 1024:.0f} KB"


def measure(elf, target):
    """The Usage of a target's linked image (path).

    Raises ImageError if it takes more than it may, which the linker does not look at: it would run
    into the files of a board.
    """
    listing = children.run(
        ["arm-none-eabi-nm", str(elf)], capture_output=True, text=True, check=True
    ).stdout
    symbols = {}
    for line in listing.splitlines():
        address, _, name = line.split()[-3:]
        symbols[name] = int(address, 16)
    used = Usage(
        symbols["__flash_binary_end"] - symbols["__flash_binary_start"],
        symbols["__GcHeapEnd"] - symbols["__GcHeapStart"],
        target,
    )
    if used.program > used.room:
        raise ImageError(
            f"The image is too large: {used.program} bytes. There is room for {used.room}."
        )
    return used
