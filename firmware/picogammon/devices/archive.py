"""The last matches, the log of each in a file of its own; the oldest go first when room is short.

`00012-20261122.log` was the twelfth to be kept, and was last played on that day. A board has a
clock only from the time that a PC sets it: where it was not, the day is left out.
"""

import os
import time
from micropython import const

from picogammon.devices import files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

_SHARE = const(4)  # a quarter of the file system is for them,
_SPARE = const(8)  # and an eighth of it stays free
_FLASH = const(1 << 20)  # bytes: what a file system counts at most, as a PC's has no such bounds
_BLOCK = const(4096)
_MOST = const(64)  # matches
_END = ".log"
_UNDONE = ".new"
_CLOCK_SET = const(2025)  # the year; a chip's clock begins at 2021


class Archive:
    """Logs of matches in `folder`, by the names of their files."""

    def __init__(self, folder: str, log: str) -> None:
        """`log`: the path of the running match's log, which becomes one of them one day."""
        self._folder = folder
        self._log = log

    def names(self) -> "list[str]":
        """The matches, newest first."""
        names = [name for name in self._all() if name.endswith(_END) and name[:5].isdigit()]
        return sorted(names, reverse=True)

    def open(self, name: str) -> Recent:
        """The log of a match, to be read."""
        path = self._path(name)
        return Recent(Journal(path), path)

    def fresh(self) -> str:
        """The path under which the running match's log shall be kept; the folder is there then.

        Raises OSError.
        """
        if files.size(self._folder) < 0:
            os.mkdir(self._folder)
        names = self.names()
        number = int(names[0][:5]) + 1 if names else 1
        return self._path("%05d%s%s" % (number, self._day(), _END))

    def remove(self, name: str) -> None:
        """Removes a match. Raises OSError."""
        files.remove(self._path(name))

    def trim(self) -> bool:
        """Removes a file that never became a match, or the oldest match if there is not room for
        all; whether it did. Raises OSError."""
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
            taken += -(-files.size(self._path(name)) // _BLOCK)
        total, free = _room()
        return taken * _SHARE > total // _BLOCK or free * _SPARE < total

    def _path(self, name: str) -> str:
        return "%s/%s" % (self._folder, name)

    def _all(self) -> "list[str]":
        try:
            return os.listdir(self._folder)
        except OSError:
            return []

    def _day(self) -> str:
        """`-20261122`, the day when the running match's log was last written to, or nothing."""
        latest = 0
        for path in (self._log, self._log + ".newest"):
            if files.size(path) >= 0:
                latest = max(latest, int(os.stat(path)[8]))
        day = time.gmtime(latest)
        return "-%04d%02d%02d" % tuple(day[:3]) if day[0] >= _CLOCK_SET else ""


def _room() -> "tuple[int, int]":
    """(bytes in the file system, bytes that are free), no more than a chip's flash has."""
    try:
        _, block, blocks, free = os.statvfs(".")[:4]
    except (AttributeError, OSError):  # WebAssembly, Windows
        return _FLASH, _FLASH
    return min(_FLASH, block * blocks), min(_FLASH, block * free)
