"""Where raw bits come from on each chip, that they come as they are, and their statistics: on bits
whose statistics are known."""

from picogammon.devices import entropy
from picogammon.devices.gauges import BitStatistics


class Registers:
    """machine.mem32: of one address each read gives the next of `values`, over and over."""

    def __init__(self, address, values):
        self.address = address
        self.values = values
        self.reads = 0

    def __getitem__(self, address):
        assert address == self.address
        self.reads += 1
        return self.values[(self.reads - 1) % len(self.values)]


class Machine:
    def __init__(self, registers):
        self.mem32 = registers


def _none(count):
    raise AssertionError("os.urandom hides a source that is dead")


def test_on_the_chips_it_is_the_ring_oscillators_register_and_never_urandom():
    for chip, address in (("RP2040", 0x4006001C), ("RP2350", 0x400E8020)):
        registers = Registers(address, (1, 0, 0xFFFFFFFE, 0xFFFFFFFF))
        source = entropy.source(Machine(registers), "Raspberry Pi Pico with " + chip, _none)
        samples = bytearray(16)
        source.fill(samples, 4, 12)
        assert samples == b"\0\0\0\0\1\0\0\1\1\0\0\1\0\0\0\0" and registers.reads == 8


def test_at_any_pace_each_sample_is_one_read():
    registers = Registers(0x4006001C, (1, 0, 0))
    source = entropy.source(Machine(registers), "Raspberry Pi Pico with RP2040", _none)
    for _ in range(12):
        registers.reads = 0
        samples = bytearray(6)
        source.fill(samples, 0, 6)
        assert samples == b"\1\0\0\1\0\0" and registers.reads == 6
        source.vary()


def test_elsewhere_it_is_the_systems_bits_each_once_and_in_order():
    asked = []

    def urandom(count):
        asked.append(count)
        return bytes([0b10000001, 0b00010110][:count])

    source = entropy.source(None, "linux [GCC 14.2.0] version", urandom)
    samples = bytearray(18)
    source.fill(samples, 1, 17)
    assert asked == [2]
    assert samples == b"\0" + b"\1\0\0\0\0\0\0\1" + b"\0\1\1\0\1\0\0\0" + b"\0"
    source.vary()


_LAGS = 16


def of(bits):
    found = BitStatistics()
    for start in range(0, len(bits), 128):
        found.add(bytearray(bits[start : start + 128]))
    return found


def lags(found):
    return [found.correlation(lag) for lag in range(1, _LAGS + 1)]


def mixed(count):
    """Bits of a linear congruential generator's upper half."""
    state = 1
    bits = []
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        bits.append(state >> 20 & 1)
    return bits


def test_bits_that_are_always_the_same():
    found = of([1] * 1024)
    assert (found.ones, found.run) == (1024, 1024)
    assert lags(found) == [1000] * _LAGS
    found = of([0] * 1024)
    assert (found.ones, found.run) == (0, 1024)


def test_a_period_is_seen_at_its_lag():
    period = [0, 0, 1, 0, 1, 1, 1]
    found = lags(of((period * 147)[:1024]))
    assert max(found) == 1000
    assert [lag + 1 for lag in range(_LAGS) if found[lag] == 1000] == [7, 14]


def test_a_run_goes_on_from_one_part_to_the_next():
    bits = [0, 1] * 512
    bits[500:530] = [1] * 30
    assert of(bits).run == 31


def test_mixed_bits_tell_nothing_of_each_other():
    found = of(mixed(4096))
    assert abs(found.ones - 2048) < 200
    assert max([abs(lag) for lag in lags(found)]) < 100
    assert 7 < found.run < 30


def test_bits_are_packed_the_first_lowest():
    assert of([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]).packed == b"\x01\x82"
