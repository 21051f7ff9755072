"""An engine on this PC plays a side on a board.

The engine is `gnubg N`, `bgsage N`, one of our levels, or the command line of an engine that speaks
UBGI. On the board choose PC engine for a side, under New match or This match.
"""

import contextlib
import os
import sys

from tools import IN_REPOSITORY
from tools.command import seconds, tool
from tools.flash import FlashError, ports
from tools.opponent import page
from tools.opponent.serving import Opponent
from tools.players import PATIENCE_S, PlayerError
from tools.players.finding import check, find
from tools.terminal import print
from tools.typed import typed
from tools.ubgi.port import NoBoard, Port
from tools.virtual_board.__main__ import DEFAULT_PORT
from tools.virtual_board.content import NotReady
from tools.virtual_board.server import CannotServe, port_number

_ABOUT = f"""{__doc__}
With the port `virtual` the virtual board is served, with this engine at its cable. An emulated
board will do, too: `{typed("emulate", "CABLE=8028")}`, and here the port
socket://127.0.0.1:8028.
"""
_VIRTUAL = "virtual"  # is no port's name
_STAND_IN = "expert"  # answers doubles for an engine that has no words for it


def _options(parser):
    parser.add_argument("engine", help='who plays: "gnubg 2", or a command line')
    parser.add_argument(
        "--port", help="the board's serial port, or 'virtual'; looked for if not given"
    )
    parser.add_argument(
        "--page", default=str(DEFAULT_PORT), help="the virtual board's web port (%(default)s)"
    )
    parser.add_argument(
        "--no-open", dest="open", action="store_false", default=os.environ.get("OPEN", "1") != "0"
    )
    parser.add_argument("--patience", type=seconds, default=PATIENCE_S, metavar="SECONDS")


@tool(_options, PlayerError, FlashError, NotReady, CannotServe, about=_ABOUT, prefix="opponent: ")
def main(options):
    """Lets the engine play until Ctrl-C."""
    check(options.engine)
    _check_board(options)
    with contextlib.closing(find(options.engine, options.patience)) as player:
        if not player.answers:
            player.stand_in = find(_STAND_IN)
            _say(f"It has no words for answering doubles: {_STAND_IN} answers for it.")
        with _board(options) as reach:
            _serve(player, reach)


def _serve(player, reach):
    opponent = Opponent(player, reach, _say)
    try:
        opponent.serve()
    finally:
        opponent.close()


def _check_board(options):
    """Raises FlashError or CannotServe where the options name what no board can ever be at."""
    if options.port == _VIRTUAL:
        if not IN_REPOSITORY:
            raise CannotServe("The virtual board needs the repository: this wheel has none.")
        port_number(options.page, "PAGE")
    elif options.port and ports.no_port(options.port):
        raise FlashError(ports.no_port(options.port))


@contextlib.contextmanager
def _board(options):
    """Gives what reaches the board that is meant: a function that returns a Port."""
    if options.port != _VIRTUAL:
        yield lambda: _reach(options.port)
        return
    with page.served(port_number(options.page, "PAGE"), options.open) as site:
        yield site.reach


def _reach(path):
    try:
        return Port(path or ports.find(command=typed("opponent")))
    except ports.SeveralBoards:
        raise
    except FlashError as trouble:
        raise NoBoard(str(trouble).splitlines()[0]) from None


def _say(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
