"""The notice that goes with an image names all that is linked into it."""

import re

from tools import runtimes
from tools.emulator.reference import IMAGE

_MAP = runtimes.ROOT / "build" / "image" / IMAGE.stem / "firmware.elf.map"
_FLASH = 0x10000000
# Libraries, as folders below MicroPython's lib/ or as archives, and what the notice calls them.
_NAMES = {
    "littlefs": "littlefs",
    "oofatfs": "FatFs",
    "mbedtls": "Mbed TLS",
    "pico-sdk": "Raspberry Pi Pico SDK",
    "tinyusb": "TinyUSB",
    "libm": "msun",
    "libc": "newlib",
    "libg": "newlib",
    "libgcc": "libgcc",
    "crt": "libgcc",
}


def _linked():
    """The libraries of which something lies in flash, as the linker's map has it."""
    assert _MAP.exists(), "there is no image to look at: make uf2"
    _, _, memory = _MAP.read_text().partition("Linker script and memory map")
    found = set()
    for address, size, path in re.findall(r"0x(\w{8,16})\s+0x(\w+)\s+(\S+)$", memory, re.MULTILINE):
        if int(address, 16) < _FLASH or not int(size, 16):
            continue
        library = re.search(r"micropython/lib/([^/]+)/|/(lib\w+)\.a\(|/(crt)\w+\.o$", path)
        if library:
            found.add(next(name for name in library.groups() if name))
    return found


def test_each_library_in_the_image_is_named():
    notice = (runtimes.ROOT / "NOTICE").read_text()
    linked = _linked()
    assert {"littlefs", "pico-sdk", "tinyusb", "libgcc"} <= linked
    assert [name for name in sorted(linked) if "\n" + _NAMES[name] not in notice] == []


def test_it_lies_beside_the_image():
    assert (IMAGE.parent / "NOTICE").read_text() == (runtimes.ROOT / "NOTICE").read_text()
