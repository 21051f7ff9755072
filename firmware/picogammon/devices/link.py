"""Reads and answers lines over USB serial during a match, without waiting for the other end.

The board plays on if the other end is absent, never reads, or sends without end. A line is answered
in slices (some milliseconds of work each). An answer that is not read is dropped after two seconds.
"""

from micropython import const

from picogammon.ground import TICKS_MASK

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

MAX_LINE = const(161)  # one letter more than UBGI accepts, so that UBGI reports a longer line
FAILED = "error internal unexpected failure: %r"  # the answer to a line that raised an exception
_BYTES_IN = const(48)  # per round, so that a flood of bytes leaves time for the lights
_BYTES_OUT = const(96)
_PATIENCE_MS = const(2000)
_MOST_NEWS = const(8)
_ENDS = b"\r\n"
_UNREAD = b"\r\nerror unread the rest of the last answer was not read\r\n"


class Serial:
    """The port of stdin and stdout, read and written byte by byte without blocking."""

    def __init__(self, select: "Any", source: "Any", sink: "Any") -> None:
        self._in = select.poll()
        self._in.register(source, select.POLLIN)
        self._out = select.poll()
        self._out.register(sink, select.POLLOUT)
        self._source = source.buffer
        self._sink = sink.buffer
        self._byte = bytearray(1)
        self._open = True

    def read(self) -> int:
        """Returns the next byte, or -1 if none was received."""
        if self._open:
            for _ in self._in.ipoll(0):
                if self._source.readinto(self._byte):
                    return self._byte[0]
                self._open = False  # the other end was closed
        return -1

    def write(self, value: int) -> bool:
        """Sends one byte; False if the port has no room now."""
        for _ in self._out.ipoll(0):
            self._byte[0] = value
            self._sink.write(self._byte)
            return True
        return False


class Link:
    """A conversation over `port`: reads lines and sends their answers.

    `answers(text)` returns an iterable of the answer's lines, with None where the link may pause.
    Each byte of a line becomes a character; characters after MAX_LINE are dropped.
    """

    def __init__(self, port: "Serial", answers: "Callable[[str], Iterable[str | None]]") -> None:
        self._port = port
        self._answers = answers
        self._line = bytearray()
        self._answer: "Iterator[str | None] | None" = None  # the answer that is being sent
        self._out = b""  # the unsent part of its present line
        self._moved_at = 0  # time when a byte last went out
        self._unread = False  # True if lines were dropped since a byte last went out
        self._more = False  # True if more bytes wait than a round takes
        self._news: list[str] = []

    @property
    def busy(self) -> bool:
        """True if `run_round` has bytes to read, an answer to work on, or a line to send."""
        return self._more or self._answer is not None or bool(self._out)

    def say(self, text: str) -> None:
        """Sends `text` as an `info string` line; drops `text` if eight such lines are waiting."""
        if len(self._news) < _MOST_NEWS:
            self._news.append("info string " + text)

    def run_round(self, now: int) -> None:
        """Reads, answers or sends for some milliseconds."""
        if not self._out:
            line = self._next_line()
            if line is None:
                return
            self._out = (_UNREAD if self._unread else b"") + line.encode() + _ENDS
            self._moved_at = now
        self._drain(now)

    def _next_line(self) -> str | None:
        """Reads bytes, or works on an answer; returns the next line to send, or None."""
        if self._answer is not None:
            try:
                return next(self._answer)
            except StopIteration:
                self._answer = None
        elif self._news:
            return self._news.pop(0)
        else:
            self._listen()
        return None

    def _listen(self) -> None:
        """Reads up to 48 bytes; stops at the end of a line and begins its answer."""
        line = self._line
        self._more = False
        for _ in range(_BYTES_IN):
            byte = self._port.read()
            if byte < 0:
                return
            if byte not in _ENDS:
                if len(line) < MAX_LINE:
                    line.append(byte)
            elif line:  # or empty: CR and LF together end a line
                self._answer = iter(self._answers("".join([chr(byte) for byte in line])))
                self._line = bytearray()
                return
        self._more = True

    def _drain(self, now: int) -> None:
        """Sends bytes. Drops the answer if the port accepts no byte for 2 seconds."""
        out = self._out
        most = min(len(out), _BYTES_OUT)
        sent = 0
        while sent < most and self._port.write(out[sent]):
            sent += 1
        if sent:
            self._out = out[sent:]
            self._unread = False
            self._moved_at = now
        elif self._unread or (now - self._moved_at) & TICKS_MASK >= _PATIENCE_MS:
            self._unread = True
            self._out = b""
            self._answer = None
