"""The record that a running game is read after: what was agreed, which stands before it in the log.

A log may be long, and the record far back. So it is looked for nearby at first; the log's first one
will do until a newer one is found, some milliseconds at a time. One damaged byte does it no harm.
"""

from micropython import const

from picogammon.devices import mending

_NEAR = const(4096)  # bytes that are searched at once, a few milliseconds
_STRIDE = const(2048)


class Head:
    """`record`: the last one before a offset in `journal` that is wanted; None where none is."""

    def __init__(self, journal):
        self._journal = journal
        self.forget()

    def forget(self):
        """Nothing is wanted."""
        self.record = None
        self._wanted = None
        self._high = 0  # from here on it has been looked for; 0 where there is no more to look for

    def find(self, wanted, end):
        """Looks for it before that offset, `wanted` as for Journal.find."""
        journal = self._journal
        low = max(journal.begin, end - _NEAR)
        self._wanted = wanted
        self.record = self._at(*journal.find(wanted, end, low))
        if self.record is None:
            self.record = self._first()
            if self.record is None:
                self.record = self._at(*journal.find(wanted, low))
            elif low > journal.begin:
                self._high = low

    def begin(self, wanted):
        """(offset, CRC there) to read the whole journal from: after its first record where that is
        damaged, which is `record` then."""
        journal = self._journal
        self._wanted = wanted
        if self._at(journal.begin, journal.base) is None:
            record, offset, crc = self._mended()
            if record:
                self.record = record
                return offset, crc
        return journal.begin, journal.base

    def passed(self, record):
        """That record came after it: where it is of the kind that is wanted, it is the newer."""
        if self._high and record[0] == self._wanted[0]:
            self._high = 0

    def late(self):
        """Looks farther, for 5 ms; a newer `record` is returned once it is found, else None."""
        if not self._high:
            return None
        journal = self._journal
        low = max(self._high - _STRIDE, journal.begin)
        found = self._at(*journal.find(self._wanted, self._high, low))
        self._high = low if found is None and low > journal.begin else 0
        if found is None or found == self.record:
            return None
        self.record = found
        return found

    def settle(self):
        """Looks farther until there is no more to look for."""
        while self._high:
            self.late()

    def _first(self):
        """The journal's first record, None where it is not wanted or too badly damaged."""
        record = self._at(self._journal.begin, self._journal.base)
        if record is None:
            record = self._mended()[0]
        return record if record and record[0] == self._wanted[0] else None

    def _mended(self):
        journal = self._journal
        return mending.first_of(journal.part(0, mending.ENOUGH), journal.begin, self._wanted)

    def _at(self, offset, crc):
        """The journal's record there; None at 0, or where there is none."""
        journal = self._journal
        for record, _ in journal.records(offset, crc, journal.total) if offset else ():
            return record
        return None
