"""Finds the settings of the running game, which stand before it in the log.

A log may be long, and the record far back. So it is first looked for nearby. Otherwise the log's
first such record is used until a newer one is found, some milliseconds at a time. One damaged byte
does no harm.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.journal import Journal, Wanted

_NEAR = const(4096)  # bytes that are searched at once, a few milliseconds
_STRIDE = const(2048)


class Head:
    """`record`: the last wanted record before an offset in `journal`; None if there is none."""

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        self.forget()

    def forget(self) -> None:
        """Forgets the record; none is wanted."""
        self.record: bytes | None = None
        self._wanted: "Wanted" = (0, 0, 0)
        self._high = 0  # offset from which on the search is done; 0 once the search is over

    def find(self, wanted: "Wanted | None", end: int) -> None:
        """Looks for the last `wanted` record, as in Journal.find, before the offset `end`.

        None: looks for nothing.
        """
        if wanted is None:
            return
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

    def begin(self, wanted: "Wanted") -> tuple[int, int]:
        """(offset, CRC there) to read the whole journal from.

        If the first record is damaged but can be mended, it becomes `record`, and reading begins
        after it.
        """
        journal = self._journal
        self._wanted = wanted
        if self._at(journal.begin, journal.base) is None:
            record, offset, crc = self._mended()
            if record:
                self.record = record
                return offset, crc
        return journal.begin, journal.base

    def passed(self, record: bytes) -> None:
        """Notes a later record: if it is of the wanted kind, nothing older is looked for."""
        if self._high and record[0] == self._wanted[0]:
            self._high = 0

    def late(self) -> bytes | None:
        """Looks farther, for 5 ms; returns a newer `record` once it is found, else None."""
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

    def settle(self) -> None:
        """Looks farther until the search is over."""
        while self._high:
            self.late()

    def _first(self) -> bytes | None:
        """The journal's first record; None if it is not wanted or too badly damaged."""
        record = self._at(self._journal.begin, self._journal.base)
        if record is None:
            record = self._mended()[0]
        return record if record and record[0] == self._wanted[0] else None

    def _mended(self) -> tuple[bytes, int, int]:
        from picogammon.devices import mending  # saves time and memory if nothing is damaged

        journal = self._journal
        return mending.first_of(journal.part(0, mending.ENOUGH), journal.begin, self._wanted)

    def _at(self, offset: int, crc: int) -> bytes | None:
        """The journal's record at `offset`; None at 0, or if there is none."""
        journal = self._journal
        for record, _ in journal.records(offset, crc, journal.total) if offset else ():
            return record
        return None
