"""UF2, the format of the files that are dropped onto a board. The page runs this as well.

Source: the UF2 specification (magic numbers, block layout) and its list of families.
"""

import struct

from tools.boards.chips import CHIPS

_HEAD = "<8I"
_HEAD_BYTES = 32
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY = 0x2000
_HAS_TAGS = 0x8000
_VERSION = 0x9FC7BC  # tags of the specification
_DEVICE = 0x650D9D
_PAYLOAD = 256  # a page of flash, which is what the chips' loaders take
_BLOCK = 512
FLASH = 0x10000000  # where both chips see their flash
_BY_FAMILY = {chip.family: chip for chip in CHIPS}


def pack(image, chip, version="", device=""):
    """Returns the UF2 file that puts an image at the beginning of a chip's flash; both are bytes.

    `version`, `device`: tags of the first block. Raspberry Pi's files for the RP2350 begin with a
    block for any chip, which erases a sector; only chips with a partition table need it.
    """
    pages = [image[i : i + _PAYLOAD] for i in range(0, len(image), _PAYLOAD)]
    tags = _tag(_VERSION, version) + _tag(_DEVICE, device)
    blocks = []
    for i, page in enumerate(pages):
        address = FLASH + i * _PAYLOAD
        flags = _HAS_FAMILY | (_HAS_TAGS if tags else 0)
        head = struct.pack(_HEAD, *_MAGIC, flags, address, _PAYLOAD, i, len(pages), chip.family)
        block = head + page.ljust(_PAYLOAD, b"\0") + tags
        blocks.append(block.ljust(_BLOCK - len(_MAGIC_END), b"\0") + _MAGIC_END)
        tags = b""
    return b"".join(blocks)


def _tag(kind, text):
    data = text.encode()
    size = 4 + len(data)
    return (size | kind << 8).to_bytes(4, "little") + data + bytes(-size % 4) if data else b""


def about(file):
    """Returns {"version": text, "device": text}, the tags of a UF2 file (bytes), '' for none."""
    found = {"version": "", "device": ""}
    names = {_VERSION: "version", _DEVICE: "device"}
    if len(file) < _BLOCK:
        return found
    _, _, flags, _, size, *_ = struct.unpack_from(_HEAD, file)
    at = _HEAD_BYTES + size
    while flags & _HAS_TAGS and at + 4 <= _BLOCK - len(_MAGIC_END):
        tag = int.from_bytes(file[at : at + 4], "little")
        length = tag & 0xFF
        if length < 4:
            break
        if tag >> 8 in names:
            found[names[tag >> 8]] = str(file[at + 4 : at + length], "utf-8", "replace")
        at += length + -length % 4
    return found


def unpack(file):
    """Returns (chip, [(address, bytes) of each page]) of a UF2 file. Raises ValueError."""
    if not file or len(file) % _BLOCK:
        raise ValueError("not a UF2 file: it is not made of blocks of 512 bytes")
    pages = []
    chips = set()
    whole = True
    for start in range(0, len(file), _BLOCK):
        *magic, _, address, size, number, count, family = struct.unpack_from(_HEAD, file, start)
        if tuple(magic) != _MAGIC or file[start + 508 : start + _BLOCK] != _MAGIC_END:
            raise ValueError(f"not a UF2 file: the block at byte {start} has no mark")
        if family not in _BY_FAMILY:
            raise ValueError(f"a UF2 file for another chip: family {family:#x}")
        chips.add(_BY_FAMILY[family])
        data = start + _HEAD_BYTES
        pages.append((address, file[data : data + size]))
        whole = whole and (number, count) == (start // _BLOCK, len(file) // _BLOCK)
    if len(chips) > 1:
        raise ValueError("a UF2 file for more than one chip")
    if not whole:
        raise ValueError("only a part of a UF2 file")
    return chips.pop(), pages


def drive_for(file, board):
    """Returns the name of the drive to which an image (bytes) is copied.

    `board`: the board's answer: its name or '', version, layout, and MicroPython's name of the
    machine. Raises ValueError with the reason if the image must not go onto the board.
    """
    chip, pages = unpack(file)
    name, version, layout, *machine = board.strip("\r\n").split(" ")
    chips = [one for one in CHIPS if one.name == machine[-1]]
    if not name or not chips:
        raise ValueError("it runs stock MicroPython: tools/flash renews its firmware")
    if chip is not chips[0]:
        raise ValueError(f"it is for the {chip.name}, and this board has the {chips[0].name}")
    told = about(file)
    its_board, _, its_layout = told["device"].partition(", layout ")
    if not its_layout.isdigit():
        raise ValueError("it does not say for which board it is: Picogammon's images do")
    if its_board != name:
        raise ValueError(f"it is for the board {its_board}, and this one is {name}")
    if int(its_layout) < int(layout):
        older = "its version %s is older, and could not read the matches that %s keeps"
        raise ValueError(older % (told["version"], version))
    if any(not 0 <= address - FLASH <= chip.room - _PAYLOAD for address, _ in pages):
        raise ValueError("it would write over the board's matches")
    return chip.drive
