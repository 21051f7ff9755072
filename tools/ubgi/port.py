"""A board's link, line by line: it answers on its USB serial port, beside a running match."""

import contextlib

import serial

from picogammon import VERSION
from picogammon.app.ubgi.words import STATE
from tools.flash import ports
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
_REFUSALS = ("error ", "sorry ")  # the second by older firmware
_HELLO = ("ubgiok", "readyok")  # likewise the second
# How the last line begins of an answer that has many.
_LAST_LINES = {
    b"ubgi": _HELLO,
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
# What is answered, if at all, by an error.
_SILENT = (b"setoption", b"stop", *(word.encode() for word in STATE))
_PROMPT = ">>>"
_NOT_THERE = "Is it the board's port, and is the board running? If so, unplug it for a moment."
_LIMIT = 4096  # bytes of a line that came from no board
_OLDER = """\
This board's firmware{} is older than this, {}. To update it: "Hardware set-up", "Update" in
its menu, then copy its .uf2 file from Releases onto the drive that appears; or {} again.
Matches stay."""


def older(version=""):
    """A sentence for a board whose firmware is older, and how to update it."""
    return _OLDER.format(version and f", {version},", VERSION, typed("flash"))


class NoBoard(Exception):
    """Nobody answers there as a board does; the text says what to do."""


class Unreachable(NoBoard):
    """The port does not open, or its cable came out."""


class Hello:
    """How a board is greeted."""

    line = b"ubgi"

    def __call__(self, reply):
        """Whether a line ends the answer. Raises NoBoard."""
        return reply in _HELLO


class Port:
    """A board on the serial port `path`; a URL of pyserial's will do. Raises NoBoard.

    `patience`: seconds that a line of an answer may take; `greeting`: the first, usually 3, and a
    minute at a URL. `hello`: a Hello.
    """

    def __init__(self, path, patience=_PATIENCE_S, greeting=None, hello=None):
        self._path = path
        self._patience = patience
        if greeting is None:
            greeting = _EMULATED_S if "://" in path else _GREETING_S
        try:
            self._serial = serial.serial_for_url(path, timeout=greeting, write_timeout=5)
        except (*_BROKEN, ValueError):
            raise Unreachable(ports.why_closed(path)) from None
        self._greet(hello or Hello())

    def close(self):
        """Lets go of the port."""
        self._serial.close()

    def ask(self, line):
        """The lines that answer a line (bytes without an end), one by one. Raises NoBoard."""
        # Byte 3 would stop the board's program; a CR inside would make two lines of one.
        line = line.strip(b" \t\r\n")
        self._send(line.replace(b"\x03", b"?").replace(b"\r", b"?"))
        word = line.split(b" ")[0]
        if line in (b"", b"quit"):
            return
        if word in _SILENT:
            yield from self._refusals()
            return
        last = _LAST_LINES.get(word)
        while True:
            reply = self._line()
            yield reply
            if last is None or reply.startswith(last) or reply.startswith(_REFUSALS):
                return

    def _refusals(self):
        """What a line is answered where perhaps nothing is to be said."""
        self._send(_READY)
        refused = False
        while True:
            reply = self._line()
            if reply == "readyok" or (refused and reply.startswith(_REFUSALS)):
                return  # no memory: both were refused
            refused = True
            yield reply

    def _greet(self, hello):
        """Comes to terms: whatever stood on the line is over, and a board answers."""
        try:
            self._forget_input()
            self._send(b"\n" + hello.line)
            while not hello(self._line()):
                pass
        except NoBoard:
            self.close()
            raise
        self._serial.timeout = self._patience

    def _forget_input(self):
        with self._held():
            self._serial.reset_input_buffer()

    def _send(self, line):
        with self._held():
            self._serial.write(line + b"\n")
            self._serial.flush()

    def _line(self):
        """The next line from the board that is no news."""
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
        """Tells in words that the cable came out meanwhile."""
        try:
            yield
        except _BROKEN:
            raise Unreachable(
                f"{self._path}: the connection broke off. Plug it in again."
            ) from None
