"""Fair dice out of random bytes, and a look at whether they are random at all.

A byte has 256 values and a die six sides, so bytes from 252 on are thrown away: 42 values are left
for each side, and no side is favoured by even one part in 256.

The test at power-on refuses a source that repeats itself, is stuck or is biased. It looks at 256
bytes; a sound source fails it twice in 10**9 times, by exact binomial sums: eight bytes that come
again 10**-15, a run of seven equal bytes 10**-12, a byte 15 times 5 * 10**-11, bits 145 off the
middle 2 * 10**-10, one of a byte's eight bits 51 off 13 * 10**-10.

MicroPython on the RP2040 feeds the oscillator's bits to a shift register. When they are always the
same, that goes on by itself: its bytes look well mixed, and come again after 93 of them at most. So
while dice are rolled, bytes are fetched many at a time and looked at before any of them is a die.

A source that was found wanting is good again when 256 fresh bytes of it pass the test.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

_BLOCK = const(128)
_FAIR = const(252)  # the largest multiple of 6 in a byte
_MOST_BLOCKS = const(2)  # so many without one fair byte come from a broken source
_SAMPLE = const(2)  # blocks
_WINDOW = const(8)
_STRIDE = const(4)
_RUN = const(7)
_SAME = const(15)
_BITS_OFF = const(145)  # 6.4 standard deviations of 2048 bits
_BIT_OFF = const(51)  # 6.4 standard deviations of 256 bits
_STUCK = "the source of randomness is stuck"
_REPEATS = "the source of randomness repeats itself"
_BIASED = "the source of randomness is biased"


class Dice:
    """Two dice. `urandom(n)` gives n random bytes: `os.urandom`, or what a test hands in."""

    def __init__(self, urandom: "Callable[[int], bytes]") -> None:
        self._urandom = urandom
        self._block = b""
        self._used = 0
        self._failed = False

    def test(self) -> str | None:
        """None if the source looks random, else a sentence that says what is wrong with it."""
        sample = b"".join([self._urandom(_BLOCK) for _ in range(_SAMPLE)])
        fault = _fault(sample)
        self._failed = fault is not None
        self._block = b""
        self._used = 0
        return fault

    def die(self) -> int:
        """1 to 6. Raises OSError when the source of randomness is stuck or repeats itself.

        From then on there is none until a `test` is passed.
        """
        if self._failed:
            fault = self.test()
            if fault:
                raise OSError(fault)
        self._failed = True
        value = self._draw()
        self._failed = False
        return value

    def _draw(self) -> int:
        blocks = 0
        while True:
            while self._used < len(self._block):
                value = self._block[self._used]
                self._used += 1
                if value < _FAIR:
                    return value % 6 + 1
            if blocks == _MOST_BLOCKS:
                raise OSError(_STUCK)
            blocks += 1
            last = self._block
            self._block = self._urandom(_BLOCK)
            self._used = 0
            if _repeats(last + self._block):
                raise OSError(_REPEATS)

    def roll(self) -> tuple[int, int]:
        """(d1, d2), in the order in which the dice fell."""
        first = self.die()
        return first, self.die()


def _repeats(data: bytes) -> bool:
    """Whether some eight bytes in it come again; as they do where they go round in a circle."""
    for at in range(0, len(data) - _WINDOW, _STRIDE):
        if data.find(data[at : at + _WINDOW], at + 1) >= 0:
            return True
    return False


def _fault(sample: bytes) -> str | None:
    """What is wrong with 256 random bytes, None if nothing is."""
    run = 0
    last = -1
    counts = bytearray(256)
    ones = [0] * 8
    for value in sample:
        run = run + 1 if value == last else 1
        last = value
        if run == _RUN:
            return _STUCK
        counts[value] = min(counts[value] + 1, 255)
        for bit in range(8):
            ones[bit] += value >> bit & 1
    if _repeats(sample):
        return _REPEATS
    half = len(sample) // 2
    if abs(sum(ones) - 8 * half) >= _BITS_OFF or max(counts) >= _SAME:
        return _BIASED
    if max([abs(count - half) for count in ones]) >= _BIT_OFF:
        return _BIASED
    return None
