"""Dice are exactly fair if the bits are random, and bits that are not random give no rolls."""

from picogammon.devices.entropy import Dice, fault_of, roll_of
from picogammon.devices.entropy import source as source_of

BLOCK = 1024  # samples, in which
STUCK = 401  # equal ones in a row,
BIASED = 1005  # ones like the first, or
AGAIN = 448  # that were there before are a fault


class Source:
    """A source of xorshift32's bits; change(bit, at) may replace the bit with the index `at`."""

    def __init__(self, seed=1, change=None):
        self.state = seed
        self.change = change
        self.at = 0
        self.asked = []
        self.paces = set()

    def __call__(self, samples, start, end, pace):
        self.paces.add(pace)
        self.asked.append(end - start)
        state = self.state
        for i in range(start, end):
            state ^= state << 13 & 0xFFFFFFFF
            state ^= state >> 17
            state ^= state << 5 & 0xFFFFFFFF
            samples[i] = state >> 16 & 1
            if self.change:
                samples[i] = self.change(samples[i], self.at)
            self.at += 1
        self.state = state


def _bits(count, seed=1):
    samples = bytearray(count)
    Source(seed)(samples, 0, count, 0)
    return samples


def _rolls(dice, most=20):
    rolls = []
    try:
        while len(rolls) < most:
            rolls.append(dice.roll())
    except OSError as error:
        return rolls, str(error)
    return rolls, None


# From bits to dice.


def test_of_the_bytes_below_252_each_side_gets_exactly_42_and_others_are_passed_over():
    firsts = [0] * 7
    seconds = [0] * 7
    for byte in range(252):
        one, two = roll_of(bytes([byte, 251 - byte]) + bytes(30))
        firsts[one] += 1
        seconds[two] += 1
    assert firsts == seconds == [0] + [42] * 6
    for byte in range(252, 256):
        assert roll_of(bytes([byte, 3, byte, byte, 1]) + bytes(27)) == (4, 2)


def test_each_roll_takes_1024_fresh_samples_the_first_2048_collected_beforehand_or_not():
    source, other = Source(5), Source(5)
    dice, at_once = Dice(source), Dice(other)
    for rolled, slices in enumerate((16, 8, 8)):
        source.asked = []
        for _ in range(slices + 1):  # the last looks at them
            assert dice.collect()
        assert not dice.collect() and not dice.collect()
        assert source.asked == [128] * slices
        assert dice.roll() == at_once.roll()
        assert source.at == other.at == (2 + rolled) * BLOCK


