"""The match's log: a journal, and its newest records in a small file, as if they were one.

Records go to the small file first, because that is quick (`newest.py`), and move to the journal a
dozen at a time; `tidy` does so while nobody waits. However long the log is, the running game is
found from its end.
"""

from micropython import const

from picogammon.devices.entries import AROUND
from picogammon.devices.files import bad
from picogammon.devices.head import Head
from picogammon.devices.journal import Journal
from picogammon.devices.newest import Newest

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from picogammon.devices.entries import Entry
    from picogammon.devices.files import Files
    from picogammon.devices.journal import Wanted
    from picogammon.devices.littlefs import Witness

_FEW_BYTES = const(512)  # more than the longest record takes
_NO_SENSE = "The log makes no sense"


class Recent:
    """A log: `journal`, a Journal in the file `path`, and its newest records in `path`.newest.

    When `append` returns, the record is on flash; a pulled plug leaves the log as it was before or
    after. `damage`: what `open` found wrong, as a sentence, or None. Reading changes nothing, so it
    finds the same each time, until `mend` or the next record puts the damaged file aside. `untidy`:
    True if `tidy` may have something to do. Methods raise OSError if the file system fails.
    """

    def __init__(
        self,
        files: "Files",
        path: str,
        ticks: "Callable[[], int] | None" = None,
        witness: "Witness | None" = None,
    ) -> None:
        """`ticks()`: ticks_ms, on a flash whose erases take time.

        `witness`: a Witness for this log alone.
        """
        self._files = files
        self.journal = Journal(files, path)
        self._newest = Newest(files, self.journal, path, ticks)
        self._head = Head(self.journal)
        self.path = path
        self._witness = witness
        self.untidy = False
        self._forget()

    def _forget(self) -> None:
        self.damage: str | None = None
        self._newest.forget()
        self._head.forget()
        self._reading = False  # reading has begun, and has not ended
        self._known = False  # the log was read; if not, the values below mean nothing
        self._from = (0, 0)  # (offset in the journal where reading began, CRC there)

    def let_breathe(self, breathe: "Callable[[], object] | None") -> None:
        """Lets `breathe()` be called now and then while much is written."""
        self.journal.breathe = breathe

    @property
    def breathe(self) -> "Callable[[], object] | None":
        """What `let_breathe` was given."""
        return self.journal.breathe

    @property
    def size(self) -> int:
        """The bytes of the log that count, 0 before it was read."""
        return self.journal.size + self._newest.fill

    def open(
        self, start: "Wanted | None" = None, head: "Wanted | None" = None
    ) -> "Iterator[bytes]":
        """Yields the records, oldest first, each checked.

        `start` and `head`, as Journal.find's `wanted`: only the records from the last `start` on
        are read and given, after the last `head` before it. All records, if there is no `start`.
        """
        self.close()
        self._forget()
        self._reading = True
        journal = self.journal
        newest = self._newest
        journal.look()
        end, crc, entries = newest.read()
        first = _last(entries, start, len(entries))
        if first >= 0:
            self._begin_among(entries, first, head, end, crc)
        else:
            self._begin_in_journal(start, head, end)
            first = 0
        if self._head.record:
            yield self._head.record
        at, crc = self._from
        if at:
            yield from journal.read(at, crc, end)
        if not journal.damage:
            for entry in entries[first:]:
                yield entry[0]
                newest.take(entry)
        elif entries:
            newest.spoil()
        self._ended()

    def _begin_among(
        self, entries: "Sequence[Entry]", first: int, head: "Wanted | None", end: int, crc: int
    ) -> None:
        """Begins reading with entry number `first` of the newest records."""
        self._from = end, crc
        before = _last(entries, head, first)
        if before >= 0:
            self._head.record = entries[before][0]
        else:
            self._head.find(head, end)
        for entry in entries[:first]:
            self._newest.take(entry)

    def _begin_in_journal(self, start: "Wanted | None", head: "Wanted | None", end: int) -> None:
        journal = self.journal
        if not journal.begin:
            return  # not a log: nothing in it counts
        self._from = journal.find(start, end) if start else (0, 0)
        if self._from[0]:
            self._head.find(head, self._from[0])
        elif head:
            self._from = self._head.begin(head)
        else:
            self._from = journal.begin, journal.base

    def _ended(self) -> None:
        """Sets `damage` once all is read, also if the log was longer before."""
        self.damage = self.journal.damage or self._newest.damage
        noted = self._witness.read() if self._witness else None
        if noted and not self.damage:
            serial, size, crc = noted
            here = self.journal.serial
            if not self.size:
                self.damage = "%s is missing" % self.path
            elif serial > here or serial == here and not self._passes(size, crc):
                self.damage = "The flash lost what came last: %s is older than it was" % self.path
        self._known = self.untidy = True
        self._reading = False

    def _passes(self, offset: int, crc: int) -> bool:
        """True if a record of the log ends at `offset` with this CRC."""
        at = self.journal.size
        if offset <= at:
            return self.journal.passes(offset, crc)
        for record, here in self._newest.entries:
            at += len(record) + AROUND
            if at == offset:
                return here == crc
        return False

    def cut(self) -> None:
        """Drops the record that `open` gave last and all that follow: they do not make a match."""
        self._known = self.untidy = True
        self._reading = False
        if not self._newest.entries:
            self.journal.damage = self.journal.damage or _NO_SENSE
        self._newest.spoil()
        self.damage = self.damage or _NO_SENSE

    def mend(self) -> None:
        """Puts damaged files aside, so that the files hold what was read.

        If that fails with an OSError, appending goes on without it.
        """
        if self.damage and self._known:
            if self.journal.damage and (self._head.record or self.size > self.journal.begin):
                self.restart(self._good(), True)
            else:  # if nothing is good, the file stays until a new match takes its place
                self._newest.mend()
            self.damage = None
            self._note()  # or the next start would say it again

    def _good(self) -> "Iterator[bytes]":
        """Yields all records that were read, once more."""
        if self._head.record:
            yield self._head.record
        for record, _, _ in self.records_from(*self._from):
            yield record

    def again(self) -> "Iterator[bytes | None]":
        """Yields all records of the log, and None after each as a pause."""
        for record, _, _ in self.records_from(*self.start):
            yield record
            yield None

    @property
    def start(self) -> tuple[int, int]:
        """Where `records_from` begins to give all records, once the log was opened."""
        return self.journal.begin, self.journal.base

    def records_from(self, offset: int, crc: int) -> "Iterator[tuple[bytes, int, int]]":
        """Yields (record, offset after it, CRC after it) from an offset and the CRC there on.

        It reads the files anew, and ends at a damaged record. Records may be appended in pauses,
        but are not given; no new log may be begun.
        """
        journal = self.journal
        newest = list(self._newest.entries)
        end = journal.size
        while offset < end:
            few = list(journal.records(offset, crc, min(end, offset + _FEW_BYTES)))
            if not few:
                return
            for record, crc in few:
                offset += len(record) + AROUND
                yield record, offset, crc
        for record, crc in newest:
            end += len(record) + AROUND
            if end > offset:
                offset = end
                yield record, offset, crc

    def append(self, record: bytes) -> None:
        """Writes one record; when this returns, it is on flash.

        Raises ValueError if it is empty or too long.
        """
        if not self._known:
            for _ in self.open():
                pass
        if not self.journal.size:
            self.restart((record,))
            return
        if self.damage:
            try:
                self.mend()
            except OSError:  # perhaps the flash is full, but has room for a record
                self.journal.check()
        if not self._newest.has_room(record):
            self._newest.move()
        if self._newest.has_room(record):
            self._newest.append(record)
        else:  # a long one
            self.journal.extend((record,))
        self.damage = None
        self.untidy = True

    def restart(
        self, records: "Iterable[bytes]", aside: bool = False, kept: str | None = None
    ) -> None:
        """Begins a new log with these records. A pulled plug leaves the old log or the new one.

        A log that could not be read, or was damaged, is kept aside. `kept`: the path to keep a
        sound log under.
        """
        self.close()
        journal = self.journal
        if not self._known or aside or journal.damage or self.damage or not journal.size:
            kept = None
        if kept:
            self._newest.move()
        if self._reading:  # reading has failed
            journal.put_away()
            self._newest.put_away()
            self._forget()
        elif not self._known:
            journal.look()
        if (aside or journal.damage) and self._files.size(self.path) >= 0:
            kept = bad(self.path)
        noted = self._witness.read() if self._witness else None
        serial = max(journal.serial, noted[0] if noted else 0) + 1
        journal.restart(records, serial, kept)
        self._newest.drop()
        self.damage = None
        self._head.forget()
        self._known = self.untidy = True

    def close(self) -> None:
        """Closes the files; the next append opens them again."""
        self.journal.close()
        self._newest.close()

    def tidy(self) -> bool:
        """Does one step of work that may erase flash; True if there was one to do."""
        if not self.untidy or self.damage:
            return False
        try:
            if self._newest.many:
                self._newest.move()
                return True
            if self._newest.tidy() or self._known and self._note():
                return True
        except OSError:
            pass  # the next append will raise it
        self.untidy = False
        return False

    def _note(self) -> bool:
        if self._witness is None:
            return False
        try:
            return self._witness.note((self.journal.serial, self.size, self._newest.crc))
        except MemoryError:
            return False  # a note may lag behind its log; the next one is tried after a record


def _last(entries: "Sequence[Entry]", wanted: "Wanted | None", end: int) -> int:
    """The index of the last wanted record among the first `end` entries, or -1."""
    if wanted is None:
        return -1
    kind, least, most = wanted
    for i in range(end - 1, -1, -1):
        record = entries[i][0]
        if record[0] == kind and least <= len(record) <= most:
            return i
    return -1
