"""Screens that are shown before a board starts, or after it has failed.

Any device can be faulty, so a fault of one device does not stop the others.
"""

from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, Display
from picogammon.app.display.screens import draw
from picogammon.devices.link import FAILED, Link
from picogammon.devices.match_log import MatchLog
from picogammon.ground import BACK, LONG, OK, REPEAT, SHORT, UNDO_SET_UP, press_of, ticks_diff
from picogammon.panel import LOOK_MS, make_buttons, make_oled, make_strip

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from machine import Pin
    from typing import Any, TypeVar

    from picogammon.devices.buttons import Buttons
    from picogammon.devices.oled import Oled
    from picogammon.devices.strip import Strip
    from picogammon.filing import Filing
    from picogammon.host import Host

    Made = TypeVar("Made")

_RED = 16
_ANSWERED = ("matches", "match", "files", "get", "clock", "restart")  # by filing.py
_REFUSED = "error unsupported_feature the board has failed: its files are read-only"
_ROUNDS = const(32)  # repeats of a held button: 5 s
_PLAY = "OK: play anyway."


class Alarm:
    """A message, on every working device, that the board has failed repeatedly.

    OK tries to run the board again. Holding BACK sets the match aside first, because the match may
    cause the failure. A PC can read the board's files over USB.
    """

    title = "Picogammon failed"
    lines: "Any" = (
        "crash.log says why. The match is safe.",
        "Hold BACK: set it aside, start a new one.",
    )
    key = "RETRY"  # the label of OK
    every = 4  # one light in so many is red
    long: "Any" = (OK, BACK)  # the buttons with a long meaning
    by_line = ""  # how to answer over USB; shown there alone

    def __init__(self, host: "Host") -> None:
        view = views.View()
        view.page = views.MessageView(self.title, list(self.lines))
        view.keys = ["", "", self.key, ""]
        self.view = view
        self._host = host
        self._canvas: "Canvas | None" = None
        self._oled: "Oled | None" = None
        self._buttons: "Buttons | None" = None
        self._strip: "Strip | None" = None
        self._shown_at: int | None = None
        self._link: "Link | None" = None
        self._filing: "Filing | None" = None  # from the first line that needs it
        if host.port:
            self._link = Link(host.port, self._answers)

    def run_round(self, now: int) -> bool | None:
        """Runs one pass while the board is down; True if the board should try to restart."""
        press = self._next_press(now)
        if self._filing and self._filing.restarts and not self._link.busy:
            return True
        if press == press_of(BACK, LONG):
            from picogammon.app.session.session import beginning  # only now, as it may fail too
            from picogammon.rules.match import Match

            _tried(MatchLog(self._host.ring).restart, beginning(Match()))
            return True
        return True if press == press_of(OK, SHORT) else None

    def _next_press(self, now: int) -> int:
        """Shows the message, answers USB lines; returns the press, button << 2 | event, or -1."""
        self._show(now)
        try:
            if self._link:
                self._link.run_round(now)
        except Exception:
            self._link = None
        return self._buttons.scan(now) if self._buttons else -1

    def _answers(self, line: str) -> "Iterator[str | None]":
        """Yields the lines that answer `line`, and None after every few milliseconds of work."""
        words = line.split() or [""]
        try:
            if words[0] == "mirror":  # see mirror.py
                data = _tried(self._host.load_data)
                yield "mirror board %s %s" % (getattr(data, "NAME", "unknown"), VERSION)
                said = [line if line[-1:] in ".:?" else line + "." for line in self._said()]
                yield "mirror said " + " ".join(said)
                yield "mirror end"
            else:
                yield from self._answered(words)
        except Exception as error:
            yield FAILED % error

    def _answered(self, words: "list[str]") -> "Iterable[str | None]":
        if words[0] not in _ANSWERED:
            return (_REFUSED,)
        if self._filing is None:
            from picogammon.filing import Filing  # saves memory if nobody asks for files

            self._filing = Filing(self._host, None)
        return self._filing.lines(words)

    def _show(self, now: int) -> None:
        """Shows the message on all devices; repeats it on lights and OLED every LOOK_MS."""
        if self._shown_at is None:
            self._shown_at = now
            _tried(self._redden)
            self._buttons = _tried(
                self._made, lambda host, data: make_buttons(host, data, self.long)
            )
            _tried(self._write)
            self._host.tell("\n".join(self._said()) + "\n")
            self._host.shown(self)
        elif ticks_diff(now, self._shown_at) >= LOOK_MS:
            self._shown_at = now
            _tried(lambda: self._strip.resend())
            _tried(self._write)

    def _said(self) -> "list[str]":
        return [self.title] + self.view.page.lines + ([self.by_line] if self.by_line else [])

    def _made(self, make: "Callable[[Host, Any], Made]") -> "Made":
        """Returns what `make(host, data)` makes; adds a fault in the board data to the message."""
        made, trouble = board_data.first_of(self._host, make)
        lines = self.view.page.lines
        if trouble and trouble not in lines:
            lines.insert(0, trouble)
        return made

    def _redden(self, white: int = 0) -> None:
        """Makes every n-th light red (n: self.every), but the first `white` / 256 of all white."""
        strip = self._strip = self._strip or self._made(make_strip)[1]
        rgb = bytearray(3 * strip.lights)
        for i in range(0, len(rgb), 3 * self.every):
            rgb[i] = _RED
        for i in range(3 * (strip.lights * white >> 8)):
            rgb[i] = _RED
        strip.show(rgb)

    def _write(self) -> None:
        """Shows the message on the OLED; each call shows the next part of a long message."""
        if self._oled is None:
            self._oled = self._made(make_oled)
            self._canvas = Canvas(Display(self._oled.height))
        else:
            self._canvas.leaf += 1
        draw(self.view, self._canvas)
        self._oled.look_after()  # it may have been connected later
        self._oled.show(self._canvas.buffer)


