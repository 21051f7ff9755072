"""Which serial port the board is on."""

import os
import re
import stat

from serial.tools import list_ports

from tools import IN_REPOSITORY
from tools.flash import FlashError
from tools.typed import typed

_RASPBERRY_PI = 0x2E8A
_PORT = "PORT=" if IN_REPOSITORY else "--port "  # of make, or of the tool itself
_DEBUG_PROBE = 0x000C  # has the same maker's number and is no board
_TAKEN = "{port} does not open. Close the other program that uses it (Thonny, a terminal)."
_ADDRESS = re.compile(r"(?:socket://[^/?:]+:\d{1,5}|(?:rfc2217|hwgrep|spy|alt|cp2110)://.).*")
COMMAND = typed("flash")  # what people type where nothing else is said
_EMULATED = typed("emulate", "CABLE=8028")
_NO_ADDRESS = (
    f"{{url}} is not an address: a board's begins as socket://127.0.0.1:8028 ({_EMULATED})."
)

NO_BOARD = """\
No board found. Is it plugged in, with a cable that carries data and not only power?
If the computer shows a drive RPI-RP2 (on a Pico 2: RP2350) instead, the board waits for an image:
drop Picogammon's own .uf2 file onto it, or MicroPython's for the Pico, then plug it in again.
If the board is on a serial port that is not recognised, name it: {command} {port}..."""


class SeveralBoards(FlashError):
    """Which of them is meant has to be said; the text says how."""


def find(ports=None, command=COMMAND):
    """The name of the one port that a Raspberry Pi board is on, for a `command` to run with one.

    `ports` are those of pyserial's list_ports (with `device`, `vid`, `pid`, `description`), by
    default this machine's. Raises FlashError if there is no board or more than one.
    """
    ports = list_ports.comports() if ports is None else ports
    boards = [port for port in ports if port.vid == _RASPBERRY_PI and port.pid != _DEBUG_PROBE]
    if not boards:
        raise FlashError(NO_BOARD.format(command=command, port=_PORT))
    if len(boards) > 1:
        choices = "\n".join(f"    {command} {_PORT}{port.device}" for port in boards)
        raise SeveralBoards(f"There are {len(boards)} boards. Say which one:\n{choices}")
    return boards[0].device


def why_closed(port):
    """Sentences on why a port that did not open may not have, and what to do."""
    if "://" in port:
        return _no_address(port) or f"Nothing answers at {port}. Does {_EMULATED} run there?"
    if os.name != "posix":
        there = port.upper() in (found.device.upper() for found in list_ports.comports())
        return _TAKEN.format(port=port) if there else f"There is no {port}. {listed()}"
    if not os.path.exists(port):
        return f"There is no {port}. {listed()}"
    if no_port(port):
        return no_port(port)
    if not os.access(port, os.R_OK | os.W_OK):
        return (
            f"You may not use {port}. On Debian and Ubuntu: sudo adduser $USER dialout, "
            "then log in again."
        )
    return _TAKEN.format(port=port)


def no_port(name):
    """Sentences on why something of this name can never be a port; "" where it may be one, even
    if it is not there now."""
    if "://" in name:
        return _no_address(name)
    if os.name != "posix" or not os.path.exists(name) or _is_terminal(name):
        return ""
    what = "a folder" if os.path.isdir(name) else "a file"
    if stat.S_ISCHR(os.stat(name).st_mode):
        what = "another device"
    return f"{name} is {what}, not a serial port. {listed()}"


def listed(ports=None):
    """What serial ports there are, and what finds the board's; `ports` as for `find`."""
    names = [port.device for port in (list_ports.comports() if ports is None else ports)]
    if not names:
        return "There is no serial port here: is the board plugged in?"
    here = ", ".join(sorted(names))
    return f"Serial ports here: {here}. Without {_PORT.strip()} all ports are tried."


def _no_address(url):
    """Why a URL is none that a board can be at; "" where it may be."""
    return "" if _ADDRESS.fullmatch(url) else _NO_ADDRESS.format(url=url)


def _is_terminal(name):
    """Whether an opened file of this name is a terminal; True where it cannot be opened to see."""
    if not stat.S_ISCHR(os.stat(name).st_mode):
        return False
    try:
        opened = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        return os.isatty(opened)
    finally:
        os.close(opened)
