"""A small blob of settings on flash: a pulled plug leaves the old one or the new one.

The file is `PGS`, a version byte, the blob, and the CRC-32 of all before it, little-endian.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import bad

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.files import Files

_MAGIC = b"PGS"
_HEADER = b"PGS\x01"
_CRC_BYTES = const(4)
_MOST_BYTES = const(4096)


class Store:
    """One blob in the file `path`.

    `damage` is None, or a sentence about what `load` found wrong with the file.
    """

    def __init__(self, files: "Files", path: str) -> None:
        self.damage: str | None = None
        self._files = files
        self._path = path
        self._saved: bytes | None = None
        self._unread = False

    def load(self) -> bytes | None:
        """The blob as last saved; None if there is none, or if it is damaged.

        `damage` describes a damaged file, which stays until `mend` or `save` keeps it as
        `path`.bad. Raises OSError if the file cannot be read; then `save` keeps it aside.
        """
        self.damage = None
        self._saved = None
        self._unread = True
        self._files.remove_leftover(self._path)
        data = self._files.content(self._path, len(_HEADER) + _MOST_BYTES + _CRC_BYTES + 1)
        self._unread = False
        if data is None:
            return None
        body = data[:-_CRC_BYTES]
        sound = data[-_CRC_BYTES:] == _crc(body)
        if not sound or body[: len(_HEADER)] != _HEADER:
            what = "was damaged"
            if sound and body[: len(_MAGIC)] == _MAGIC and len(body) >= len(_HEADER):
                what = "is of version %d, not %d" % (body[len(_MAGIC)], _HEADER[len(_MAGIC)])
            self._doubt(what)
            return None
        self._saved = body[len(_HEADER) :]
        return self._saved

    def reject(self) -> None:
        """Says that what `load` has returned makes no sense: the file counts as damaged."""
        self._saved = None
        self._doubt("makes no sense")

    def _doubt(self, what: str) -> None:
        self.damage = "%s %s; it is kept in %s.bad" % (self._path, what, self._path)

    def save(self, blob: bytes) -> None:
        """Replaces the blob, unless it is the same.

        Raises ValueError if it is longer than 4096 bytes; OSError, the old blob being safe.
        """
        if len(blob) > _MOST_BYTES:
            raise ValueError("settings are at most %d bytes long" % _MOST_BYTES)
        if blob == self._saved:
            return
        self.mend()
        if self._unread and self._files.size(self._path) >= 0:
            self._files.put_away(self._path)
        self._unread = False
        body = _HEADER + blob
        self._saved = None
        self._files.replace(self._path, (body, _crc(body)))
        self._saved = bytes(blob)

    def mend(self) -> None:
        """Keeps a damaged file aside. Raises OSError if that fails."""
        if self.damage:
            self._files.put_aside(self._path, bad(self._path))
            self.damage = None


def _crc(body: bytes) -> bytes:
    return crc32(body).to_bytes(_CRC_BYTES, "little")
