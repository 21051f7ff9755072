"""The emulated board's USB cable: a program on this machine plugs in by connecting to a socket."""

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

    def carry_in(self, emulator):
        """Lets a program plug in, and hands the board what it has sent."""
        if self._connection is None and _readable(self._listening):
            self._connection, _ = self._listening.accept()
        if self._connection is None:
            return
        try:
            if _readable(self._connection):
                came = self._connection.recv(_AT_ONCE)
                if not came:
                    self._pull_out()
                else:
                    emulator.send(came)
        except OSError:
            self._pull_out()

    def carry_out(self, emulator):
        """Hands the program what the board has sent; whether one is there."""
        if self._connection is None:
            return False
        try:
            self._connection.sendall(emulator.received())
        except OSError:
            self._pull_out()
        return True

    def close(self):
        """Nobody can plug in any more."""
        self._pull_out()
        self._listening.close()

    def _pull_out(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _readable(source):
    return bool(select.select([source], [], [], 0)[0])