class Erasing(Alarm):
    """A question before the board starts: whether to erase a flash with unreadable files."""

    title = "Files unreadable"
    lines: "Any" = (
        "Matches are safe.",
        _PLAY,
        "Hold BACK 5 s: erase preferences and records.",
    )
    key = "PLAY"
    every = 2
    long = ()
    by_line = "Over USB: type play or erase, then Enter."

    def __init__(self, host: "Host") -> None:
        system = host.file_system
        self._kept = system.newer or system.needs > 0  # this firmware cannot erase it
        if system.needs:
            self.title = "Flash too small"
            self.lines = "Use a Pico with %d MB." % system.needs, "Nothing is saved.", _PLAY
        elif system.newer:
            self.title = "Newer flash layout"
            self.lines = "Install newer firmware:", "all files are safe.", _PLAY
        if self._kept:
            self.by_line = "Over USB: type play, then Enter."
        Alarm.__init__(self, host)
        self._held = 0
        self._sent = ""  # the answer over USB

    def run_round(self, now: int) -> bool | None:
        """Runs a pass of the main loop; returns True to erase, False to play, None if undecided."""
        press = self._next_press(now)
        if self._sent and not (self._link and self._link.busy):
            return self._sent == "erase"
        if self._buttons is None:
            return False
        held = self._held
        if press == press_of(BACK, REPEAT) and not self._kept:
            held += 1
        elif press >= 0 or self._buttons.settled:
            held = 0
        if held != self._held:
            self._held = held
            self._redden(256 * held // _ROUNDS)
        if held >= _ROUNDS:
            return True
        return False if press == press_of(OK, SHORT) else None

    def _answered(self, words: "list[str]") -> "Iterable[str]":
        word = " ".join(words)
        if word == "play" or word == "erase" and not self._kept:
            self._sent = word
            return (word + " end",)
        return ("error unsupported_feature " + self.title + ". " + self.by_line,)

    def _made(self, make: "Callable[[Host, Any], Any]") -> "Any":
        # The message says already that the files cannot be read.
        return board_data.first_of(self._host, make)[0]


class Undoing(Alarm):
    """An offer, before the board starts, to undo a hardware set-up with the wrong button pins.

    `pins`: the Pins of the held buttons, from board_data.held_pins. If the user releases the
    last of these buttons 10 to 15 s after the Undoing was made, the set-up is undone and board data
    on flash are removed. Otherwise the set-up stays. Lines over USB are not answered.
    """

    key = ""
    every = 2
    long = ()

    def __init__(self, host: "Host", pins: "list[Pin]") -> None:
        from picogammon import held  # saves memory for the other screens

        self.title, self.lines = held.SAID[UNDO_SET_UP][1], (held.LONGER,)
        Alarm.__init__(self, host)
        self._pins = pins
        self._began = host.ticks_ms()
        self._since_ms = held.SINCE_MS
        self._longer = held.SAID[UNDO_SET_UP]

    def run_round(self, now: int) -> bool | None:
        """Runs a pass of the main loop. True: undo the set-up. False: keep it. None: undecided."""
        _, _, longer, too_long = [ticks_diff(now, self._began) >= ms for ms in self._since_ms]
        if too_long or all(pin.value() for pin in self._pins):
            return longer and not too_long
        if longer and self.every > 1:
            self.every, _, lines = self._longer
            self.view.page.lines = list(lines)  # a copy: an Alarm adds to them
            self._shown_at = None  # to show the new lines at once
        self._show(now)
        return None


def _tried(act: "Callable[..., Any]", *what: "Any") -> "Any":
    try:
        return act(*what)
    except Exception:
        return None
