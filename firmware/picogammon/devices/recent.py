"""A journal whose newest records wait in a small file of their own, where writing takes a moment.

Adding to a file on littlefs erases a sector: its last block is written anew elsewhere, 45 ms in
which nothing else runs. A file of 200 bytes is kept in the directory: a page is programmed, 1 ms,
and only every 15th time or so the directory itself needs an erase. So records go there first, and
move to the journal a dozen at a time; `tidy` does both while nobody waits.

The small file is `PGN`, a version byte, the journal's length and last CRC (4 bytes each,
little-endian) when it was begun, and the CRC-32 of these twelve bytes. Entries follow as in the
journal; their CRCs go on from that one. A pulled plug may leave records that have moved already,
or that belong to an older log: that place in the journal tells.
"""

from binascii import crc32
from micropython import const

from picogammon.devices import files
from picogammon.devices.journal import entry_of, record_of

_HEADER = b"PGN\x01"
_PLACE_BYTES = const(12)
_HEAD_BYTES = const(16)
_START = const(4)  # where a journal's records begin
_AROUND = const(5)  # bytes of an entry besides its record
_MOST = const(208)  # bytes of entries: with what littlefs adds, a page
_MANY = const(140)  # from here on they move when nobody waits
_SLOW_MS = const(20)  # a commit that took longer has erased
_SOON = const(10)  # so many commits after an erase, the next one is near
_GIVE_UP = const(40)
_NOW_MASK = const(0x3FFFFFFF)  # ticks_ms wraps at 2**30


