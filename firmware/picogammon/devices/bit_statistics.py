"""Statistics of raw random bits: how many are ones, the longest run, and what a bit tells of later
ones."""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

_SLICE = const(512)  # bits that are looked at between two pauses
_ONES = bytes([sum([value >> bit & 1 for bit in range(8)]) for value in range(256)])


class BitStatistics:
    """Of `bits`, a bytearray with one in each byte, 0 or 1; a multiple of 8 of them.

    After `steps` has run out: `ones`, and `run`, the longest of equal bits; `lags`: for each
    distance from 1 to `most`, the correlation of bits that far apart, in thousandths: 0 where one
    tells nothing of the other, 1000 where they are always equal, -1000 where never.
    """

    def __init__(self, bits: bytearray, most: int) -> None:
        self.ones = 0
        self.run = 0
        self.lags: list[int] = []
        self._bits = bits
        self._most = most

    def steps(self) -> "Iterator[None]":
        """An iterator; each step takes some milliseconds."""
        for start in range(0, len(self._bits), _SLICE):
            self._count(start, start + _SLICE)
            yield
        packed = int.from_bytes(pack(self._bits), "little")
        yield
        for lag in range(1, self._most + 1):
            self.lags.append(self._correlation(packed, lag))
            yield

    def _count(self, start: int, end: int) -> None:
        """Goes on with `ones` and `run`."""
        bits = self._bits
        self.ones += sum(bits[start:end])
        while start and bits[start] == bits[start - 1]:
            start -= 1  # a run that has begun before
        run = longest = 0
        last = -1
        for bit in bits[start:end]:
            run = run + 1 if bit == last else 1
            last = bit
            if run > longest:
                longest = run
        self.run = max(self.run, longest)

    def _correlation(self, packed: int, lag: int) -> int:
        pairs = len(self._bits) - lag
        unlike = (packed ^ packed >> lag) & (1 << pairs) - 1
        count = sum([_ONES[value] for value in unlike.to_bytes(len(self._bits) // 8, "little")])
        return (pairs - 2 * count) * 1000 // pairs


def pack(bits: bytearray) -> bytearray:
    """The same bits, eight in a byte, the first lowest."""
    packed = bytearray(len(bits) // 8)
    for at in range(len(bits)):
        packed[at >> 3] |= bits[at] << (at & 7)
    return packed
