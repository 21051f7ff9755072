"""The file of weights: the nets' weights and all tables, in named sections.

The file is little-endian. Words have 32 bits, halfwords 16 bits:

    "PGwt"                 identifies the file
    version                word: the version of the format; firmware reads only VERSION
    length                 word: the number of bytes in the file
    sections               word: the number of sections
    name, offset, length   for each section: four letters, two words
    ...                    the sections, each aligned to a word
    check                  word: CRC-32 of all bytes before

Native code reads a net's sections without bounds checks. A row has the weights of one feature of
positions, such as two checkers on a point. A bucket has the output weights for a kind of position.
The sections of the usual net are:

    NETS  the numbers of hidden nodes, rows and buckets, and a zero (halfwords)
    NETW  for each row, one byte per hidden node
    NETB  the hidden nodes' biases (halfwords)
    NETV  for each bucket and hidden node five output weights and a zero (halfwords)
    NETC  for each bucket the five outputs' biases (words)
    NETP  the curve from log-odds to chances: each chance minus 1/2, in 1/65536 (halfwords)
    ESCP  for each set of blocked points among the 12 ahead, the number of escaping rolls (bytes)

The net for Hypergammon has HETS, HETW, HETB, HETV and HETC, and shares NETP and ESCP. The modules
that read the other sections describe them: race.py, met.py, ending.py, app/practice/sets.py.
"""

from binascii import crc32
from micropython import const
from struct import unpack_from

from picogammon.engine.engine import Thought, WeightsError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import BinaryIO

VERSION = const(2)

_MAGIC = b"PGwt"
_HEAD = const(16)
_ENTRY = const(12)
_WORD = const(4)
_CHECKED = const(32768)  # bytes in a slice, 7 ms on a Pico
_LENGTH_AT = const(8)
_COUNT_AT = const(12)
_SPARE = const(65536)  # bytes of the heap that stay free on a board that has to load the file
_LONGEST = const(1 << 20)
_FILE = "weights.bin"
_DAMAGED = "the weights file is damaged"
_WRONG_SIZE = "the weights' section %s has %d bytes, not %d"
_TOO_LARGE = "too large for this memory: use Picogammon's image"

ROWS = const(924)  # of both sides
MOST = const(52)  # the most rows that are active in a position (net_twin.features)
BUCKETS = const(9)
NODE_BYTES = const(12)

_LANES = const(16)
USUAL = const("N")  # the first letter of a net's sections: fifteen checkers a side
FEW = const("H")  # three
_NET_HEAD = const(8)
_BUCKET_BYTES = const(20)
_CURVE_POINTS = const(256)
_HALF = const(32768)
_ESCAPES = const(4096)
_MOST_ESCAPES = const(36)
_MOST_BIAS = const(1023)  # a sum begins with 1024 more, and is never negative
_ANOTHER = "the weights belong to another net"

_shipped: "list[Weights]" = []  # the Weights that came with the firmware, once they are checked


class TooLarge(WeightsError):
    """Raised if memory has no room for the weights."""


class Weights:
    """The sections of a file of weights, read in place."""

    def __init__(self, data: bytes | bytearray | memoryview, checked: bool = False) -> None:
        """Reads `data`, a file's bytes; may raise WeightsError. `checked`: True skips `check`."""
        if not checked:
            for _ in check(data):
                pass
        self._body = memoryview(data)[: len(data) - _WORD]
        for _, start, length in self._entries():
            if start % _WORD or start + length > len(self._body):
                raise WeightsError(_DAMAGED)

    def _entries(self) -> "Iterator[tuple[bytes, int, int]]":
        for i in range(unpack_from("<I", self._body, _COUNT_AT)[0]):
            yield unpack_from("<4sII", self._body, _HEAD + _ENTRY * i)

    def section(self, name: str, size: int | None = None) -> memoryview:
        """Returns the section `name`; raises WeightsError if it is missing or not of `size` bytes.

        `size`: None accepts any size; pass a size for native code, which does not check sizes.
        """
        wanted = name.encode()
        for found, start, length in self._entries():
            if found == wanted:
                if size is not None and length != size:
                    raise WeightsError(_WRONG_SIZE % (name, length, size))
                return self._body[start : start + length]
        raise WeightsError("the weights lack the section " + name)


def load() -> Weights:
    """Returns the firmware's Weights at once; raises WeightsError if missing or unsuitable."""
    return Thought(loading()).finish()


