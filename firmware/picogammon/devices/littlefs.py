"""What littlefs (2.x) needs besides files: its directories erase, flip and go back.

littlefs keeps a directory in two blocks. It appends each commit to one of them, a page, until that
is full; then it erases the other and writes all there. Small files lie in the directory, too. So:

- the commit that erases takes 45 ms, in which nothing else runs: `Erases` brings it about early;
- a bit that flips in a directory's only block destroys it, and perhaps the file system: `Twice`
  makes it fill both blocks;
- a bit that flips in the last commits undoes them, as if they had never been: `Witness` notes in
  another directory how far a log has come.

To append to a file of its own blocks, littlefs writes its last block anew: so a log has its newest
records in a small file (`newest.py`).
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import bytes4
from picogammon.ground import clock

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.devices.files import Files

    Noted = tuple[int, ...]  # (serial number, bytes, CRC) of a log

_SLOW_MS = const(20)  # a commit that took longer has erased
_SOON = const(10)  # commits after an erase; from here on the next erase is near
_GIVE_UP = const(40)
_PAGES = const(17)  # one more than a block has
_FILLER = "filler"
_HEADER = b"PGW\x01"
_NOTE_BYTES = const(20)


class Erases:
    """When the directory of a log's small file erases: while nobody waits, if possible."""

    def __init__(
        self, files: "Files", filler: str, ticks: "Callable[[], int] | None" = None
    ) -> None:
        """`filler`: a file in that directory. `ticks()`: ticks_ms, if erases take time."""
        self._files = files
        self._filler = filler
        self._ticks = ticks
        self._since = _SOON  # commits since the last one that erased

    @property
    def soon(self) -> bool:
        """True if one of the next commits will erase, as far as that is known."""
        return self._ticks is not None and _SOON <= self._since < _GIVE_UP

    def commit(self, act: "Callable[..., object]", *what: object) -> bool:
        """Calls act(*what), which commits once; True if that took so long that it erased."""
        began = self._ticks() if self._ticks else 0
        act(*what)
        self._since += 1
        if not self._ticks or (self._ticks() - began) & clock.MASK < _SLOW_MS:
            return False
        self._since = 0
        return True

    def fill(self) -> None:
        """Commits to the directory without need. Raises OSError."""
        self.commit(self._write)

    def _write(self) -> None:
        self._files.write(self._filler, b"\x00")
        self._files.sync()


class Twice:
    """The directories `folders`, made if they are missing; "" is their parent.

    A file in each, `filler`, is written until both blocks must have been filled. It holds how often
    it was written, and the CRC-32 of the names beside it. `untidy`: `tidy` may have work to do.
    """

    def __init__(self, files: "Files", folders: "Sequence[str]") -> None:
        self.untidy = True
        self._files = files
        self._folders = folders

    def tidy(self) -> bool:
        """Does one small step while nobody waits; True if there was one to do."""
        try:
            for folder in self._folders:
                if self.untidy and _step(self._files, folder):
                    self._files.sync()
                    return True
        except (OSError, MemoryError):
            pass  # a flash that is full, or dead, has other troubles; for want of memory: later
        self.untidy = False
        return False


def _step(files: "Files", folder: str) -> bool:
    """Writes the filler once more if that is needed; True if it was."""
    try:
        names = files.names(folder)
    except OSError:
        files.make_folder(folder)
        return True
    path = folder + "/" + _FILLER if folder else _FILLER
    noted = b""
    if _FILLER in names:
        names.remove(_FILLER)
        with files.open(path, "rb") as file:
            noted = file.read()
    check = bytes4(crc32("\n".join(sorted(names)).encode()))
    count = noted[0] if noted[1:] == check else 0
    if count >= _PAGES:
        return False
    files.write(path, bytes((count + 1,)) + check)
    return True


class Witness:
    """How far a log has come, noted in `folder`: (serial number, bytes, CRC).

    The note is written while nobody waits, and may lag behind the log. If it is ahead of the log,
    something is lost. The file `log` in the folder is `PGW`, a version byte, the three numbers
    (4 bytes each, little-endian), and the CRC-32 of all before it.
    """

    def __init__(self, files: "Files", folder: str) -> None:
        self._files = files
        self._folder = folder
        self._path = folder + "/log"
        self._noted: "Noted | None" = None

    def read(self) -> "Noted | None":
        """The last note; None if there is none, or if it cannot be trusted."""
        try:
            data = self._files.content(self._path, _NOTE_BYTES + 1) or b""
        except OSError:
            return None
        body = data[: _NOTE_BYTES - 4]
        if len(data) != _NOTE_BYTES or body[:4] != _HEADER or data[-4:] != bytes4(crc32(body)):
            return None
        self._noted = tuple([int.from_bytes(body[i : i + 4], "little") for i in (4, 8, 12)])
        return self._noted

    def note(self, noted: "Noted") -> bool:
        """Writes a note; True if it was new. Raises OSError."""
        if noted == self._noted:
            return False
        body = _HEADER + b"".join([bytes4(number) for number in noted])
        try:
            file = self._files.open(self._path, "wb")
        except OSError:
            self._files.make_folder(self._folder)  # the first note
            file = self._files.open(self._path, "wb")
        with file:
            file.write(body + bytes4(crc32(body)))
        self._files.sync()
        self._noted = noted
        return True
