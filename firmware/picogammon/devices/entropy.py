"""Fair dice from raw random bits; there are no dice if the bits fail tests of randomness.

A roll uses a block of 1024 fresh samples, each of one bit. SHA-256 mixes them into a pool of 256
bits, together with earlier samples and the times of presses. Dice are made from the pool's digest.

Each block is tested together with the block before it, and only then mixed into the pool. Two of
the tests are from NIST SP 800-90B, 4.4. They allow a poor source, with a min-entropy of 0.1 bits
per sample (93 % of the bits are equal). Such a source fails a test only once in 10**9 rolls:

test                         a block fails if                               probability
repetition count (4.4.1)     401 samples in a row are equal                 2**-40 per sample
adaptive proportion (4.4.2)  1005 of its samples are equal to its first     2**-41 per block
circle (our own)             its last 448 samples repeat a sequence that    2**-40 per block
                             began up to 1600 samples earlier

The first roll needs two sound blocks; this is the start-up test (4.3). Samples that fail a test are
discarded, and new samples are read at other intervals.

On the chips, the raw bits come from the ring oscillator. Other machines use `os.urandom`. On chips
that function is unsuitable: up to MicroPython 1.27, it passes the same raw bits through a shift
register; from 1.28 on, it is a generator that continues after its source has failed.
"""

from hashlib import sha256
from micropython import const

from picogammon.ground import roll_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # Writes raw bits to samples[start:end], a byte each; end - start is a multiple of 8. Another
    # pace may improve poor bits.
    Source = Callable[[bytearray, int, int, int], None]  # source(samples, start, end, pace)

# The address of the ring oscillator's register RANDOMBIT, by chip. RP2040 and RP2350 data sheets.
RANDOM_BITS = {"RP2040": 0x4006001C, "RP2350": 0x400E8020}
_BLOCK = const(1024)  # samples, which are also the window of the adaptive proportion test
_SLICE = const(128)  # samples at a time: 2 ms on the chip
_RUN = const(401)  # 1 + 40 / 0.1
_MOST = const(1005)  # 1 + critbinom(1024, 2**-0.1, 1 - 2**-40)
_CIRCLE = const(448)
_TRIES = const(3)
_PACES = const(5)
_BITS = const(8)


class Dice:
    """Two fair dice, rolled with the random bits of `source`."""

    def __init__(self, source: "Source") -> None:
        self._source = source
        self._pace = 0
        self._samples = bytearray(2 * _BLOCK)  # the block used last, and the next
        self._fresh = 0  # the first sample that no roll has used
        self._filled = 0
        self._failures = 0
        self._ready = False
        self._pool = b""

    def collect(self) -> bool:
        """Reads or tests samples for some milliseconds; False if the next roll is ready already.

        Raises OSError if samples fail the tests for the third time in a row.
        """
        if self._ready:
            return False
        if self._filled == len(self._samples):
            self._judge()
        else:
            end = self._filled + _SLICE
            self._source(self._samples, self._filled, end, self._pace)
            self._filled = end
        return True

    def stir(self, number: int) -> None:
        """Mixes `number`, the time of a press in microseconds, into the pool of random bits."""
        self._pool = sha256(self._pool + number.to_bytes(8, "little")).digest()

    def roll(self) -> tuple[int, int]:
        """Returns the dice (d1, d2). Raises OSError if samples fail three times in a row."""
        while self.collect():
            pass
        self._ready = False
        samples = memoryview(self._samples)
        samples[:_BLOCK] = samples[_BLOCK:]  # a view, as a copy may have no room
        self._fresh = self._filled = _BLOCK
        return roll_of(sha256(b"roll" + self._pool).digest())

    def secret(self) -> bytes:
        """Returns 16 secret bytes, made from 2048 fresh samples (200 bits of entropy or more)."""
        for _ in range(2):
            self.roll()
        return sha256(b"secret" + self._pool).digest()[:16]

    def _judge(self) -> None:
        """Tests the samples; mixes sound ones into the pool, but discards samples that fail."""
        fault = fault_of(self._samples)
        if fault is None:
            taken = sha256(self._pool)
            taken.update(memoryview(self._samples)[self._fresh :])
            self._pool = taken.digest()
            self._ready = True
            self._failures = 0
            return
        self._fresh = self._filled = 0
        self._failures += 1
        self._pace = (self._pace + 1) % _PACES
        if self._failures == _TRIES:
            self._failures = 0
            raise OSError(fault)


def fault_of(samples: "bytes | bytearray") -> str | None:
    """Tests `samples`, two blocks with a bit in each byte; returns a fault in words, or None."""
    if samples.find(bytes(_RUN)) >= 0 or samples.find(b"\x01" * _RUN) >= 0:
        return "random source stuck"
    for at in range(0, len(samples), _BLOCK):
        if samples.count(samples[at : at + 1], at, at + _BLOCK) >= _MOST:
            return "random source biased"
    if samples.find(samples[-_CIRCLE:], 0, -1) >= 0:
        return "random source repeats itself"
    return None


def source(machine: "Any", chip: str, urandom: "Callable[[int], bytes]") -> "Source":
    """Returns the Source that reads raw bits on `chip`, a sys.implementation._machine."""
    at = RANDOM_BITS.get(chip[-6:])

    def ring_oscillator(samples: bytearray, start: int, end: int, pace: int) -> None:
        """Reads raw bits into samples[start:end], one bit per byte. At `pace` 0, a bit takes 10 us.

        The oscillator makes about 65 cycles in 10 us. If this number is nearly whole, samples are
        poor; a higher `pace` lengthens the interval and improves the samples.
        """
        registers = machine.mem32
        address = at
        for i in range(start, end):
            samples[i] = registers[address] & 1
            for _ in range(pace):
                pass

    def system(samples: bytearray, start: int, end: int, pace: int) -> None:
        for byte in urandom((end - start) // _BITS):
            for bit in range(_BITS):
                samples[start + bit] = byte >> bit & 1
            start += _BITS

    return system if at is None else ring_oscillator
