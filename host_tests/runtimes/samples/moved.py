"""Guest: an older board's files are moved to the new flash layout, and the power fails."""

import gc
import os
import vfs

from fakes.kept import BLOCKS, played, read
from fakes.nor_flash import NorFlash, Window
from fakes.sitting import SeededDice
from picogammon.devices import file_system, flash_part, layouts

gc.threshold(1 << 22)
FOLDERS = ("", "/seen", "/matches")
_SIZES = (0, 64, 640, 4096, 9000, 300, 512)
_MATCHES = [1024 + 64 * i for i in range(64)]
# How many blocks littlefs has to pass until it takes those where the new layout begins.
_INTO_FOLDERS = 203
_INTO_FILES = 190
_FIRST = layouts.FIRST
_ERASED = b"\xff" * 4096


def contents(top, folder=""):
    """{path: content} of all below, of a folder None; layout.bin is no file of a board's."""
    found = {}
    for entry in os.ilistdir(top + folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            found[path] = None
            found.update(contents(top, path))
        elif path != layouts.MARK:
            with open(top + path, "rb") as file:
                found[path] = file.read()
    return found


def made(skipped, sizes, folders=FOLDERS):
    """(NorFlash with layout 1 and files of such sizes in these folders, {path: content}).

    `skipped`: blocks that littlefs passes before it takes some.
    """
    flash = NorFlash(BLOCKS)
    below = SeededDice(1).below
    assert file_system.take_up(flash, vfs, "/old")
    pass_by(skipped)
    for folder in FOLDERS[1:]:
        os.mkdir("/old" + folder)
    for _ in range(2):  # the second time into other blocks
        for i, size in enumerate(sizes):
            path = "/old%s/%02d" % (folders[i % len(folders)], i)
            with open(path, "wb") as file:
                file.write(bytes([below(256) for _ in range(64)]) * (size // 64) + b"end")
    files = contents("/old")
    vfs.umount("/old")
    return flash, files


def pass_by(blocks):
    """Writes and removes a file, so that the next ones begin so many blocks farther on."""
    with open("/old/gone", "wb") as file:
        for _ in range(blocks):
            file.write(bytes(4080))
    os.remove("/old/gone")


def whose(flash, block):
    """Whose that block of layout 1 is: FREE, FILE or FOLDER of flash_part."""
    taken = bytearray(BLOCKS)
    part = flash_part.Part(flash, taken)
    layouts.mount(part, vfs, "/old")
    for folder in FOLDERS:
        os.listdir("/old" + folder)
    part.mark = flash_part.FILE
    contents("/old")
    vfs.umount("/old")
    return taken[block]


def start(flash):
    """A board with the new image is switched on, and moves what is to be moved."""
    part = Window(flash, _FIRST)
    assert file_system.take_up(flash, vfs, "/copy", part)
    if file_system.old:
        assert file_system.move(flash, vfs, nothing, nothing, "/copy"), file_system.kept
        assert file_system.take_up(flash, vfs, "/copy", part)


def nothing(*_):
    """Nobody looks, and no watchdog waits."""


def check(flash, files):
    """Asserts that a board that is switched on has all files, in the new layout alone."""
    start(flash)
    assert not file_system.old and not file_system.newer
    assert contents("/copy") == files
    assert layouts.mark("/copy") == b"\x02"
    vfs.umount("/copy")
    assert flash.blocks[0] == flash.blocks[1] == _ERASED


def check_older(flash, files):
    """Asserts that a board with an older image has all files, if it uses the old ones at all."""
    try:
        layouts.mount(flash, vfs, "/old")
    except OSError:
        return
    if not layouts.mark("/old"):
        assert contents("/old") == files
    vfs.umount("/old")


def cuts(flash, begin=start):
    """What the flash holds if the power fails just before and in the midst of each operation."""
    left = []

    def cut(block, torn):
        left.append(list(flash.blocks))
        left.append(list(flash.blocks))
        left[-1][block] = bytes(torn)

    flash.on_change = cut
    begin(flash)
    vfs.umount("/copy")
    flash.on_change = None
    return left


def cut_at(flash, operation):
    """What the flash holds if the power fails in the midst of an operation of a start.

    None if it has fewer. `flash` itself is whole then.
    """
    left = []
    begun = flash.operations

    def cut(block, torn):
        if flash.operations == begun + operation:
            left.extend(flash.blocks)
            left[block] = bytes(torn)

    flash.on_change = cut
    start(flash)
    vfs.umount("/copy")
    return NorFlash(left) if left else None


def test_no_file_is_lost_wherever_the_power_fails():
    for skipped, whose_64 in ((_INTO_FOLDERS, flash_part.FOLDER), (_INTO_FILES, flash_part.FILE)):
        flash, files = made(skipped, _SIZES)
        assert whose(flash, _FIRST) == whose_64
        left = cuts(NorFlash(flash.blocks))
        assert len(left) > 200, len(left)
        for blocks in left:
            check_older(NorFlash(blocks), files)
            check(NorFlash(blocks), files)


def test_the_power_may_fail_again_and_again():
    below = SeededDice(5).below
    for i in range(10):
        flash, files = made(_INTO_FOLDERS + 4 * i, _SIZES)
        for _ in range(20):
            left = cut_at(flash, below(40))
            if left is None:
                break
            flash = left
        flash.on_change = None
        check(flash, files)


def test_many_matches_are_moved_wherever_the_power_fails():
    flash, files = made(11, _MATCHES, ("/matches",))
    whole = NorFlash(flash.blocks)
    check(whole, files)
    below = SeededDice(6).below
    for i in range(12):
        left = cut_at(NorFlash(flash.blocks), (whole.operations * i + below(256)) // 12)
        check_older(left, files)
        check(left, files)


def test_the_stand_in_may_lie_within_the_new_file_system():
    for skipped, stand_in in ((40, 66), (50, 74)):
        flash, files = made(skipped, [20000] * 16)
        whole = NorFlash(flash.blocks)
        check(whole, files)
        for i in range(1, 6):
            left = cut_at(NorFlash(flash.blocks), whole.operations * i // 6)
            layouts.mount(left, vfs, "/old")
            assert layouts.mark("/old") == bytes((2, stand_in))
            vfs.umount("/old")
            check(left, files)


def test_each_file_system_is_refused_what_the_other_has():
    flash = NorFlash(BLOCKS)
    taken = bytearray(BLOCKS)
    taken[80] = taken[81] = flash_part.HELD
    old, new = flash_part.Part(flash, taken), flash_part.Part(flash, taken, 80)
    page = bytearray(256)
    assert new.ioctl(4, 0) == BLOCKS - _FIRST and old.ioctl(4, 0) == BLOCKS
    assert new.ioctl(6, 1) == new.writeblocks(1, page, 0) == 0 and flash.blocks[81][0] == 0
    assert new.ioctl(6, 80 - _FIRST) == old.ioctl(6, 80) == old.writeblocks(81, page, 0) == -84
    assert new.ioctl(6, 2) == 0 and old.ioctl(6, _FIRST + 2) == -84
    old.mark = flash_part.FILE
    old.readblocks(100, page)
    assert new.ioctl(6, 100 - _FIRST) == -84
    old.mark = flash_part.MOVED
    old.readblocks(100, page)
    new.readblocks(100 - _FIRST, page)
    assert taken[100] == flash_part.MOVED and new.ioctl(6, 100 - _FIRST) == -84
    taken[100] = flash_part.FREE
    assert new.ioctl(6, 100 - _FIRST) == 0 and old.ioctl(6, 100) == -84


def test_the_next_start_writes_nothing():
    flash, files = made(0, _SIZES)
    check(flash, files)
    flash.forget()
    check(flash, files)
    assert flash.operations == 0


def test_what_is_too_much_stays_where_it_is_and_is_said():
    sizes = [20000] * 33
    flash, files = made(0, sizes)
    flash.forget()
    part = Window(flash, _FIRST)
    for _ in range(2):
        assert file_system.take_up(flash, vfs, "/copy", part) and file_system.old
        assert not file_system.move(flash, vfs, nothing, nothing, "/copy")
        assert "too much to move" in file_system.kept, file_system.kept
        assert contents("/copy") == files and flash.operations == 0
        vfs.umount("/copy")
    assert file_system.take_up(flash, vfs, "/copy", part)
    os.remove("/copy/00")  # and it can be written to
    os.remove("/copy/03")
    os.remove("/copy/06")
    files = contents("/copy")
    vfs.umount("/copy")
    check(flash, files)


def test_600_kb_are_moved():
    flash, files = made(100, [20000] * 29)
    assert sum(len(content or b"") for content in files.values()) > 560 << 10
    check(flash, files)


def test_a_file_that_cannot_be_read_keeps_all_where_it_is():
    flash, files = made(0, _SIZES)
    broken = [i for i in range(2, BLOCKS) if whose(flash, i) == flash_part.FILE][-2]
    flash.blocks[broken] = b"\xff\xff\xff\x7f" + flash.blocks[broken][4:]
    flash.forget()
    assert file_system.take_up(flash, vfs, "/copy", Window(flash, _FIRST)) and file_system.old
    assert not file_system.move(flash, vfs, nothing, nothing, "/copy")
    assert file_system.kept.startswith("Cannot be read: /"), file_system.kept
    assert os.listdir("/copy/matches") and flash.operations == 0
    vfs.umount("/copy")


def test_a_new_file_system_that_cannot_be_made_keeps_all_where_it_is():
    flash, files = made(0, _SIZES)
    flash.forget()
    part = Window(flash, _FIRST)
    assert file_system.take_up(flash, vfs, "/copy", part) and file_system.old
    whole = flash_part.Part.writeblocks
    flash_part.Part.writeblocks = lambda *_: -5
    try:
        assert not file_system.move(flash, vfs, nothing, nothing, "/copy")
    finally:
        flash_part.Part.writeblocks = whole
    assert file_system.kept == "The flash fails: error 5.", file_system.kept
    assert contents("/copy") == files and not file_system.missing
    vfs.umount("/copy")


def test_while_some_are_moved_nothing_else_writes_to_the_old_ones():
    flash, files = made(_INTO_FILES, _SIZES)
    flash = cut_at(flash, 60)
    flash.forget()
    assert file_system.take_up(flash, vfs, "/copy", Window(flash, _FIRST)) and file_system.old
    try:
        with open("/copy/crash.log", "wb") as file:
            file.write(bytes(2000))
        raise AssertionError("it was written")
    except OSError:
        pass
    vfs.umount("/copy")
    assert flash.operations == 0
    check(flash, files)


def test_where_the_flash_fails_when_some_are_moved_nothing_is_mounted_or_written():
    flash, files = made(0, _SIZES)
    flash = cut_at(flash, 60)
    whole = list(flash.blocks)
    for block in range(2, BLOCKS):
        if flash.blocks[block][8:16] == b"littlefs":
            flash.blocks[block] = b"no" + flash.blocks[block][2:]
    flash.forget()
    part = Window(flash, _FIRST)
    assert file_system.take_up(flash, vfs, "/copy", part) and file_system.old
    assert not file_system.move(flash, vfs, nothing, nothing, "/copy")
    assert file_system.missing and flash.operations == 0
    file_system.missing = False
    check(NorFlash(whole), files)


def test_a_blank_flash_gets_the_new_layout_wherever_the_power_fails():
    left = cuts(NorFlash(BLOCKS))
    older = NorFlash(BLOCKS)

    def begin(flash):
        assert file_system.take_up(flash, vfs, "/copy")

    left.extend(cuts(older, begin)[:4])  # an older image had begun to make its own
    assert len(left) > 10
    for blocks in left:
        flash = NorFlash(blocks)
        start(flash)
        assert not file_system.old and contents("/copy") == {}
        assert layouts.mark("/copy") == b"\x02"
        vfs.umount("/copy")


def test_what_is_newer_is_said_and_never_written():
    for first in (0, _FIRST):
        flash = NorFlash(BLOCKS)
        layouts.make(Window(flash, first), vfs, "/copy")
        with open("/copy/layout.bin", "wb") as file:
            file.write(b"PGL\x03\x46")
        vfs.umount("/copy")
        check_never_written(flash)
        assert file_system.newer, first
    farther = NorFlash([b"\x5a" * 4096] * 128 + [_ERASED] * 128)
    layouts.make(Window(farther, 128), vfs, "/copy")
    vfs.umount("/copy")
    check_never_written(farther)
    assert file_system.newer


def check_never_written(flash):
    """Asserts that a board mounts nothing, and asks."""
    flash.forget()
    assert not file_system.take_up(flash, vfs, "/copy", Window(flash, _FIRST))
    assert flash.operations == 0 and not file_system.old


def test_an_old_file_system_that_cannot_be_mounted_is_asked_about_and_its_matches_are_kept():
    flash = played(1)
    layouts.mount(flash, vfs, "/copy")
    was, _ = read("/copy")
    vfs.umount("/copy")
    for block in (0, 1):
        flash.blocks[block] = b"no" + flash.blocks[block][2:]
    check_never_written(flash)
    assert not file_system.newer
    part = Window(flash, _FIRST)
    file_system.erase(flash, vfs, nothing, "/copy", part)
    records, damage = read("/copy")
    assert not any(damage.values()) and records["match.log"] == was["match.log"]
    assert sorted(map(len, records.values())) == sorted(map(len, was.values()))
    vfs.umount("/copy")
    assert file_system.take_up(flash, vfs, "/copy", part) and not file_system.old
    vfs.umount("/copy")
    for block in (_FIRST, _FIRST + 1):  # and again, now in the new place
        flash.blocks[block] = b"no" + flash.blocks[block][2:]
    check_never_written(flash)
    assert not file_system.newer
    file_system.erase(flash, vfs, nothing, "/copy", part)
    assert read("/copy")[0]["match.log"] == was["match.log"]
    vfs.umount("/copy")
