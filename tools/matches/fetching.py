"""A board's match log, from a copy of its files, an image of its flash, or its USB port."""

import tempfile
from pathlib import Path

from littlefs import LittleFSError

from tools.emulator import files
from tools.flash import ports
from tools.flash.board import PLAYS, connect
from tools.image import uf2
from tools.matches import MatError, log

COMMAND = "make save-match"
_LOG = "match.log"
_NEWEST = "match.log.newest"
_PATIENCE_S = 10
_STUCK = "The board does not say that it plays on. If it does not, unplug it for a moment."
_EMPTY = b"\xff"  # flash that nobody wrote to


def from_log(path):
    """The records of a copy of match.log, and of match.log.newest beside it. Raises OSError."""
    return log.records_of(path)


def from_flash(path):
    """The records in an image of the flash, as `picotool save -a` writes it: .bin or .uf2.

    Raises MatError or OSError.
    """
    content = Path(path).read_bytes()
    try:
        flash = _flat(content) if str(path).lower().endswith(".uf2") else content
        found = files.files(flash)
    except (ValueError, LittleFSError) as problem:
        raise MatError(f"{path} has no board's file system in it: {problem}") from None
    return _records(found.get(_LOG), found.get(_NEWEST))


def from_board(port, say, board=None):
    """The records on a board at a serial port (None: it is looked for), which then plays on.

    `say` is called with a line for the user. `board`: one that is connected already. Raises
    FlashError or MatError.
    """
    board = board or connect(port or ports.find(command=COMMAND), _PATIENCE_S, COMMAND)
    try:
        board.identity()
        found = [board.read(name) for name in (_LOG, _NEWEST)]
        plays, said = board.restart(PLAYS.search, _PATIENCE_S)
        say(PLAYS.search(said)[0] if plays else _STUCK)
    finally:
        board.close()
    return _records(*found)


def _records(match_log, newest):
    """The records of the two files' bytes; None is none."""
    if match_log is None:
        raise MatError("there is no match on this board yet")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, _LOG)
        path.write_bytes(match_log)
        if newest is not None:
            Path(folder, _NEWEST).write_bytes(newest)
        return log.records_of(path)


def _flat(file):
    """The flash, from its start, that a UF2 file holds. Raises ValueError."""
    pages = [(address - uf2.FLASH, page) for address, page in uf2.unpack(file)]
    if min(address for address, _ in pages) < 0:
        raise ValueError("it is not of the flash alone")
    flash = bytearray(_EMPTY * max(address + len(page) for address, page in pages))
    for address, page in pages:
        flash[address : address + len(page)] = page
    return bytes(flash)
