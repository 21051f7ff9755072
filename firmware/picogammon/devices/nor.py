"""Flash as the ring of matches sees it: sectors that are read, programmed and erased.

To program can only clear bits; to erase sets all bits of a sector. What is erased reads as FF.
Every class here has `sectors`, their number, and the methods of Flash. They raise OSError.
`steady`: False if bits may read one way at one start and another way at the next, as the power went
while they were programmed or erased.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.devices.files import Files

SECTOR = const(4096)  # bytes
PAGE = const(256)  # bytes; no write crosses the end of one
_ERASED = b"\xff"
_ERASED_PAGE = _ERASED * PAGE
_ERASE = const(6)  # ioctl of a block device
_EIO = const(5)


class Worn(OSError):
    """A sector does not hold what was programmed, or was not erased."""


class Flash:
    """The first `sectors` blocks of a block device of MicroPython, such as rp2.Flash.

    A chip does not say that it has failed, so what it holds is read back.
    """

    steady = False

    def __init__(self, device: "Any", sectors: int) -> None:
        self.sectors = sectors
        self._device = device
        self._page = bytearray(PAGE)

    def read(self, sector: int, at: int, count: int) -> bytes:
        """The `count` bytes of a sector from `at` on."""
        data = bytearray(count)
        self._device.readblocks(sector, data, at)
        return bytes(data)

    def program(self, sector: int, at: int, data: bytes) -> None:
        """Clears the bits of a sector that are clear in `data`, from byte `at` on.

        Raises Worn unless these bytes then read as `data`.
        """
        page = self._page  # the chip programs whole pages, and FF changes nothing
        page[:] = _ERASED_PAGE
        start = at % PAGE
        page[start : start + len(data)] = data
        self._device.writeblocks(sector, page, at - start)
        self._device.readblocks(sector, page, at - start)
        if page[start : start + len(data)] != data:
            raise Worn(_EIO)

    def erase(self, sector: int) -> None:
        """Sets all bits of a sector. Raises Worn unless all then read as set."""
        self._device.ioctl(_ERASE, sector)
        for at in range(0, SECTOR, PAGE):
            self._device.readblocks(sector, self._page, at)
            if self._page != _ERASED_PAGE:
                raise Worn(_EIO)

    def sync(self) -> None:
        """Makes what was programmed last, where that does not happen at once."""


class SectorFiles:
    """A file in `folder` for each sector that is not erased, with its bytes up to the last used.

    For boards whose flash belongs to a file system, and for computers.
    """

    steady = True

    def __init__(self, files: "Files", folder: str, sectors: int) -> None:
        self.sectors = sectors
        self._files = files
        self._folder = folder
        self._paths: "set[str] | None" = None  # the files that there are, once they are known
        self._open: "tuple[str, Any] | None" = None  # the file that is written to, and its path

    def read(self, sector: int, at: int, count: int) -> bytes:
        data = b""
        path = self._path(sector)
        if path in self._there():
            self.sync()
            data = self._files.read(path, at, at + count)
        return data + _ERASED * (count - len(data))

    def program(self, sector: int, at: int, data: bytes) -> None:
        try:
            file = self._file(self._path(sector))
            file.write(_ERASED * (at - file.seek(0, 2)))
            file.seek(at)
            file.write(data)
        except BaseException:  # Ctrl-C as well: a file left open would be written to later on
            self._close()
            raise

    def erase(self, sector: int) -> None:
        self._close()
        path = self._path(sector)
        if path in self._there():
            self._files.remove(path)
            self._there().discard(path)
            self._files.sync()

    def sync(self) -> None:
        if self._open is not None:
            file = self._open[1]
            self._open = None
            file.close()
            self._files.sync()

    def _path(self, sector: int) -> str:
        return "%s/%02d" % (self._folder, sector)

    def _there(self) -> "set[str]":
        if self._paths is None:
            names = self._files.names(self._folder) if self._files.size(self._folder) >= 0 else []
            self._paths = {"%s/%s" % (self._folder, name) for name in names}
        return self._paths

    def _file(self, path: str) -> "Any":
        """A sector's file, open for writing; it is made if there is none."""
        if self._open is None or self._open[0] != path:
            self.sync()
            if path not in self._there():
                if self._files.size(self._folder) < 0:
                    self._files.make_folder(self._folder)
                self._files.write(path, b"")
                self._there().add(path)
            self._open = path, self._files.open(path, "r+b")
        return self._open[1]

    def _close(self) -> None:
        try:
            self.sync()
        except OSError:
            pass


class SentFile:
    """The sectors of a match in a file as it travels, to be read alone."""

    steady = True

    def __init__(self, files: "Files", path: str) -> None:
        self.sectors = -(-files.size(path) // SECTOR)
        self._files = files
        self._path = path

    def read(self, sector: int, at: int, count: int) -> bytes:
        start = sector * SECTOR + at
        data = self._files.read(self._path, start, start + count)
        return data + _ERASED * (count - len(data))
