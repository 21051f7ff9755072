"""The emulated board's USB serial as a URL for pyserial, and so for mpremote and our tools."""

import threading

from tools.cable import Cable
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE

_SLICE_MS = 2


class EmulatedPort:
    """A running board, whose time passes as fast as possible. A context manager.

    `url`: one program at a time may connect there. `flash`: its contents (bytes), by default the
    image with an empty file system. Raises EmulatorError.
    """

    def __init__(self, flash=None):
        self.emulator = Emulator(BOARD)
        self.emulator.boot(uf2=None if flash else IMAGE, flash=flash)
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
