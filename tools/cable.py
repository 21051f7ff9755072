"""The USB cable of a board that is a program: other programs of this machine connect to a socket.

Every page in this machine's browser could connect as well, and the body of its request would be
lines to the board. The first bytes tell them apart. A program begins with a line to the board, or
with a key of MicroPython's prompt. A request begins with a capital letter, or with a word and a
path if its page has the cable's origin; an encrypted line or call has bytes that nobody types.
Connections that begin so are closed.
"""

import os
import re
import select
import socket

_HOST = "127.0.0.1"
_AT_ONCE = 256
_LAST_PORT = 65535
_MOST_OUT = 512  # bytes of a Plug that wait to go out
# Lines begin with a small letter or a space, or are empty; the prompt has Ctrl-A to Ctrl-E.
_FIRST = frozenset(b"abcdefghijklmnopqrstuvwxyz \r\n\x01\x02\x03\x04\x05")
_REQUEST = re.compile(rb"[a-z][!-~]* /[^\r\n]* HTTP/")
_PERHAPS = re.compile(rb"([a-z][!-~]*( (/[^\r\n]*)?)?)?")  # how one may begin
_LONGEST = 4096  # of what is looked at


class Cable:
    """A socket at which one program at a time may connect to `url`, with pyserial or mpremote.

    `port`: the socket's, 0 for a free one. Raises OSError if the port is taken.
    """

    def __init__(self, port=0):
        self._listening = socket.create_server((_HOST, port))
        self.url = f"socket://{_HOST}:{self._listening.getsockname()[1]}"
        self._connection = None
        self._begun = b""  # bytes that do not tell a program from a page yet
        self._trusted = False  # True if it has begun as a program does

    def carry_in(self, board):
        """Lets a program connect, and passes its bytes to the board's `send`."""
        if self._connection is None:
            self._let_in()
        if self._connection is None:
            return
        try:
            if _readable(self._connection):
                self._take(self._connection.recv(_AT_ONCE), board)
            elif not self._trusted:
                self._let_in()  # a silent connection blocks no other
        except OSError:
            self.pull_out()

    def _let_in(self):
        if _readable(self._listening):
            self.pull_out()
            self._connection, _ = self._listening.accept()
            self._trusted = False
            self._begun = b""

    def _take(self, came, board):
        begun = self._begun + came
        if not came or not (self._trusted or _may_be_a_program(begun)):
            self.pull_out()
        elif self._trusted or not _PERHAPS.fullmatch(begun):
            self._trusted = True
            self._begun = b""
            board.send(begun)
        else:
            self._begun = begun

    def carry_out(self, board):
        """Sends the program the board's `received`; returns True if a program is connected."""
        if self._connection is None:
            return False
        try:
            self._connection.sendall(board.received())
        except OSError:
            self.pull_out()
        return True

    @property
    def room(self):
        """True if a program is connected that takes bytes now."""
        taker = self._connection
        return taker is not None and bool(select.select([], [taker], [], 0)[1])

    @property
    def plugged(self):
        """True if a program is connected."""
        return self._connection is not None

    def close(self):
        """Closes the socket."""
        self.pull_out()
        self._listening.close()

    def pull_out(self):
        """Closes the connection, if there is one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Plug:
    """A board's port (devices/link.py) at a Cable. It never waits; bytes without a reader are lost.

    `port`: see Cable. Raises OSError if the port is taken.
    """

    def __init__(self, port=0):
        self._cable = Cable(port)
        self.url = self._cable.url
        self._came = bytearray()
        self._said = bytearray()

    def read(self):
        """Returns the next byte from the program, or -1."""
        return self._came.pop(0) if self._came else -1

    def write(self, value):
        """Sends one byte; returns False if there is no room for it now."""
        if len(self._said) >= _MOST_OUT:
            return False
        if self._cable.plugged:
            self._said.append(value)
        return True

    def carry(self):
        """Carries bytes in and out."""
        if len(self._came) < _AT_ONCE:
            self._cable.carry_in(self)
        if self._cable.room:
            self._cable.carry_out(self)
        elif not self._cable.plugged:
            self._said.clear()

    def close(self):
        """Closes the socket."""
        self._cable.close()

    # The methods of a board that a Cable calls.

    def send(self, data):
        self._came += data

    def received(self):
        said = bytes(self._said)
        self._said.clear()
        return said


class CannotPlug(Exception):
    """The cable's port cannot be used; the text says what to do."""


def opened(kind, port, command):
    """Returns a Cable or a Plug, `kind`, at the port that a text names. Raises CannotPlug.

    `command`: make's target.
    """
    if not (port.isascii() and port.isdigit() and int(port) <= _LAST_PORT):
        raise CannotPlug(f"CABLE must be a number from 0 to {_LAST_PORT}, not {port!r}.")
    try:
        return kind(int(port))
    except OSError as problem:
        raise CannotPlug(
            f"CABLE={port}: {os.strerror(problem.errno)}. Choose another port:  "
            f"make {command} CABLE={int(port) % _LAST_PORT + 1}"
        ) from None


def _may_be_a_program(begun):
    if len(begun) > _LONGEST or begun[0] not in _FIRST or 0 in begun:
        return False
    return not _REQUEST.match(begun)


def _readable(source):
    return bool(select.select([source], [], [], 0)[0])