def loading() -> "Generator[None, None, Weights]":
    """Does the work of `load` in slices. Only the first call of either checks the weights."""
    if not _shipped:
        data = _data()
        yield from check(data)
        _shipped.append(Weights(data, checked=True))
    return _shipped[0]


def checking() -> "Iterator[None]":
    """Checks the firmware's weights once more, in slices; may raise WeightsError."""
    yield from check(_data())


def check(data: bytes | bytearray | memoryview) -> "Iterator[None]":
    """Checks in slices that `data` is a whole weights file of VERSION; may raise WeightsError."""
    view = memoryview(data)
    size = len(view)
    if size < _HEAD or bytes(view[:_WORD]) != _MAGIC:
        raise WeightsError("this is not a weights file")
    version, length, count = unpack_from("<III", view, _WORD)
    if version != VERSION:
        raise WeightsError("the weights are of version %d, not %d" % (version, VERSION))
    if length != size or size < _HEAD + _ENTRY * count + _WORD:
        raise WeightsError(_DAMAGED)
    found = 0
    for start in range(0, size - _WORD, _CHECKED):
        found = crc32(view[start : min(start + _CHECKED, size - _WORD)], found)
        yield
    if found != unpack_from("<I", view, size - _WORD)[0]:
        raise WeightsError(_DAMAGED)


def _data() -> bytes | bytearray:
    """Returns the bytes of the weights file: in flash if the image has them, else a copy in RAM."""
    try:
        from picogammon_weights import DATA  # type: ignore[import-not-found]  # in an image alone
    except ImportError:
        return read(__file__.rpartition("/")[0] + "/" + _FILE)
    return DATA


def read(path: str) -> bytearray:
    """Returns the bytes of the weights file at `path`; checks only the length of the file.

    Raises TooLarge if memory is short, or WeightsError for a missing file or a wrong length.
    """
    try:
        file = open(path, "rb")
    except OSError:
        raise WeightsError("the weights file is missing") from None
    try:
        with file:
            return _whole(file)
    except OSError as error:
        raise WeightsError("the weights file cannot be read: %s" % error) from None


def _whole(file: "BinaryIO") -> bytearray:
    head = file.read(_HEAD)
    if len(head) < _HEAD:
        raise WeightsError(_DAMAGED)
    length = unpack_from("<I", head, _LENGTH_AT)[0]
    if length > _LONGEST:
        raise WeightsError(_DAMAGED)
    try:
        data = bytearray(length)
        spare = bytearray(_SPARE)  # after `data`, so a heap without room for both stays untouched
    except MemoryError:
        raise TooLarge(_TOO_LARGE) from None
    del spare
    file.seek(0)
    if file.readinto(data) != length:
        raise WeightsError(_DAMAGED)
    return data


def net_of(
    weights: Weights, kind: str = USUAL, greatest: "Callable[[memoryview], int]" = max
) -> tuple[int, dict[str, memoryview]]:
    """Returns (number of hidden nodes, {name: section}) of the net for `kind`.

    The names are NETW ... ESCP for both kinds. Raises WeightsError if a section is missing or
    unsuitable. `kind`: USUAL for 15 checkers a side, FEW for 3. `greatest`: finds the greatest byte
    of ESCP, to check its range: max, or a faster function (max takes 10 ms on a Pico).
    """
    head = weights.section(kind + "ETS", _NET_HEAD)
    hidden, rows, buckets = unpack_from("<HHH", head)
    if rows != ROWS or buckets != BUCKETS or not hidden or hidden % _LANES:
        raise WeightsError(_ANOTHER)
    sizes = (
        ("NETW", ROWS * hidden),
        ("NETB", 2 * hidden),
        ("NETV", NODE_BYTES * BUCKETS * hidden),
        ("NETC", _BUCKET_BYTES * BUCKETS),
        ("NETP", 2 * _CURVE_POINTS),
        ("ESCP", _ESCAPES),
    )
    found = {}
    for name, size in sizes:
        here = kind + name[1:] if name[0] == USUAL and name != "NETP" else name
        found[name] = weights.section(here, size)
    curve = unpack_from("<%dH" % _CURVE_POINTS, found["NETP"])
    biases = unpack_from("<%dh" % hidden, found["NETB"])
    if (
        greatest(found["ESCP"]) > _MOST_ESCAPES
        or max(curve) > _HALF
        or not -_MOST_BIAS <= min(biases) <= max(biases) <= _MOST_BIAS
    ):
        raise WeightsError(_ANOTHER)
    return hidden, found
