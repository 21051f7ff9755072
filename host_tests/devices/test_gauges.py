"""What a chip and its flash tell of themselves, that measuring the flash costs no match, and the
statistics of bits whose statistics are known."""

from fakes.nor_flash import NorFlash
from picogammon.devices import gauges, nor
from picogammon.devices.gauges import Chip, longest_run
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import Ring
from portable import raises


class Machine:
    """A chip with these registers."""

    def __init__(self, words, rom=3):
        self.mem8 = {0x13: rom}
        self.mem32 = Registers(words)


class Registers(dict):
    def __missing__(self, address):
        return 0


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


class Clock:
    """took() of actions, each of which takes one us more than the last."""

    now = 0

    def took(self, action, *what):
        action(*what)
        self.now += 1
        return self.now


def _measured(device, ring, between=lambda: None):
    """What was done, in order; `between()` is called after each."""
    done = []
    for what, us in gauges.flash_times(device, ring, Clock().took):
        done.append(what)
        assert us == len(done)
        between()
    return done


def test_only_a_sector_that_no_match_needs_is_erased_and_programmed():
    device = NorFlash(4)
    ring = Ring(nor.Flash(device, 4))
    log = MatchLog(ring)
    log.restart([b"a record"])
    assert _measured(device, ring) == 5 * (["sector erase"] + 16 * ["page program"])
    assert list(MatchLog(Ring(nor.Flash(device, 4))).open()) == [b"a record"]


def test_a_match_goes_on_while_the_flash_is_measured():
    device = NorFlash(8)
    ring = Ring(nor.Flash(device, 8))
    log = MatchLog(ring)
    log.restart([b"begin"])
    records = []

    def play():
        records.append(b"%d" % len(records) * 50)
        log.append(records[-1])

    _measured(device, ring, play)
    assert list(MatchLog(Ring(nor.Flash(device, 8))).open()) == [b"begin"] + records


def test_where_no_sector_is_free_nothing_is_erased():
    device = NorFlash(2)
    ring = Ring(nor.Flash(device, 2))
    MatchLog(ring).restart([b"a record"])
    ring.give_up(ring.spare())
    with raises(OSError):
        _measured(device, ring)
    assert list(MatchLog(ring).open()) == [b"a record"]


def test_the_longest_run_of_equal_bits():
    bits = bytearray([0, 1] * 512)
    assert longest_run(bits) == 1
    bits[500:530] = b"\x01" * 30
    assert longest_run(bits) == 31
    assert longest_run(bytearray(1024)) == longest_run(bytearray(b"\x01" * 1024)) == 1024
