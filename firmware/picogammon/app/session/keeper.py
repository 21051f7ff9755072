"""Keeps a match in its log without gaps, also if the flash is full for a while.

A log with a gap would not be the match. So a record that could not be written is written before
those that follow it, as soon as there is room. A change of the match is done whole, or the board
restarts from what is on flash.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from typing import Any, Protocol, TypeVar

    _Change = TypeVar("_Change", bound=Callable[..., Any])

    class Log(Protocol):
        """A devices.match_log.MatchLog: a match's records on flash."""

        damage: str | None
        run: int
        size: int

        @property
        def start(self) -> tuple[int, int]: ...
        @property
        def room(self) -> int: ...
        def open(self, start: int | None = None, head: int | None = None) -> Iterator[bytes]: ...
        def skim(
            self, *kinds: int
        ) -> Iterator[tuple[list[tuple[bytes, tuple[int, int]]], bool]]: ...
        def again(self) -> Iterator[bytes | None]: ...
        def records_from(self, offset: int, crc: int) -> Iterator[tuple[bytes, int, int]]: ...
        def append(self, record: bytes) -> None: ...
        def restart(
            self, records: Iterable[bytes], keep: bool = True, over: bool = False
        ) -> None: ...
        def cut(self) -> None: ...
        def keep_damaged(self) -> None: ...
        def settle(self) -> None: ...
        def feed(self) -> None: ...

    class Table(Protocol):
        """A devices.files.Table: rows of one size behind a head."""

        damage: str | None
        count: int
        saved: int

        def open(self) -> Generator[None, None, bytes | None]: ...
        def row(self, number: int) -> bytes: ...
        def write(self, head: bytes, rows: Iterable[bytes]) -> Iterator[None]: ...
        def keep(self) -> bool: ...
        def keep_damaged(self) -> None: ...

    class Archive(Protocol):
        """A devices.match_log.Archive: the earlier matches, what people have done, cards."""

        ring: Any  # its devices.ring.Ring
        urandom: Any  # a function that gives so many random bytes; None where nothing is written

        def runs(self) -> list[int]: ...
        def open(self, run: int) -> Log: ...
        def people(self, head: int, row: int, most: int) -> "Table": ...
        def cards(self, size: int) -> Any: ...
        def sets(self) -> Any: ...


_LONG_LOG = const(65536)  # bytes; a game that begins after that begins a new log
ALMOST = const(1)
FULL = const(2)


class Keeper:
    """Keeps records in `log`, a devices.match_log.MatchLog or an object with its methods.

    Each method returns True if all is on flash.
    """

    def __init__(self, log: "Log") -> None:
        self._log = log
        self._due: list[bytes] = []
        self._anew = False  # True if the due records begin a new log
        self._old = True, False  # what becomes of the old log: whether it is kept, and is over

    def add(self, record: bytes) -> bool:
        """Keeps one more record of the match."""
        self._due.append(record)
        return self.write_due()

    def begin(
        self,
        records: "Sequence[bytes]",
        keep: bool = True,
        over: bool = False,
        later: bool = False,
    ) -> bool:
        """Begins a new log with these records; the old one stays until that is done.

        `keep`, `over`: whether that becomes an earlier match, and one that is over. `later`: not
        before `write_due`, or the next record.
        """
        self._due = list(records)
        self._anew = True
        self._old = keep, over
        return not later and self.write_due()

    def take_over(self, records: "Iterable[bytes]", keep: bool, over: bool) -> bool:
        """Goes on with a log of these records, which may come from a file; else as `begin`.

        If that fails or memory lacks, all stays as it was.
        """
        if not self.write_due():
            return False
        try:
            self._log.restart(records, keep, over)
        except OSError:
            return False
        return True

    def wants_new_log(self) -> bool:
        """True if a game that begins should begin a new log: the old one is long, or has a gap."""
        return bool(self._due) or self._log.size > _LONG_LOG

    @property
    def filled(self) -> int:
        """FULL if the running game should go on in a new log, ALMOST if soon, else 0."""
        return max(0, FULL - max(0, self._log.room)) if self._log.size > _LONG_LOG else 0

    def write_due(self) -> bool:
        """Writes the records that are due."""
        try:
            if self._anew:
                self._log.restart(self._due, *self._old)
                self._anew = False
                self._due = []
            while self._due:
                self._log.append(self._due[0])
                self._due.pop(0)
        except OSError:
            return False
        return True


class Torn(Exception):
    """Memory lacked, or the log could not be read, while the match changed: only that has it."""


TORN = Torn("no memory for the match")  # made while there is memory


def whole(change: "_Change") -> "_Change":
    """Wraps `change`, a function that changes the match: it raises Torn if memory lacks."""

    def changed(*what: "Any") -> "Any":
        try:
            return change(*what)
        except MemoryError:
            raise TORN from None

    return changed  # type: ignore[return-value]  # it takes and gives what `change` does
