"""Keeps a match in its journal without gaps, also if the flash is full for a while.

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
    _Wanted = tuple[int, int, int] | None  # (first byte, least length, greatest length)

    class Log(Protocol):
        """A devices.recent.Recent: a match's records on flash."""

        damage: str | None
        path: str

        @property
        def breathe(self) -> Callable[[], object] | None: ...
        @property
        def size(self) -> int: ...
        @property
        def start(self) -> tuple[int, int]: ...
        def open(self, start: _Wanted = None, head: _Wanted = None) -> Iterator[bytes]: ...
        def again(self) -> Iterator[bytes | None]: ...
        def records_from(self, offset: int, crc: int) -> Iterator[tuple[bytes, int, int]]: ...
        def append(self, record: bytes) -> None: ...
        def restart(
            self, records: Iterable[bytes], aside: bool = False, kept: str | None = None
        ) -> None: ...
        def cut(self) -> None: ...
        def mend(self) -> None: ...
        def close(self) -> None: ...

    class Table(Protocol):
        """A devices.table.Table: rows of one size behind a head."""

        damage: str | None
        count: int
        saved: int

        def open(self) -> Generator[None, None, bytes | None]: ...
        def row(self, number: int) -> bytes: ...
        def write(self, head: bytes, rows: Iterable[bytes]) -> Iterator[None]: ...
        def keep(self) -> bool: ...
        def mend(self) -> None: ...

    class Beside(Protocol):
        """A devices.beside.Beside: serial numbers of logs, the table of people, practice cards."""

        urandom: Any  # a function that gives so many random bytes; None where nothing is written

        def serial(self, name: str | None = None) -> int: ...
        def people(self, head: int, row: int) -> "Table": ...
        def cards(self, size: int) -> Any: ...
        def sets(self) -> Any: ...

    class Archive(Protocol):
        """A devices.archive.Archive: the logs of the last matches."""

        def names(self) -> list[str]: ...
        def open(self, name: str) -> Log: ...
        def fresh(self) -> str: ...
        def beside(self) -> "Beside": ...
        def remove(self, name: str) -> None: ...
        def trim(self) -> bool: ...


_LONG_LOG = const(65536)  # bytes; a game that begins after that begins a new log


class Keeper:
    """Keeps records in `journal`, a devices.recent.Recent or an object with its methods.

    Each method returns True if all is on flash. `lost`: True if an old log could not be kept.
    """

    def __init__(self, journal: "Log") -> None:
        self._journal = journal
        self._due: list[bytes] = []
        self._anew = False  # True if the due records begin a new log
        self._kept: str | None = None  # the path to keep the old log under
        self.lost = False

    def add(self, record: bytes) -> bool:
        """Keeps one more record of the match."""
        self._due.append(record)
        return self.settle()

    def begin(
        self, records: "Sequence[bytes]", later: bool = False, kept: str | None = None
    ) -> bool:
        """Begins a new log with these records; the old one stays until that is done.

        `later`: not before `settle`, or the next record. `kept`: the path to keep the old log
        under, or None.
        """
        self._due = list(records)
        self._anew = True
        self._kept = kept
        return not later and self.settle()

    def take_over(self, records: "Iterable[bytes]", kept: str | None) -> bool:
        """Goes on with a log of these records, which may come from a file; `kept`: as for `begin`.

        If that fails, all stays as it was.
        """
        if not self.settle():
            return False
        try:
            self._journal.restart(records, False, kept)
        except OSError:
            return False
        return True

    def wants_new_log(self) -> bool:
        """True if a game that begins should begin a new log: the old one is long, or has a gap."""
        return bool(self._due) or self._journal.size > _LONG_LOG

    def settle(self) -> bool:
        """Writes the records that are due."""
        try:
            if self._anew:
                self._restart()
                self._anew = False
                self._due = []
            while self._due:
                self._journal.append(self._due[0])
                self._due.pop(0)
        except OSError:
            return False
        return True

    def _restart(self) -> None:
        if self._kept:
            try:
                self._journal.restart(self._due, False, self._kept)
                self._kept = None
                return
            except OSError:
                pass  # better the new match without the old one than neither
        self._journal.restart(self._due)  # if even that fails, both are tried again
        self.lost = self.lost or self._kept is not None
        self._kept = None


class Torn(Exception):
    """Memory lacked while the match changed: only its log has it whole."""


_TORN = Torn("no memory for the match")  # made while there is memory


def whole(change: "_Change") -> "_Change":
    """Wraps `change`, a function that changes the match: it raises Torn if memory lacks."""

    def changed(*what: "Any") -> "Any":
        try:
            return change(*what)
        except MemoryError:
            raise _TORN from None

    return changed  # type: ignore[return-value]  # it takes and gives what `change` does
