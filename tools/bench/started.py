"""The reference board on the emulated chip, up and running with its image."""

from contextlib import contextmanager

from tools.emulator.constants import CHIP
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import flash_with, records

_MOST_MS = 5000
_STILL_MS = 300


def image():
    """The path of the image. Raises RuntimeError where there is none."""
    if not IMAGE.exists():
        raise RuntimeError("there is no image to measure: make uf2")
    return IMAGE


@contextmanager
def board(guest, chip=CHIP, kept=()):
    """An Emulator that has come to rest at the prompt and has run a guest, a path.

    `chip`: as for Emulator. `kept`: the records of each match that it has kept, the oldest first.
    Raises RuntimeError as `image` does.
    """
    with Emulator(BOARD, chip) as found:
        found.boot(uf2=image())
        found.run(_MOST_MS, still=_STILL_MS)
        if kept:
            found.start_up()
            flash = found.flash()
            found.boot(flash=flash_with(flash, *kept, records(flash)))
            found.run(_MOST_MS, still=_STILL_MS)
        found.exec(guest.read_text())
        yield found
