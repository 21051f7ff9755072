"""What a board shows after it failed again and again: the match is safe, and how to go on.

Anything may have failed. So each device is set up and told by itself, and a broken one does not
stop the others.
"""

import os

from picogammon import board_data
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas
from picogammon.app.display.screens import draw
from picogammon.ground.clock import diff
from picogammon.ground.presses import BACK, LONG, OK, SHORT, pack
from picogammon.panel import LOOK_MS, make_buttons, make_oled, make_strip

_TITLE = "Picogammon failed"
_LINES = ["crash.log says why. The match is safe.", "Hold BACK: put it aside, begin anew."]
_LOGS = ("match.log", "match.log.newest", "seen/log")
_RED = 16


class Alarm:
    """The devices, as many as work, and a message on them. `say(text)` tells it over USB."""

    def __init__(self, say):
        view = views.View()
        view.page = views.MessageView(_TITLE, _LINES)
        view.keys = ["", "", "RETRY", ""]
        self.view = view
        self._say = say
        self._canvas = None
        self._oled = None
        self._buttons = None
        self._looked_at = 0
        self._shown = False

    def run_round(self, now):
        """One round; true when the board shall be tried again."""
        if not self._shown:
            self._shown = True
            self._looked_at = now
            self._show()
        elif self._oled is not None and diff(now, self._looked_at) >= LOOK_MS:
            self._looked_at = now
            _tried(self._show_again)
        if self._buttons is None:
            return False
        press = self._buttons.scan(now)
        if press == pack(BACK, LONG):
            self._put_aside()
            return True
        return press == pack(OK, SHORT)

    def _show(self):
        _tried(self._redden)
        self._buttons = _tried(self._made, make_buttons)
        _tried(self._write)
        self._say("\n".join([_TITLE] + self.view.page.lines) + "\n")

    def _made(self, make):
        """What `make(data)` makes of the board's data; of what is wrong with those it tells."""
        made, trouble = board_data.first_of(make)
        if trouble:
            self.view.page.lines = [trouble, _LINES[0]]
        return made

    def _redden(self):
        """Every fourth light is red: without an OLED it must be seen as well."""
        strip = self._made(make_strip)[1]
        rgb = bytearray(3 * strip.lights)
        for i in range(0, len(rgb), 12):
            rgb[i] = _RED
        strip.show(rgb)

    def _write(self):
        canvas = Canvas()
        oled = self._made(make_oled)
        draw(self.view, canvas)
        self._canvas, self._oled = canvas, oled
        oled.show(canvas.buffer)

    def _show_again(self):
        """For an OLED that came later, or lost its power."""
        self._oled.look_after()
        self._oled.show(self._canvas.buffer)

    def _put_aside(self):
        for log in _LOGS:
            try:
                os.rename(log, log + ".bad")
            except OSError:
                pass


def _tried(act, *what):
    """What it returns, or None: it may be the very thing that failed."""
    try:
        return act(*what)
    except Exception:
        return None
