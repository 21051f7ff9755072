"""The virtual board for an engine: its page is served here, and its USB cable ends here.

Bytes go to and from the page's worker (`Port` of cable.js in tools/virtual_board/page). A program
plugs in as at any other board: tools.ubgi.port.Port.
"""

import contextlib

from tools.cable import Cable
from tools.ubgi.port import NoBoard, Port
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content, server

_GREETING_S = 3
_LOOK_S = 0.01  # between looks at what came for the board


class LinkedSite(content.Site):
    """The virtual board's site, whose page has a USB cable.

    `url`: where one program at a time plugs in.
    """

    linked = True
    line = "/cable"

    def __init__(self, firmware, boards):
        """As Site."""
        content.Site.__init__(self, firmware, boards)
        self._cable = Cable()
        self.url = self._cable.url
        self._is_open = False

    def carry(self, line):
        """Bytes go both ways; texts tell the page whether a program is "plugged", or it is
        "alone"."""
        self._is_open = True
        told = None
        try:
            for said in server.received(line, bytes, _LOOK_S):
                board = _Board(b"".join(said))
                self._cable.carry_in(board)
                plugged = self._cable.carry_out(board)
                if plugged is not told:
                    told = plugged
                    line.send("plugged" if plugged else "alone")
                if board.came:
                    line.send(board.came)
        finally:
            self._is_open = False
            self._cable.pull_out()

    def reach(self):
        """A Port to the page's board; raises NoBoard."""
        if not self._is_open:
            raise NoBoard("The virtual board's page is not open.")
        return Port(self.url, greeting=_GREETING_S)

    def close(self):
        """Nobody can plug in any more."""
        self._cable.close()


class _Board:
    """A board of which only its line is here: it has `said` that, and `came` is for it."""

    def __init__(self, said):
        self._said = said
        self.came = b""

    def send(self, data):
        self.came += data

    def received(self):
        return self._said


@contextlib.contextmanager
def served(port, opens):
    """Serves the page meanwhile, and opens it if that is wanted. Gives its LinkedSite.

    Raises content.NotReady or server.CannotServe.
    """
    site = LinkedSite(virtual_board.FIRMWARE, virtual_board.board_folders())
    with contextlib.closing(site):
        with server.running(site, port, another="make opponent … PAGE=%d") as at:
            virtual_board.announce(at, opens)
            yield site
