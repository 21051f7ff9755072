"""Statistics of raw bits, on bits whose statistics are known."""

from picogammon.devices.bit_statistics import BitStatistics, pack

_LAGS = 16


def of(bits, most=_LAGS):
    found = BitStatistics(bytearray(bits), most)
    for _ in found.steps():
        pass
    return found


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
    assert found.lags == [1000] * _LAGS
    found = of([0] * 1024)
    assert (found.ones, found.run) == (0, 1024)


def test_bits_that_take_turns():
    found = of([0, 1] * 512)
    assert (found.ones, found.run) == (512, 1)
    assert found.lags == [-1000, 1000] * (_LAGS // 2)


def test_a_period_is_seen_at_its_lag():
    period = [0, 0, 1, 0, 1, 1, 1]
    found = of((period * 147)[:1024])
    assert max(found.lags) == 1000
    assert [lag + 1 for lag in range(_LAGS) if found.lags[lag] == 1000] == [7, 14]


def test_a_run_goes_on_over_a_slice():
    bits = [0, 1] * 512
    bits[500:530] = [1] * 30
    assert of(bits).run == 31


def test_mixed_bits_tell_nothing_of_each_other():
    found = of(mixed(4096))
    assert abs(found.ones - 2048) < 200
    assert max([abs(lag) for lag in found.lags]) < 100
    assert 7 < found.run < 30


def test_bits_are_packed_the_first_lowest():
    assert pack([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]) == b"\x01\x82"
