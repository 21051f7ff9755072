"""Files on a flash that may fail: reading, replacing, setting aside, and formats with checksums.

A read is tried up to three times, because an error is often temporary. A rename over a file is
atomic on littlefs (the Pico), on POSIX and on WebAssembly's MEMFS. On littlefs, written data exist
only once the file is flushed or closed.

Three formats have checksums, so damage is detected. After a power cut, a file has the old content
or the new. Numbers are little-endian, and a CRC is a CRC-32.

| class | bytes |
| --- | --- |
| Table | `PGT`, a version byte, lengths of head and row (2 bytes each), head, rows, CRC of all |
| Store | a Table without a head; its rows are the bytes of one blob |
| Slots | slots of one size, each followed by its own CRC |
"""

import os
from binascii import crc32
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import Any

MATCHES = "matches"  # the folder of the ring's sectors, where these are files
SETTINGS = "settings.bin"
DICE = "dice.bin"
SECRETS = "seal.bin"  # of sealed dice; this file never leaves its board
SET_UP = "board.bin"
CRASHES = "crash.log"
STARTS = "starts"  # the starts that a power cut ended early, a byte for each
CARDS = "cards.bin"  # practice cards
SETS = "sets.bin"  # results in the practice sets
PEOPLE = "people.bin"  # each person's record
# The files that a PC may write, and all that it may read; it only sees the name of SECRETS.
KEPT = (SETTINGS, DICE, SET_UP, PEOPLE, CARDS, SETS)
READABLE = KEPT + (CRASHES, "board_config.py")
_NEW = ".new"  # ends the name of a file's replacement
_COMING = "coming"
COMING = _COMING + _NEW  # a file that a PC sends

_NO_ENTRY = (2, 44)  # ENOENT, and WebAssembly's number for it
_TRIES = const(3)
_FLASH = const(1 << 20)  # bytes: a PC's file system is larger than a chip's
_CRC_BYTES = const(4)
_SOUND = const(0x2144DF1C)  # the CRC of any bytes followed by their own CRC
_MOST_BYTES = const(4096)  # of a blob
_TABLE = b"PGT\x01"
_BEGIN = const(8)  # bytes before a table's head
_PIECE = const(2048)  # bytes of a table that are read without a pause


class Files:
    """The files of a board. Methods raise OSError if the file system fails.

    Attributes: `move(path, other)` renames a file and replaces the file `other`. `written` is a
    function that each `sync` calls at its end, or None.
    """

    def __init__(
        self,
        system: "Any" = os,
        open: "Callable[[str, str], Any]" = open,
        sync: "Callable[[], object] | None" = None,
    ) -> None:
        """`sync()`: makes flushed data survive a power cut; None if no call is needed."""
        self.open = open
        self.make_folder = system.mkdir
        self.remove = system.remove
        # On CPython for Windows only os.replace renames over a file; MicroPython only has rename.
        self.move = getattr(system, "replace", system.rename)
        self.written: "Callable[[], object] | None" = None
        self._os = system
        self._sync = sync

    def sync(self) -> None:
        """Makes everything written so far survive a power cut."""
        if self._sync:
            self._sync()
        if self.written:
            self.written()

    # Looking

    def size(self, path: str) -> int:
        """Returns the number of bytes in a file, or -1 if there is no such file."""
        for _ in range(2):
            try:
                return self._os.stat(path)[6]
            except OSError as error:
                if error.args[0] not in _NO_ENTRY:
                    raise
        folder, _, name = path.rpartition("/")
        try:
            names = self.names(folder)
        except OSError as error:
            if error.args[0] in _NO_ENTRY and folder and self.size(folder) < 0:
                return -1
            raise
        if name in names:  # or the file's folder could not be read
            raise OSError("%s is listed, but missing" % path)
        return -1

    def names(self, folder: str) -> "list[str]":
        """Returns the names in `folder`; "" is the top folder."""
        return self._os.listdir(folder or ".")

    def room(self) -> int:
        """Returns the number of free bytes, at most 1 MiB."""
        try:
            _, block, _, free = self._os.statvfs(".")[:4]
        except (AttributeError, OSError):  # WebAssembly, Windows
            return _FLASH
        return min(_FLASH, block * free)

    def read(self, path: str, start: int, end: int) -> bytes:
        """Returns the bytes of a file from `start` up to `end`; tries up to three times."""
        return tried(self._part, path, start, end)

    def _part(self, path: str, start: int, end: int) -> bytes:
        with self.open(path, "rb") as file:
            file.seek(start)
            return file.read(end - start)

    # Writing

    def write(self, path: str, data: "bytes | bytearray") -> None:
        """Writes a whole file. A power cut may leave only a part of it."""
        with self.open(path, "wb") as file:
            file.write(data)

    def prepare(self, path: str, chunks: "Iterable[bytes]") -> "Generator[None, None, None]":
        """Writes `chunks` to `path`.new, and yields between writes.

        If the generator is closed early, removes `path`.new.
        """
        try:
            with self.open(path + _NEW, "wb") as file:
                for chunk in chunks:
                    yield  # making a chunk takes its time, and so does an erase
                    file.write(chunk)
                    yield
        except BaseException:
            self.remove_leftover(path)  # it would only fill the flash
            raise

    def finish(self, path: str) -> None:
        """Replaces `path` by `path`.new. If OSError is raised, the old file remains."""
        self.move(path + _NEW, path)
        try:
            self.sync()
        except OSError:
            pass  # the new content is there, and raising would deny that

    def put_aside(self, path: str) -> None:
        """Renames a damaged file to `path`.bad."""
        kept = path + ".bad"
        if self.size(kept) >= 0:  # a power cut during a repair may leave two files to keep
            self.move(kept, kept + ".old")
        self.move(path, kept)

    def remove_leftover(self, path: str) -> None:
        """Removes `path`.new, if it exists. Never raises."""
        try:
            self.remove(path + _NEW)
        except OSError:
            pass

    def remove_leftovers(self) -> None:
        """Removes the `.new` files of large or rarely opened files, which a power cut can leave."""
        try:
            names = self.names("")
        except OSError:
            return
        for path in (_COMING, PEOPLE, CARDS, SETS):
            # Without the old cards the new ones are whole: Slots.read moves them into place.
            if path + _NEW in names and (path != CARDS or path in names):
                self.remove_leftover(path)


