"""Fair dice out of random bytes.

A byte has 256 values and a die six sides, so bytes from 252 on are thrown away: 42 values are left
for each side, and no side is favoured by even one part in 256.
"""

from micropython import const

_BLOCK = const(16)
_FAIR = const(252)  # the largest multiple of 6 in a byte
_MOST_BLOCKS = const(16)  # so many without one fair byte come from a broken source


class Dice:
    """Two dice. `urandom(n)` gives n random bytes: `os.urandom`, or what a test hands in."""

    def __init__(self, urandom):
        self._urandom = urandom
        self._block = b""
        self._used = 0

    def die(self):
        """1 to 6. Raises OSError when the source of randomness is stuck."""
        blocks = 0
        while True:
            while self._used < len(self._block):
                value = self._block[self._used]
                self._used += 1
                if value < _FAIR:
                    return value % 6 + 1
            if blocks == _MOST_BLOCKS:
                raise OSError("the source of randomness is stuck")
            blocks += 1
            self._block = self._urandom(_BLOCK)
            self._used = 0

    def roll(self):
        """(d1, d2), in the order in which the dice fell."""
        first = self.die()
        return first, self.die()
