"""How long the flash takes: to erase a sector, to program a page, to read what the cache lacks.

It erases and programs one sector: that of a file of 4096 bytes, which is made for this and removed
again. It finds the sector by its content, so nothing else is ever written to. If the power goes
meanwhile, a file is left that nobody reads.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from rp2 import Flash

    from picogammon.devices.files import Files

    Read = Callable[[int, int, int, int], object]  # (address, words, step, rounds)

_NAME = "flash.try"
_SECTOR = const(4096)
_PAGE = const(256)
_MARK = const(32)
_ERASE = const(6)  # of a block device's ioctl, as MicroPython numbers them
_BLOCKS = const(4)
_LOOK_AT_ONCE = const(16)
_START = const(0x10000000)  # of the flash in memory, on RP2040 and RP2350
_SPAN = const(16384)  # words: four times the cache
_IN_CACHE = const(256)
_ROUNDS = const(64)  # so many that the first round, which fills the cache, hardly counts
_TIMES = const(5)


class Spare:
    """A sector to write to. `flash`: rp2.Flash, on which `files` are.

    Go through the iterator `take` before `erase` and `program`; then `give_back`. Raises OSError if
    there is no room for it.
    """

    def __init__(self, flash: "Flash", files: "Files", mark: bytes) -> None:
        """`mark`: 32 bytes that are nowhere on the flash."""
        self._flash = flash
        self._files = files
        self._page = mark * (_PAGE // _MARK)
        self._block: "Any" = None  # the sector's block number, once it is known

    def take(self) -> "Iterator[None]":
        """Makes the file and finds it on the flash, in slices."""
        with self._files.open(_NAME, "wb") as file:
            for _ in range(_SECTOR // _PAGE):  # page by page, to need no large block of memory
                file.write(self._page)
        self._files.sync()
        yield
        looked = bytearray(_MARK)
        for block in range(self._flash.ioctl(_BLOCKS, 0)):  # type: ignore[arg-type]
            self._flash.readblocks(block, looked, 0)
            if looked == self._page[:_MARK] and self._holds(block):
                self._block = block
                return
            if block % _LOOK_AT_ONCE == 0:
                yield
        raise OSError("the file is not found on the flash")

    def _holds(self, block: int) -> bool:
        page = bytearray(_PAGE)
        for start in range(0, _SECTOR, _PAGE):
            self._flash.readblocks(block, page, start)
            if page != self._page:
                return False
        return True

    def erase(self) -> None:
        """Erases the sector."""
        self._flash.ioctl(_ERASE, self._block)

    def program(self, page: int) -> None:
        """Programs one of its 16 pages."""
        self._flash.writeblocks(self._block, self._page, page * _PAGE)

    def give_back(self) -> None:
        """Removes the file."""
        self._block = None
        try:
            self._files.remove(_NAME)
        except OSError:
            pass  # there was no file


def times(
    spare: Spare, took: "Callable[..., int]", erases: list[int], programs: list[int]
) -> "Iterator[None]":
    """Fills the lists `erases` and `programs` with times, in us; yields between slices.

    `took(action, *what)`: the us that an action takes.
    """
    for _ in range(_TIMES):
        erases.append(took(spare.erase))
        yield
        for page in range(_SECTOR // _PAGE):
            programs.append(took(spare.program, page))
            yield


def read_costs(read: "Read", took: "Callable[..., int]") -> tuple[int, int, int]:
    """(a word in the cache, the first word of a line not in it, the line's second word), in ps.

    `read`: flash_kernel's. The second and third are the costs beyond the first: a line has two
    words, and if a miss brings the whole line the second word costs nothing.
    """
    hit = _picoseconds(read, took, _IN_CACHE, 1, _ROUNDS)
    first = _picoseconds(read, took, _SPAN, 2, 1)
    both = _picoseconds(read, took, _SPAN, 1, 1)
    return hit, first - hit, 2 * both - first - hit


def _picoseconds(
    read: "Read", took: "Callable[..., int]", words: int, step: int, rounds: int
) -> int:
    """For each word read, the shortest of some times, without the call's own time."""
    # The first time finds the words of the last call in the cache.
    times = [took(read, _START, words, step, rounds) for _ in range(1 + _TIMES)]
    call = min([took(read, _START, 0, step, rounds) for _ in range(_TIMES)])
    return (min(times[1:]) - call) * 1000000 * step // (words * rounds)
