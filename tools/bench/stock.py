"""Measures the memory that stock MicroPython leaves, which keeps all of the firmware in RAM.

The emulated flash gets the files that `make flash` would copy.
"""

from pathlib import Path

from littlefs import LittleFS

from picogammon.rules.plays import MOST_PLAYS
from tools.bench.board import asked, at_most, free
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


def rows():
    """Returns the rows of this benchmark."""
    if not STOCK.exists():
        raise RuntimeError("there is no stock MicroPython: python -m tools uf2 --plain")
    with Emulator(BOARD) as board:
        board.boot(flash=flashed(board))
        start, lowest = heap(board, _LENGTH)
    # There is no budget: `heap` raises if memory runs out before the match ends.
    return [
        at_most("stock: free heap after start", start // _KB, "KB"),
        at_most(f"stock: free heap, lowest in a match to {_LENGTH}", lowest // _KB, "KB"),
    ]


def flashed(board):
    """Returns the flash of a board on which stock MicroPython runs the firmware's files (bytes)."""
    board.boot(uf2=STOCK)
    board.run(_START_MS, usb="connected")
    empty = board.flash()
    return empty[: files.STOCK_START] + _file_system(len(empty) - files.STOCK_START)


def heap(board, length):
    """Returns (bytes free after the start, lowest in a match of that length) on a booted board.

    The guest's own memory is not counted.
    """
    if not board.run(_START_MS, output="plays on"):
        raise RuntimeError(f"the board does not start: {board.received()[-1000:]!r}")
    board.exec(_KEEP_ROOM)
    before = free(board)
    _give(board, "_game_guest.mpy", compiled(_GUEST, "-O3"))
    board.exec("from _game_guest import game, make_board")
    guest = before - free(board)
    board.exec(_GIVE_ROOM)
    start = free(board)
    lowest, _ = asked(board, f"game(board, {length}, {_LEVELS})", _MATCH_MS * length)
    return start + guest, lowest + guest


def _give(board, name, content):
    """Writes a file in pieces that fit a line.

    Compiling a long line on the board would fragment the heap.
    """
    board.exec(f"file = open({name!r}, 'wb')")
    for at in range(0, len(content), _PIECE):
        board.exec(f"file.write({content[at : at + _PIECE]!r})")
    board.exec("file.close()")


def _file_system(size):
    disk = LittleFS(block_size=_SECTOR, block_count=size // _SECTOR)
    for path, content in payload.collect("pico").items():
        disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(content)
    return bytes(disk.context.buffer)
