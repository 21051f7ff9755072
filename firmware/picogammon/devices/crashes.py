"""Notes crashes in a file of bounded size, and stops restarting if that does not help.

A board that fails restarts and goes on with its match. A board that fails three times in a row,
each time within a minute, would do so for ever and wear out its flash: it stops instead.
"""

import gc
import io
import sys
from micropython import const

from picogammon.ground import clock

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.devices.files import Files
    from picogammon.devices.watchdog import Scratch

_MOST_BYTES = const(4096)  # a flash sector
_MOST_HEAD = const(300)
_MOST_TAIL = const(1000)
_TRIES = const(3)
_SETTLED_MS = const(60000)
# Bits of the scratch number; the bits above _RUNNING and below _ATTEMPT count crashes in a row.
_RUNNING = const(1)
_ATTEMPT = const(1 << 13)
_COUNT = const(_ATTEMPT - 1)


class CrashLog:
    """The last few crashes, oldest first, in the file `path` of 4 KB at most."""

    def __init__(self, files: "Files", path: str) -> None:
        self._files = files
        self._path = path

    def add(self, text: str) -> None:
        """Adds an entry. Raises OSError if it cannot be written."""
        entry = text.encode()
        kept = b""
        size = self._files.size(self._path)
        room = _MOST_BYTES - len(entry) - 1
        if size > 0:
            with self._files.open(self._path, "rb") as file:
                file.seek(max(0, size - room))
                kept = file.read(room)
            if size > room:  # begin with the first whole entry
                kept = kept[kept.find(b"\n\n") + 2 :] if b"\n\n" in kept else b""
        self._files.replace(self._path, (kept, entry, b"\n"))


class Crashes:
    """Counts crashes in a row. `scratch`: a watchdog.Scratch; `log`: a CrashLog.

    Call `begin` first, `settle` every now and then, `caught` after an exception, `forget` when the
    program ends otherwise.
    """

    def __init__(self, scratch: "Scratch", log: CrashLog, version: str) -> None:
        self._scratch = scratch
        self._log = log
        self._version = version
        self._settled = True
        self._since = 0

    @property
    def too_many(self) -> bool:
        """True if restarting has not helped."""
        return (self._scratch.load() & _COUNT) >> 1 >= _TRIES

    def begin(self, now: int) -> None:
        """The board has started. A restart by the watchdog, because it hung, counts as a crash."""
        self._since = now
        number = self._scratch.load()
        count = (number & _COUNT) >> 1
        if number & _RUNNING:
            count += 1
            self._write("It hung, and the watchdog restarted it.\n")
        self._scratch.save(count << 1 | number & _ATTEMPT | _RUNNING)
        self._settled = count == 0

    def settle(self, now: int) -> None:
        """Restarts the count after a minute without a crash."""
        if not self._settled and (now - self._since) & clock.MASK >= _SETTLED_MS:
            self._settled = True
            self._scratch.save(_RUNNING)

    def caught(self, error: BaseException, now: int) -> str:
        """Notes an exception that ended the program. Returns its traceback. Never raises."""
        gc.collect()
        count = (self._scratch.load() & _COUNT) >> 1
        if (now - self._since) & clock.MASK >= _SETTLED_MS:
            count = 0
        self._scratch.save(count + 1 << 1)
        return self.note(error, now)

    def note(self, error: BaseException, now: int) -> str:
        """Notes an exception in the log, whether it ended the program or not; its traceback."""
        seconds = ((now - self._since) & clock.MASK) // 1000
        text = traceback_of(error)
        self._write("After %d s:\n%s" % (seconds, text))
        return text

    def attempt(self, act: "Callable[..., object]", *what: object) -> bool:
        """Calls `act(*what)`, which may be what fails; returns True if that went well.

        It went well if it returned something true. An act that hung the board is not tried again.
        """
        number = self._scratch.load()
        if number & _ATTEMPT:
            return False
        self._scratch.save(number | _ATTEMPT)
        try:
            return bool(act(*what))
        except Exception:
            return False
        finally:
            self._scratch.save(number)

    def forget(self) -> None:
        """The program ends for somebody who looks after it: the next start is a fresh one."""
        self._scratch.save(0)

    def _write(self, text: str) -> None:
        try:
            self._log.add("Picogammon %s. %s" % (self._version, text))
        except OSError:
            pass  # a full flash must not keep the board from restarting


def traceback_of(error: BaseException) -> str:
    """The traceback as lines of text; the beginning and the end of a long one."""
    out = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, out)
    else:  # CPython
        import traceback  # type: ignore[import-not-found]

        traceback.print_exception(type(error), error, error.__traceback__, file=out)
    text = out.getvalue()
    if len(text) > _MOST_HEAD + _MOST_TAIL:
        text = text[:_MOST_HEAD] + "\n[...]\n" + text[-_MOST_TAIL:]
    return text
