"""The newest records of a log, in a small file of their own that is quick to write.

To add to a file, littlefs erases a sector: it writes the file's last block anew elsewhere, 45 ms in
which nothing else runs. A file of 200 bytes is kept in the directory: a page is programmed, 1 ms,
and only every 15th time or so the directory itself needs an erase; `tidy` lets that happen early.

The file is `PGN`, a version byte (2), the journal's serial number, length and last CRC when the
file was begun (4 bytes each, little-endian; version 1 had no serial number), and the CRC-32 of all
that. Entries follow as in the journal; their CRCs continue that last CRC. If the journal has other
bytes at that offset, the entries here are the newer ones.
"""

from binascii import crc32
from micropython import const

from picogammon.devices import files
from picogammon.devices.entries import AROUND, bytes4, entry_of, record_of
from picogammon.ground import clock

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from picogammon.devices.entries import Entry
    from picogammon.devices.journal import Journal

_FIRST_VERSION = b"PGN\x01"
_HEADER = b"PGN\x02"
_HEAD_BYTES = const(20)
_MOST = const(204)  # bytes of entries: with what littlefs adds, a page
_MOST_BYTES = const(224)
_MANY = const(140)  # bytes of entries from which on they move when nobody waits
_SLOW_MS = const(20)  # a commit that took longer has erased
_SOON = const(10)  # commits after an erase; from here on the next erase is near
_GIVE_UP = const(40)
_TRIES = const(3)

_MATCHES = const(0)  # the file holds exactly these records
_STALE = const(1)  # the file holds more or fewer records than these, or nothing of use
_DAMAGED = const(2)  # the file must be kept aside before it is written: it, or its log, is damaged
_UNREADABLE = const(3)  # the file cannot be read


