"""What a PC may have of a board: which files it may read and write, and matches as they travel.

Nothing else on the flash can be named, and the secrets of sealed dice cannot be read. A match
travels as a ring of its own: its sectors one after another, the last without what is erased.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import (
    CARDS,
    COMING,
    CRASHES,
    DICE,
    PEOPLE,
    SECRETS,
    SET_UP,
    SETS,
    SETTINGS,
    tried,
)
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import PAGE, SECTOR, SentFile
from picogammon.devices.ring import BEGUN, HEADER, PLAYED, Ring, header

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from picogammon.devices.files import Files

_MOST_BYTES = const(1048576)
_PIECE = const(512)  # bytes
NO_ROOM = "the flash has no room for it"
KEPT = (SETTINGS, DICE, SET_UP, PEOPLE, CARDS, SETS)
_READ = KEPT + (CRASHES, "board_config.py")
_DAMAGED = "it arrived damaged: send it again"
_CHANGED = "it has changed: request it again"
_SPARE = const(32768)  # bytes of the file system that the board itself may need


class Unfit(Exception):
    """Something cannot be read whole, or cannot come in; the message says why."""


# Files.


def is_readable(path: str) -> bool:
    """True if a PC may read a file of that name."""
    return path in _READ


def names(files: "Files") -> "list[str]":
    """The names of the files of which a PC may know."""
    found = tried(files.names, "")
    return [name for name in found if name == SECRETS or is_readable(name)]


def pieces(files: "Files", path: str, size: int) -> "Iterator[bytes]":
    """Yields a file's first `size` bytes. Raises Unfit at the end if it was replaced meanwhile."""
    first = files.read(path, 0, min(size, _PIECE))
    for at in range(0, size, _PIECE):
        yield files.read(path, at, min(size, at + _PIECE))
    if files.read(path, 0, len(first)) != first:
        raise Unfit(_CHANGED)


class Incoming:
    """What comes piece by piece, into a file of its own until all of it is there, and sound.

    `path`: the file whose place it takes, "" for a match. Methods raise OSError and Unfit; nothing
    has changed then.
    """

    def __init__(self, files: "Files", path: str, size: int, crc: int) -> None:
        """`size`, `crc`: its bytes and their CRC-32."""
        if path and path not in KEPT or not 0 < size <= _MOST_BYTES:
            raise Unfit("the board does not take this file")
        if files.room()[1] - _SPARE < size:
            raise Unfit(NO_ROOM)
        self.path = path
        self._files = files
        self._left = size
        self._wanted = crc
        self._crc = 0
        self._file: "Any" = files.open(COMING, "wb")

    def add(self, piece: bytes) -> bool:
        """Takes the next bytes; True if these were the last."""
        self._left -= len(piece)
        self._crc = crc32(piece, self._crc)
        if self._left < 0 or not self._left and self._crc != self._wanted:
            raise Unfit(_DAMAGED)
        self._file.write(piece)
        if self._left:
            return False
        self._file.close()
        self._file = None  # its buffer is memory that may be needed now
        if self.path:
            self._files.move(COMING, self.path)
            self._files.sync()
        return True

    def drop(self) -> None:
        """Frees what it took, or gives it up."""
        try:
            if self._file:
                self._file.close()
            self._files.remove(COMING)
        except OSError:
            pass


# Matches.


def image(ring: "Ring", run: int) -> "Iterator[bytes]":
    """Yields the bytes of a match as it travels, a page or less at once.

    Raises Unfit if it was given up meanwhile. What is appended meanwhile may be missing.
    """
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
            yield BEGUN + header(PLAYED, place + 1, 1, sector.index, sector.day, sector.seed, live)
            for at in range(HEADER, end, PAGE):
                yield ring.flash.read(sector.number, at, min(PAGE, end - at))
    finally:
        ring.reading = 0


def _used(ring: "Ring", number: int) -> int:
    """The byte after the last one of a sector that is not erased."""
    for at in range(SECTOR - PAGE, -1, -PAGE):
        page = ring.flash.read(number, at, PAGE).rstrip(b"\xff")
        if page:
            return at + len(page)
    return HEADER


def match_in(files: "Files", path: str) -> MatchLog:
    """The log of the match in a file as it travels."""
    return MatchLog(Ring(SentFile(files, path)))


def check_size(ring: "Ring", size: int) -> None:
    """Raises Unfit if no match has so many bytes, or it has no room beside the one played."""
    if size <= HEADER:
        raise Unfit("it is not a match")
    if size > ring.room() * SECTOR:
        raise Unfit(NO_ROOM)


def checked(ring: "Ring", sent: MatchLog) -> "Iterator[None]":
    """Reads a match that was sent, in slices (a generator). Raises Unfit if it cannot be kept."""
    try:
        for _ in sent.open():
            yield
    except OSError as error:  # another version wrote it
        raise Unfit("it cannot be read: %s" % error) from None
    if sent.damage or sent.start[0] > HEADER:  # it lacks its beginning
        raise Unfit(_DAMAGED)
    check_size(ring, sent.size)
