"""Fair dice out of raw random bits, and no dice out of bits that are not random.

A roll takes 1024 fresh samples, where 5.2 bits would do. They go through SHA-256 into a pool of 256
bits, with all samples before and the time of every press. Dice are a digest of the pool. A byte of
it has 256 values and a die six sides, so bytes from 252 on are skipped: 42 values are left for each
side, and no side is favoured by even one part in 256.

Before a block of samples goes into the pool it is tested together with the block before it, by the
health tests of NIST SP 800-90B, 4.4. They assume 0.1 bits of min-entropy a sample. A sample that is
1 in 93 % of the cases has that much, and 1024 of them have 102 bits, twenty times what a roll
needs.

repetition count (4.4.1)     401 equal samples in a row: 2**-40 at each sample
adaptive proportion (4.4.2)  1005 of 1024 samples like the first: 2**-41 a block
circle (our own)             the last 448 samples were there before, up to 1600 samples ago: 2**-40
                             a block

So a source that is just as bad as assumed fails once in 10**9 rolls. Two blocks are tested before
the first roll, which is the start-up test (4.3). Samples that fail are thrown away and fetched
anew, at another pace. After three failures in a row there are no dice, until samples pass again.

On the chips the raw bits are the ring oscillator's register RANDOMBIT. It is not `os.urandom`: up
to MicroPython 1.27 that is the same bit through a shift register, and from 1.28 on a generator that
goes on when its source is dead. Elsewhere they are `os.urandom`, the system's own.
"""

from hashlib import sha256
from micropython import const

from picogammon.ground import roll_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # Writes raw bits to samples[start:end], a byte each; end - start is a multiple of 8. Another
    # pace may help a source whose bits are poor.
    Source = Callable[[bytearray, int, int, int], None]  # source(samples, start, end, pace)

# The address of the ring oscillator's register RANDOMBIT, by chip. RP2040 and RP2350 data sheets.
RANDOM_BITS = {"RP2040": 0x4006001C, "RP2350": 0x400E8020}
_BLOCK = const(1024)  # samples; the adaptive proportion test's window as well
_SLICE = const(128)  # samples at a time: 2 ms on the chip
_RUN = const(401)  # 1 + 40 / 0.1
_MOST = const(1005)  # 1 + critbinom(1024, 2**-0.1, 1 - 2**-40)
_CIRCLE = const(448)
_TRIES = const(3)
_PACES = const(5)
_BITS = const(8)


class Dice:
    """Two dice. `source`: what the function `source` returns."""

    def __init__(self, source: "Source") -> None:
        self._source = source
        self._pace = 0
        self._samples = bytearray(2 * _BLOCK)  # the last block that was used, and the next
        self._fresh = 0  # where the samples begin that no roll has used yet
        self._filled = 0
        self._failures = 0
        self._ready = False
        self._pool = b""

    def collect(self) -> bool:
        """Fetches a slice of the samples for the next roll, or tests them; False once all is done.

        Raises OSError if samples fail the tests for the third time in a row, and then begins anew.
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
        """Mixes in something that nobody can foresee: the time of a press, in us."""
        self._pool = sha256(self._pool + number.to_bytes(8, "little")).digest()

    def roll(self) -> tuple[int, int]:
        """(d1, d2), in the order in which the dice fell. Raises OSError as `collect` does.

        Takes 20 ms on the chip if `collect` has not done its part.
        """
        while self.collect():
            pass
        self._ready = False
        samples = memoryview(self._samples)
        samples[:_BLOCK] = samples[_BLOCK:]  # without a copy, for which there may be no room
        self._fresh = self._filled = _BLOCK
        return roll_of(sha256(b"roll" + self._pool).digest())

    def secret(self) -> bytes:
        """16 bytes that nobody can guess, from 2048 fresh samples of at least 0.1 bits each.

        Raises OSError as `collect` does.
        """
        for _ in range(2):
            self.roll()
        return sha256(b"secret" + self._pool).digest()[:16]

    def _judge(self) -> None:
        """Takes the samples into the pool, or throws them away."""
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
    """What is wrong with two blocks of samples (bytes 0 and 1), in words; None if all is well."""
    if samples.find(bytes(_RUN)) >= 0 or samples.find(b"\x01" * _RUN) >= 0:
        return "random source stuck"
    for at in range(0, len(samples), _BLOCK):
        if samples.count(samples[at : at + 1], at, at + _BLOCK) >= _MOST:
            return "random source biased"
    if samples.find(samples[-_CIRCLE:], 0, -1) >= 0:
        return "random source repeats itself"
    return None


def source(machine: "Any", chip: str, urandom: "Callable[[int], bytes]") -> "Source":
    """The source of raw bits of this machine. `chip`: sys.implementation._machine."""
    at = RANDOM_BITS.get(chip[-6:])

    def ring_oscillator(samples: bytearray, start: int, end: int, pace: int) -> None:
        """A bit every 10 us at pace 0: it turns some 65 times meanwhile, never quite evenly.

        If that is nearly a whole number, it reads the same bit for long; another pace mends that.
        """
        registers = machine.mem32
        address = at
        for i in range(start, end):
            samples[i] = registers[address] & 1
            for _ in range(pace):
                pass

    def system(samples: bytearray, start: int, end: int, pace: int) -> None:
        """The bits of the system's generator, which has no pace."""
        for byte in urandom((end - start) // _BITS):
            for bit in range(_BITS):
                samples[start + bit] = byte >> bit & 1
            start += _BITS

    return system if at is None else ring_oscillator
