"""What is asked while games are graded: which log is older, and where the results are kept."""

from micropython import const

from picogammon.devices.entries import HEADER
from picogammon.devices.files import CARDS, PEOPLE, SETS
from picogammon.devices.store import Store
from picogammon.devices.table import Table

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.devices.files import Files
    from picogammon.devices.slots import Slots

_SERIAL_END = const(8)  # bytes of a log up to the end of its serial number


class Beside:
    """The serial numbers of an Archive's logs; people and practice on the same flash.

    `urandom`: as Archive has it.
    """

    def __init__(
        self, files: "Files", folder: str, log: str, urandom: "Callable[[int], bytes] | None"
    ) -> None:
        self.urandom = urandom
        self._files = files
        self._folder = folder
        self._log = log

    def serial(self, name: str | None = None) -> int:
        """The serial number of a match's log, None: of the running one's; 0 if it has none.

        A log that was begun later has a higher one. Raises OSError.
        """
        path = self._log if name is None else "%s/%s" % (self._folder, name)
        start = self._files.content(path, _SERIAL_END) or b""
        sound = start[: len(HEADER)] == HEADER and len(start) == _SERIAL_END
        return int.from_bytes(start[len(HEADER) :], "little") if sound else 0

    def people(self, head: int, row: int) -> Table:
        """The table of what each person has done, with a head and rows of so many bytes."""
        return Table(self._files, PEOPLE, head, row)

    def cards(self, size: int) -> "Slots":
        """The practice cards, in slots of `size` bytes."""
        from picogammon.devices.slots import Slots  # saves memory if there are none

        return Slots(self._files, CARDS, size)

    def sets(self) -> Store:
        """What was done of the practice sets."""
        return Store(self._files, SETS)
