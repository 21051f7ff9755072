"""How much memory stock MicroPython leaves, where all of the firmware is in RAM: emulated as well.

The files that make flash would copy are put into the flash at once.
"""

import ast
from pathlib import Path

from littlefs import LittleFS

from picogammon.rules.plays import MOST_PLAYS
from tools.compiler import compiled
from tools.emulator import Emulator, files
from tools.emulator.reference import BOARD, IMAGE
from tools.flash import payload

STOCK = IMAGE.with_name("rpi_pico.uf2")
_GUEST = Path(__file__).with_name("_game_guest.py")
_SECTOR = 4096
_START_MS = 10_000
_MATCH_MS = 3_600_000
_LENGTH = 3
_LEVELS = (1, 2)  # novice and casual, which need no weights
_KB = 1024
_PIECE = 128
# A board makes its largest block first; here the guest's code comes before it, so room is kept.
_KEEP_ROOM = f"import gc\ngc.collect()\nroom = bytearray(4 * {MOST_PLAYS})"
_GIVE_ROOM = "del room\ngc.collect()\nboard = make_board()"
_FREE = "gc.collect()\nprint(gc.mem_free())"


def rows():
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    if not STOCK.exists():
        raise RuntimeError("there is no stock MicroPython: python -m tools uf2 --plain")
    with Emulator(BOARD) as board:
        board.boot(flash=flashed(board))
        start, lowest = heap(board, _LENGTH)
    # No budget: what counts is that the match ends. Where memory runs out, `heap` raises.
    return [
        _row("free heap after start", start),
        _row("free heap, lowest in a match to %d" % _LENGTH, lowest),
    ]


def flashed(board):
    """The flash of a board on which stock MicroPython runs the firmware in files (bytes)."""
    board.boot(uf2=STOCK)
    board.run(_START_MS, usb="connected")
    empty = board.flash()
    return empty[: files.STOCK_START] + _file_system(len(empty) - files.STOCK_START)


def heap(board, length):
    """(bytes free after the start, lowest in a match of that length) on a board just booted.

    `turns`: only of so many turns of the first game. What the guest takes is not counted.
    """
    if not board.run(_START_MS, output="plays on"):
        raise RuntimeError(f"the board does not start: {board.received()[-1000:]!r}")
    board.exec(_KEEP_ROOM)
    before = _asked(board, _FREE)
    _give(board, "_game_guest.mpy", compiled(_GUEST, "-O3"))
    board.exec("from _game_guest import game, make_board")
    guest = before - _asked(board, _FREE)
    board.exec(_GIVE_ROOM)
    start = _asked(board, _FREE)
    play = f"print(game(board, {length}, {_LEVELS}))"
    lowest, _ = _asked(board, play, _MATCH_MS * length)
    return start + guest, lowest + guest


def _give(board, name, content):
    """Writes the file, in pieces that fit a line: a compiler on the board would cut up the heap."""
    board.exec(f"file = open({name!r}, 'wb')")
    for at in range(0, len(content), _PIECE):
        board.exec(f"file.write({content[at : at + _PIECE]!r})")
    board.exec("file.close()")


def _asked(board, code, ms=60_000):
    return ast.literal_eval(board.exec(code, ms))


def _file_system(size):
    disk = LittleFS(block_size=_SECTOR, block_count=size // _SECTOR)
    for path, content in payload.collect("pico").items():
        disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(content)
    return bytes(disk.context.buffer)


def _row(name, value):
    return {
        "name": f"stock: {name}",
        "value": value // _KB,
        "unit": "KB",
        "budget": None,
        "ok": True,
    }
