"""Buttons held since power-on: they start a set-up or a self-test, or undo the set-up.

Releasing one button after three seconds starts a set-up; releasing two or more starts a self-test.
Releasing them after ten seconds undoes the set-up instead. After fifteen seconds, or when another
button is pressed, the held buttons count as stuck, and nothing starts.

A board_config on flash or a set-up may have the wrong button pins. alarm.Undoing then watches the
buttons at the pins in the image's board_config, and can undo the set-up.
"""

from micropython import const

from picogammon.app.modes.mode import Message
from picogammon.ground import (
    BUTTON_NAMES,
    NOTHING,
    SELF_TEST,
    SET_UP,
    UNDO_SET_UP,
    reached,
    ticks_add,
    ticks_diff,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable

    from picogammon.app.display.view import View
    from picogammon.app.modes.navigator import Navigator
    from picogammon.panel import Panel

SINCE_MS = (0, 3000, 10000, 15000)  # for how long buttons are held when each stage begins
LONGER = "Hold 10 s: undo the set-up."
SAID = {  # {task: (distance from lit light to lit light, title, lines)}
    SET_UP: (2, "Set-up", ["Let go: set up the board.", LONGER]),
    SELF_TEST: (3, "Self-test", ["Let go: test the board.", LONGER]),
    UNDO_SET_UP: (1, "Undo the set-up", ["Let go: undo it.", "Hold 15 s: change nothing."]),
}
_WHITE = const(24)
_NOTICE_MS = const(10000)


def begun(panel: "Panel", navigator: "Navigator", now: int) -> "Held | None":
    """Shows the buttons held at power-on; returns a Held, or None if the host has no set-up."""
    navigator.open(Stuck(navigator, panel.buttons.stuck, now))
    return Held(panel, now) if navigator.workshop else None


class Stuck(Message):
    """A message about `buttons` held at power-on. It closes at a press, or after ten seconds."""

    def __init__(self, navigator: "Navigator", buttons: "Iterable[int]", now: int) -> None:
        names = ", ".join([BUTTON_NAMES[button] for button in buttons])
        lines = [names, "ignored until let go"]
        if navigator.workshop:
            lines.append("Keep holding: set-up")
        Message.__init__(self, navigator, "Held or stuck", lines)
        self.until = ticks_add(now, _NOTICE_MS)

    def press(self, button: int, now: int) -> None:
        self.navigator.leave(self)

    def tick(self, now: int) -> None:
        if reached(now, self.until):
            self.navigator.leave(self)

    def show(self, view: "View") -> None:
        Message.show(self, view)
        view.keys = ["OK"] * 4


class Held:
    """A watch on the buttons of `panel` that have been held since power-on."""

    def __init__(self, panel: "Panel", now: int) -> None:
        self._panel = panel
        self._began = now
        self._stage = 0  # an index into SINCE_MS
        first = SELF_TEST if len(panel.buttons.stuck) > 1 else SET_UP
        self._wishes = (NOTHING, first, UNDO_SET_UP, NOTHING)  # by stage

    @property
    def taken(self) -> bool:
        """True once this Held uses the display, to show what a release of the buttons starts."""
        return self._stage > 0

    def run_round(self, now: int) -> int | None:
        """Returns SET_UP, SELF_TEST, UNDO_SET_UP or NOTHING; None until the task is decided."""
        panel = self._panel
        if self._stage and panel.scan(now) >= 0:
            return NOTHING
        held = ticks_diff(now, self._began)
        stage = max([i for i in range(len(SINCE_MS)) if held >= SINCE_MS[i]])
        wish = self._wishes[stage]
        if not panel.buttons.stuck or stage and wish == NOTHING:
            return wish
        if stage > self._stage:
            self._stage = stage
            self._show(now, *SAID[wish])
        elif stage:
            panel.run_round(self._view, now)
        return None

    def _show(self, now: int, every: int, title: str, lines: list[str]) -> None:
        panel = self._panel
        self._view = panel.show_message(title, lines, now)
        rgb = bytearray(len(panel.rgb))
        for light in range(0, panel.strip.lights, every):
            rgb[3 * light : 3 * light + 3] = bytes((_WHITE, _WHITE, _WHITE))
        panel.strip.show(rgb)
