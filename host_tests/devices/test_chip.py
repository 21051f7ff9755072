"""What a chip and its flash tell of themselves, and that measuring the flash touches one sector."""

from fakes.disk import Disk
from picogammon.devices import flash_gauge
from picogammon.devices.chip import Chip
from picogammon.devices.files import Files
from picogammon.devices.flash_gauge import Spare
from portable import raises


class Machine:
    """A chip of that ID, whose frequency counter comes to a result, None if it never does."""

    def __init__(self, words, rom=3, counter=None, result=None):
        self.mem8 = {0x13: rom}
        self.mem32 = Registers(words, counter, result)


class Registers:
    def __init__(self, words, counter, result):
        self.words = words
        self.counter = counter
        self.result = result

    def __getitem__(self, address):
        return self.words.get(address, 0)

    def __setitem__(self, address, value):
        self.words[address] = value
        if self.counter and address == self.counter + 20 and self.result is not None:
            assert value == 3 and self.words[self.counter] == 12000
            assert 1 << self.words[self.counter + 16] == 1024  # us, which a board can wait
            self.words[self.counter + 24] = 16
            self.words[self.counter + 28] = self.result


_PICO = "Picogammon on Raspberry Pi Pico with RP2040"
_PICO2 = "Raspberry Pi Pico2 with RP2350"


def test_chips_by_name_and_revision():
    chip = Chip(Machine({0x40000000: 0x20002927, 0x18000014: 2}), _PICO)
    assert (chip.name, chip.revision) == ("RP2040", "revision B2, boot ROM 3")
    assert chip.flash_divisor == 2
    chip = Chip(Machine({0x40000000: 0x20004927, 0x400D000C: 0x60007203}, 2), _PICO2)
    assert (chip.name, chip.revision) == ("RP2350", "revision A2, boot ROM 2")
    assert chip.flash_divisor == 3
    chip = Chip(Machine({0x40000000: 0x90002927}), _PICO)
    assert chip.revision == "revision number 9, boot ROM 3"
    chip = Chip(Machine({0x40000000: 0x10002927}, 1), _PICO)
    assert chip.revision == "revision B0 or B1, boot ROM 1"


def test_a_chip_that_is_not_known_is_refused():
    with raises(ValueError, "linux"):
        Chip(Machine({}), "linux")


def test_the_ring_oscillator_is_measured():
    for name, counter in ((_PICO, 0x40008080), (_PICO2, 0x4001008C)):
        assert Chip(Machine({}, 3, counter, 6512 << 5 | 9), name).ring_khz() == 6512
        assert Chip(Machine({}, 3, counter, 0xFFFFFFFF), name).ring_khz() is None
        assert Chip(Machine({}, 3, counter, -1), name).ring_khz() is None
        assert Chip(Machine({}, 3), name).ring_khz() is None


def test_the_caches_counters():
    machine = Machine({})
    chip = Chip(machine, _PICO)
    chip.count_cache()
    assert chip.cache_hits() is None
    machine.mem32[0x1400000C], machine.mem32[0x14000010] = 1906, 2000
    assert chip.cache_hits() == 953
    chip.count_cache()
    assert chip.cache_hits() is None
    machine.mem32[0x14000010] = 1000
    assert chip.cache_hits() == 0, "hits are counted anew, too"
    machine.mem32[0x1400000C], machine.mem32[0x14000010] = -1 << 30, -1 << 30
    assert chip.cache_hits() == 1000
    for full in (0xFFFFFFFF, -1):
        machine.mem32[0x1400000C] = machine.mem32[0x14000010] = full
        assert chip.cache_hits() is None


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
