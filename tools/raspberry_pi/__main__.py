"""Plays on the lights, OLED and buttons of this computer's pins."""

import os
import sys
import time
import traceback
from pathlib import Path

from tools import cable, files
from tools.boards import loading
from tools.boards.headers import RASPBERRY_PI, header_of
from tools.command import tool

_LOOP_S = 0.005
_KEPT = "~/.local/state/picogammon"
_PI_5 = (
    "This is a Raspberry Pi 5: no finished library drives a strip from its pins. Use a Zero 2 W, "
    "3 or 4."
)


class ComputerError(Exception):
    """This computer cannot play; the text says why."""


def play(folder, data, ticks=None, pause=time.sleep, plug=None):
    """Plays for ever, its files in a folder (path), on a board's data (a folder of boards/).

    `ticks()` gives milliseconds; `plug`: the cable.Plug of its link, or None. Raises ComputerError,
    and what the board raises.
    """
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    sys.path.insert(0, str(data))

    from adafruit_blinka.agnostic import detector

    if detector.board.any_raspberry_pi_5_board:
        raise ComputerError(_PI_5)
    from picogammon.board import Board
    from tools.raspberry_pi import gpio
    from tools.raspberry_pi.host import Computer

    host = Computer(ticks, plug)
    while True:  # somebody at the link may restart it
        try:
            board = Board(host)
            board.start(host.ticks_ms())
            while not board.over:
                if plug:
                    plug.carry()
                board.run_round(host.ticks_ms())
                if not board.busy:
                    pause(_LOOP_S)
        finally:
            gpio.leave()


def _options(parser):
    parser.add_argument("board", nargs="?", default="raspberry_pi", help="a folder of boards/")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(_KEPT),
        help=f"where match and preferences are ({_KEPT})",
    )
    parser.add_argument(
        "--cable",
        default=os.environ.get("CABLE") or None,
        metavar="PORT",
        help="programs of this computer plug in at socket://127.0.0.1:PORT (default: $CABLE)",
    )


@tool(_options, loading.BoardError, ComputerError, cable.CannotPlug)
def main(options):
    """Plays until Ctrl-C; returns the exit status."""
    folder = options.folder.expanduser().resolve()
    data = loading.load_board(options.board)
    if header_of(vars(data)) is not RASPBERRY_PI:
        return _refused(
            f"boards/{options.board} is for a Pico: make play BOARD={options.board} opens it in a "
            "browser."
        )
    try:
        files.make_folder(folder)
        files.check_place(folder / "settings.bin")
    except files.FileError as problem:
        return _refused(f"--folder: {problem}")
    plug = None
    if options.cable is not None:
        plug = cable.opened(cable.Plug, options.cable, f"play BOARD={options.board}")
        print(f"Its cable is at {plug.url}", flush=True)
    try:
        play(folder, loading.FOLDER / options.board, plug=plug)
    except KeyboardInterrupt:
        print("\nThe match is saved.")
        return 0
    except (ImportError, NotImplementedError, RuntimeError, OSError, ValueError) as problem:
        # Blinka's ways to say that there are no pins, or that they may not be used.
        _note(folder)
        return _refused(
            f"Picogammon stopped: {problem}\n"
            "Does this computer have GPIO, is I2C on (raspi-config), and may you use both? The "
            "strip needs root: sudo make play BOARD=raspberry_pi. boards/raspberry_pi/README.md "
            f"says more; {folder / 'crash.log'} has the details. The match is saved."
        )


def _note(folder):
    with open(folder / "crash.log", "a", encoding="utf-8") as log:
        traceback.print_exc(file=log)


def _refused(why):
    print(why, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
