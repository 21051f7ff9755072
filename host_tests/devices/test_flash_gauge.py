"""The flash is measured on a sector of its own: nothing else of it is touched."""

from fakes.disk import Disk
from picogammon.devices import flash_gauge
from picogammon.devices.files import Files
from picogammon.devices.flash_gauge import Spare
from portable import raises

_SECTOR = 4096
_MARK = bytes(range(32))


class Flash:
    """rp2.Flash of some blocks. A file that is made on `disk` lies in block `at`."""

    def __init__(self, at, blocks=8):
        self.blocks = [bytearray(bytes([block]) * _SECTOR) for block in range(blocks)]
        self.disk = Disk()
        self.at = at
        self.erased = []

    def open(self, path, mode):
        return _File(self, self.disk.open(path, mode))

    def readblocks(self, block, buffer, offset):
        buffer[:] = self.blocks[block][offset : offset + len(buffer)]

    def writeblocks(self, block, data, offset):
        here = self.blocks[block]
        for i in range(len(data)):
            here[offset + i] &= data[i]

    def ioctl(self, operation, block):
        if operation == 4:
            return len(self.blocks)
        assert operation == 6
        self.blocks[block] = bytearray(b"\xff" * _SECTOR)
        self.erased.append(block)


class _File:
    def __init__(self, flash, file):
        self.flash = flash
        self.file = file
        self.written = 0

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *error):
        return self.file.__exit__(*error)

    def write(self, data):
        if self.flash.at is not None:
            self.flash.blocks[self.flash.at][self.written : self.written + len(data)] = data
            self.written += len(data)
        return self.file.write(data)


def taken(flash):
    spare = Spare(flash, Files(flash.disk, flash.open), _MARK)
    for _ in spare.take():
        pass
    return spare


def measured(flash):
    """The lists of times of such a flash, each of which is one more than the last."""
    clock = [0]

    def took(action, *what):
        action(*what)
        clock[0] += 1
        return clock[0]

    spare = taken(flash)
    erases, programs = [], []
    for _ in flash_gauge.times(spare, took, erases, programs):
        pass
    spare.give_back()
    return erases, programs


def test_only_the_files_own_sector_is_erased_and_programmed():
    flash = Flash(5)
    before = [bytes(block) for block in flash.blocks]
    erases, programs = measured(flash)
    assert (len(erases), len(programs)) == (5, 80)
    assert flash.erased == [5] * 5
    for block in (0, 1, 2, 3, 4, 6, 7):
        assert flash.blocks[block] == before[block]
    assert flash.blocks[5] == _MARK * (_SECTOR // len(_MARK))
    assert flash.disk.files == {}


def test_a_sector_that_only_begins_like_it_is_left_alone():
    flash = Flash(6)
    flash.blocks[2][: 2 * len(_MARK)] = _MARK * 2
    before = bytes(flash.blocks[2])
    measured(flash)
    assert flash.erased == [6] * 5 and flash.blocks[2] == before


def test_where_the_file_is_not_found_nothing_is_erased():
    flash = Flash(None)
    with raises(OSError, "not found"):
        taken(flash)
    assert flash.erased == []


def test_on_a_full_flash_nothing_is_erased():
    flash = Flash(3)
    flash.disk.full = 100
    with raises(OSError):
        taken(flash)
    assert flash.erased == []
    Spare(flash, Files(flash.disk, flash.open), _MARK).give_back()
    assert flash.disk.files == {}


def _costs(hit, first, second, call=7):
    """What is found on a chip whose words take so many ns, and a call `call` us."""
    spans = []
    read = object()

    def took(action, start, words, step, rounds):
        assert action is read and start == 0x10000000, "where the chips have their flash"
        spans.append((words, step))
        if words * 4 <= 16384 or spans.count((words, step)) == 1:
            each = hit
        elif step == 2:
            each = hit + first
        else:
            each = hit + (first + second) // 2
        return call + words // step * rounds * each // 1000

    found = flash_gauge.read_costs(read, took)
    return [(picoseconds + 500) // 1000 for picoseconds in found]


def test_what_a_miss_costs_is_told_apart_for_both_words_of_a_line():
    assert _costs(100, 360, 360) == [100, 360, 360]
    assert _costs(100, 488, 0) == [100, 488, 0]
    assert _costs(80, 0, 0) == [80, 0, 0]
