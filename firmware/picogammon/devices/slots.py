"""A file of slots: pieces of a fixed size, each with its own CRC, to which more are appended.

A slot is its bytes and their CRC-32, little-endian. One that is damaged is skipped, and costs none
of the others. What is newer says what counts, so a slot is never written over; now and then the
file is written anew without those that no longer count. A slot that was torn when the power went is
no damage: who wrote it has not been told that it is there.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import Growing, bad

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from picogammon.devices.files import Files

_CRC_BYTES = const(4)


class Slots:
    """The slots in the file `path`, of `size` bytes each without their CRCs.

    `count`: how many there are, damaged ones included; `damaged`: how many of those were found, in
    the last reading. Methods raise OSError if the file system fails.
    """

    def __init__(self, files: "Files", path: str, size: int) -> None:
        self.count = 0
        self.damaged = 0
        self._files = files
        self._path = path
        self._size = size
        self._step = size + _CRC_BYTES
        self._held: bytearray | None = None  # slots that wait for `release`

    def read(self) -> "Iterator[tuple[int, bytes]]":
        """Yields (its number from 0, its bytes) of each sound slot, one at a time in their order.

        Nothing is written, but that a rewriting which was cut off is removed, or finished.
        """
        self.count = self.damaged = 0
        self._held = None
        size = self._files.size(self._path)
        if size < 0 and self._files.size(self._path + ".new") >= 0:  # the old one is aside already
            self._files.finish(self._path)
            size = self._files.size(self._path)
        self._files.remove_leftover(self._path)
        if size < 0:
            return
        total = size // self._step
        with self._files.open(self._path, "rb") as file:
            while self.count < total:
                data = file.read(self._step)
                if len(data) < self._step:
                    break
                self.count += 1
                body = data[: self._size]
                if data[self._size :] == _crc(body):
                    yield self.count - 1, body
                else:
                    self.damaged += 1

    @property
    def changed(self) -> bool:
        """True if somebody else has written the file since it was read."""
        kept = self.count - len(self._held or b"") // self._step
        return max(0, self._files.size(self._path)) // self._step != kept

    def at(self, number: int) -> bytes | None:
        """The bytes of one slot; None if it is damaged or gone."""
        held = self._held or b""
        start = (number - self.count) * self._step + len(held)
        if start >= 0:
            data = bytes(held[start : start + self._step])
        else:
            start = number * self._step
            data = b"".join(self._files.part(self._path, start, start + self._step))
        body = data[: self._size]
        return body if data[self._size :] == _crc(body) else None

    def append(self, body: bytes) -> int:
        """Appends a slot; returns its number. When this returns, it is on flash, or held."""
        if self._held is None:
            self._append(body + _crc(body))
            return self.count - 1
        self._held.extend(body + _crc(body))
        self.count += 1
        return self.count - 1

    def hold(self) -> None:
        """Slots that are appended from here on wait for `release`: flash is erased once for all."""
        self._held = bytearray()

    def release(self) -> bool:
        """Writes what waits; when this returns, it is on flash. False if somebody else has written
        the file meanwhile: then nothing was."""
        held = self._held or b""
        changed = self.changed
        self.count -= len(held) // self._step
        self._held = None
        if held and not changed:
            self._append(held)
        return not changed

    def _append(self, data: "bytes | bytearray") -> None:
        size = max(0, self._files.size(self._path))
        if size % self._step:  # an append failed half-way, or the power went in it
            self._files.replace(self._path, self._whole(size))
        file = Growing(self._files, self._path)
        file.add(data)
        file.close()
        self.count = (size + len(data)) // self._step

    def _whole(self, size: int) -> "Iterator[bytes]":
        return self._files.part(self._path, 0, size - size % self._step)

    def rewrite(self, numbers: "Iterable[int]") -> "Iterator[None]":
        """Writes the file anew with these slots alone, in their order; yields between slices.

        Until it is done the old file stays; it is kept as `path`.bad if it had damaged slots. If it
        is given up (closed) or fails, or if the file is written meanwhile, nothing has changed.
        """
        new = self._path + ".new"
        count = 0
        try:
            with self._files.open(new, "wb") as file:
                for number in numbers:
                    body = self.at(number)
                    if body is not None:
                        file.write(body + _crc(body))
                        count += 1
                    yield
                file.flush()
            if self.changed:
                return
            if self.damaged:
                self._files.put_aside(self._path, bad(self._path))
            self._files.finish(self._path)
        finally:
            self._files.remove_leftover(self._path)
        self._files.sync()
        self.count = count
        self.damaged = 0


def _crc(body: bytes) -> bytes:
    return crc32(body).to_bytes(_CRC_BYTES, "little")
