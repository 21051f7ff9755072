"""Serves the virtual board's page with the image on an emulated chip behind it.

Emulated time passes while the page is open, at most as fast as real time. build/emulator keeps the
flash between runs.
"""

import contextlib
import json
import os
import sys
import time

from tools import cable, files, runtimes
from tools.command import tool
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD, IMAGE
from tools.terminal import print
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content, server

_ROOT = runtimes.ROOT
_WORKER = _ROOT / "tools" / "emulator" / "page_worker.js"
_FLASH = _ROOT / "build" / "emulator" / "flash.bin"
_PORT = 8026
_MOST_MS = 50  # of emulated time at once
_LONGEST_MS = 10_000  # between contacts in one message
_PAUSE_S = 0.01  # between two looks at the board
_NOT_THIS_KIND = 1003  # why a line is closed, as RFC 6455 numbers it


class EmulatedSite(content.Site):
    """The virtual board's site with an emulated board; programs may plug in at a Cable, `cable`."""

    alone = False  # without this server there is no chip
    line = "/chip"

    def __init__(self, cable=None):
        content.Site.__init__(self, _ROOT / "firmware", [_ROOT / "boards" / "pico"])
        self._emulator = Emulator(BOARD)
        self._asked_at = None
        self._cable = cable

    def get(self, path):
        """As Site.get, but with another worker."""
        if path == "/worker.js":
            return "text/javascript; charset=utf-8", _WORKER.read_bytes()
        return content.Site.get(self, path)

    def carry(self, line):
        """Exchanges lists of the board's events for the page's contacts: pin, level and time."""
        self._start()
        with contextlib.suppress(TypeError, ValueError):  # from another page: the line ends
            for said in _received(line):
                edges = _edges(said)
                line.send(json.dumps(self._events()))
                self._go_on(edges)

    def close(self):
        """Switches the board off and saves its flash."""
        if self._asked_at is not None:
            files.make_folder(_FLASH.parent)
            files.write(_FLASH, self._emulator.flash())
        self._emulator.close()
        if self._cable:
            self._cable.close()

    def _start(self):
        self._emulator.oled_taken()
        if self._asked_at is None:
            kept = _FLASH.read_bytes() if _FLASH.exists() else None
            self._emulator.boot(uf2=IMAGE, flash=kept, seed=None)
        else:
            self._emulator.boot(seed=None)
        self._emulator.start_up()
        self._asked_at = time.monotonic()

    def _go_on(self, edges):
        self._emulator.contacts(edges)
        if self._cable:
            self._cable.carry_in(self._emulator)
        now = time.monotonic()
        elapsed = min(_MOST_MS, max(1, 1000 * (now - self._asked_at)))
        self._emulator.run(max([elapsed] + [later for *_, later in edges]))
        self._asked_at = now

    def _events(self):
        emulator = self._emulator
        frames = emulator.frames()[-1:]
        unread = not (self._cable and self._cable.carry_out(emulator))
        lines = emulator.received().decode(errors="replace").splitlines() if unread else ()
        events = [("wave", {"pin": BOARD.STRIP_PIN, "bytes": list(wire)}) for *_, wire in frames]
        events += [("oled", list(sent)) for sent in emulator.oled_taken()]
        events += [("text", line) for line in lines if line]
        return [{"what": what, "value": value} for what, value in events]


def _received(line):
    """Yields the list of new texts at each look at a line, until it is closed; bytes close it."""
    from websockets.exceptions import ConnectionClosed  # as in tools/virtual_board/server.py

    with contextlib.suppress(ConnectionClosed):
        while True:
            came = []
            with contextlib.suppress(TimeoutError):
                came.append(line.recv(_PAUSE_S))
                while True:
                    came.append(line.recv(0))
            if not all(isinstance(one, str) for one in came):
                line.close(_NOT_THIS_KIND)
                return
            yield came


def _edges(said):
    """Parses the page's messages about contacts into (button, closed, ms after the first) each.

    Raises TypeError or ValueError for anything else.
    """
    contacts = [json.loads(message) for message in said]
    pins = list(BOARD.BUTTON_PINS)
    return [
        (pins.index(pin), not level, min(max(0, at - contacts[0][2]), _LONGEST_MS))
        for pin, level, at in contacts
    ]


def _options(parser):
    virtual_board.serving_options(parser, _PORT)
    parser.add_argument(
        "--cable",
        default=os.environ.get("CABLE") or None,
        metavar="PORT",
        help="programs plug into the board's USB at socket://127.0.0.1:PORT (default: $CABLE)",
    )


@tool(_options, content.NotReady, server.CannotServe, cable.CannotPlug, runtimes.Missing)
def main(options):
    """Serves until Ctrl-C; returns the exit status."""
    if not IMAGE.exists():
        raise content.NotReady("There is no image yet: make uf2")
    plugs = options.cable
    usb = None if plugs is None else cable.opened(cable.Cable, plugs, "emulate")
    if usb:
        print(f"Its USB cable is at {usb.url}", flush=True)
    with contextlib.closing(EmulatedSite(usb)) as site:
        return virtual_board.serve(site, options, "make emulate")


if __name__ == "__main__":
    sys.exit(main())
