"""Guest: littlefs on a flash that is blank or cannot be mounted, and matches in files on it."""

import gc
import os
import vfs

from fakes.nor_flash import PAGE_BYTES, NorFlash
from picogammon.devices import file_system
from picogammon.devices.files import Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from portable import raises

BLOCKS = 128  # of the files on a Pico
RECORDS = [b"\x01settings", b"\x02game"] + [bytes((3, i)) * (1 + i % 9) for i in range(40)]
gc.threshold(1 << 22)  # of 16 MB: to look through a flash's blocks after each 16 KB takes long


def mounted(flash):
    """Whether a board mounts it."""
    done = file_system.mount(flash, vfs, "/copy")
    if done:
        vfs.umount("/copy")
    return done


def never_written(flash):
    """Whether a board asks, and writes nothing."""
    return not mounted(flash) and flash.operations == 0


def test_a_blank_flash_gets_a_file_system_however_often_the_plug_is_pulled():
    flash = NorFlash(BLOCKS)
    left = []
    flash.watch = lambda torn: left.extend([torn(0), torn(1)])
    assert mounted(flash)
    assert len(left) > 6
    for flash in left:
        assert mounted(flash)


def test_what_others_left_is_asked_about():
    for block, at in ((0, PAGE_BYTES), (1, 4095), (2, 0), (100, 7), (BLOCKS - 1, 4095)):
        flash = NorFlash(BLOCKS)
        data = bytearray(flash.blocks[block])
        data[at] = 0x7F
        flash.blocks[block] = bytes(data)
        assert never_written(flash), (block, at)


def test_a_newer_layout_is_told_from_damage_and_nothing_is_written():
    for layout in (0, 1, 2, 255):
        flash = NorFlash(BLOCKS)
        assert mounted(flash) and file_system.mount(flash, vfs, "/copy")
        with open("/copy/layout.bin", "wb") as file:
            file.write(b"PGL" + bytes((layout,)))
        vfs.umount("/copy")
        flash.forget()
        if layout <= file_system.LAYOUT:
            assert mounted(flash) and not file_system.newer
        else:
            assert never_written(flash) and file_system.newer, layout


def test_a_damaged_file_system_is_never_made_anew_by_itself():
    flash = NorFlash(BLOCKS)
    assert mounted(flash)
    for block in (0, 1):
        flash.flip(block, 56)
    flash.forget()
    assert never_written(flash)


def _log(flash, place="/copy"):
    """The log of matches in files of the flash's file system, which is mounted there."""
    assert file_system.mount(flash, vfs, place)
    return MatchLog(Ring(SectorFiles(Files(), place + "/matches", SECTORS)))


def _held(flash, place="/copy"):
    log = _log(flash, place)
    records = list(log.open())
    vfs.umount(place)
    assert log.damage is None
    return records


def test_a_power_cut_in_any_operation_loses_no_record_in_a_file():
    flash = NorFlash(BLOCKS)
    assert mounted(flash)
    was, will = [], []
    cuts = []

    def cut(left):
        for tear in (0, 1, 2):
            records = _held(left(tear), "/cut")
            assert records in (was, will), (len(records), len(was), tear)
            cuts.append(records == was)

    log = _log(flash)
    flash.watch = cut
    for records in (RECORDS, RECORDS[:2]):
        will = records[:2]
        log.restart(will)
        for record in records[2:]:
            was, will = will, will + [record]
            log.append(record)
        was = will
    flash.watch = None
    vfs.umount("/copy")
    assert len(cuts) > 300 and True in cuts and False in cuts


def test_on_a_full_flash_a_match_keeps_what_it_has_and_goes_on_when_there_is_room():
    flash = NorFlash(BLOCKS)
    assert mounted(flash)
    log = _log(flash)
    log.restart(RECORDS)
    held = list(RECORDS)
    with raises(OSError):
        with open("/copy/filler", "wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    refused = 0
    while refused < 30:
        record = bytes((3, len(held) & 255)) * 15
        try:
            log.append(record)
            held.append(record)
        except OSError:
            refused += 1
    os.remove("/copy/filler")
    log.append(b"\x03there is room")
    vfs.umount("/copy")
    assert _held(flash) == held + [b"\x03there is room"]
