"""The earlier matches in the ring, and what people have done in them: records, practice cards."""

from micropython import const

from picogammon.devices.checked_files import Store, Table
from picogammon.devices.files import CARDS, PEOPLE, SETS
from picogammon.devices.match_log import MatchLog

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.devices.checked_files import Slots
    from picogammon.devices.files import Files
    from picogammon.devices.ring import Ring


class Archive:
    """The earlier matches, each by the number of its run in the ring. Methods raise OSError."""

    def __init__(
        self, ring: "Ring", files: "Files", urandom: "Callable[[int], bytes] | None" = None
    ) -> None:
        """`urandom(n)`: random bytes; None where what people have done is not written."""
        self.urandom = urandom
        self._ring = ring
        self._files = files

    @property
    def running(self) -> int:
        """The run of the match that is played, 0: none. One that was begun later is higher."""
        return self._ring.running()

    def runs(self) -> "list[int]":
        """The earlier matches, the one that was played last first."""
        running = self._ring.running()
        return [run for run in self._ring.runs() if run != running]

    def is_played(self, run: int) -> bool:
        """True if the match was played here, False if it was sent."""
        return self._ring.is_played(run)

    def day(self, run: int) -> str:
        """The day on which a match was played, as 2026-11-22; '' if that is unknown."""
        return self._ring.day(run)

    def open(self, run: int) -> MatchLog:
        """The log of a match, for reading."""
        return MatchLog(self._ring, run)

    def remove(self, run: int) -> None:
        """Deletes a match."""
        self._ring.drop(run)

    def people(self, head: int, row: int) -> Table:
        """The table of what each person has done, with a head and rows of so many bytes."""
        return Table(self._files, PEOPLE, head, row)

    def cards(self, size: int) -> "Slots":
        """The practice cards, in slots of `size` bytes."""
        from picogammon.devices.checked_files import Slots  # saves memory if there are none

        return Slots(self._files, CARDS, size)

    def sets(self) -> Store:
        """What was done of the practice sets."""
        return Store(self._files, SETS)
