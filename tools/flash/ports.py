"""Which serial port the board is on."""

import os

from serial.tools import list_ports

from tools.flash import FlashError

_RASPBERRY_PI = 0x2E8A
_DEBUG_PROBE = 0x000C  # has the same maker's number and is no board

NO_BOARD = """\
No board found. Is it plugged in, with a cable that carries data and not only power?
If the computer shows a drive RPI-RP2 (on a Pico 2: RP2350) instead, the board waits for an image:
drop MicroPython's for the Pico onto it (or Picogammon's own: make uf2), then plug it in again.
If the board is on a serial port that is not recognised, name it: {command} PORT=..."""


def find(ports=None, command="make flash"):
    """The name of the one port that a Raspberry Pi board is on, for a `command` that takes PORT=.

    `ports` are those of pyserial's list_ports (with `device`, `vid`, `pid`, `description`), by
    default this machine's. Raises FlashError if there is no board or more than one.
    """
    ports = list_ports.comports() if ports is None else ports
    boards = [port for port in ports if port.vid == _RASPBERRY_PI and port.pid != _DEBUG_PROBE]
    if not boards:
        raise FlashError(NO_BOARD.format(command=command))
    if len(boards) > 1:
        listed = "\n".join(f"    {command} PORT={port.device}" for port in boards)
        raise FlashError(f"There are {len(boards)} boards. Say which one:\n{listed}")
    return boards[0].device


def why_closed(port):
    """A sentence on why a port that did not open may not have."""
    if "://" in port:
        return f"Nothing answers at {port}."
    if os.name == "posix" and not os.path.exists(port):
        return f"There is no {port}. Without PORT= the board is looked for."
    if os.name == "posix" and not os.access(port, os.R_OK | os.W_OK):
        return (
            f"You may not use {port}. On Debian and Ubuntu: sudo adduser $USER dialout, "
            "then log in again."
        )
    return f"{port} does not open. Close the other program that uses it (Thonny, a terminal)."
