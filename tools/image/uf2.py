"""UF2, the format of the files that are dropped onto a board.

Source: the UF2 specification (magic numbers, block layout) and its list of families.
"""

import struct

_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY = 0x2000
_RP2040 = 0xE48BFF56
_PAYLOAD = 256  # a page of flash, which is what the RP2040's loader takes
_BLOCK = 512
FLASH = 0x10000000  # where the RP2040 sees its flash


def pack(image, start=FLASH):
    """The UF2 file (bytes) that puts the image (bytes) at the address `start`."""
    pages = [image[i : i + _PAYLOAD] for i in range(0, len(image), _PAYLOAD)]
    blocks = []
    for i, page in enumerate(pages):
        address = start + i * _PAYLOAD
        head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address, _PAYLOAD, i, len(pages), _RP2040)
        body = page.ljust(_BLOCK - len(head) - len(_MAGIC_END), b"\0")
        blocks.append(head + body + _MAGIC_END)
    return b"".join(blocks)


def unpack(file):
    """What a UF2 file (bytes) holds: (address, bytes) of each page. Raises ValueError."""
    if not file or len(file) % _BLOCK:
        raise ValueError("not a UF2 file: it is not made of blocks of 512 bytes")
    pages = []
    for start in range(0, len(file), _BLOCK):
        *magic, _, address, size, _, _, family = _HEAD.unpack_from(file, start)
        if tuple(magic) != _MAGIC or file[start + 508 : start + _BLOCK] != _MAGIC_END:
            raise ValueError(f"not a UF2 file: the block at byte {start} has no mark")
        if family != _RP2040:
            raise ValueError(f"a UF2 file for another chip: family {family:#x}")
        data = start + _HEAD.size
        pages.append((address, file[data : data + size]))
    return pages
