"""The firmware onto a Raspberry Pi Pico with stock MicroPython."""

import sys

from tools.boards import loading
from tools.command import seconds, tool
from tools.flash import FlashError, deploy, levels, payload, ports
from tools.flash.board import connect
from tools.terminal import print

_PATIENCE_S = 10
_AGAIN = "Interrupted. Run make flash again: it continues from there."


def _options(parser):
    parser.add_argument("--board", default="pico", help="a folder of boards/ (pico)")
    parser.add_argument("--port", help="the serial port (default: the one with a board)")
    parser.add_argument(
        "--patience",
        type=seconds,
        default=_PATIENCE_S,
        metavar="SECONDS",
        help="how long to wait for an answer (%(default)s)",
    )


@tool(_options, FlashError, loading.BoardError, interrupted=_AGAIN)
def main(options):
    """Deploys."""
    chip = loading.chip_of(loading.load_pico_board(options.board))
    port = options.port or ports.find()
    if ports.no_port(port):
        raise FlashError(ports.no_port(port))
    files = payload.collect(options.board)
    print(levels.note(chip), flush=True)
    board = connect(port, options.patience)
    try:
        deploy.deploy(board, files, payload.kind(), chip, options.patience, print)
    finally:
        board.close()


if __name__ == "__main__":
    sys.exit(main())