def tried(act: "Callable[..., Any]", *what: object) -> "Any":
    """Returns act(*what). After an OSError, calls `act` again, up to three times in all."""
    for _ in range(_TRIES - 1):
        try:
            return act(*what)
        except OSError:
            pass
    return act(*what)


def _with_crc(body: bytes) -> bytes:
    return body + crc32(body).to_bytes(_CRC_BYTES, "little")


class Table:
    """A file with a head (header data) and rows of fixed size. A new table replaces the whole file.

    `head`, `row`: sizes in bytes of the head and of a row. A file of over `most` rows counts as
    damaged. `damage`: a sentence about the damage that `open` found, or None. `count`: the number
    of rows, after `open`. `saved`: the number of times that a new table has replaced the file.
    """

    def __init__(self, files: "Files", path: str, head: int, row: int, most: int) -> None:
        self.damage: str | None = None
        self.count = 0
        self.saved = 0
        self._files = files
        self._path = path
        self._unread = False  # True if the file's content is unknown
        self._row = row
        self._rows = _BEGIN + head  # offset of the rows
        self._most = self._rows + most * row + _CRC_BYTES  # bytes
        self._header = _TABLE + head.to_bytes(2, "little") + row.to_bytes(2, "little")
        self._writing: "Generator[None, None, None] | None" = None
        self._coming = 0  # rows that `write` has written
        self._whole = False  # True once `write` has written all

    def open(self) -> "Generator[None, None, bytes | None]":
        """Checks the file, yielding for pauses. Returns the head; None if missing or damaged."""
        self._give_up()
        self.damage = None
        self.count = 0
        self._unread = True
        saved = None
        while saved != self.saved:  # again if the table was replaced in between
            saved = self.saved
            size = self._files.size(self._path)
            if size < 0:
                self._unread = False
                return None
            crc = 0
            for at in range(0, size if size <= self._most else 0, _PIECE):
                crc = crc32(self._part(at, at + _PIECE), crc)
                yield
        start = self._part(0, self._rows)
        self._unread = False
        rest = size - _CRC_BYTES - self._rows
        if crc != _SOUND or rest < 0:
            self._doubt("was damaged")
        elif start[:_BEGIN] != self._header or rest % self._row:
            self._doubt("is of another version")
        else:
            self.count = rest // self._row
            return start[_BEGIN:]
        return None

    def row(self, number: int) -> bytes:
        at = self._rows + number * self._row
        return self._part(at, at + self._row)

    def _part(self, start: int, end: int) -> bytes:
        return self._files.read(self._path, start, end)

    def _doubt(self, what: str) -> None:
        self.damage = "%s %s; it is saved as %s.bad" % (self._path, what, self._path)

    def keep_damaged(self) -> None:
        """Renames the file to `path`.bad if it is damaged."""
        if self.damage:
            self._files.put_aside(self._path)
            self.damage = None

    def write(self, head: bytes, rows: "Iterable[bytes]") -> "Iterator[None]":
        """Writes a table to `path`.new, yielding for pauses. Each item of `rows`: a row or more."""
        self._give_up()
        self._coming = 0
        writing = self._writing = self._files.prepare(self._path, self._chunks(head, rows))
        yield from writing
        if self._writing is writing:  # it was not given up
            self._writing = None
            self._whole = True

    def _chunks(self, head: bytes, rows: "Iterable[bytes]") -> "Iterator[bytes]":
        yield self._header
        yield head
        crc = crc32(head, crc32(self._header))
        for row in rows:
            crc = crc32(row, crc)
            self._coming += len(row) // self._row
            yield row
        yield crc.to_bytes(_CRC_BYTES, "little")

    def keep(self) -> bool:
        """Replaces the file by the table that `write` wrote; False if `write` has not finished.

        A damaged or unreadable old file becomes `path`.bad. After an OSError, the old file remains.
        """
        if not self._whole:
            return False
        self._whole = False
        self.keep_damaged()
        if self._unread and self._files.size(self._path) >= 0:
            self._files.put_aside(self._path)
        self._unread = False
        self._files.finish(self._path)
        self.saved += 1
        self.count = self._coming
        return True

    def _give_up(self) -> None:
        if self._writing is not None:
            self._writing.close()
        self._writing = None
        self._whole = False
        self._files.remove_leftover(self._path)


