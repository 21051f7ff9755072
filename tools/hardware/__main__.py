"""Asks a board to measure its hardware, prints its report and keeps it in a file."""

import sys
from contextlib import closing

from picogammon.hardware import FIRST, LAST
from tools import ROOT, files
from tools.command import add_patience, tool
from tools.files import FileError
from tools.flash import FlashError, ports
from tools.terminal import print
from tools.ubgi.port import NoBoard, Port, Unreachable, older

_KEPT = ROOT / "build" / "hardware-report.txt"
_COMMAND = "make hardware-report"
_GREETING_S = 3
_PATIENCE_S = 60  # grandmaster's longest search
_REFUSED = "error "
_SORRY = """\
The board says: {why}.
If that is memory: the image needs less of it than make flash does. Make it with make uf2."""
_OTHER = """\
{problem}
A board that has only MicroPython needs Picogammon first: make flash (or make uf2)."""
_PASTE = """\
The report is in {path}.
Please paste it into a new issue with the form 'A board measured itself'."""


class HardwareError(Exception):
    """The board gives no report; the text says why, and what to do."""


def _options(parser):
    parser.add_argument("--port", help="the serial port (default: the one with a board)")
    add_patience(parser, _GREETING_S, "a board's first answer")


def _measured(board):
    """Prints the lines of a board's report as they come; returns them."""
    version = "unknown"
    for reply in board.ask(b"ubgi"):
        version = reply.removeprefix("id version ") if "version" in reply else version
    report = []
    for reply in board.ask(b"hardware"):
        if "unknown_command 'hardware'" in reply:
            raise HardwareError(older(version))
        if reply.startswith(_REFUSED):
            raise HardwareError(_SORRY.format(why=reply.split(" ", 2)[2]))
        report.append(reply)
        print(reply, flush=True)
    if report[:1] != [FIRST] or report[-1:] != [LAST]:
        last = report[-1] if report else ""
        raise HardwareError(f"The board's report is incomplete; its last line is {last!r}.")
    return report


@tool(_options, HardwareError, FlashError, FileError)
def main(options):
    """Asks, prints and keeps the report."""
    path = options.port or ports.find(command=_COMMAND)
    greeting = options.patience
    try:
        with closing(Port(path, max(_PATIENCE_S, greeting), greeting)) as board:
            report = _measured(board)
    except Unreachable:
        raise
    except NoBoard as problem:
        raise HardwareError(_OTHER.format(problem=problem)) from None
    files.make_folder(_KEPT.parent)
    files.write(_KEPT, "".join(line + "\n" for line in report).encode())
    print(_PASTE.format(path=_KEPT.relative_to(_KEPT.parents[1])), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
