"""The emulated board's USB serial as a port for any program that pyserial's URLs are good for.

`mpremote connect URL` reaches it, and so does whatever talks to a real board.
"""

import threading

from tools.cable import Cable
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE

_SLICE_MS = 2


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
        self._cable = Cable()
        self.url = self._cable.url
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ending.set()
        self._thread.join()
        self._cable.close()
        self.emulator.close()

    def _serve(self):
        while not self._ending.is_set():
            self._cable.carry_in(self.emulator)
            self.emulator.run(_SLICE_MS)
            self._cable.carry_out(self.emulator)
