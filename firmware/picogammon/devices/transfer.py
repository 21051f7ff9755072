"""Transfers between a board and a PC: matches, and the files that a PC may read or write.

A match is sent as its flash sectors, one after another, without the erased end of the last sector.
The sectors' headers are those of a log of matches (ring.py) that contains only this match.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import COMING, KEPT, READABLE, SECRETS, tried
from picogammon.devices.nor import PAGE, SECTOR
from picogammon.devices.ring import BEGUN, HEADER, PLAYED, Sector, header

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from picogammon.devices.files import Files
    from picogammon.devices.match_log import MatchLog
    from picogammon.devices.ring import Ring

_MOST_BYTES = const(1048576)
_PIECE = const(512)  # bytes
NO_ROOM = "the flash has no room for it"
_DAMAGED = "it arrived damaged: send it again"
_CHANGED = "it has changed: request it again"
_SPARE = const(32768)  # bytes of the file system that the board may need for its files


class Unfit(Exception):
    """The error for a file or match that cannot be sent or accepted; its text says why."""


def names(files: "Files") -> "list[str]":
    """Returns the names of the files that a PC can list."""
    found = tried(files.names, "")
    return [name for name in found if name == SECRETS or name in READABLE]


def pieces(files: "Files", path: str, size: int) -> "Iterator[bytes]":
    """Yields the first `size` bytes of a file in pieces; raises Unfit if the file changes."""
    first = files.read(path, 0, min(size, _PIECE))
    for at in range(0, size, _PIECE):
        yield files.read(path, at, min(size, at + _PIECE))
    if files.read(path, 0, len(first)) != first:
        raise Unfit(_CHANGED)


class Incoming:
    """A file or match of `size` bytes that arrives in pieces; the file COMING collects the pieces.

    `path`: the file to replace at the end, or "" for a match. `crc`: the CRC-32 of all bytes.
    """

    def __init__(self, files: "Files", path: str, size: int, crc: int) -> None:
        """Opens the file COMING. Raises Unfit for a wrong `path` or `size`, or a lack of room."""
        if path and path not in KEPT or not 0 < size <= _MOST_BYTES:
            raise Unfit("the board does not take this file")
        if files.room() - _SPARE < size:
            raise Unfit(NO_ROOM)
        self.path = path
        self._files = files
        self._left = size
        self._wanted = crc
        self._crc = 0
        self._file: "Any" = files.open(COMING, "wb")

    def add(self, piece: bytes) -> bool:
        """Adds the next bytes; True if they were the last. Raises Unfit for a wrong size or CRC."""
        self._left -= len(piece)
        self._crc = crc32(piece, self._crc)
        if self._left < 0 or not self._left and self._crc != self._wanted:
            raise Unfit(_DAMAGED)
        self._file.write(piece)
        if self._left:
            return False
        self._file.close()
        self._file = None  # frees its buffer, as memory may be needed now
        if self.path:
            self._files.move(COMING, self.path)
            self._files.sync()
        return True

    def drop(self) -> None:
        """Removes the file COMING, complete or not, if it exists."""
        try:
            if self._file:
                self._file.close()
            self._files.remove(COMING)
        except OSError:
            pass


def image(ring: "Ring", run: int) -> "Iterator[bytes]":
    """Yields match number `run` as bytes to send; raises Unfit if the match is deleted."""
    sectors = ring.sectors(run)
    ring.reading = run
    count = len(sectors)
    try:
        for place in range(count):
            sector = sectors[place]
            if sector not in ring.sectors(run):
                raise Unfit(_CHANGED)
            end = SECTOR if place < count - 1 else _used(ring, sector.number)
            live = (1 << count) - 1
            sent = Sector(1, sector.index, place, place + 1, PLAYED, sector.day, sector.seed)
            yield BEGUN + header(sent, live)
            for at in range(HEADER, end, PAGE):
                yield ring.flash.read(sector.number, at, min(PAGE, end - at))
    finally:
        ring.reading = 0


def _used(ring: "Ring", number: int) -> int:
    for at in range(SECTOR - PAGE, -1, -PAGE):
        page = ring.flash.read(number, at, PAGE).rstrip(b"\xff")
        if page:
            return at + len(page)
    return HEADER


def check_size(ring: "Ring", size: int) -> None:
    """Raises Unfit if `size` bytes are too few for a match, or too many for the ring."""
    if size <= HEADER:
        raise Unfit("it is not a match")
    if size > ring.room() * SECTOR:
        raise Unfit(NO_ROOM)


def checked(ring: "Ring", sent: "MatchLog") -> "Iterator[None]":
    """Checks `sent`, a match, in slices; raises Unfit if it is unreadable, damaged or too long."""
    try:
        for _ in sent.open():
            yield
    except OSError as error:  # another version wrote it
        raise Unfit("it cannot be read: %s" % error) from None
    if sent.damage or sent.start[0] > HEADER:  # the second: the log lacks its beginning
        raise Unfit(_DAMAGED)
    check_size(ring, sent.size)
