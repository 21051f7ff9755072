"""The match log on flash: grows action by action, and survives a pulled plug and a damaged file.

The file is `PGJ`, a version byte, then one record after another: its length (1 to 255), its bytes,
and the CRC-32 of both, little-endian. Each CRC goes on from the one before it, so a record counts
only where it stands, after all that came before. What the records say is not known here.
"""

from binascii import crc32
from micropython import const

from picogammon.devices import files

_MAGIC = b"PGJ"
_HEADER = b"PGJ\x01"
_CRC_BYTES = const(4)
_UNREAD = const(-1)


class Journal:
    """A log of records (bytes, 1 to 255 of them each) in the file `path`.

    `damage` is None, or a sentence about what `open` found wrong with the file and where that is
    kept. Methods raise OSError when the file system fails (it is full, …); what was appended before
    is safe then.
    """

    def __init__(self, path, sync=None):
        """`sync()` is called after each commit, where a file system needs more than a flush."""
        self.damage = None
        self._path = path
        self._sync = sync
        self._file = None  # open for appending
        self._size = _UNREAD  # good bytes in the file, 0 without one
        self._crc = 0

    @property
    def size(self):
        """Bytes that the log takes, 0 before it was opened."""
        return max(self._size, 0)

    @property
    def crc(self):
        """The CRC of the last record that was read or written: what the next one goes on from."""
        return self._crc

    def open(self):
        """A generator of the records, oldest first, each checked.

        When it is exhausted, a damaged tail has been cut off, kept in `path`.bad (its first 16 KB)
        and told in `damage`.
        """
        self.close()
        self.damage = None
        self._size = _UNREAD
        files.remove_leftover(self._path)
        total = files.size(self._path)
        if total < 0:
            self._size = 0
            return
        good = 0
        with open(self._path, "rb") as file:
            header = file.read(len(_HEADER))
            if header == _HEADER:
                good = len(_HEADER)
                self._crc = crc32(header)
                payload = self._next(file)
                while payload:
                    good += 1 + len(payload) + _CRC_BYTES
                    yield payload
                    payload = self._next(file)
        if good < total or not total:
            self._cut(good, total, header)
        self._size = good

    def append(self, record):
        """Write one record; when this returns, it is on flash.

        Raises ValueError when it is empty or too long.
        """
        self.extend((record,))

    def extend(self, records):
        """Write some records, in one go: on littlefs a pulled plug leaves all of them or none."""
        if self._size == _UNREAD:
            for _ in self.open():
                pass
        if not self._size:
            self.restart(records)
            return
        crc = self._crc
        entries = bytearray()
        for record in records:
            entry, crc = entry_of(record, crc)
            entries.extend(entry)
        try:
            if self._file is None:
                self._take_up()
            self._file.write(entries)
            self._file.flush()
            if self._sync:
                self._sync()
        except OSError:
            self.close()
            raise
        self._crc = crc
        self._size += len(entries)

    def restart(self, records):
        """Begin a new log with these records. A pulled plug leaves the old log or the new one."""
        self.close()
        self._size = _UNREAD
        size = files.replace(self._path, self._file_of(records), self._sync)
        self._size = size

    def check(self):
        """Raises OSError where the file is gone, or shorter than it was."""
        if files.size(self._path) < self._size:
            raise OSError("%s was changed by someone else" % self._path)

    def set_aside(self):
        """Copy the log to `path`.bad (its first 16 KB): its records make no sense to the reader."""
        self.close()
        files.keep_aside(self._path, 0, self._sync)

    def close(self):
        """Let go of the file; the next append takes it up again."""
        file = self._file
        self._file = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # the append that failed has said so

    def _next(self, file):
        """The next record, b"" where there is no good one."""
        head = file.read(1)
        if not head:
            return b""
        length = head[0]
        body = file.read(length + _CRC_BYTES)
        entry = head + body
        record, crc = record_of(entry, 0, self._crc)
        if record:
            self._crc = crc
        return record

    def _take_up(self):
        self.check()
        if files.size(self._path) > self._size:  # an append failed half-way
            files.replace(self._path, files.part(self._path, 0, self._size), self._sync)
        self._file = open(self._path, "ab")

    def _cut(self, good, total, header):
        if good:
            what = "The last %d bytes of %s were damaged" % (total - good, self._path)
        elif header[:3] == _MAGIC and header[3:] not in (b"", _HEADER[3:]):
            what = "%s is of version %d, not %d" % (self._path, header[3], _HEADER[3])
        else:
            what = "%s is not a saved match" % self._path
        files.keep_aside(self._path, good, self._sync)
        if good:
            files.replace(self._path, files.part(self._path, 0, good), self._sync)
        else:
            files.remove(self._path)
        self.damage = "%s; they are kept in %s.bad" % (what, self._path)

    def _file_of(self, records):
        self._crc = crc32(_HEADER)
        yield _HEADER
        for record in records:
            entry, self._crc = entry_of(record, self._crc)
            yield entry


def entry_of(record, crc):
    """The bytes of a record in the file, and the CRC that the next one goes on from."""
    length = len(record)
    if not 1 <= length <= 255:
        raise ValueError("a record is 1 to 255 bytes long, not %d" % length)
    head = bytes((length,))
    crc = crc32(record, crc32(head, crc))
    return head + record + crc.to_bytes(_CRC_BYTES, "little"), crc


def record_of(data, at, crc):
    """The record in the entry at data[at:], and the CRC that the next one goes on from.

    b"" where there is no good one.
    """
    length = data[at]
    end = at + 1 + length
    record = data[at + 1 : end]
    crc = crc32(data[at:end], crc)
    if data[end : end + _CRC_BYTES] != crc.to_bytes(_CRC_BYTES, "little"):
        return b"", crc
    return record, crc