class Recent:
    """`journal`, a Journal in the file `path`, and its newest records in `path`.newest.

    Has the journal's methods and keeps its promises: what was appended is on flash, a pulled plug
    leaves the log as it was before or after, `damage` tells what `open` found wrong.
    """

    def __init__(self, journal, path, sync=None, ticks=None):
        """`sync()` as for the journal. `ticks()` is ticks_ms where erases take their time."""
        self.damage = None
        self._journal = journal
        self._path = path + ".newest"
        self._filler = path + ".filler"
        self._sync = sync
        self._ticks = ticks
        self._file = None  # open for appending
        self._known = False  # whether the log was read; if not, what follows says nothing
        self._newest = []  # the records that the journal does not have,
        self._fill = 0  # the bytes of their entries,
        self._crc = 0  # and what the next one goes on from
        self._sound = False  # the file holds just these
        self._since = _SOON  # commits since one was seen to erase
        self._untidy = False

    @property
    def size(self):
        """Bytes that the log takes, 0 before it was opened."""
        return self._journal.size + self._fill

    def open(self):
        """A generator of the records, oldest first; as Journal.open, damage included."""
        self.close()
        self.damage = None
        self._known = self._sound = False
        self._newest = []
        self._fill = 0
        files.remove_leftover(self._path)
        data = self._content()
        place = int.from_bytes(data[4:8], "little")
        crc = int.from_bytes(data[8:_PLACE_BYTES], "little")
        been = False
        at = _START
        for record in self._journal.open():
            at += len(record) + _AROUND
            if at == place:
                been = self._journal.crc == crc
            yield record
        self._crc = self._journal.crc
        if been:
            for record in self._following(data, place, crc):
                yield record
        elif place > self._journal.size > 0:
            self._cut(0, len(data))  # what they followed is gone
        if not self._newest:  # or what was damaged is there once more
            self.damage = self._journal.damage or self.damage
        self._known = self._untidy = True

    def append(self, record):
        """Write one record; when this returns, it is on flash.

        Raises ValueError when it is empty or too long.
        """
        if not self._known:
            for _ in self.open():
                pass
        if not self._journal.size:
            self.restart((record,))
            return
        entry, crc = entry_of(record, self._crc)
        if self._fill + len(entry) > _MOST:
            self._move()
        if len(entry) > _MOST:
            self._journal.append(record)
        else:
            self._commit(self._add, entry)
            self._newest.append(record)
            self._fill += len(entry)
        self._crc = crc
        self._untidy = True

    def restart(self, records):
        """Begin a new log with these records. A pulled plug leaves the old log or the new one."""
        try:
            if not self._known:
                for _ in self.open():
                    pass
            self._journal.check()
        except OSError:
            self._newest = []  # there is no old log that could be left
        self._move()
        self._known = False
        if files.size(self._path) >= 0:  # a log that begins like the old one would go on with it
            files.remove(self._path)
        self._journal.restart(records)
        self._crc = self._journal.crc
        self._known = self._untidy = True

    def set_aside(self):
        """Copy the log to `path`.bad (its first 16 KB): its records make no sense to the reader."""
        self._move()
        self._journal.set_aside()

    def close(self):
        """Let go of the files; the next append takes them up again."""
        self._journal.close()
        file = self._file
        self._file = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # the append that failed has said so

    def tidy(self):
        """Does one small thing that is better done while nobody waits; whether there was any."""
        if not self._untidy:
            return False
        try:
            if self._fill > _MANY:
                self._move()
                return True
            if self._ticks is not None and _SOON <= self._since < _GIVE_UP:
                self._commit(self._write_filler, b"\x00")
                return True
        except OSError:
            pass  # whoever appends will be told
        self._untidy = False
        return False

    def _content(self):
        """What the file holds, b"" where it has nothing to say."""
        if files.size(self._path) < 0:
            return b""
        with open(self._path, "rb") as file:
            data = file.read(_HEAD_BYTES + _MOST + 1)
        if len(data) < _HEAD_BYTES:
            return b""  # the power went while it was begun
        head = data[:_PLACE_BYTES]
        if head[:4] != _HEADER or data[_PLACE_BYTES:_HEAD_BYTES] != _bytes(crc32(head)):
            self._cut(0, len(data))
            return b""
        return data

    def _following(self, data, at, crc):
        """Of the records in `data`, from the journal's byte `at` on, those that it has not."""
        end = self._journal.size
        joined = self._sound = at == end
        i = _HEAD_BYTES
        while i < len(data):
            record, crc = record_of(data, i, crc)
            if not record:
                break
            i += len(record) + _AROUND
            at += len(record) + _AROUND
            if joined:
                self._newest.append(record)
                self._fill += len(record) + _AROUND
                self._crc = crc
                yield record
            else:
                joined = at == end and crc == self._journal.crc
        if joined and i < len(data):
            self._cut(i, len(data))

    def _cut(self, good, total):
        self._sound = False
        try:
            files.keep_aside(self._path, good, self._sync)
            if good:
                files.replace(self._path, files.part(self._path, 0, good), self._sync)
            else:
                files.remove(self._path)
        except OSError:
            pass  # no room for it; what is appended next replaces it
        what = "The last %d bytes of %s were damaged; they are kept in %s.bad"
        self.damage = what % (total - good, self._path, self._path)

    def _move(self):
        """The newest records go into the journal."""
        if self._newest:
            self._journal.extend(self._newest)
        self.close()
        self._newest = []
        self._fill = 0
        self._sound = False

    def _add(self, entry):
        if self._file is None:
            self._take_up()
        self._file.write(entry)
        self._file.flush()

    def _take_up(self):
        self._journal.check()
        if not self._newest:
            self._file = open(self._path, "wb")
            self._file.write(self._head())
        else:
            if not self._sound or files.size(self._path) != _HEAD_BYTES + self._fill:
                files.replace(self._path, self._chunks(), self._sync)
            self._file = open(self._path, "ab")
        self._sound = True

    def _head(self):
        head = _HEADER + _bytes(self._journal.size) + _bytes(self._journal.crc)
        return head + _bytes(crc32(head))

    def _chunks(self):
        yield self._head()
        crc = self._journal.crc
        for record in self._newest:
            entry, crc = entry_of(record, crc)
            yield entry

    def _write_filler(self, data):
        self.close()
        with open(self._filler, "wb") as file:
            file.write(data)

    def _commit(self, write, data):
        """Writes, and notes whether that took so long that it erased."""
        began = self._ticks() if self._ticks else 0
        try:
            write(data)
            if self._sync:
                self._sync()
        except OSError:
            self.close()
            self._sound = False
            raise
        self._since += 1
        if self._ticks and (self._ticks() - began) & _NOW_MASK >= _SLOW_MS:
            self._since = 0
            # To a file that was opened when the directory was full, littlefs (2.8) does not believe
            # that it has room again: it would erase at each commit.
            self.close()


def _bytes(number):
    return number.to_bytes(4, "little")
