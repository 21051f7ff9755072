"""A button that is held since power-on: a wish to set the board up, or to undo that.

It counts when all are let go, after three seconds or after ten; it is seen by OLED and by lights.
After fifteen seconds, or where another one is pressed meanwhile, a button is stuck, and no wish.
"""

from micropython import const

from picogammon.app.display.view import MessageView, View
from picogammon.app.workshop import NOTHING, SET_UP, UNDO
from picogammon.ground.clock import diff

_SINCE_MS = (0, 3000, 10000, 15000)
_WISHES = (NOTHING, SET_UP, UNDO, NOTHING)
_SAID = (
    None,
    ("Set-up", ["Let go: set up the board.", "Hold 10 s: undo the set-up."]),
    ("Undo the set-up", ["Let go: undo it.", "Hold 15 s: change nothing."]),
)
_WHITE = const(24)


class Held:
    """At a panel.Panel whose buttons were looked at `now`. `taken`: whether it is seen, and nothing
    else goes on."""

    def __init__(self, panel, now):
        self._panel = panel
        self._began = now
        self._stage = 0

    @property
    def taken(self):
        return self._stage > 0

    def run_round(self, now):
        """What is wished; None as long as nobody knows."""
        panel = self._panel
        if self._stage and panel.scan(now) >= 0:
            return NOTHING
        held = diff(now, self._began)
        stage = max([i for i in range(len(_SINCE_MS)) if held >= _SINCE_MS[i]])
        if not panel.buttons.stuck:
            return _WISHES[stage]
        if stage == len(_SAID):
            return NOTHING
        if stage > self._stage:
            self._stage = stage
            self._show(now)
        return None

    def _show(self, now):
        """By lights: every second one, then every one."""
        panel = self._panel
        view = View()
        view.page = MessageView(*_SAID[self._stage])
        panel.show_all(view, now)
        rgb = bytearray(len(panel.rgb))
        for light in range(0, panel.strip.lights, 3 - self._stage):
            rgb[3 * light : 3 * light + 3] = bytes((_WHITE, _WHITE, _WHITE))
        panel.strip.show(rgb)
