"""The USB cable of a board that is a program: others on this machine plug in at a socket."""

import select
import socket

_HOST = "127.0.0.1"
_AT_ONCE = 256


class Cable:
    """`url` is where one program at a time may connect, with pyserial or mpremote.

    `port`: the socket's, 0 for a free one. Raises OSError where it is taken.
    """

    def __init__(self, port=0):
        self._listening = socket.create_server((_HOST, port))
        self.url = f"socket://{_HOST}:{self._listening.getsockname()[1]}"
        self._connection = None

    def carry_in(self, board):
        """Lets a program plug in, and hands what it has sent to the board's `send`."""
        if self._connection is None and _readable(self._listening):
            self._connection, _ = self._listening.accept()
        if self._connection is None:
            return
        try:
            if _readable(self._connection):
                came = self._connection.recv(_AT_ONCE)
                if not came:
                    self.pull_out()
                else:
                    board.send(came)
        except OSError:
            self.pull_out()

    def carry_out(self, board):
        """Hands the program what the board's `received` gives; whether one is there."""
        if self._connection is None:
            return False
        try:
            self._connection.sendall(board.received())
        except OSError:
            self.pull_out()
        return True

    def close(self):
        """Nobody can plug in any more."""
        self.pull_out()
        self._listening.close()

    def pull_out(self):
        """Who is plugged in is so no more."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _readable(source):
    return bool(select.select([source], [], [], 0)[0])
