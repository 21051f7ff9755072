"""A journal whose newest records wait in a small file of their own, where writing takes a moment.

Adding to a file on littlefs erases a sector: its last block is written anew elsewhere, 45 ms in
which nothing else runs. A file of 200 bytes is kept in the directory: a page is programmed, 1 ms,
and only every 15th time or so the directory itself needs an erase. So records go there first, and
move to the journal a dozen at a time; `tidy` does both while nobody waits.

The small file is `PGN`, a version byte (2), the journal's serial number, length and last CRC when
it was begun (4 bytes each, little-endian; version 1 had no serial number), and the CRC-32 of all
that. Entries follow as in the journal; their CRCs go on from that one. Where the journal has other
bytes at that place, these are the newer ones.
"""

from binascii import crc32
from micropython import const

from picogammon.devices import files
from picogammon.devices.journal import entry_of, record_of
from picogammon.ground import clock

_MAGIC = b"PGN"
_FIRST_VERSION = b"PGN\x01"
_HEADER = b"PGN\x02"
_AROUND = const(5)  # bytes of an entry besides its record
_HEAD_BYTES = const(20)
_MOST = const(204)  # bytes of entries: with what littlefs adds, a page
_MOST_BYTES = const(224)
_MANY = const(140)  # from here on they move when nobody waits
_SLOW_MS = const(20)  # a commit that took longer has erased
_SOON = const(10)  # so many commits after an erase, the next one is near
_GIVE_UP = const(40)
_TRIES = const(3)
_NEAR = const(4096)  # bytes that are searched at once, a few milliseconds
_STRIDE = const(2048)

_GOOD = const(0)  # the small file holds just the newest records,
_ASKEW = const(1)  # or more or less than those, or what is of no use,
_KEEP = const(2)  # or what has to be kept aside before it is written,
_UNREAD = const(3)  # or nobody knows


