"""Dice: fair by counting, not by looking."""

from picogammon.devices.entropy import Dice
from portable import raises


class Source:
    """Hands out given bytes, block by block, over and over; counts the blocks."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.blocks = 0

    def urandom(self, n):
        self.blocks += 1
        out = bytearray(n)
        for i in range(n):
            out[i] = self.data[self.at % len(self.data)]
            self.at += 1
        return bytes(out)


def _chi_square(counts):
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def test_of_all_bytes_each_side_gets_exactly_42():
    source = Source(bytes(range(256)))
    dice = Dice(source.urandom)
    counts = [0] * 7
    for _ in range(252):
        counts[dice.die()] += 1
    assert counts == [0] + [42] * 6
    assert source.at == 256


def test_252_and_above_are_thrown_away():
    dice = Dice(Source(b"\xfc\xfd\xfe\xff\x03").urandom)
    assert [dice.die() for _ in range(10)] == [4] * 10


def test_each_byte_is_used_once_and_in_order():
    dice = Dice(Source(bytes(range(252))).urandom)
    for i in range(126):
        assert dice.roll() == (2 * i % 6 + 1, (2 * i + 1) % 6 + 1)


def test_bytes_are_fetched_in_blocks():
    source = Source(bytes(range(250)))
    dice = Dice(source.urandom)
    for _ in range(64):
        dice.die()
    assert source.blocks == 4


def test_21600_rolls_of_a_seeded_source_are_even():
    seed = 2463534242

    def urandom(n):
        nonlocal seed
        out = bytearray(n)
        for i in range(n):  # xorshift32
            seed ^= seed << 13 & 0xFFFFFFFF
            seed ^= seed >> 17
            seed ^= seed << 5 & 0xFFFFFFFF
            out[i] = seed >> 11 & 255
        return bytes(out)

    dice = Dice(urandom)
    rolls = [0] * 36
    for _ in range(21_600):
        first, second = dice.roll()
        rolls[(first - 1) * 6 + second - 1] += 1
    assert (
        _chi_square(rolls) < 66.6
    )  # 35 degrees of freedom: fair dice stay below in 999 of 1000 runs


def test_a_stuck_source_is_told_not_waited_for():
    with raises(OSError, "stuck"):
        Dice(Source(b"\xff").urandom).die()