class Newest:
    """The records of the log `path` that `journal` does not have, and the file `path`.newest.

    Reading changes nothing, and leaves `damage` as None, or a sentence about what is wrong. Other
    methods raise OSError if the file system fails.
    """

    def __init__(
        self,
        journal: "Journal",
        path: str,
        sync: "files.Sync | None" = None,
        ticks: "Callable[[], int] | None" = None,
    ) -> None:
        """`sync()` and `ticks()`: as for Recent."""
        self._journal = journal
        self._path = path + ".newest"
        self._filler = path + ".filler"
        self._sync = sync
        self._ticks = ticks
        self._file: "files.Binary | None" = None  # open for appending
        self._since = _SOON  # commits since the last one that erased
        self.forget()

    def forget(self) -> None:
        """Forgets everything about the file."""
        self.damage: str | None = None
        self.entries: "list[Entry]" = []  # (record, its CRC), oldest first
        self.fill = 0  # bytes that the entries take in the file
        self._state = _STALE

    @property
    def many(self) -> bool:
        """True if the records should move to the journal soon."""
        return self.fill > _MANY

    @property
    def crc(self) -> int:
        """The CRC of the log's last record."""
        return self.entries[-1][1] if self.entries else self._journal.crc

    def takes(self, record: bytes) -> bool:
        """True if a record of that length may be kept here."""
        return len(record) + AROUND <= _MOST

    def has_room(self, record: bytes) -> bool:
        """True if the record fits beside those that are here."""
        return self.fill + len(record) + AROUND <= _MOST

    def read(self) -> "tuple[int, int, Sequence[Entry]]":
        """(offset in the journal that the file's entries follow, CRC there, entries).

        The offset is -1 if no entries follow the journal. `take` says which entries count.
        """
        nothing = -1, 0, ()
        data = self._content()
        if data is None:
            return nothing
        journal = self._journal
        serial, offset, crc, start = _read_head(data)
        if offset < 0:
            if len(data) >= _HEAD_BYTES:  # if shorter, the power went while it was begun
                self.spoil(_DAMAGE % (len(data), self._path, self._path))
            return nothing
        at = start
        here = crc
        entries = []
        while at < len(data):
            record, here = record_of(data, at, here)
            if not record:
                break
            at += len(record) + AROUND
            entries.append((record, here))
        if serial < journal.serial:
            return nothing  # of the log before this one
        if serial > journal.serial or not journal.passes(offset, crc):
            if len(data) > start:
                self.spoil("What %s follows is gone; it is kept as %s.bad" % ((self._path,) * 2))
            return nothing
        if not entries and (at == len(data) or journal.total > offset):
            return nothing
        if entries and journal.holds(offset, data[start:at]):
            return nothing  # they have moved
        if at < len(data):
            self.spoil(_DAMAGE % (len(data) - at, self._path, self._path))
        else:
            self._state = _MATCHES if journal.total == offset else _STALE
        return offset, crc, entries

    def _content(self) -> bytes | None:
        """The bytes of the file; None if there is no file, or if it cannot be read."""
        for left in range(_TRIES - 1, -1, -1):
            try:
                path = self._path
                if files.size(path) < 0:
                    path += ".new"  # a pulled plug kept it from taking its place
                    if files.size(path) < 0:
                        return None
                else:
                    files.remove_leftover(path)
                with open(path, "rb") as file:
                    return file.read(_MOST_BYTES + 1)
            except OSError as error:
                if not left:
                    self.spoil("%s cannot be read (%s)" % (self._path, error), _UNREADABLE)
        return None

    def spoil(self, damage: str | None = None, state: int = _DAMAGED) -> None:
        """Notes that the file must be kept aside; `damage`: why, in a sentence."""
        self._state = max(self._state, state)
        self.damage = damage or self.damage

    def take(self, entry: "Entry") -> None:
        """Lets an entry of the file count."""
        self.entries.append(entry)
        self.fill += len(entry[0]) + AROUND

    def append(self, record: bytes) -> None:
        """Writes one record; when this returns, it is on flash."""
        entry, crc = entry_of(record, self.crc)
        self._commit(self._add, entry)
        self.take((record, crc))

    def _add(self, entry: bytes) -> None:
        file = self._file or self._take_up()
        file.write(entry)
        file.flush()

    def _take_up(self) -> "files.Binary":
        self._journal.check()
        if not self.entries:
            if self._state >= _DAMAGED:
                self._put_aside()
            self._file = file = open(self._path, "wb")
            file.write(self._head())
        else:
            if self._state or files.size(self._path) != _HEAD_BYTES + self.fill:
                self._rewrite()  # or an append failed half-way
            self._file = file = open(self._path, "ab")
        self._state = _MATCHES
        return file

    def _commit(self, write: "Callable[[bytes], None]", data: bytes) -> None:
        """Writes, and notes whether that took so long that it erased."""
        began = self._ticks() if self._ticks else 0
        try:
            write(data)
            if self._sync:
                self._sync()
        except BaseException:  # Ctrl-C as well: a file left open would be written to later on
            self.close()
            raise
        self._since += 1
        if self._ticks and (self._ticks() - began) & clock.MASK >= _SLOW_MS:
            self._since = 0
            # If a file was opened while the directory was full, littlefs (2.8) does not notice that
            # there is room again: it would erase at each commit.
            self.close()

    def move(self) -> None:
        """Moves the records into the journal."""
        if self.entries:
            self._journal.extend([record for record, _ in self.entries])
        self.close()
        self.entries = []
        self.fill = 0
        self._state = max(self._state, _STALE)

    def mend(self) -> None:
        """Puts a damaged file aside, and writes it anew."""
        if self._state >= _DAMAGED:
            self._rewrite()

    def drop(self) -> None:
        """Forgets the records and removes the file; keeps it aside if it was damaged."""
        state = self._state
        self.forget()
        try:
            if state >= _DAMAGED:
                self._state = state
                self._put_aside()
            elif files.size(self._path) >= 0:
                files.remove(self._path)
        except OSError:
            self._state = state  # its serial number shows that it is of an older log

    def put_away(self) -> None:
        """Renames a file that cannot be read to an unused name."""
        self._state = _UNREADABLE
        self._put_aside()
        self.forget()

    def tidy(self) -> bool:
        """Lets the directory erase now if it soon will; returns True if it wrote for that."""
        if self._ticks is None or not _SOON <= self._since < _GIVE_UP:
            return False
        self._commit(self._write_filler, b"\x00")
        return True

    def _write_filler(self, data: bytes) -> None:
        self.close()
        with open(self._filler, "wb") as file:
            file.write(data)

    def close(self) -> None:
        """Closes the file; the next append opens it again."""
        file = self._file
        self._file = None
        files.let_go(file)

    def _rewrite(self) -> None:
        if self._state == _UNREADABLE:
            self._put_aside()
        aside = self._state == _DAMAGED and files.size(self._path) >= 0
        replace = files.replace_aside if aside else files.replace
        replace(self._path, self._chunks(), self._sync)
        self._state = _MATCHES

    def _put_aside(self) -> None:
        if files.size(self._path) >= 0:
            (files.put_away if self._state == _UNREADABLE else files.put_aside)(self._path)
        self._state = _STALE

    def _head(self) -> bytes:
        journal = self._journal
        head = _HEADER + bytes4(journal.serial) + bytes4(journal.size) + bytes4(journal.crc)
        return head + bytes4(crc32(head))

    def _chunks(self) -> "Iterator[bytes]":
        yield self._head()
        crc = self._journal.crc
        for record, _ in self.entries:
            entry, crc = entry_of(record, crc)
            yield entry


_DAMAGE = "The last %d bytes of %s were damaged; they are kept in %s.bad"


def _read_head(data: bytes) -> tuple[int, int, int, int]:
    """(serial number, offset, CRC, where the entries begin); the offset is -1 if it is damaged."""
    size = _HEAD_BYTES if data[:4] != _FIRST_VERSION else _HEAD_BYTES - 4
    head = data[: size - 4]
    if data[:4] not in (_HEADER, _FIRST_VERSION) or data[size - 4 : size] != bytes4(crc32(head)):
        return 0, -1, 0, 0
    numbers = [int.from_bytes(head[i : i + 4], "little") for i in range(4, len(head), 4)]
    if len(numbers) < 3:
        numbers = [0] + numbers
    return numbers[0], numbers[1], numbers[2], size
