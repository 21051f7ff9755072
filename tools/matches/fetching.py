"""A board's match log, from a copy of its files, an image of its flash, or its USB port."""

from pathlib import Path

from littlefs import LittleFSError

from tools.emulator import files
from tools.flash import ports
from tools.flash.board import PLAYS, connect
from tools.image import uf2
from tools.matches import MatError, log

COMMAND = "make save-match"
PATIENCE_S = 10
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
    return _records(found)


def from_board(port, say, patience=PATIENCE_S, board=None):
    """The records on a board at a serial port (None: it is looked for), which then plays on.

    `say` is called with a line for the user. `patience`: seconds to wait for an answer. `board`:
    one that is connected already. Raises FlashError or MatError.
    """
    board = board or connect(port or ports.find(command=COMMAND), patience, COMMAND)
    try:
        board.identity()
        found = {name: board.read(name) for name in (log.NAME, log.NEWEST)}
        plays, said = board.restart(PLAYS.search, patience)
        say(PLAYS.search(said)[0] if plays else _STUCK)
    finally:
        board.close()
    return _records({name: content for name, content in found.items() if content is not None})


def _records(files):
    """The records of the log among a board's files, {name: bytes}."""
    if log.NAME not in files:
        raise MatError("there is no match on this board yet")
    return log.records_in(files)


def _flat(file):
    """The flash, from its start, that a UF2 file holds. Raises ValueError."""
    pages = [(address - uf2.FLASH, page) for address, page in uf2.unpack(file)]
    if min(address for address, _ in pages) < 0:
        raise ValueError("it is not of the flash alone")
    flash = bytearray(_EMPTY * max(address + len(page) for address, page in pages))
    for address, page in pages:
        flash[address : address + len(page)] = page
    return bytes(flash)
