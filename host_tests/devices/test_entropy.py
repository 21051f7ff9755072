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
    rare = bytes([252 + i % 4 if i % 4 else i for i in range(240)])
    dice = Dice(Source(rare).urandom)
    assert [dice.die() for _ in range(10)] == [i % 6 + 1 for i in range(0, 40, 4)]


def test_each_byte_is_used_once_and_in_order():
    dice = Dice(Source(bytes(range(252))).urandom)
    for i in range(126):
        assert dice.roll() == (2 * i % 6 + 1, (2 * i + 1) % 6 + 1)


def test_bytes_are_fetched_in_blocks():
    source = Source(bytes(range(250)))
    dice = Dice(source.urandom)
    for _ in range(64):
        dice.die()
    assert source.blocks == 1
    for _ in range(65):
        dice.die()
    assert source.blocks == 2


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
        Dice(Generator(1, lambda byte, more: byte | 0xFC).urandom).die()


def test_the_same_block_again_is_no_roll():
    dice = Dice(Source(bytes(range(128))).urandom)
    for _ in range(64):
        dice.roll()
    with raises(OSError, "repeats"):
        dice.die()
    with raises(OSError, "repeats"):
        dice.die()


class Generator:
    """xorshift32 from a seed; `change` spoils each byte."""

    def __init__(self, seed, change=None):
        self.state = seed
        self.change = change

    def urandom(self, n):
        state = self.state
        out = bytearray(n)
        for i in range(n):
            state ^= state << 13 & 0xFFFFFFFF
            state ^= state >> 17
            state ^= state << 5 & 0xFFFFFFFF
            out[i] = state >> 11 & 255
            if self.change:
                out[i] = self.change(out[i], state >> 20)
        self.state = state
        return bytes(out)


class ShiftRegister:
    """MicroPython's mixing on the RP2040, fed with the same bit for ever."""

    def __init__(self, state, bit):
        self.state = state
        self.bit = bit

    def urandom(self, n):
        out = bytearray(n)
        for i in range(n):
            for _ in range(8):
                carried = 0xD5 if self.state & 0x80 else 0
                self.state = ((self.state << 1 | self.bit) ^ carried) & 0xFF
            out[i] = self.state
        return bytes(out)


class Sources:
    """Two of them: the first is asked once, from there on the second."""

    def __init__(self, first, second):
        self.asked = first
        self.next = second

    def urandom(self, n):
        out = self.asked(n)
        self.asked = self.next
        return out


def test_a_dead_oscillator_behind_the_mixing_of_its_bits_is_found():
    for state in range(256):
        for bit in (0, 1):
            assert Dice(ShiftRegister(state, bit).urandom).test() is not None
            with raises(OSError):
                Dice(ShiftRegister(state, bit).urandom).die()


def test_an_oscillator_that_dies_while_dice_are_rolled_makes_no_roll():
    for state in (0, 1, 77, 255):
        sound = Generator(state + 1).urandom
        dead = ShiftRegister(state, state & 1).urandom
        dice = Dice(Sources(sound, dead).urandom)
        with raises(OSError):
            for _ in range(65):
                dice.roll()
        with raises(OSError):
            dice.roll()


