"""The virtual board for an engine: its page is served here, and its USB cable ends here.

Bytes go to and from the page's worker (`Port` of cable.js in tools/virtual_board/page). A program
plugs in as at any other board: tools.ubgi.port.Port.
"""

import contextlib
import select
import threading

from tools.cable import Cable
from tools.ubgi.port import NoBoard, Port
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content, server

_GREETING_S = 3
_LOOK_S = 0.01  # between looks at what came for the board


class LinkedSite(content.Site):
    """The virtual board's site, whose page has a USB cable. One page holds it: the last to begin.

    `url`: where one program at a time plugs in.
    """

    linked = True

    def __init__(self, firmware, boards):
        """As Site."""
        content.Site.__init__(self, firmware, boards)
        self._cable = Cable()
        self.url = self._cable.url
        self._page = None  # the Line to it
        self._lock = threading.Lock()
        self.lines = {"/cable": self._carry}

    def _carry(self, line):
        """Bytes go both ways; texts tell the page whether a program is "plugged", or it is
        "alone", and that another page has "taken" the cable."""
        with self._lock:
            self._cable.pull_out()
            self._page = line
        with contextlib.suppress(OSError):
            self._exchange(line)
        with self._lock:
            if self._page is line:
                self._cable.pull_out()
                self._page = None

    def _exchange(self, line):
        told = None
        while True:
            said = line.receive() if select.select([line], [], [], _LOOK_S)[0] else []
            if said is None:
                return
            board = _Board(b"".join(said))
            with self._lock:
                if self._page is not line:
                    line.send("taken")
                    return
                self._cable.carry_in(board)
                plugged = self._cable.carry_out(board)
            if plugged is not told:
                told = plugged
                line.send("plugged" if plugged else "alone")
            if board.came:
                line.send(board.came)

    def reach(self):
        """A Port to the page's board; raises NoBoard."""
        if self._page is None:
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
        with server.open_server(site, port, another="make opponent … PAGE=%d") as web:
            threading.Thread(target=web.serve_forever, daemon=True).start()
            virtual_board.announce(web, opens)
            try:
                yield site
            finally:
                web.shutdown()
