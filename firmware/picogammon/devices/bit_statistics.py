"""Statistics of raw random bits: ones, longest run, correlation with later bits."""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

_ONES = bytes([sum([value >> bit & 1 for bit in range(8)]) for value in range(256)])


class BitStatistics:
    """Statistics of the bits that `add` is given.

    `ones`: how many are 1. `run`: the longest run of equal bits. `packed`: all bits, eight in a
    byte, the first lowest; a byte for each would be too large a block. `lags`, after the last of
    `steps`: for each distance from 1 to `most`, the correlation of bits that far apart, in
    thousandths: 0 if they are independent, 1000 if always equal, -1000 if never equal.
    """

    def __init__(self, most: int) -> None:
        self.ones = 0
        self.run = 0
        self.packed = bytearray()
        self.lags: list[int] = []
        self._most = most
        self._last = -1
        self._same = 0  # length of the present run of equal bits

    def add(self, bits: bytearray) -> None:
        """Adds bits, one in each byte, 0 or 1; their number is a multiple of 8."""
        same = self._same
        last = self._last
        byte = count = 0
        for bit in bits:
            same = same + 1 if bit == last else 1
            last = bit
            if same > self.run:
                self.run = same
            byte |= bit << count
            count += 1
            if count == 8:
                self.packed.append(byte)
                byte = count = 0
        self._same = same
        self._last = last
        self.ones += sum(bits)

    def steps(self) -> "Iterator[None]":
        """Yields between slices of some milliseconds, once all bits are there; fills `lags`."""
        packed = int.from_bytes(self.packed, "little")
        yield
        for lag in range(1, self._most + 1):
            self.lags.append(self._correlation(packed, lag))
            yield

    def _correlation(self, packed: int, lag: int) -> int:
        size = len(self.packed)
        pairs = 8 * size - lag
        unlike = (packed ^ packed >> lag) & (1 << pairs) - 1
        count = sum([_ONES[value] for value in unlike.to_bytes(size, "little")])
        return (pairs - 2 * count) * 1000 // pairs