def test_every_sample_counts_for_every_later_roll():
    plain = _rolls(Dice(Source(7)))[0]
    for spoilt in (0, 1, 2047, 2048, 3071, 3072):
        rolls = _rolls(Dice(Source(7, lambda bit, at, spoilt=spoilt: bit ^ (at == spoilt))))[0]
        same = max(0, spoilt // BLOCK - 1)
        assert rolls[:same] == plain[:same] and rolls[same:] != plain[same:], spoilt


def test_the_time_of_a_press_counts_for_every_later_roll():
    plain = _rolls(Dice(Source(7)))[0]
    seen = []
    for time in (0, 1, 2, (1 << 30) - 1):
        dice = Dice(Source(7))
        first = dice.roll()
        dice.stir(time)
        rolls = _rolls(dice, 19)[0]
        assert first == plain[0] and rolls != plain[1:]
        assert rolls not in seen
        seen.append(rolls)


# Health tests: where exactly they begin to fail.


def test_repetition_count_400_equal_samples_are_no_fault_and_401_are():
    for value in (0, 1):
        for start in (0, 700, 2 * BLOCK - STUCK - 1):
            for count, fault in ((STUCK - 1, None), (STUCK, "stuck")):
                samples = _bits(2 * BLOCK)
                samples[start : start + count] = bytes([value]) * count
                for edge in (start - 1, start + count):
                    if 0 <= edge < len(samples):
                        samples[edge] = 1 - value
                assert _told(samples) == fault, (value, start, count)


def test_adaptive_proportion_1004_of_1024_like_the_first_are_no_fault_and_1005_are():
    for value in (0, 1):
        for block in (0, BLOCK):
            for others, fault in ((BLOCK - BIASED + 1, None), (BLOCK - BIASED, "biased")):
                samples = _bits(2 * BLOCK)
                samples[block : block + BLOCK] = bytes([value]) * BLOCK
                for i in range(others):
                    samples[block + 40 + i * 49] = 1 - value
                assert _told(samples) == fault, (value, block, others)


def test_a_circle_is_found_when_448_samples_come_again():
    for lag in (2, 3, 447, 448, 449, 1000, 1600):
        for count, fault in ((AGAIN - 1, None), (AGAIN, "itself")):
            samples = _bits(2 * BLOCK)
            begins = len(samples) - count
            samples[begins - 2 : begins] = b"\0\1"
            samples[begins - 1 - lag] = 0
            for i in range(begins, len(samples)):
                samples[i] = samples[i - lag]
            assert _told(samples) == fault, (lag, count)


def _told(samples):
    """Returns the last word of the fault in `samples`, such as "stuck"; None if they are sound."""
    fault = fault_of(bytes(samples))
    return fault and fault.split()[-1]


# Sources that are dead, die, or recover.


def test_what_fails_is_tried_again_at_another_pace_before_dice_are_refused():
    for bad in (1, 2):
        ends = bad * 2 * BLOCK
        source = Source(1, lambda bit, at, ends=ends: bit if at >= ends else 0)
        dice = Dice(source)
        rolls, said = _rolls(dice)
        assert len(rolls) == 20 and said is None and len(source.paces) == 1 + bad
        sound = Source(1)
        sound(bytearray(ends), 0, ends, 0)
        assert rolls == _rolls(Dice(sound))[0], "nothing of what failed was used"


def test_failures_count_only_in_a_row():
    def fails_twice_a_roll(bit, at):
        return 0 if at >= 2 * BLOCK and (at - 2 * BLOCK) % (5 * BLOCK) < 3 * BLOCK else bit

    dice = Dice(Source(1, fails_twice_a_roll))
    rolls, said = _rolls(dice, 4)
    assert len(rolls) == 4 and said is None


def test_one_that_dies_makes_two_more_rolls_at_most_of_what_was_collected_before():
    circle = _bits(1000, 5)
    for dies in (2 * BLOCK, 5 * BLOCK + 1, 6 * BLOCK - 1):
        for dead in (lambda at: 0, lambda at: 1, lambda at: circle[at % 1000]):
            change = lambda bit, at, dies=dies, dead=dead: bit if at < dies else dead(at)  # noqa: E731
            dice = Dice(Source(9, change))
            rolls, said = _rolls(dice)
            lived = dies // BLOCK - 1
            assert lived <= len(rolls) <= lived + 2 and said, (dies, len(rolls))
            assert rolls[:lived] == _rolls(Dice(Source(9)), lived)[0]


def test_one_that_recovers_rolls_again():
    dead = [True]
    source = Source(11, lambda bit, at: 0 if dead else bit)
    dice = Dice(source)
    for asked in (1, 2):
        assert _rolls(dice) == ([], "random source stuck")
        assert source.at == asked * 3 * 2 * BLOCK, "three times fresh samples, each time"
    dead.clear()
    assert len(_rolls(dice)[0]) == 20
    dead.append(True)
    assert len(_rolls(dice)[0]) <= 1
    dead.clear()
    assert len(_rolls(dice)[0]) == 20


class Machine:
    def __init__(self, address, values):
        self.mem32 = self
        self.address = address
        self.values = values
        self.reads = 0

    def __getitem__(self, address):
        assert address == self.address
        self.reads += 1
        return self.values[(self.reads - 1) % len(self.values)]


def _none(count):
    raise AssertionError("os.urandom hides a source that is dead")


def test_on_the_chips_each_sample_is_one_read_of_the_ring_oscillator_and_never_urandom():
    for chip, address in (("RP2040", 0x4006001C), ("RP2350", 0x400E8020)):
        for pace in range(12):
            machine = Machine(address, (1, 0, 0xFFFFFFFE, 0xFFFFFFFF))
            bits = source_of(machine, "Raspberry Pi Pico with " + chip, _none)
            samples = bytearray(16)
            bits(samples, 4, 12, pace)
            assert samples == b"\0\0\0\0\1\0\0\1\1\0\0\1\0\0\0\0" and machine.reads == 8


def test_elsewhere_it_is_the_systems_bits_each_once_and_in_order():
    asked = []

    def urandom(count):
        asked.append(count)
        return bytes([0b10000001, 0b00010110][:count])

    bits = source_of(None, "linux [GCC 14.2.0] version", urandom)
    samples = bytearray(18)
    bits(samples, 1, 17, 0)
    assert asked == [2]
    assert samples == b"\0" + b"\1\0\0\0\0\0\0\1" + b"\0\1\1\0\1\0\0\0" + b"\0"
