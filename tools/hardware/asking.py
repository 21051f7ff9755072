"""Asks a board for its report, over the link that it has beside a match."""

from contextlib import closing, contextmanager

from tools import runtimes
from tools.emulator import EmulatorError
from tools.emulator.port import EmulatedPort
from tools.emulator.reference import IMAGE
from tools.flash import FlashError, ports
from tools.hardware import HardwareError
from tools.ubgi.port import NoBoard, Port, Unreachable, older

EMULATOR = "emulator"
COMMAND = "make hardware-report"
_LINE = b"hardware"
_PATIENCE_S = 60  # for master's longest look
_EMULATED_S = 3600  # the same on an emulated chip, on a busy PC
_REFUSALS = ("error ", "sorry ")  # the second by older firmware
_SORRY = """\
The board says: {why}.
If that is memory: the image needs less of it than make flash does. Make it with make uf2."""
_OTHER = """\
{problem}
A board with nothing but MicroPython on it needs Picogammon first: make flash (or make uf2)."""


def lines(port, greeting):
    """The lines of a report, one by one, as they come. Raises HardwareError.

    `port`: a serial port, EMULATOR, or None for the one that a board is on. `greeting`: seconds
    that a board may take to answer at all.
    """
    try:
        with _open(port, greeting) as board:
            version = "unknown"
            for reply in board.ask(b"ubgi"):
                version = reply.removeprefix("id version ") if "version" in reply else version
            for reply in board.ask(_LINE):
                if f"'{_LINE.decode()}' is no command" in reply:
                    raise HardwareError(older(version))
                if reply.startswith(_REFUSALS):
                    raise HardwareError(_SORRY.format(why=_why(reply)))
                yield reply
    except (Unreachable, FlashError, EmulatorError) as problem:
        raise HardwareError(str(problem)) from None
    except NoBoard as problem:
        raise HardwareError(_OTHER.format(problem=problem)) from None


def check_emulator():
    """Raises HardwareError where no board can be emulated."""
    runtimes.node()
    if not IMAGE.exists():
        raise HardwareError("There is no image to emulate: make uf2")


def _why(reply):
    """What a refusal says behind its code."""
    word, _, rest = reply.partition(" ")
    return rest.partition(" ")[2] if word == "error" else rest


@contextmanager
def _open(port, greeting):
    if port == EMULATOR:
        check_emulator()
        with EmulatedPort() as emulated:
            with closing(Port(emulated.url, _EMULATED_S, _EMULATED_S)) as board:
                yield board
        return
    path = port or ports.find(command=COMMAND)
    with closing(Port(path, max(_PATIENCE_S, greeting), greeting)) as board:
        yield board
