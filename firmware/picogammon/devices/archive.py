"""The last matches, the log of each in a file of its own; the oldest go first when room is short.

`00012-20261122.log` was the twelfth to be kept, and was last played on that day. A board has a
clock only once a PC has set it; without a clock, the name has no day.
"""

import time
from micropython import const

from picogammon.devices.files import tried
from picogammon.devices.recent import Recent

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.devices.beside import Beside
    from picogammon.devices.files import Files

_SHARE = const(3)  # matches may take 1/3 of the file system,
_BLOCKS = const(64)  # and so many blocks at most
_SPARE = const(8)  # other files fill it if less than 1/8 is free
_LEAST = const(16)  # then matches may take 1/16 of it
_BLOCK = const(4096)
_MOST = const(64)  # matches
_END = ".log"
_UNDONE = ".new"
_CLOCK_SET = const(2025)  # the year; a chip's clock begins at 2021 until it is set


class Archive:
    """The logs of matches in `folder`, by the names of their files."""

    def __init__(
        self,
        files: "Files",
        folder: str,
        log: str,
        urandom: "Callable[[int], bytes] | None" = None,
    ) -> None:
        """`log`: the path of the running match's log, which will become one of them.

        `urandom(n)`: random bytes, for what is kept `beside` them; None: nothing is written there.
        """
        self._files = files
        self._folder = folder
        self._log = log
        self._urandom = urandom

    def names(self) -> "list[str]":
        """The names of the matches, newest first."""
        return newest_first(self._all())

    def open(self, name: str) -> Recent:
        """The log of a match, for reading."""
        return Recent(self._files, self._path(name))

    def fresh(self) -> str:
        """The path to keep the running match's log under; makes the folder. Raises OSError."""
        if self._files.size(self._folder) < 0:
            self._files.make_folder(self._folder)
        # Not _all(): if the folder cannot be read, a number would be given twice.
        names = newest_first(self._files.names(self._folder))
        number = number_of(names[0]) + 1 if names else 1
        return self._path("%05d%s%s" % (number, self._day(), _END))

    def beside(self) -> "Beside":
        """What is asked of it and its log while games are graded."""
        from picogammon.devices.beside import Beside  # saves memory: hardly ever needed

        return Beside(self._files, self._folder, self._log, self._urandom)

    def remove(self, name: str) -> None:
        """Removes a match. Raises OSError."""
        self._files.remove(self._path(name))

    def trim(self) -> bool:
        """Removes a file that never became a match, or the oldest match if room is short.

        Returns True if it removed something. Raises OSError.
        """
        for name in self._all():
            if name.endswith(_UNDONE):
                self.remove(name)
                return True
        names = self.names()
        if names and (len(names) > _MOST or self._is_full(names)):
            self.remove(names[-1])
            return True
        return False

    def _is_full(self, names: "Sequence[str]") -> bool:
        taken = 0
        for name in names:
            taken += -(-self._files.size(self._path(name)) // _BLOCK)
        total, free = self._files.room()
        blocks = total // _BLOCK
        if free * _SPARE < total:
            return taken > blocks // _LEAST
        return taken > min(_BLOCKS, blocks // _SHARE)

    def _path(self, name: str) -> str:
        return "%s/%s" % (self._folder, name)

    def _all(self) -> "list[str]":
        try:
            names: "list[str]" = tried(self._files.names, self._folder)
        except OSError:
            return []  # the folder is missing, or cannot be read
        return names

    def _day(self) -> str:
        """The day when the running match's log was last written to, as -20261122; '' if unknown."""
        latest = 0
        for path in (self._log, self._log + ".newest"):
            if self._files.size(path) >= 0:
                latest = max(latest, self._files.changed(path))
        day = time.gmtime(latest)
        return "-%04d%02d%02d" % tuple(day[:3]) if day[0] >= _CLOCK_SET else ""


def newest_first(names: "Sequence[str]") -> "list[str]":
    """The names that are a match's, newest first."""
    matches = [name for name in names if name.endswith(_END) and number_of(name) >= 0]
    return sorted(matches, key=number_of, reverse=True)


def number_of(name: str) -> int:
    """The number of the match in a file of that name, or -1."""
    digits = name.split(".")[0].split("-")[0]
    return int(digits) if digits.isdigit() else -1