def test_a_source_that_recovers_rolls_again_and_only_after_a_test():
    sound = Generator(11).urandom
    source = Sources(None, None)
    for dead in (ShiftRegister(7, 0).urandom, Source(b"\x5a").urandom, Source(b"\xff").urandom):
        source.asked = source.next = dead
        dice = Dice(source.urandom)
        for _ in range(3):
            with raises(OSError):
                for _ in range(65):
                    dice.roll()
        assert dice.test() is not None
        source.asked = source.next = sound
        assert 1 <= dice.die() <= 6, "it tests by itself"
        source.asked = source.next = dead
        assert dice.test() is not None
        source.asked = source.next = sound
        assert dice.test() is None
        assert {dice.die() for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_after_a_failure_a_source_that_goes_round_in_a_circle_stays_refused():
    for length in (93, 128, 200, 240):
        source = Source(Generator(length).urandom(length))
        dice = Dice(source.urandom)
        with raises(OSError, "repeats"):
            for _ in range(300):
                dice.die()
        for _ in range(5):
            with raises(OSError, "repeats"):
                dice.die()


def test_what_is_left_of_a_bad_sample_is_no_die():
    source = Source(bytes(range(128)))
    dice = Dice(source.urandom)
    assert dice.die() == 1
    assert dice.test() is not None
    source.data = Generator(3).urandom(1024)
    source.at = 0
    first = Generator(3).urandom(256 + 60)[256:]
    assert [dice.die() for _ in range(20)] == [n % 6 + 1 for n in first if n < 252][:20]


def test_a_sound_source_passes_the_test_at_power_on():
    for seed in range(1, 200):
        assert Dice(Generator(seed * 2654435761 & 0xFFFFFFFF).urandom).test() is None


def test_dead_sources_fail_it_in_their_own_words():
    cases = (
        (Source(b"\x00").urandom, "stuck"),
        (Source(b"\xa7").urandom, "stuck"),
        (Source(bytes(range(16))).urandom, "repeats"),
        (Source(bytes(range(48))).urandom, "repeats"),
        (Source(bytes(range(64))).urandom, "repeats"),
        (Generator(1, lambda byte, more: byte | 1).urandom, "biased"),
        (Generator(1, lambda byte, more: byte | (128 if more & 3 else 0)).urandom, "biased"),
        (Generator(1, lambda byte, more: byte if more & 7 else 0x5A).urandom, "biased"),
        (Generator(1, lambda byte, more: byte & more & 0x55 | byte & 0xAA).urandom, "biased"),
    )
    for urandom, word in cases:
        fault = Dice(urandom).test()
        assert fault is not None and word in fault, (word, fault)


def _sample(off, bits):
    """256 sound bytes, but that these bits are 1 so many times more than 0 of them would be."""
    sample = bytearray(Generator(1).urandom(256))
    counts = [sum([value >> bit & 1 for value in sample]) for bit in range(8)]
    wanted = 128 * len(bits) + off
    at = 0
    while sum([counts[bit] for bit in bits]) != wanted:
        short = sum([counts[bit] for bit in bits]) < wanted
        bit = bits[(at + at // 256) % len(bits)]
        value = sample[at * 7 % 256]
        if bool(value >> bit & 1) != short:
            sample[at * 7 % 256] = value ^ 1 << bit
            counts[bit] += 1 if short else -1
        at += 1
    return bytes(sample)


def test_how_far_off_the_middle_bits_may_be():
    every = tuple(range(8))
    for off, fault in ((144, None), (145, "biased"), (-144, None), (-145, "biased")):
        assert _told(_sample(off, every)) == fault, off
    for bit in every:
        for off, fault in ((50, None), (51, "biased"), (-50, None), (-51, "biased")):
            assert _told(_sample(off, (bit,))) == fault, (bit, off)


def test_how_often_a_byte_may_come_and_how_often_in_a_row():
    sound = Generator(1).urandom(256)
    for count, fault in ((14, None), (15, "biased")):
        sample = bytearray(sound)
        others = [at for at in range(0, 256, 3) if sample[at] != 0x5A]
        here = sample.count(b"\x5a")
        for at in others[: count - here]:
            sample[at] = 0x5A
        assert _told(bytes(sample)) == fault, count
    for count, fault in ((6, None), (7, "stuck")):
        assert sound[99] != sound[100] and sound[100 + count] != sound[100]
        sample = sound[:100] + sound[100:101] * count + sound[100 + count :]
        assert _told(sample) == fault, count


def _told(sample):
    """The last word of what is said of it, None where nothing is."""
    fault = Dice(Source(sample).urandom).test()
    return fault and fault.split()[-1]
