"""Guest: littlefs on a flash that is blank, full, cannot be mounted, or hears Ctrl-C meanwhile."""

import gc
import os
import vfs

from fakes.kept import BLOCKS, MATCHES, played, read
from fakes.nor_flash import PAGE_BYTES, NorFlash
from picogammon.devices import file_system
from picogammon.devices.files import Files
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent

gc.threshold(1 << 22)  # of 16 MB: to look through a flash's blocks after each 16 KB takes long


def taken_up(flash):
    """Whether a board mounts it."""
    done = file_system.take_up(flash, vfs, "/copy")
    if done:
        vfs.umount("/copy")
    return done


def spoilt(flash, chosen):
    """The same with a bit flipped at the beginning of each of these blocks."""
    blocks = list(flash.blocks)
    for block in chosen:
        data = bytearray(blocks[block])
        data[7] ^= 1
        blocks[block] = bytes(data)
    return NorFlash(blocks)


def never_written(flash):
    """Whether a board asks, and writes nothing."""
    return not taken_up(flash) and flash.operations == 0


def test_a_blank_flash_gets_a_file_system_however_often_the_plug_is_pulled():
    flash = NorFlash(BLOCKS)
    left = []

    def cut(block, torn):
        blocks = list(flash.blocks)
        blocks[block] = bytes(torn)
        left.append(blocks)

    flash.on_change = cut
    assert taken_up(flash)
    assert len(left) > 3
    for blocks in left:
        assert taken_up(NorFlash(blocks))


def test_what_others_left_is_asked_about():
    for block, at in ((0, PAGE_BYTES), (1, 4095), (2, 0), (100, 7), (BLOCKS - 1, 4095)):
        flash = NorFlash(BLOCKS)
        data = bytearray(flash.blocks[block])
        data[at] = 0x7F
        flash.blocks[block] = bytes(data)
        assert never_written(flash), (block, at)


def test_a_newer_layout_is_told_from_damage_and_nothing_is_written():
    for layout in (0, 1, 2, 255):
        flash = played(2)
        assert file_system.take_up(flash, vfs, "/copy")
        with open("/copy/layout.bin", "wb") as file:
            file.write(b"PGL" + bytes((layout,)))
        vfs.umount("/copy")
        flash.forget()
        if layout <= file_system.LAYOUT:
            assert taken_up(flash) and not file_system.newer
        else:
            assert never_written(flash) and file_system.newer, layout


def test_a_damaged_file_system_is_never_made_anew_by_itself_and_its_matches_are_kept():
    flash = played(1)
    copy = NorFlash(flash.blocks)
    assert file_system.take_up(copy, vfs, "/copy")
    was, _ = read("/copy")
    vfs.umount("/copy")
    longest = max([sum([len(record) for record in records]) for records in was.values()])
    assert len(was) == MATCHES and longest > 4096, longest
    refused = 0
    for first in range(BLOCKS):
        bad = spoilt(flash, (first, first ^ 1))
        if not never_written(NorFlash(bad.blocks)):
            continue
        refused += 1
        file_system.erase(bad, vfs, lambda: None, "/copy")
        records, damage = read("/copy")
        vfs.umount("/copy")
        assert taken_up(bad) and not any(damage.values())
        assert records["match.log"] == was["match.log"], first
        found = [sum(1 for one in records.values() if one == log) for log in was.values()]
        assert found == [1] * MATCHES, first
    assert refused > 1


class _Interrupted:
    """A file that Ctrl-C keeps from being flushed."""

    def __init__(self, file):
        self.write = file.write
        self.close = file.close

    def flush(self):
        raise KeyboardInterrupt


def _log(files):
    return Recent(files, "/copy/match.log", None, Witness(Files(), "/copy/seen"))


def test_ctrl_c_between_writing_and_flushing_harms_nothing_that_comes_after():
    for count in range(1, 30, 3):
        flash = NorFlash(BLOCKS)
        assert taken_up(flash) and file_system.take_up(flash, vfs, "/copy")
        records = [b"settings", b"checkpoint"] + [bytes((3, i)) for i in range(count)]
        files = Files()
        log = _log(files)
        log.restart(records[:2])
        for record in records[2:]:
            log.append(record)
        log.close()
        files.open = lambda path, mode: _Interrupted(open(path, mode))
        try:
            log.append(b"under way")
            raise AssertionError("Ctrl-C did not come")
        except KeyboardInterrupt:
            pass
        again = _log(Files())
        found = list(again.open())
        assert found in (records, records + [b"under way"])
        again.append(b"played on")
        del log
        gc.collect()  # what was left open is closed by now
        again.close()
        assert list(_log(Files()).open()) == found + [b"played on"]
        vfs.umount("/copy")


def test_on_a_full_flash_the_log_keeps_what_it_has_and_goes_on_when_there_is_room():
    flash = NorFlash(BLOCKS)
    assert taken_up(flash) and file_system.take_up(flash, vfs, "/copy")
    log = _log(Files())
    log.restart([b"settings", b"checkpoint"])
    held = list(log.open())
    try:
        with open("/copy/filler", "wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError:
        pass
    refused = 0
    for number in range(400):
        record = bytes((number & 255,)) * 30
        try:
            log.append(record)
            held.append(record)
        except OSError:
            refused += 1
    assert refused
    log.close()
    assert list(_log(Files()).open()) == held
    os.remove("/copy/filler")
    log = _log(Files())
    list(log.open())
    log.append(b"there is room")
    log.close()
    assert list(_log(Files()).open()) == held + [b"there is room"]
    vfs.umount("/copy")