class Store(Table):
    """A file with one blob of at most 4096 bytes."""

    _blob: bytes | None = None

    def __init__(self, files: "Files", path: str) -> None:
        Table.__init__(self, files, path, 0, 1, _MOST_BYTES)

    def load(self) -> bytes | None:
        """Returns the saved blob, or None if it is missing or damaged."""
        self._blob = None
        for _ in self.open():
            pass
        if self.count:
            self._blob = self._part(self._rows, self._rows + self.count)
        return self._blob

    def reject(self) -> None:
        """Treats the file as damaged. Call this if the blob from `load` is invalid."""
        self._blob = None
        self._doubt("is invalid")

    def save(self, blob: bytes) -> None:
        """Saves `blob` unless it is saved already. If OSError is raised, the old blob remains."""
        if blob == self._blob:
            return
        self._blob = None
        for _ in self.write(b"", (blob,)):
            pass
        self.keep()
        self._blob = bytes(blob)


class Slots:
    """A file of slots (records of `size` bytes) to which slots can be appended.

    `count`: the number of slots. `damaged`: the number of damaged slots that `read` found. Methods
    raise OSError if the file system fails.
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
        """Repairs an interrupted `rewrite`; then yields (number, content) of undamaged slots."""
        self.count = self.damaged = 0
        self._held = None
        if self._files.size(self._path) < 0 <= self._files.size(self._path + _NEW):
            self._files.finish(self._path)  # the old file was set aside already
        self._files.remove_leftover(self._path)
        total = self._total()
        if not total:
            return
        with self._files.open(self._path, "rb") as file:
            for number in range(total):
                body = self._body(file.read(self._step))
                self.count += 1
                if body is None:
                    self.damaged += 1
                else:
                    yield number, body

    def _total(self) -> int:
        return max(0, self._files.size(self._path)) // self._step

    def _body(self, slot: bytes) -> bytes | None:
        body = slot[: self._size]
        return body if slot == _with_crc(body) else None

    @property
    def changed(self) -> bool:
        """True if other code has written the file since `read`."""
        return self._total() != self.count - len(self._held or b"") // self._step

    def at(self, number: int) -> bytes | None:
        """Returns the content of slot `number`, or None if it is damaged or missing."""
        held = self._held or b""
        start = (number - self.count) * self._step + len(held)
        if start >= 0:
            return self._body(bytes(held[start : start + self._step]))
        start = number * self._step
        return self._body(self._files.read(self._path, start, start + self._step))

    def append(self, body: bytes) -> int:
        """Appends slot `body`; returns its number. After `hold`, the slot waits for `release`."""
        slot = _with_crc(body)
        if self._held is None:
            self._append(slot)
        else:
            self._held.extend(slot)
            self.count += 1
        return self.count - 1

    def hold(self) -> None:
        """Keeps appended slots in memory until `release` writes them all with one erase."""
        self._held = bytearray()

    def release(self) -> bool:
        """Writes the waiting slots; if `changed` is True, drops these slots and returns False."""
        held = self._held or b""
        self.count -= len(held) // self._step
        self._held = None
        if self.changed:
            return False
        if held:
            self._append(held)
        return True

    def _append(self, data: "bytes | bytearray") -> None:
        total = self._total()
        with self._files.open(self._path, "r+b" if total else "wb") as file:
            file.seek(total * self._step)  # over the rest of an interrupted slot
            file.write(data)
            file.flush()
        self._files.sync()
        self.count = total + len(data) // self._step

    def rewrite(self, numbers: "Iterable[int]") -> "Iterator[None]":
        """Rewrites the file with only the slots `numbers`, in that order. Call `read` afterwards.

        Leaves the file as it is if other code has written it since `read`. If `read` found damaged
        slots, keeps the file that has them as `path`.bad.
        """
        bodies = (self.at(number) for number in numbers)
        slots = (_with_crc(body) for body in bodies if body is not None)
        yield from self._files.prepare(self._path, slots)
        if self.changed:
            self._files.remove_leftover(self._path)
            return
        if self.damaged:
            self._files.put_aside(self._path)
        self._files.finish(self._path)
