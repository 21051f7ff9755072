"""What a PC may have of a board: which files it may read and write, and matches as they travel.

Nothing else on the flash can be named, and the secrets of sealed dice cannot be read. A match
travels as a ring of its own: its sectors one after another, the last without what is erased.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import (
    CARDS,
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
from picogammon.devices.nor import PAGE, SECTOR
from picogammon.devices.ring import HEADER, IMPORTED, VERSION, header_of, packed_day

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    from picogammon.devices.files import Files
    from picogammon.devices.ring import Ring

_MOST_BYTES = const(1048576)
NO_ROOM = "the flash has no room for it"
KEPT = (SETTINGS, DICE, SET_UP, PEOPLE, CARDS, SETS)
_READ = KEPT + (CRASHES, "board_config.py")
_COMING = "coming.new"
_DAMAGED = "it came damaged: send it again"
_CHANGED = "it has changed meanwhile: ask again"
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
    first = length = 0
    for piece in files.part(path, 0, size):
        if not length:
            first = crc32(piece)
            length = len(piece)
        yield piece
    if crc32(b"".join(files.part(path, 0, length))) != first:
        raise Unfit(_CHANGED)


class Incoming:
    """A file that comes piece by piece. It takes its place once all of it is there, and sound.

    `path`: where that is. Methods raise OSError and Unfit; nothing has changed then.
    """

    def __init__(self, files: "Files", path: str, size: int, crc: int) -> None:
        """`size`, `crc`: its bytes and their CRC-32."""
        if path not in KEPT or not 0 < size <= _MOST_BYTES:
            raise Unfit("no such file may be put here")
        if files.room()[1] - _SPARE < size:
            raise Unfit(NO_ROOM)
        self._files = files
        self.path = path
        self._sum = _Sum(size, crc)
        self._file = files.open(_COMING, "wb")

    def add(self, piece: bytes) -> "Iterator[bool]":
        """Takes the next bytes in slices (a generator); yields True if that was the last."""
        done = self._sum.add(piece)
        self._file.write(piece)
        if done:
            self._file.close()
            self._files.move(_COMING, self.path)
            self._files.sync()
        yield done

    def drop(self) -> None:
        """Gives the file up."""
        try:
            self._file.close()
            self._files.remove(_COMING)
        except OSError:
            pass


class _Sum:
    """Counts the bytes that come, and checks them at the end."""

    def __init__(self, size: int, crc: int) -> None:
        self._left = size
        self._wanted = crc
        self._crc = 0

    def add(self, piece: bytes) -> bool:
        """True if this was the last piece. Raises Unfit if they are not what was announced."""
        self._left -= len(piece)
        self._crc = crc32(piece, self._crc)
        if self._left < 0 or not self._left and self._crc != self._wanted:
            raise Unfit(_DAMAGED)
        return not self._left


# Matches.


def image(ring: "Ring", run: int) -> "Iterator[bytes]":
    """Yields the bytes of a match as it travels, a page or less at once.

    Raises Unfit if it was given up meanwhile. What is appended meanwhile may be missing.
    """
    sectors = ring.sectors(run)
    ring.reading = run
    for place in range(len(sectors)):
        sector = sectors[place]
        if sector not in ring.sectors(run):
            raise Unfit(_CHANGED)
        is_last = place == len(sectors) - 1
        end = _used(ring, sector) if is_last else SECTOR
        yield ring.alone(sector, place, len(sectors))
        for at in range(HEADER, end, PAGE):
            yield ring.flash.read(sector, at, min(PAGE, end - at))


def _used(ring: "Ring", sector: int) -> int:
    """The byte after the last one of a sector that is not erased."""
    for at in range(SECTOR - PAGE, -1, -PAGE):
        page = ring.flash.read(sector, at, PAGE).rstrip(b"\xff")
        if page:
            return at + len(page)
    return HEADER


class IncomingMatch:
    """A match that comes piece by piece as `image` gives it.

    `log`: its MatchLog; it counts once `keep` was called. Methods raise OSError and Unfit.
    """

    def __init__(self, ring: "Ring", size: int, crc: int, day: str = "") -> None:
        """`day`: when it was played, as 2026-11-22."""
        if size <= HEADER:
            raise Unfit("it is no match")
        played = len(ring.sectors(ring.running()))
        if size > (ring.flash.sectors - played - 1) * SECTOR:  # one has to be free
            raise Unfit(NO_ROOM)
        self._ring = ring
        self._sum = _Sum(size, crc)
        self._day = packed_day(day)
        self._had = bytearray()
        self._at = 0  # bytes that are written
        self.log = MatchLog(ring, 0)

    def add(self, piece: bytes) -> "Iterator[bool]":
        """Takes the next bytes in slices (a generator); yields True if that was the last."""
        done = self._sum.add(piece)
        self._had.extend(piece)
        while self._had:
            room = HEADER if self._at % SECTOR == 0 else PAGE - self._at % PAGE
            if len(self._had) < room and not done:
                break
            self._write(bytes(self._had[:room]))
            self._had = self._had[room:]
        if done:
            for _ in self.log.open():
                yield False
            if self.log.damage:
                raise Unfit(_DAMAGED)
        yield done

    def _write(self, data: bytes) -> None:
        ring = self._ring
        if self._at % SECTOR == 0:
            found = header_of(data) if len(data) == HEADER else None
            if found is None or found[5] != self._at // SECTOR:
                raise Unfit("it is no match")
            if found[1] != VERSION:
                raise Unfit("newer firmware wrote it")
            if not self._at:
                run, self._sector = ring.begin(IMPORTED, self._day)
                self.log = MatchLog(ring, run)
            else:
                self._check()
                self._sector = ring.extend(self.log.run, found[7])
        else:
            self._check()
            ring.flash.program(self._sector, self._at % SECTOR, data)
        self._at += len(data)

    def _check(self) -> None:
        """Raises Unfit if another match was begun meanwhile."""
        if self._ring.writing != self.log.run:
            raise Unfit("another match was begun meanwhile: send it again")

    def keep(self) -> None:
        """Lets it be an earlier match."""
        self._check()
        self._ring.whole(self.log.run)

    def drop(self) -> None:
        """Gives the match up."""
        if self._ring.writing == self.log.run:
            self._ring.give_up()