class Recent:
    """`journal`, a Journal in the file `path`, and its newest records in `path`.newest.

    What was appended is on flash; a pulled plug leaves the log as it was before or after. Reading
    changes nothing: `damage` tells what `open` found wrong, each time until `mend` or the next
    record puts the damaged file aside. Methods raise OSError when the file system fails.
    """

    def __init__(self, journal, path, sync=None, ticks=None, witness=None):
        """`sync()` as for the journal. `ticks()` is ticks_ms where erases take their time.
        `witness`: a Witness of its own."""
        self.damage = None
        self._journal = journal
        self._path = path + ".newest"
        self._filler = path + ".filler"
        self._name = path
        self._sync = sync
        self._ticks = ticks
        self._witness = witness
        self._file = None  # open for appending
        self._since = _SOON  # commits since one was seen to erase
        self._untidy = False
        self._forget()

    def _forget(self):
        self.damage = None
        self._reading = False  # that has begun, and not come to an end
        self._known = False  # whether the log was read; if not, what follows says nothing
        self._spoilt = False  # the journal's file has more than what counts of it
        self._head = None  # a record that was given before
        self._far = None  # (what it should be like, from where on nobody has looked for it)
        self._from = (0, 0)  # the place in the journal that reading began at, and the CRC there,
        self._newest = []  # the records that the journal does not have,
        self._fill = 0  # the bytes of their entries,
        self._crc = 0  # and what the next one goes on from
        self._state = _ASKEW  # of the small file

    @property
    def size(self):
        """Bytes that the log takes, 0 before it was opened."""
        return self._journal.size + self._fill

    def open(self, start=None, head=None):
        """A generator of the records, oldest first, each checked.

        `start` and `head`, as Journal.find's `wanted`: only the records from the last `start` on
        are read, and given after the last `head` before it; all where there is no `start`.
        """
        self.close()
        self._forget()
        self._reading = True
        journal = self._journal
        journal.look()
        place, crc, entries = self._look()
        follows = place >= 0
        end = place if follows else journal.total
        first = _last(entries, start, len(entries)) if follows and start else -1
        if first >= 0:
            journal.stand(end, crc)
            before = _last(entries, head, first)
            self._head = entries[before][0] if before >= 0 else self._before(head, end)
            self._from = end, crc
            for entry in entries[:first]:
                self._add_newest(entry)
        else:
            first = 0
            at, before = journal.find(start, end) if start else (0, 0)
            if at:
                self._head = self._before(head, at)
            elif journal.begin:
                at, before = journal.begin, journal.base
            self._from = at, before
        if self._head:
            yield self._head
        if journal.begin and not self._newest and self._from[0] != end:
            for record in journal.read(self._from[0], self._from[1], end):
                if head and record[0] == head[0]:
                    self._far = None  # a newer one is in there
                yield record
        elif not self._newest:
            journal.stand(self._from[0], crc if follows else journal.base)
        self._spoilt = journal.size < end or not journal.begin and journal.total > 0
        self._crc = journal.crc
        if journal.size == end and follows:
            for entry in entries[first:]:
                if head and entry[0][0] == head[0]:
                    self._far = None
                yield entry[0]
                self._add_newest(entry)
        elif entries and follows:
            self._spoil("What %s.newest holds follows what is lost" % self._name)
        self._ended()

    def late(self):
        """Looks a little farther for the `head` that `open` should have given, which it did not
        look for in all of a long log; returns it once it is found, else None. Takes 5 ms."""
        try:
            return self._farther() if self._far else None
        except OSError:
            return None  # the next time

    def _farther(self):
        head, end = self._far
        low = max(end - _STRIDE, self._journal.begin)
        found = self._at(*self._journal.find(head, end, low))
        self._far = (head, low) if found is None and low > self._journal.begin else None
        if found == self._head:
            return None
        self._head = found or self._head
        return found

    def cut(self):
        """The record that `open` gave last, and all after it, shall not count: it is no match."""
        if self._journal.size == 0:  # it is within the journal
            self._journal.stand(*self._journal.reached)
        self._known = self._untidy = True
        self._reading = False
        self._crc = self._newest[-1][1] if self._newest else self._journal.crc
        self._spoilt = self._spoilt or not self._newest
        self._state = max(self._state, _KEEP)
        self.damage = self.damage or "The log makes no sense"

    def mend(self):
        """Puts aside what is damaged, so that the files say what was read. If that fails with an
        OSError, appending goes on without."""
        while self._far:
            self._farther()
        if self.damage and self._known:
            if self._spoilt and self.size:
                self.restart(self._good(), True)
            elif self._state >= _KEEP:
                self._rewrite()
            self.damage = None
            self._untidy = True
            self._note()  # or the next start would say it again

    def append(self, record):
        """Write one record; when this returns, it is on flash.

        Raises ValueError when it is empty or too long.
        """
        if not self._known:
            for _ in self.open():
                pass
        entry, crc = entry_of(record, self._crc)
        if not self._journal.size:
            self.restart((record,))
            return
        if self.damage:
            try:
                self.mend()
                entry, crc = entry_of(record, self._crc)
            except OSError:  # the flash is full, perhaps, and has room for a record
                self._journal.check()
        if self._fill + len(entry) > _MOST:
            self._move()
        if len(entry) > _MOST:
            self._journal.append(record)
        else:
            self._commit(self._add, entry)
            self._add_newest((record, crc))
        self._crc = crc
        self.damage = None
        self._untidy = True

    def restart(self, records, aside=False):
        """Begin a new log with these records. A pulled plug leaves the old log or the new one.

        What could not be read, or was damaged, is kept aside.
        """
        self.close()
        journal = self._journal
        if self._reading:  # which failed
            journal.put_away()
            self._put_aside(_UNREAD)
            self._forget()
        elif not self._known:
            journal.look()
            self._spoilt = journal.damage is not None
        aside = (aside or self._spoilt) and files.size(self._name) >= 0
        journal.restart(records, self._serial() + 1, aside)
        state = self._state
        self._forget()
        self._crc = journal.crc
        self._from = journal.begin, journal.base
        self._known = self._untidy = True
        try:
            if state >= _KEEP:
                self._put_aside(state)
            elif files.size(self._path) >= 0:
                files.remove(self._path)
        except OSError:
            self._state = state  # its serial number tells that it is of an older log

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
        if not self._untidy or self.damage:
            return False
        try:
            if self._fill > _MANY:
                self._move()
                return True
            if self._ticks is not None and _SOON <= self._since < _GIVE_UP:
                self._commit(self._write_filler, b"\x00")
                return True
            if self._known and self._note():
                return True
        except OSError:
            pass  # whoever appends will be told
        self._untidy = False
        return False

    # Reading.

    def _look(self):
        """(place, CRC there, entries) of the small file, the place -1 where nothing follows it."""
        nothing = -1, 0, ()
        data = self._content()
        if data is None:
            return nothing
        journal = self._journal
        serial, place, crc, at = _read_head(data)
        if place < 0:
            if len(data) >= _HEAD_BYTES:  # or else the power went while it was begun
                self._spoil(_DAMAGED % (len(data), self._path, self._path))
            return nothing
        entries = []
        entries_at = at
        here = crc
        while at < len(data):
            record, here = record_of(data, at, here)
            if not record:
                break
            at += len(record) + _AROUND
            entries.append((record, here))
        if serial < journal.serial:
            return nothing  # of the log before this one
        if serial > journal.serial or not journal.passes(place, crc):
            if len(data) > entries_at:
                self._spoil("What %s follows is gone; it is kept as %s.bad" % ((self._path,) * 2))
            return nothing
        if not entries and (at == len(data) or journal.total > place):
            return nothing
        if entries and journal.holds(place, data[entries_at:at]):
            return nothing  # they have moved
        if at < len(data):
            self._spoil(_DAMAGED % (len(data) - at, self._path, self._path))
        else:
            self._state = _GOOD if journal.total == place else _ASKEW
        return place, crc, entries

    def _content(self):
        """What the small file holds; None where there is none, or nobody can read it."""
        for left in range(_TRIES - 1, -1, -1):
            try:
                path = self._path
                if files.size(path) < 0:
                    path += ".new"  # a pulled plug kept it from taking its place
                    if files.size(path) < 0:
                        return None
                    self._state = _ASKEW
                else:
                    files.remove_leftover(path)
                with open(path, "rb") as file:
                    return file.read(_MOST_BYTES + 1)
            except OSError as error:
                if not left:
                    self._spoil("%s cannot be read (%s)" % (self._path, error), _UNREAD)
        return None

    def _spoil(self, what, state=_KEEP):
        self._state = state
        self.damage = what

    def _before(self, head, end):
        """The last record before that place in the journal that is wanted as the first one.

        If there is none nearby, the log's first one will do until `late` has looked farther.
        """
        journal = self._journal
        low = max(journal.begin, end - _NEAR)
        found = self._at(*journal.find(head, end, low))
        if found is None and low > journal.begin:
            found = self._at(journal.begin, journal.base)
            if found and found[0] == head[0]:
                self._far = head, low
            else:
                found = self._at(*journal.find(head, low))
        return found

    def _at(self, place, crc):
        """The journal's record there; None at 0, or where there is none."""
        journal = self._journal
        for record, _ in journal.records(place, crc, journal.total) if place else ():
            return record
        return None

    def _add_newest(self, entry):
        self._newest.append(entry)
        self._fill += len(entry[0]) + _AROUND
        self._crc = entry[1]

    def _ended(self):
        """All is read: what was wrong, and whether there was more once."""
        self.damage = self._journal.damage or self.damage
        said = self._witness.read() if self._witness else None
        if said and not self.damage:
            serial, size, crc = said
            here = self._journal.serial
            if not self.size:
                self.damage = "%s is missing" % self._name
            elif serial > here or serial == here and not self._passes(size, crc):
                self.damage = "The flash lost what came last: %s is older than it was" % self._name
        self._known = self._untidy = True
        self._reading = False

    def _passes(self, place, crc):
        journal = self._journal
        at = journal.size
        if place <= at:
            return journal.passes(place, crc)
        for record, here in self._newest:
            at += len(record) + _AROUND
            if at == place:
                return here == crc
        return False

    # Writing.

    def _good(self):
        """All records that were read, once more."""
        if self._head:
            yield self._head
        place, crc = self._from
        for record, _ in self._journal.records(place, crc, self._journal.size):
            yield record
        for record, _ in self._newest:
            yield record

    def _serial(self):
        said = self._witness.read() if self._witness else None
        return max(self._journal.serial, said[0] if said else 0)

    def _note(self):
        if self._witness is None:
            return False
        return self._witness.note((self._journal.serial, self.size, self._crc))

    def _move(self):
        """The newest records go into the journal."""
        if self._newest:
            self._journal.extend([record for record, _ in self._newest])
        self.close()
        self._newest = []
        self._fill = 0
        self._state = max(self._state, _ASKEW)

    def _add(self, entry):
        if self._file is None:
            self._take_up()
        self._file.write(entry)
        self._file.flush()

    def _take_up(self):
        self._journal.check()
        if not self._newest:
            if self._state >= _KEEP:
                self._put_aside(self._state)
            self._file = open(self._path, "wb")
            self._file.write(self._head_bytes())
        else:
            if self._state or files.size(self._path) != _HEAD_BYTES + self._fill:
                self._rewrite()
            self._file = open(self._path, "ab")
        self._state = _GOOD

    def _rewrite(self):
        """The small file becomes what it should be."""
        if self._state == _UNREAD:
            self._put_aside(_UNREAD)
        if self._state == _KEEP and files.size(self._path) >= 0:
            files.replace_aside(self._path, self._chunks(), self._sync)
        else:
            files.replace(self._path, self._chunks(), self._sync)
        self._state = _GOOD

    def _put_aside(self, state):
        if files.size(self._path) >= 0:
            (files.put_away if state == _UNREAD else files.put_aside)(self._path)
        self._state = _ASKEW

    def _head_bytes(self):
        journal = self._journal
        numbers = (journal.serial, journal.size, journal.crc)
        head = _HEADER + b"".join([_bytes(number) for number in numbers])
        return head + _bytes(crc32(head))

    def _chunks(self):
        yield self._head_bytes()
        crc = self._journal.crc
        for record, _ in self._newest:
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
        except BaseException:  # Ctrl-C as well: a file left open would be written to later on
            self.close()
            self._state = max(self._state, _ASKEW)
            raise
        self._since += 1
        if self._ticks and (self._ticks() - began) & clock.MASK >= _SLOW_MS:
            self._since = 0
            # To a file that was opened when the directory was full, littlefs (2.8) does not believe
            # that it has room again: it would erase at each commit.
            self.close()


_DAMAGED = "The last %d bytes of %s were damaged; they are kept in %s.bad"


def _last(entries, wanted, end):
    """The index of the last wanted record among the first `end` entries; -1 if there is none."""
    if wanted is None:
        return -1
    kind, least, most = wanted
    for i in range(end - 1, -1, -1):
        record = entries[i][0]
        if record[0] == kind and least <= len(record) <= most:
            return i
    return -1


def _read_head(data):
    """(serial number, place, CRC, where the entries begin); the place -1 where it is damaged."""
    bytes_ = _HEAD_BYTES if data[:4] != _FIRST_VERSION else _HEAD_BYTES - 4
    head = data[: bytes_ - 4]
    if data[:4] not in (_HEADER, _FIRST_VERSION) or data[bytes_ - 4 : bytes_] != _bytes(
        crc32(head)
    ):
        return 0, -1, 0, 0
    numbers = [int.from_bytes(head[i : i + 4], "little") for i in range(4, len(head), 4)]
    if len(numbers) < 3:
        numbers = [0] + numbers
    return numbers[0], numbers[1], numbers[2], bytes_


def _bytes(number):
    return number.to_bytes(4, "little")
