"""The virtual board's site with a cable to a board that is a program.

Such a board, on a Raspberry Pi's pins or emulated, has a socket for programs (tools/cable.py), but
not for pages. So the server connects its own page to that socket.
"""

import contextlib
import socket
import threading

from tools.virtual_board import content

_HOST = "127.0.0.1"
_AT_ONCE = 4096
_WAIT_S = 1
_NOT_THIS_KIND = 1003  # why a line is closed, as RFC 6455 numbers it
_NOBODY = (
    "No board can be reached at 127.0.0.1:%d. Is it on, and was it started with CABLE=%d? From "
    "another computer: ssh -N -L %d:127.0.0.1:%d NAME-OF-THE-BOARD"
)


class PluggedSite(content.Site):
    """The virtual board's site; its page may connect to the board at 127.0.0.1:`port`."""

    plugged = True
    line = "/board"

    def __init__(self, firmware, boards, images, port):
        super().__init__(firmware, boards, images)
        self._port = port

    def carry(self, line):
        """Carries bytes both ways until either side ends. A text says why there is no board."""
        try:
            cable = socket.create_connection((_HOST, self._port), timeout=_WAIT_S)
        except OSError:
            line.send(_NOBODY % (4 * (self._port,)))
            return
        cable.settimeout(None)
        with cable, contextlib.suppress(OSError):
            line.send("plugged")
            threading.Thread(target=_carry_in, args=(line, cable)).start()
            while came := cable.recv(_AT_ONCE):
                line.send(came)


def _carry_in(line, cable):
    """Carries a page's bytes to the board, and shuts the cable down, which ends `carry`."""
    from websockets.exceptions import ConnectionClosed  # as in server.py

    try:
        with contextlib.suppress(ConnectionClosed):
            while isinstance(came := line.recv(), bytes):
                cable.sendall(came)
            line.close(_NOT_THIS_KIND)
    finally:
        with contextlib.suppress(OSError):
            cable.shutdown(socket.SHUT_RDWR)
