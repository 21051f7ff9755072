"""What a board shows that failed again and again: the match is safe, and how to go on."""

import os

from picogammon.app import view as views
from picogammon.app.modes.base import BACK, LONG, OK, SHORT
from picogammon.panel import Panel

_TITLE = "Picogammon failed"
_LINES = ["crash.log says why. The match is safe.", "Hold BACK: put it aside, begin anew."]
_LOGS = ("match.log", "match.log.newest", "seen/log")
_RED = 80


class Alarm:
    """The devices, as many as work, and a message on them."""

    def __init__(self):
        view = views.View()
        view.screen = views.MESSAGE
        view.title = _TITLE
        view.lines = _LINES
        view.keys = ["", "", "RETRY", ""]
        self.view = view
        self.panel = None
        self._shown = False

    def turn(self, now):
        """One round; true when the board shall be tried again."""
        if not self._shown:
            self._shown = True
            self._show(now)
        if self.panel is None:
            return False
        press = self.panel.buttons.scan(now)
        if press == BACK << 2 | LONG:
            self._put_aside()
            return True
        return press == OK << 2 | SHORT

    def _show(self, now):
        try:
            self.panel = Panel()
            self.panel.show_all(self.view, now)
            self._redden()
        except Exception:  # it may be the very device that failed
            pass

    def _redden(self):
        """Every fourth light is red: without an OLED it must be seen as well."""
        rgb = self.panel.rgb
        for i in range(0, len(rgb), 12):
            rgb[i] = _RED
        self.panel.strip.show(rgb)

    def _put_aside(self):
        for log in _LOGS:
            try:
                os.rename(log, log + ".bad")
            except OSError:
                pass
