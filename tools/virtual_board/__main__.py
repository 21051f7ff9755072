"""Serves the virtual board on this machine and opens it."""

import os
import sys
import threading
import webbrowser
from pathlib import Path

from tools.boards import loading
from tools.command import tool
from tools.terminal import print
from tools.virtual_board import content, server
from tools.virtual_board.plug import PluggedSite

_ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = _ROOT / "firmware"
_BOARDS = _ROOT / "boards"
_FIRST = "pico_five"
DEFAULT_PORT = 8024


def serve(site, options, command="make play"):
    """Serves a site until Ctrl-C, with `serving_options`. Returns 0.

    Raises CannotServe, which says how `command` takes another port.
    """
    port = server.port_number(options.port)
    with server.open_server(site, port, another=command + " PORT=%d") as web:
        address = f"http://127.0.0.1:{web.server_port}/"
        print(f"Picogammon is at {address}  (Ctrl-C ends)", flush=True)
        if options.open and _has_a_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            web.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def serving_options(parser, port):
    """Adds the options of `serve` to an ArgumentParser; `port`: the default."""
    parser.add_argument(
        "--port",
        default=os.environ.get("PORT") or str(port),
        help=f"port on 127.0.0.1; 0 takes a free one (default: $PORT or {port})",
    )
    parser.add_argument(
        "--no-open",
        dest="open",
        action="store_false",
        default=os.environ.get("OPEN", "1") != "0",
        help="do not open the browser (also OPEN=0)",
    )


def _options(parser):
    parser.allow_abbrev = False
    serving_options(parser, DEFAULT_PORT)
    parser.add_argument(
        "--plug",
        default=os.environ.get("PLUG") or None,
        metavar="PORT",
        help="the page connects to the board that was started with CABLE=PORT (default: $PLUG)",
    )
    parser.add_argument("--firmware", type=Path, default=FIRMWARE, help="the folder with main.py")
    parser.add_argument(
        "--board",
        default=os.environ.get("BOARD") or _FIRST,
        help="the board that the page opens with: one of boards/, or a folder with "
        f"board_config.py (default: $BOARD or {_FIRST})",
    )


@tool(_options, content.NotReady, server.CannotServe)
def main(options):
    """Serves until Ctrl-C. Returns 0, or 1 when it could not start."""
    what = options.firmware, board_folders(options.board), content.images_in(_ROOT / "build")
    if options.plug is None:
        return serve(content.Site(*what), options)
    return serve(PluggedSite(*what, server.port_number(options.plug, "PLUG")), options)


def board_folders(name=_FIRST):
    """Returns the folder of a board, by its name or path, and the folders of all known boards.

    Raises NotReady if there is no such board.
    """
    known = [_BOARDS / board for board in loading.pico_names()]
    for folder in (_BOARDS / name, Path(name)):
        if (folder / "board_config.py").is_file():
            return [folder.resolve(), *known]
    names = ", ".join(folder.name for folder in known)
    raise content.NotReady(f"There is no board {name!r}. The boards are: {names}.")


def _has_a_screen():
    """Returns False without a display, where webbrowser would start a text browser."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
