"""The serial port of a board: found, or why it does not open."""

import os
import re
import stat

from serial.tools import list_ports

from tools import IN_REPOSITORY
from tools.flash import FlashError
from tools.typed import typed

_RASPBERRY_PI = 0x2E8A
_PORT = "PORT=" if IN_REPOSITORY else "--port "  # of make, or of the tool
_DEBUG_PROBE = 0x000C  # is no board, in spite of its maker's number
_TAKEN = "{port} does not open. Close the other program that uses it (Thonny, a terminal)."
_ADDRESS = re.compile(r"(?:socket://[^/?:]+:\d{1,5}|(?:rfc2217|hwgrep|spy|alt|cp2110)://.).*")
COMMAND = typed("flash")
_EMULATED = typed("emulate", "CABLE=8028")
_NO_ADDRESS = (
    f"{{url}} is not an address: a board's begins as socket://127.0.0.1:8028 ({_EMULATED})."
)

NO_BOARD = """\
No board found. Is it plugged in, with a cable that carries data and not only power?
If the computer shows a drive RPI-RP2 (on a Pico 2: RP2350) instead, the board waits for an image:
drop Picogammon's own .uf2 file onto it, or MicroPython's for the Pico, then plug it in again.
If the board is on a serial port that is not recognised, name it: {command} {port}..."""


def find(ports=None, command=COMMAND):
    """Returns the name of the one port with a Raspberry Pi board. Raises FlashError.

    `ports`: as pyserial's list_ports has them, by default this machine's. `command`: what people
    type, for the error's text.
    """
    ports = list_ports.comports() if ports is None else ports
    boards = [port for port in ports if port.vid == _RASPBERRY_PI and port.pid != _DEBUG_PROBE]
    if not boards:
        raise FlashError(NO_BOARD.format(command=command, port=_PORT))
    if len(boards) > 1:
        choices = "\n".join(f"    {command} {_PORT}{port.device}" for port in boards)
        raise FlashError(f"There are {len(boards)} boards. Say which one:\n{choices}")
    return boards[0].device


def why_closed(port):
    """Returns why a port may not have opened, and what to do."""
    if "://" in port:
        return _no_address(port) or f"Nothing answers at {port}. Does {_EMULATED} run there?"
    if os.name != "posix":
        there = port.upper() in (found.device.upper() for found in list_ports.comports())
        return _TAKEN.format(port=port) if there else f"There is no {port}. {_listed()}"
    if not os.path.exists(port):
        return f"There is no {port}. {_listed()}"
    if not no_port(port) and not os.access(port, os.R_OK | os.W_OK):
        return (
            f"You may not use {port}. On Debian and Ubuntu: sudo adduser $USER dialout, "
            "then log in again."
        )
    return no_port(port) or _TAKEN.format(port=port)


def no_port(name):
    """Returns why a name can never be a port; "" if it may be one, present or not."""
    if "://" in name:
        return _no_address(name)
    if os.name != "posix" or not os.path.exists(name) or _is_terminal(name):
        return ""
    what = "a folder" if os.path.isdir(name) else "a file"
    if stat.S_ISCHR(os.stat(name).st_mode):
        what = "another device"
    return f"{name} is {what}, not a serial port. {_listed()}"


def _listed():
    names = [port.device for port in list_ports.comports()]
    if not names:
        return "There is no serial port here: is the board plugged in?"
    here = ", ".join(sorted(names))
    return f"Serial ports here: {here}. Without {_PORT.strip()} all ports are tried."


def _no_address(url):
    return "" if _ADDRESS.fullmatch(url) else _NO_ADDRESS.format(url=url)


def _is_terminal(name):
    """True if a file is a terminal, or cannot be opened."""
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
