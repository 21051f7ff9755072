"""The emulated board's USB serial as a port for any program that pyserial's URLs are good for.

`mpremote connect URL` reaches it, and so does whatever talks to a real board.
"""

import select
import socket
import threading

from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE

_SLICE_MS = 2
_AT_ONCE = 256


class EmulatedPort:
    """A board with the image on it, switched on, and time passing as fast as it can.

    A context manager; `url` is where one program at a time may connect. Raises EmulatorError when
    the board does not start.
    """

    def __init__(self, flash=None):
        """`flash`: what the flash holds instead of the image on an empty file system (bytes)."""
        self.emulator = Emulator(BOARD)
        if flash is None:
            self.emulator.boot(uf2=IMAGE)
        else:
            self.emulator.boot(flash=flash)
        self.emulator.start_up()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listening.getsockname()[1]}"
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ending.set()
        self._thread.join()
        self._listening.close()
        self.emulator.close()

    def _serve(self):
        while not self._ending.is_set():
            if _readable(self._listening):
                connection, _ = self._listening.accept()
                with connection:
                    self._talk(connection)
            self.emulator.run(_SLICE_MS)

    def _talk(self, connection):
        """Carries bytes both ways until the other end hangs up."""
        while not self._ending.is_set():
            try:
                if _readable(connection):
                    came = connection.recv(_AT_ONCE)
                    if not came:
                        return
                    self.emulator.send(came)
                self.emulator.run(_SLICE_MS)
                connection.sendall(self.emulator.received())
            except OSError:
                return


def _readable(source):
    return bool(select.select([source], [], [], 0)[0])
