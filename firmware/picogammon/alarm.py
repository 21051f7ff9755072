"""What a board shows after it failed again and again: the match is safe, and how to go on.

Anything may have failed. So each device is set up and used by itself, and a broken one does not
stop the others.
"""

import os

from picogammon import board_data
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, Display
from picogammon.app.display.screens import draw
from picogammon.ground.clock import diff
from picogammon.ground.presses import BACK, LONG, OK, SHORT, pack
from picogammon.panel import LOOK_MS, make_buttons, make_oled, make_strip

_TITLE = "Picogammon failed"
_SAFE = "crash.log says why. The match is safe."
_ASIDE = "Hold BACK: put it aside, begin anew."
_LOG = "match.log"
_LOGS = (_LOG, _LOG + ".newest", "seen/log")
_RED = 16


class Alarm:
    """A message on as many devices as work. `say(text)` also sends it over USB.

    `attempt(act, breathe)`: Guard.attempt, if reading the match may be what fails; None: it is not
    read.
    """

    title = _TITLE
    lines = (_SAFE,)
    key = "RETRY"  # the label of OK
    every = 4  # one light in so many is red

    def __init__(self, say, attempt=None, breathe=None):
        view = views.View()
        view.page = views.MessageView(self.title, list(self.lines))
        view.keys = ["", "", self.key, ""]
        self.view = view
        self._say = say
        self._attempt = attempt
        self._breathe = breathe
        self._canvas = None
        self._oled = None
        self._buttons = None
        self._strip = None
        self._looked_at = 0
        self._shown = False

    def run_round(self, now):
        """One round; True if the board shall be tried again."""
        self._look(now)
        if self._buttons is None:
            return False
        press = self._buttons.scan(now)
        if press == pack(BACK, LONG):
            self._put_aside()
            return True
        return press == pack(OK, SHORT)

    def _look(self, now):
        """Shows the message once, and looks after the OLED."""
        if not self._shown:
            self._shown = True
            self._looked_at = now
            self._show()
        elif self._oled is not None and diff(now, self._looked_at) >= LOOK_MS:
            self._looked_at = now
            _tried(self._show_again)

    def _show(self):
        _tried(self._redden)
        if self._attempt and not self._attempt(readable, self._breathe):
            self.view.page.lines.append(_ASIDE)
        self._buttons = _tried(self._made, self._make_buttons)
        _tried(self._write)
        self._say("\n".join([self.title] + self.view.page.lines) + "\n")

    def _made(self, make):
        """What `make(data)` makes of the board's data; a fault in the data becomes the message."""
        made, trouble = board_data.first_of(make)
        if trouble:
            self.view.page.lines = [trouble, self.lines[0]]
        return made

    def _make_buttons(self, data):
        return make_buttons(data)

    def _redden(self, white=0):
        """Lights one light in `every` red, as the alarm must be seen without an OLED.

        The first `white` 256ths of all lights are white.
        """
        strip = self._strip = self._strip or self._made(make_strip)[1]
        rgb = bytearray(3 * strip.lights)
        for i in range(0, len(rgb), 3 * self.every):
            rgb[i] = _RED
        for i in range(3 * (strip.lights * white >> 8)):
            rgb[i] = _RED
        strip.show(rgb)

    def _write(self):
        oled = self._made(make_oled)
        canvas = Canvas(Display(oled.height))
        draw(self.view, canvas)
        self._canvas, self._oled = canvas, oled
        oled.show(canvas.buffer)

    def _show_again(self):
        """Shows the message on an OLED that came later, or lost its power, and its next leaf."""
        self._canvas.leaf += 1
        draw(self.view, self._canvas)
        self._oled.look_after()
        self._oled.show(self._canvas.buffer)

    def _put_aside(self):
        for log in _LOGS:
            try:
                os.rename(log, log + ".bad")
            except OSError:
                pass


def readable(breathe):
    """True if the match can be resumed, or if there is none. Raises whatever fails."""
    from picogammon.app.session import resume
    from picogammon.devices.journal import Journal
    from picogammon.devices.recent import Recent

    match, trouble = resume.take_up(Recent(Journal(_LOG), _LOG), breathe)
    return match is not None or not trouble


def _tried(act, *what):
    """The result of an act, or None if it fails: it may be the very thing that failed before."""
    try:
        return act(*what)
    except Exception:
        return None
