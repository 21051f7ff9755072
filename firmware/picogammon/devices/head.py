"""The settings of the running game, which stand before it in the log.

As a rule they stand right before the game, where they are looked for first. A log that version
0.1.0 began may have them far back: then its first settings are used until `late` finds newer ones,
some milliseconds at a time. One damaged byte in the first settings does no harm.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.journal import Journal, Wanted

_NEAR = const(4096)  # bytes that are searched at once, a few milliseconds
_STRIDE = const(2048)


class Head:
    """`record`: the last wanted record before an offset in `journal`, or None."""

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        self.forget()

    def forget(self) -> None:
        """Forgets the record; none is wanted."""
        self.record: bytes | None = None
        self._wanted: "Wanted" = (0, 0, 0)
        self._high = 0  # the search goes on before this offset; 0 once it is over

    def find(self, wanted: "Wanted | None", end: int) -> None:
        """Looks for the last `wanted` record, as in Journal.find, before the offset `end`.

        None: looks for nothing.
        """
        if wanted is None:
            return
        journal = self._journal
        low = max(journal.begin, end - _NEAR)
        self._wanted = wanted
        self.record = self._last(low, end)
        if self.record is None:
            self.record = journal.first(wanted)[0] or None
            if self.record is None:
                self.record = self._last(journal.begin, low)
            elif low > journal.begin:
                self._high = low

    def begin(self, wanted: "Wanted") -> tuple[int, int]:
        """(offset, CRC there) from which to read all that follows `record`, the journal's first.

        If that is not wanted, or damaged beyond a byte: where the journal begins.
        """
        journal = self._journal
        record, offset, crc = journal.first(wanted)
        if not record:
            return journal.begin, journal.base
        self.record = record
        return offset, crc

    def passed(self, record: bytes) -> None:
        """Notes a later record: if it is of the wanted kind, nothing older is looked for."""
        if self._high and record[0] == self._wanted[0]:
            self._high = 0

    def late(self) -> bytes | None:
        """Looks farther, for 5 ms; returns a newer `record` once it is found, else None."""
        if not self._high:
            return None
        begin = self._journal.begin
        low = max(self._high - _STRIDE, begin)
        found = self._last(low, self._high)
        self._high = low if found is None and low > begin else 0
        if found is None or found == self.record:
            return None
        self.record = found
        return found

    def settle(self) -> None:
        """Looks farther until the search is over."""
        while self._high:
            self.late()

    def _last(self, low: int, end: int) -> bytes | None:
        """The last wanted record from `low` to `end`, or None."""
        journal = self._journal
        offset, crc = journal.find(self._wanted, end, low)
        for record, _ in journal.records(offset, crc, journal.total) if offset else ():
            return record
        return None
