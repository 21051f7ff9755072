"""The engine interface (UBGI) on stdin and stdout: our engine on this PC, or a board's.

Exit status: 0 after `quit`, at the end of stdin or when nobody reads any more; 2 for arguments that
make no sense; 1 if the board does not answer.
"""

import os
import re
import signal
import sys
from contextlib import closing

from picogammon.engine.levels import is_slow, levels
from picogammon.engine.weights import WeightsError
from tools.command import INTERRUPTED, Misused, tool
from tools.flash import FlashError
from tools.terminal import print
from tools.ubgi.guest import talk

_PATIENCE_S = 120  # for a board's line: an emulated one takes several times as long
_PORT = re.compile(r".*/.*|COM\d+", re.IGNORECASE)  # a path, a URL, or COM3


def _options(parser):
    names = levels()
    parser.add_argument(
        "--on", default="host", metavar="PORT", help="a board's serial port (default: this PC)"
    )
    parser.add_argument(
        "--level",
        choices=names,
        default=[name for name in names if not is_slow(name)][-1],
        help="how well this PC plays; a board has its own level",
    )


@tool(_options, WeightsError, FlashError, prefix="ubgi: ")
def main(options):
    """Runs the interface."""
    if _PORT.fullmatch(options.on):
        _on_port(options.on)
        return
    if options.on != "host":
        raise Misused(f"argument --on: '{options.on}' is neither host nor a serial port")
    # As an exception it could come up where Python drops it.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    sys.stdout.reconfigure(line_buffering=True)
    talk(options.level)


def _on_port(path):
    """Sends our stdin to a board line by line, and prints its answers."""
    from tools.ubgi.port import Port  # needs pyserial

    with closing(Port(path, _PATIENCE_S)) as port:
        for line in sys.stdin.buffer:
            for reply in port.ask(line):
                print(reply, flush=True)
            if line.strip(b" \t\r\n") == b"quit":
                break


if __name__ == "__main__":
    sys.exit(main())
