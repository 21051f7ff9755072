"""Flash for the ring of matches: sectors that are read, programmed and erased.

Programming can only clear bits; erasing sets all bits of a sector. SectorFiles has the methods of
Flash; SentMatch has only `read`. Methods raise OSError on failure. `sectors`: how many sectors.
`steady`: False if a power cut may leave bits that read differently from one start to the next.
"""

from micropython import const

from picogammon.devices.files import tried

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.devices.files import Files

SECTOR = const(4096)  # bytes
PAGE = const(256)  # bytes; no write crosses the end of a page
_ERASED = b"\xff"
ERASED_PAGE = _ERASED * PAGE
_ERASE = const(6)  # ioctl of a block device
_EIO = const(5)


class Worn(OSError):
    """The error for a sector that was not programmed or erased correctly."""


class Flash:
    """The first `sectors` blocks of a block device of MicroPython, such as rp2.Flash."""

    steady = False

    def __init__(self, device: "Any", sectors: int) -> None:
        self.sectors = sectors
        self._device = device
        self._page = bytearray(PAGE)

    def read(self, sector: int, at: int, count: int) -> bytes:
        """Returns `count` bytes of `sector`, from byte `at` on."""
        data = bytearray(count)
        self._device.readblocks(sector, data, at)
        return bytes(data)

    def program(self, sector: int, at: int, data: bytes) -> None:
        """Programs `data`, which must fit in one page, at byte `at` of `sector`; may raise Worn."""
        page = self._page  # the chip programs whole pages, and FF changes nothing
        page[:] = ERASED_PAGE
        start = at % PAGE
        page[start : start + len(data)] = data
        self._device.writeblocks(sector, page, at - start)
        self._device.readblocks(sector, page, at - start)  # a chip does not report failures
        if page[start : start + len(data)] != data:
            raise Worn(_EIO)

    def erase(self, sector: int) -> None:
        """Sets all bits of `sector`. Raises Worn unless all bits then read as set."""
        self._device.ioctl(_ERASE, sector)
        for at in range(0, SECTOR, PAGE):
            self._device.readblocks(sector, self._page, at)
            if self._page != ERASED_PAGE:
                raise Worn(_EIO)

    def sync(self) -> None:
        """Does nothing: every completed write to this flash survives a power cut."""


class SectorFiles:
    """A flash made of files in `folder`: one for each sector that is not erased."""

    steady = True

    def __init__(self, files: "Files", folder: str, sectors: int) -> None:
        self.sectors = sectors
        self._files = files
        self._folder = folder
        self._paths: "set[str] | None" = None  # of the files that exist; None: not yet listed
        self._open: "tuple[str, Any] | None" = None  # (path, file) that is being written

    def read(self, sector: int, at: int, count: int) -> bytes:
        data = b""
        path = self._path(sector)
        if path in self._existing():
            self.sync()
            data = self._files.read(path, at, at + count)
        return data + _ERASED * (count - len(data))

    def program(self, sector: int, at: int, data: bytes) -> None:
        try:
            file = self._file(self._path(sector))
            file.write(_ERASED * (at - file.seek(0, 2)))
            file.seek(at)
            file.write(data)
        except BaseException:  # Ctrl-C as well: a later write would go to a file left open
            self._close()
            raise

    def erase(self, sector: int) -> None:
        self._close()
        path = self._path(sector)
        if path in self._existing():
            self._files.remove(path)
            self._existing().discard(path)
            self._files.sync()

    def sync(self) -> None:
        if self._open is not None:
            file = self._open[1]
            self._open = None
            file.close()
            self._files.sync()

    def _path(self, sector: int) -> str:
        return "%s/%02d" % (self._folder, sector)

    def _existing(self) -> "set[str]":
        if self._paths is None:
            names = self._files.names(self._folder) if self._files.size(self._folder) >= 0 else []
            self._paths = {"%s/%s" % (self._folder, name) for name in names}
        return self._paths

    def _file(self, path: str) -> "Any":
        if self._open is None or self._open[0] != path:
            self.sync()
            if path not in self._existing():
                if self._files.size(self._folder) < 0:
                    self._files.make_folder(self._folder)
                self._files.write(path, b"")
                self._existing().add(path)
            self._open = path, self._files.open(path, "r+b")
        return self._open[1]

    def _close(self) -> None:
        try:
            self.sync()
        except OSError:
            pass


class SentMatch:
    """Read-only flash with one match: the file `path`, in the transfer format (transfer.py)."""

    steady = True

    def __init__(self, files: "Files", path: str) -> None:
        self.sectors = -(-files.size(path) // SECTOR)
        self._file = files.open(path, "rb")  # until `close`: opening needs 1 KB in one piece

    def read(self, sector: int, at: int, count: int) -> bytes:
        data: bytes = tried(self._part, sector * SECTOR + at, count)
        return data + _ERASED * (count - len(data))

    def _part(self, start: int, count: int) -> bytes:
        self._file.seek(start)
        return self._file.read(count)

    def close(self) -> None:
        self._file.close()
