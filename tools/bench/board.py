"""Makes rows of the table, and boards on the emulated chip that run the image."""

import ast
from contextlib import contextmanager

from tools.emulator.constants import CHIP
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import flash_with, records

MASTER = 5  # as players are numbered
_START_MS = 5000
_STILL_MS = 300
_MOST_MS = 120_000


def at_most(name, value, unit, budget=None):
    """Returns a row whose value must not exceed its budget; None: every value is fine."""
    ok = budget is None or value <= budget
    return {"name": name, "value": round(value, 1), "unit": unit, "budget": budget, "ok": ok}


def at_least(name, value, unit, budget):
    """Returns a row whose value must reach its budget."""
    return {**at_most(name, value, unit, budget), "ok": value >= budget}


def image():
    """Returns the path of the image. Raises RuntimeError if there is none."""
    if not IMAGE.exists():
        raise RuntimeError("there is no image to measure: make uf2")
    return IMAGE


@contextmanager
def prompt(guest, chip=CHIP, kept=()):
    """Gives an Emulator at the prompt of MicroPython that has run `guest`, a path.

    `kept`: the records of each earlier match, the oldest first.
    Raises RuntimeError if there is no image.
    """
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image())
        board.run(_START_MS, still=_STILL_MS)
        if kept:
            board.start_up()
            flash = board.flash()
            board.boot(flash=flash_with(flash, *kept, records(flash)))
            board.run(_START_MS, still=_STILL_MS)
        board.exec(guest.read_text())
        yield board


def asked(board, expression, ms=_MOST_MS):
    """Returns the value of an expression that the board evaluates."""
    return ast.literal_eval(board.exec(f"print({expression})", ms))


def free(board):
    """Returns the free bytes of the heap of a board that has imported gc."""
    board.exec("gc.collect()")
    return asked(board, "gc.mem_free()")


def as_hex(line):
    """Returns the position and the roll of a measured line as the guests take them: 28 bytes."""
    return bytes([n & 255 for n in line["pos"]] + line["dice"]).hex()
