"""The firmware onto a Raspberry Pi Pico with stock MicroPython."""

import sys
from contextlib import closing

from picogammon.engine.levels import levels, make
from picogammon.engine.weights import TooLarge
from tools import ROOT
from tools.boards import loading
from tools.command import add_patience, tool
from tools.flash import FlashError, deploy, payload, ports
from tools.flash.board import connect
from tools.terminal import print

_PATIENCE_S = 10
_AGAIN = "Interrupted. Run make flash again: it continues from there."
_WEIGHTS = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_FIRMWARE_KB = 217  # of the heap, once it is loaded
_NOTE = """\
Levels that fit stock MicroPython: {fit}.
For {others} and {last} the board needs a table of {table} KB.
Stock MicroPython would have to load it into its {heap} KB of memory, of which the firmware takes
{firmware}. Picogammon's own image (make uf2) reads it from flash."""


def _options(parser):
    parser.add_argument("--board", default="pico", help="a folder of boards/ (pico)")
    parser.add_argument("--port", help="the serial port (default: the one with a board)")
    add_patience(parser, _PATIENCE_S, "an answer")


def note(chip):
    """Returns which levels fit stock MicroPython on a chips.Chip, and why the others do not."""
    fit = [name for name in levels() if _needs_no_weights(name)]
    *others, last = [name for name in levels() if name not in fit]
    return _NOTE.format(
        fit=", ".join(fit),
        others=", ".join(others),
        last=last,
        table=_WEIGHTS.stat().st_size // 1024,
        heap=chip.stock_heap // 1024,
        firmware=_FIRMWARE_KB,
    )


def _needs_no_weights(level):
    def judge():
        raise TooLarge

    try:
        make(level, judge_of=judge)
    except TooLarge:
        return False
    return True


@tool(_options, FlashError, loading.BoardError, interrupted=_AGAIN)
def main(options):
    """Deploys."""
    chip = loading.chip_of(loading.load_pico_board(options.board))
    port = options.port or ports.find()
    if ports.no_port(port):
        raise FlashError(ports.no_port(port))
    files = payload.collect(options.board)
    print(note(chip), flush=True)
    with closing(connect(port, options.patience)) as board:
        deploy.deploy(board, files, payload.kind(), chip, options.patience, print)


if __name__ == "__main__":
    sys.exit(main())
