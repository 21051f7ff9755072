"""A board's link, line by line, on its USB serial port. A running match continues."""

import contextlib

import serial

from picogammon import VERSION
from picogammon.app.ubgi.words import STATE
from tools.flash import FlashError, ports
from tools.typed import typed

try:
    from termios import error as _TerminalError  # no OSError, and pyserial lets it pass
except ImportError:  # not on Windows
    _TerminalError = OSError

_PATIENCE_S = 15  # for a line: a strong level thinks for seconds
_GREETING_S = 3
_EMULATED_S = 60  # the same at a URL: a board that is a program, on a PC that is busy
_BROKEN = (serial.SerialException, OSError, _TerminalError)
_NEWS = "info string "
_REFUSAL = "error "
# The beginning of the last line, for answers of several lines.
_LAST_LINES = {
    b"ubgi": "ubgiok",
    b"go": "best",
    b"plays": "readyok",
    b"hardware": "hardware end",
    b"files": "files end",
    b"get": ("get end", "get none"),
    b"matches": "matches end",
    b"match": ("match end", "match none"),
    b"mirror": "mirror end",
}
_READY = b"isready"
# Lines that are answered only if they are refused.
_SILENT = (b"setoption", b"stop", *(word.encode() for word in STATE))
_PROMPT = ">>>"
_NOT_THERE = "Is it the board's port, and is the board running? If so, unplug it for a moment."
_LIMIT = 4096  # bytes of a line, if it comes from no board
_OLDER = """\
This board's firmware{} is older than this, {}. To update it: "Hardware set-up", "Update" in
its menu, then copy its .uf2 file from Releases onto the drive that appears; or {} again.
Matches stay."""


def older(version=""):
    """Returns how to update a board with older firmware."""
    return _OLDER.format(version and f", {version},", VERSION, typed("flash"))


class NoBoard(FlashError):
    """No board answers at the port; the text says what to do."""


class Unreachable(NoBoard):
    """The port does not open, or its cable was pulled out."""


class Port:
    """A board on the serial port `path`, or at a URL of pyserial's. Methods raise NoBoard.

    `patience`: seconds to wait for a line of an answer; `greeting`: seconds to wait for the first
    line, by default 3, or 60 at a URL. `hello`: the line that greets the board, of `_LAST_LINES`.
    """

    def __init__(self, path, patience=_PATIENCE_S, greeting=None, hello=b"ubgi"):
        self._path = path
        if greeting is None:
            greeting = _EMULATED_S if "://" in path else _GREETING_S
        try:
            self._serial = serial.serial_for_url(path, timeout=greeting, write_timeout=5)
        except (*_BROKEN, ValueError):
            raise Unreachable(ports.why_closed(path)) from None
        try:
            self._greet(hello)
        except NoBoard:
            self.close()
            raise
        self._serial.timeout = patience

    def close(self):
        """Closes the port."""
        self._serial.close()

    def ask(self, line):
        """Yields the lines (str) that answer a line (bytes without an end)."""
        # Byte 3 would stop the board's program; a CR inside would make two lines of one.
        line = line.strip(b" \t\r\n")
        self._send(line.replace(b"\x03", b"?").replace(b"\r", b"?"))
        word = line.split(b" ")[0]
        if line in (b"", b"quit"):
            return
        if word in _SILENT:
            yield from self._refusals()
            return
        last = _LAST_LINES.get(word, "")
        while True:
            reply = self._line()
            yield reply
            if reply.startswith(last) or reply.startswith(_REFUSAL):
                return

    def _refusals(self):
        """Yields the refusal of a line that is otherwise not answered."""
        self._send(_READY)
        refused = False
        while True:
            reply = self._line()
            if reply == "readyok" or (refused and reply.startswith(_REFUSAL)):
                return  # no memory: both were refused
            refused = True
            yield reply

    def _greet(self, hello):
        """Ends whatever was typed on the line, and waits until a board answers."""
        with self._held():
            self._serial.reset_input_buffer()
        self._send(b"\n" + hello)
        reply = self._line()
        while not reply.startswith(_LAST_LINES[hello]):
            reply = self._line()

    def _send(self, line):
        with self._held():
            self._serial.write(line + b"\n")
            self._serial.flush()

    def _line(self):
        """Returns the next line that is no news."""
        while True:
            with self._held():
                raw = self._serial.read_until(b"\n", _LIMIT)
            text = raw.decode("ascii", "replace").rstrip("\r\n")
            if text.startswith(_PROMPT):
                raise NoBoard(f"{self._path} is at MicroPython's prompt: reset the board.")
            if not raw.endswith(b"\n"):
                raise NoBoard(f"{self._path}: no board answers there. {_NOT_THERE}")
            if not text.startswith(_NEWS):
                return text

    @contextlib.contextmanager
    def _held(self):
        try:
            yield
        except _BROKEN:
            raise Unreachable(
                f"{self._path}: the connection broke off. Plug it in again."
            ) from None
