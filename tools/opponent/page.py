"""The virtual board for an engine: its page is served here, and its USB cable ends here.

The page's worker says what the board has sent, and is answered with what came for it (`port.js` in
tools/virtual_board/page). A program plugs in as at any other board: tools.ubgi.port.Port.
"""

import contextlib
import json
import threading
import time

from tools.ubgi.port import NoBoard, Port
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content, server
from tools.virtual_board.cable import Cable

_PATH = "/cable"
_SILENT_S = 3  # a page asks twice a second at least


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
        self._lock = threading.Lock()
        self._page = None
        self._heard_at = None

    def post(self, path, body):
        """What came for the page's board, as JSON; `body` says which page it is, whether its board
        has just begun, and what that has sent. Bytes are letters."""
        if path != _PATH:
            raise content.NotFound(path)
        told = json.loads(body)
        with self._lock:
            if told["begins"]:
                self._cable.pull_out()
            elif self._page not in (None, told["page"]):
                raise content.NotFound(path)
            self._page = told["page"]
            self._heard_at = time.monotonic()
            board = _Board(told["said"].encode("latin-1"))
            self._cable.carry_in(board)
            plugged = self._cable.carry_out(board)
        answer = {"plugged": plugged, "came": board.came.decode("latin-1")}
        return "application/json", json.dumps(answer).encode()

    def reach(self):
        """A Port to the page's board; raises NoBoard."""
        heard_at = self._heard_at
        if heard_at is None or time.monotonic() - heard_at > _SILENT_S:
            raise NoBoard("The virtual board's page is not open.")
        return Port(self.url, greeting=_SILENT_S)

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
