"""The virtual board's site with a cable to a board that is a program: its page plugs in there.

A board on a Raspberry Pi's pins, or an emulated one, lets programs plug in at a socket (cable.py),
and no page. This server does so for its own page, which it knows (server.py): the page asks by POST
for what has come, and says what is to be sent (page/plug.js).
"""

import json
import select
import socket
import threading
import time

from tools.virtual_board import content

_PATH = "/board"
_HOST = "127.0.0.1"
_AT_ONCE = 4096
_WAIT_S = 1  # for bytes, while a page asks for them
_GONE_S = 150  # a browser lets a page in the background do something once a minute
_NOBODY = (
    "No board can be reached at 127.0.0.1:%d. Is it on, and was it started with CABLE=%d? From "
    "another computer: ssh -N -L %d:127.0.0.1:%d NAME-OF-THE-BOARD"
)


class PluggedSite(content.Site):
    """The virtual board's site; its page may connect to the board at 127.0.0.1:`port`. One page
    holds the cable: the last to begin."""

    plugged = True

    def __init__(self, firmware, boards, images, port, seconds=time.monotonic):
        """As Site. `seconds()`: what time it is."""
        content.Site.__init__(self, firmware, boards, images)
        self._port = port
        self._seconds = seconds
        self._heard = 0  # when the page that holds the cable last said something
        self._lock = threading.Lock()
        self._page = None
        self._cable = None

    def post(self, path, body):
        """What has come from the board, as JSON; `body` says which page it is, and whether it
        `begins` or `ends` to hold the cable, or what it has `said`. Bytes are letters.

        Raises content.NotFound where the cable is out, NotReady where no board is there.
        """
        if path != _PATH:
            raise content.NotFound(path)
        told = json.loads(body)
        came = b""
        if told.get("begins"):
            self._begin(told["page"])
        elif told.get("ends"):
            self._end(self._cable_of(told["page"]))
        else:
            cable = self._cable_of(told["page"])
            try:
                if "said" in told:
                    cable.sendall(told["said"].encode("latin-1"))
                elif select.select([cable], [], [], _WAIT_S)[0]:
                    came = cable.recv(_AT_ONCE)
                    if not came:
                        raise OSError
            except (OSError, ValueError):  # ValueError: closed meanwhile
                self._end(cable)
                raise content.NotFound(path) from None
        return "application/json", json.dumps({"came": came.decode("latin-1")}).encode()

    def _begin(self, page):
        with self._lock:
            if self._cable is not None:
                self._cable.close()
            self._page = self._cable = None
            try:
                self._cable = socket.create_connection((_HOST, self._port), timeout=_WAIT_S)
            except OSError:
                raise content.NotReady(_NOBODY % (4 * (self._port,))) from None
            self._page = page
            self._heard = self._seconds()

    def _cable_of(self, page):
        with self._lock:
            if self._cable is None or page != self._page:
                raise content.NotFound(_PATH)
            self._heard = self._seconds()
            return self._cable

    def _end(self, cable):
        with self._lock:
            cable.close()
            if cable is self._cable:
                self._cable = None

    def look(self):
        """Lets the board go where its page went without a word, as a browser that was killed."""
        if self._seconds() - self._heard > _GONE_S:
            self.close()

    def close(self):
        """The cable is out."""
        cable = self._cable
        if cable is not None:
            self._end(cable)
