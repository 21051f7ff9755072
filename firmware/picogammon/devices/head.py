"""The settings of the running game, which stand right before it in the log.

Where they are damaged, the ones before them count. One damaged byte in the first settings does no
harm.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.journal import Journal, Wanted

_NEAR = const(4096)  # bytes that are searched first, a few milliseconds


class Head:
    """`record`: the last wanted record before an offset in `journal`, or None."""

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        self.forget()

    def forget(self) -> None:
        """Forgets the record; none is wanted."""
        self.record: bytes | None = None

    def find(self, wanted: "Wanted | None", end: int) -> None:
        """Looks for the last `wanted` record, as in Journal.find, before the offset `end`.

        None: looks for nothing.
        """
        if wanted is None:
            return
        journal = self._journal
        low = max(journal.begin, end - _NEAR)
        self.record = (
            self._last(wanted, low, end)
            or journal.first(wanted)[0]
            or self._last(wanted, journal.begin, low)
        )

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

    def _last(self, wanted: "Wanted", low: int, end: int) -> bytes | None:
        """The last wanted record from `low` to `end`, or None."""
        journal = self._journal
        offset, crc = journal.find(wanted, end, low)
        for record, _ in journal.records(offset, crc, journal.total) if offset else ():
            return record
        return None
