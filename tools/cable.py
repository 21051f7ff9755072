"""The USB cable of a board that is a program: others on this machine plug in at a socket.

So may every page in this machine's browser: the body of its request would be lines to the board.
What comes first tells. A program begins with a line to the board, or as one talks to MicroPython's
prompt; a request begins with a capital letter, or with a word and a path if its page counts as the
cable's own, and a page's encrypted line or call has bytes that nobody types. Whoever begins so is
cut off.
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
    """`url` is where one program at a time may connect, with pyserial or mpremote.

    `port`: the socket's, 0 for a free one. Raises OSError where it is taken.
    """

    def __init__(self, port=0):
        self._listening = socket.create_server((_HOST, port))
        self.url = f"socket://{_HOST}:{self._listening.getsockname()[1]}"
        self._connection = None
        self._begun = b""  # what has come that does not tell yet who it is
        self._trusted = False  # whether it has begun as a program does

    def carry_in(self, board):
        """Lets a program plug in, and hands what it has sent to the board's `send`."""
        if self._connection is None:
            self._let_in()
        if self._connection is None:
            return
        try:
            if _readable(self._connection):
                self._take(self._connection.recv(_AT_ONCE), board)
            elif not self._trusted:
                self._let_in()  # who says nothing keeps nobody out
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
        """Hands the program what the board's `received` gives; whether one is there."""
        if self._connection is None:
            return False
        try:
            self._connection.sendall(board.received())
        except OSError:
            self.pull_out()
        return True

    @property
    def room(self):
        """Whether somebody is plugged in who takes bytes now."""
        taker = self._connection
        return taker is not None and bool(select.select([], [taker], [], 0)[1])

    @property
    def plugged(self):
        """Whether somebody is plugged in."""
        return self._connection is not None

    def close(self):
        """Nobody can plug in any more."""
        self.pull_out()
        self._listening.close()

    def pull_out(self):
        """Who is plugged in is so no more."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Plug:
    """A board's port (devices/link.py) at a Cable. It never waits; what nobody hears is lost.

    Raises OSError where the Cable's port is taken.
    """

    def __init__(self, port=0):
        """`port`: as Cable has it."""
        self._cable = Cable(port)
        self.url = self._cable.url
        self._came = bytearray()
        self._said = bytearray()

    def read(self):
        """The next byte that has come in, or -1."""
        return self._came.pop(0) if self._came else -1

    def write(self, value):
        """Sends one byte; False if there is no room for it now."""
        if len(self._said) >= _MOST_OUT:
            return False
        if self._cable.plugged:
            self._said.append(value)
        return True

    def carry(self):
        """Lets bytes come and go."""
        if len(self._came) < _AT_ONCE:
            self._cable.carry_in(self)
        if self._cable.room:
            self._cable.carry_out(self)
        elif not self._cable.plugged:
            self._said.clear()

    def close(self):
        """Nobody can plug in any more."""
        self._cable.close()

    # What a Cable asks of a board.

    def send(self, data):
        self._came += data

    def received(self):
        said = bytes(self._said)
        self._said.clear()
        return said


class CannotPlug(Exception):
    """Nobody could plug in; the text says what to do about it."""


def opened(kind, port, command):
    """A Cable or a Plug, `kind`, at the port that a text names; `command` is what make is told.

    Raises CannotPlug.
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
