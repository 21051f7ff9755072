"""A board's files for a PC: which may be read and written, and how one comes in piece by piece.

Nothing else on the flash can be named, and the secrets of sealed dice cannot be read.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.archive import number_of
from picogammon.devices.files import (
    CARDS,
    CRASHES,
    DICE,
    LOG,
    MATCHES,
    PEOPLE,
    SECRETS,
    SET_UP,
    SETS,
    SETTINGS,
    tried,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    from picogammon.devices.files import Files

BACKUP = MATCHES + "/backup.new"  # a match until it takes the running one's place
MOST_BYTES = 1 << 20
NO_ROOM = "the flash has no room for it: delete earlier matches at the board"
_COMING = MATCHES + "/coming.new"  # Archive.trim removes both if they are left behind
KEPT = (SETTINGS, DICE, SET_UP, PEOPLE, CARDS, SETS)
_WRITTEN = KEPT + (BACKUP,)
_READ = KEPT + (CRASHES, "board_config.py")
_SPARE = const(32768)  # bytes that the board itself may need
_MOST_LETTERS = const(40)


class Unfit(Exception):
    """A file cannot be read whole, or cannot come in; the message says why."""


def is_readable(path: str) -> bool:
    """True if a PC may read a file of that name."""
    return path in _READ or path.startswith(LOG) and "/" not in path or is_match(path)


def is_match(path: str) -> bool:
    """True if an earlier match may be in a file of that name."""
    folder, _, name = path.rpartition("/")
    if folder != MATCHES or len(path) > _MOST_LETTERS or name[-4:] != ".log":
        return False
    return not name[:-4].strip("0123456789-") and number_of(name) >= 0


def names(files: "Files", folder: str) -> "list[str]":
    """The names of the files in a folder, "" or MATCHES, of which a PC may know."""
    if folder and files.size(folder) < 0:
        return []
    start = folder and folder + "/"
    found = tried(files.names, folder)
    return [name for name in found if name == SECRETS or is_readable(start + name)]


def pieces(files: "Files", path: str, size: int) -> "Iterator[bytes]":
    """Yields a file's first `size` bytes. Raises Unfit at the end if it was replaced meanwhile.

    A log that is appended to stays the same file.
    """
    first = length = 0
    for piece in files.part(path, 0, size):
        if not length:
            first = crc32(piece)
            length = len(piece)
        yield piece
    if crc32(b"".join(files.part(path, 0, length))) != first:
        raise Unfit("it has changed meanwhile: ask again")


class Incoming:
    """A file that comes piece by piece. It takes its place once all of it is there, and sound.

    `path`: where that is. `waits`: True if it is a match that is still to take the running one's
    place. Methods raise OSError and Unfit; nothing has changed then.
    """

    def __init__(self, files: "Files", path: str, size: int, crc: int) -> None:
        """`size`, `crc`: its bytes and their CRC-32. `path`: a match's, BACKUP, or of settings."""
        if path not in _WRITTEN and not is_match(path) or not 0 < size <= MOST_BYTES:
            raise Unfit("no such file may be put here")
        if files.size(MATCHES) < 0:
            files.make_folder(MATCHES)
        self._files = files
        self._had = 0
        self.waits = path == BACKUP
        self.path = path
        self._size = size
        self._wanted = crc
        self._crc = 0
        if files.room()[1] - _SPARE < size:
            raise Unfit(NO_ROOM)
        self._file = files.open(_COMING, "wb")

    def add(self, piece: bytes) -> bool:
        """Takes the next bytes; True if the file is in its place with them."""
        self._had += len(piece)
        self._crc = crc32(piece, self._crc)
        self._file.write(piece)
        if self._had < self._size:
            return False
        self._file.close()
        if self._had > self._size or self._crc != self._wanted:
            raise Unfit("it came damaged: send it again")
        if is_match(self.path) and self._files.size(self.path) >= 0:
            raise Unfit("there is one of that number already")
        self._files.move(_COMING, self.path)
        return True

    def drop(self) -> None:
        """Gives the file up, which will be removed like all that never became a match."""
        try:
            self._file.close()
        except OSError:
            pass
