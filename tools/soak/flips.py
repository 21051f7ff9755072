"""Guest: a board's flash with matches on it, of which one bit after another flips.

usage: micropython flips.py COUNT SEED

After each flip of a bit in a page that was written the file system must be mounted, and nothing be
written; and each record of each match is there, or its log says that it is damaged.
"""

import json
import sys
import vfs

from fakes.kept import BLOCKS, MATCHES, log_at, played, read  # noqa: E402
from fakes.nor_flash import PAGE_BYTES, NorFlash  # noqa: E402
from picogammon.app.session import resume  # noqa: E402
from picogammon.devices import file_system  # noqa: E402


def written(flash):
    """Of each block that was written to: its number and the offsets of its pages."""
    blank = b"\xff" * PAGE_BYTES
    pages = []
    for block in range(BLOCKS):
        data = flash.blocks[block]
        for at in range(0, len(data), PAGE_BYTES):
            if data[at : at + PAGE_BYTES] != blank:
                pages.append((block, at))
    return pages


def flipped(flash, block, bit):
    """Another NorFlash, with that bit of a block flipped."""
    blocks = list(flash.blocks)
    data = bytearray(blocks[block])
    data[bit >> 3] ^= 1 << (bit & 7)
    blocks[block] = bytes(data)
    return NorFlash(blocks)


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    flash = played(seed)
    copy = NorFlash(flash.blocks)
    assert file_system.take_up(copy, vfs, "/copy")
    was, damage = read("/copy")
    state_was = resume.take_up(log_at("/copy"))[0].state()
    vfs.umount("/copy")
    assert len(was) == MATCHES and not any(damage.values()), damage
    pages = written(flash)
    state = seed
    said = {"flips": 0, "told": 0, "matches": len(was), "pages": len(pages)}
    for _ in range(count):
        numbers = []
        for _ in range(2):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            numbers.append(state >> 8)
        block, at = pages[numbers[0] % len(pages)]
        bit = at * 8 + numbers[1] % (8 * PAGE_BYTES)
        copy = flipped(flash, block, bit)
        where = "bit %d of block %d" % (bit, block)
        assert file_system.take_up(copy, vfs, "/copy"), "not mounted: " + where
        records, damage = read("/copy")
        match, told = resume.take_up(log_at("/copy"))
        vfs.umount("/copy")
        assert copy.operations == 0, "written to: " + where
        for name in was:
            same = records.get(name) == was[name]
            assert same or damage.get(name), "%s: %s is lost, and nothing says so" % (where, name)
        assert told or match.state() == state_was, "another match is resumed: " + where
        said["told"] += any(damage.values())
        said["flips"] += 1
    print(json.dumps(said))


main()
