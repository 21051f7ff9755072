"""UF2, the format of the files that are dropped onto a board.

Source: the UF2 specification (magic numbers, block layout) and its list of families.
"""

import struct

from tools.boards.chips import CHIPS

_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY = 0x2000
_PAYLOAD = 256  # a page of flash, which is what the chips' loaders take
_BLOCK = 512
FLASH = 0x10000000  # where both chips see their flash
_BY_FAMILY = {chip.family: chip for chip in CHIPS}


def pack(image, chip):
    """The UF2 file (bytes) that puts an image (bytes) at the beginning of a chip's flash.

    For the RP2350 it begins with no block for any chip, as files of Raspberry Pi's tools do: that
    mends drives on chips with a partition table, which our boards have not, and erases a sector.
    """
    pages = [image[i : i + _PAYLOAD] for i in range(0, len(image), _PAYLOAD)]
    blocks = []
    for i, page in enumerate(pages):
        address = FLASH + i * _PAYLOAD
        head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address, _PAYLOAD, i, len(pages), chip.family)
        body = page.ljust(_BLOCK - len(head) - len(_MAGIC_END), b"\0")
        blocks.append(head + body + _MAGIC_END)
    return b"".join(blocks)


def unpack(file):
    """(chip, [(address, bytes) of each page]) of a UF2 file (bytes). Raises ValueError."""
    if not file or len(file) % _BLOCK:
        raise ValueError("not a UF2 file: it is not made of blocks of 512 bytes")
    pages = []
    chips = set()
    for start in range(0, len(file), _BLOCK):
        *magic, _, address, size, _, _, family = _HEAD.unpack_from(file, start)
        if tuple(magic) != _MAGIC or file[start + 508 : start + _BLOCK] != _MAGIC_END:
            raise ValueError(f"not a UF2 file: the block at byte {start} has no mark")
        if family not in _BY_FAMILY:
            raise ValueError(f"a UF2 file for another chip: family {family:#x}")
        chips.add(_BY_FAMILY[family])
        data = start + _HEAD.size
        pages.append((address, file[data : data + size]))
    if len(chips) > 1:
        raise ValueError("a UF2 file for more than one chip")
    return chips.pop(), pages
