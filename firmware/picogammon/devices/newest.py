"""The newest records of a log, in a small file of their own that is quick to write.

To add to a file, littlefs erases a sector: it writes the file's last block anew elsewhere, 45 ms in
which nothing else runs. A file of 200 bytes is kept in the directory: a page is programmed, 1 ms,
and only every 15th time or so the directory itself needs an erase (`littlefs.Erases`).

The file is `PGN`, a version byte (2), the journal's serial number, length and last CRC when the
file was begun (4 bytes each, little-endian), and the CRC-32 of all
that. Entries follow as in the journal; their CRCs continue that last CRC. If the journal has other
bytes at that offset, the entries here are the newer ones.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import AROUND, bytes4, entries_in, entry_of
from picogammon.devices.files import Growing, bad, damaged_end
from picogammon.devices.littlefs import Erases

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from picogammon.devices.entries import Entry
    from picogammon.devices.files import Files
    from picogammon.devices.journal import Journal

_HEADER = b"PGN\x02"
_HEAD_BYTES = const(20)
_MOST = const(204)  # bytes of entries: with what littlefs adds, a page
_MOST_BYTES = const(224)
_MANY = const(140)  # bytes of entries from which on they move when nobody waits

# What becomes of the file before it is written.
_SOUND = const(0)  # it is added to; without `entries` it is written over
_DAMAGED = const(1)  # it is kept as .bad: it, or its log, is damaged
_UNREADABLE = const(2)  # it is renamed: nobody knows what is in it

_DAMAGE = "%s; the file is kept as %s.bad"


class Newest:
    """The records of the log `path` that `journal` does not have yet, in the file `path`.newest.

    `entries`: (record, its CRC), oldest first, those that count; `fill`: the bytes that they take.
    Reading changes nothing, and leaves `damage` as None, or a sentence about what is wrong. Other
    methods raise OSError if the file system fails.
    """

    def __init__(
        self,
        files: "Files",
        journal: "Journal",
        path: str,
        ticks: "Callable[[], int] | None" = None,
    ) -> None:
        """`ticks()`: as for Recent."""
        self._files = files
        self._journal = journal
        self._path = path + ".newest"
        self._file = Growing(files, self._path)
        self._erases = Erases(files, path + ".filler", ticks)
        self.forget()

    def forget(self) -> None:
        """Forgets everything about the file."""
        self.damage: str | None = None
        self.entries: "list[Entry]" = []
        self.fill = 0
        self._state = _SOUND

    @property
    def many(self) -> bool:
        """True if the records should move to the journal soon."""
        return self.fill > _MANY

    @property
    def crc(self) -> int:
        """The CRC of the log's last record."""
        return self.entries[-1][1] if self.entries else self._journal.crc

    def has_room(self, record: bytes) -> bool:
        """True if the record fits beside those that are here."""
        return self.fill + len(record) + AROUND <= _MOST

    # Reading

    def read(self) -> "tuple[int, int, Sequence[Entry]]":
        """(the journal's bytes that count, the CRC there, the entries that follow).

        `take` says which entries count. Without entries the CRC is meaningless.
        """
        journal = self._journal
        nothing = journal.total, 0, ()
        data = self._content()
        if data is None:
            return nothing
        serial, offset, crc, start = head_of(data)
        if offset < 0:
            if len(data) >= _HEAD_BYTES:  # if shorter, the power went while it was begun
                self.spoil(_DAMAGE % (damaged_end(len(data), self._path), self._path))
            return nothing
        at = start
        entries = []
        for record, here, end in entries_in(data, start, crc):
            entries.append((record, here))
            at = end
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
            self.spoil(_DAMAGE % (damaged_end(len(data) - at, self._path), self._path))
        return offset, crc, entries

    def _content(self) -> bytes | None:
        """The bytes of the file; None if there is no file, or if it cannot be read."""
        try:
            data = self._files.content(self._path, _MOST_BYTES + 1)
            if data is None:  # perhaps a pulled plug kept a new one from taking its place
                return self._files.content(self._path + ".new", _MOST_BYTES + 1)
            self._files.remove_leftover(self._path)
            return data
        except OSError as error:
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

    # Writing

    def append(self, record: bytes) -> None:
        """Writes one record; when this returns, it is on flash."""
        entry, crc = entry_of(record, self.crc)
        if self._erases.commit(self._add, entry):
            # If a file was opened while the directory was full, littlefs (2.8) does not notice that
            # there is room again: it would erase at each commit.
            self._file.close()
        self.take((record, crc))

    def _add(self, entry: bytes) -> None:
        if self._file.is_open:
            self._file.add(entry)
            return
        self._journal.check()
        if self.entries:
            if self._state or self._files.size(self._path) != _HEAD_BYTES + self.fill:
                self._rewrite()  # or an append failed half-way
            self._file.add(entry)
        else:
            self._put_aside()
            self._file.add(self._head() + entry, True)

    def move(self) -> None:
        """Moves the records into the journal."""
        if self.entries:
            self._journal.extend([record for record, _ in self.entries])
        self.close()
        self.entries = []
        self.fill = 0

    def mend(self) -> None:
        """Puts a damaged file aside, and writes it anew."""
        if self._state >= _DAMAGED:
            self._rewrite()

    def drop(self) -> None:
        """Forgets the records and removes the file; keeps it aside if it was damaged."""
        state = self._state
        self.forget()
        self._state = state
        try:
            self._put_aside()
            if self._files.size(self._path) >= 0:
                self._files.remove(self._path)
        except OSError:
            pass  # its serial number shows that it is of an older log

    def put_away(self) -> None:
        """Renames a file that cannot be read to an unused name."""
        self._state = _UNREADABLE
        self._put_aside()
        self.forget()

    def tidy(self) -> bool:
        """Lets the directory erase now if it soon will; returns True if it wrote for that."""
        if not self._erases.soon:
            return False
        self.close()
        self._erases.fill()
        return True

    def close(self) -> None:
        """Closes the file; the next append opens it again."""
        self._file.close()

    def _rewrite(self) -> None:
        """Writes the file anew, the old one kept if it was damaged."""
        if self._state == _UNREADABLE:
            self._put_aside()
        kept = None
        if self._state == _DAMAGED and self._files.size(self._path) >= 0:
            kept = bad(self._path)
        self._files.replace(self._path, self._chunks(), kept)
        self._state = _SOUND

    def _put_aside(self) -> None:
        """Renames a file that is damaged or cannot be read."""
        if self._state >= _DAMAGED:
            if self._files.size(self._path) >= 0:
                if self._state == _UNREADABLE:
                    self._files.put_away(self._path)
                else:
                    self._files.put_aside(self._path, bad(self._path))
            self._state = _SOUND

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


def head_of(data: bytes) -> tuple[int, int, int, int]:
    """(serial number, offset, CRC, where the entries begin) of the file that begins with `data`.

    The first three are the log's. The offset is -1 if the head is damaged.
    """
    size = _HEAD_BYTES
    head = data[: size - 4]
    if data[:4] != _HEADER or data[size - 4 : size] != bytes4(crc32(head)):
        return 0, -1, 0, 0
    numbers = [int.from_bytes(head[i : i + 4], "little") for i in range(4, len(head), 4)]
    return numbers[0], numbers[1], numbers[2], size
