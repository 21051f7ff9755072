"""What MicroPython on the emulated chip gives as os.urandom for a seed, without the chip."""

_BITS = 8
_POLYNOMIAL = 0xD5  # ports/rp2/main.c, rosc_random_u8
_MASK = 0xFFFFFFFF


class ChipRandom:
    """`os.urandom` of a board that was booted with `seed`, from its first call on.

    A twin of board/ring_oscillator.js and of MicroPython's own mixing of its bits; `stuck` is the
    bit that the oscillator died with, or None.
    """

    def __init__(self, seed):
        self.stuck = None
        self._state = (seed * 2654435761 + 1) & _MASK or 1
        self._mixed = 0

    def __call__(self, count):
        return bytes(self._byte() for _ in range(count))

    def _byte(self):
        for _ in range(_BITS):
            carried = _POLYNOMIAL if self._mixed & 0x80 else 0
            self._mixed = ((self._mixed << 1 | self._bit()) ^ carried) & 0xFF
        return self._mixed

    def _bit(self):
        if self.stuck is not None:
            return self.stuck
        state = self._state
        state ^= state << 13 & _MASK
        state ^= state >> 17
        state ^= state << 5 & _MASK
        self._state = state
        return state >> 16 & 1
