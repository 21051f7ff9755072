"""What a chip tells of itself through its registers."""

from picogammon.devices.chip import Chip
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
