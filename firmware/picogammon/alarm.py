"""What a board shows after it failed again and again: the match is safe, and how to go on.

Anything may have failed. So each device is set up and used by itself, and a broken one does not
stop the others. Over the link its files can be read.
"""

from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, Display
from picogammon.app.display.screens import draw
from picogammon.devices.link import FAILED, MAX_LINE, Link
from picogammon.devices.match_log import MatchLog
from picogammon.ground import BACK, LONG, OK, SHORT, press_of, ticks_diff
from picogammon.panel import LOOK_MS, make_buttons, make_oled, make_strip

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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


class Alarm:
    """A message on as many devices of a `host` as work, and over USB."""

    title = "Picogammon failed"
    # The match may be what fails, even if it can be read: so there is always a way past it.
    lines: "Any" = (
        "crash.log says why. The match is safe.",
        "Hold BACK: set it aside, start a new one.",
    )
    key = "RETRY"  # the label of OK
    every = 4  # one light in so many is red
    long: "Any" = (OK, BACK)  # the buttons with a long meaning
    linked = True  # whether lines over USB are answered
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
        self._looked_at: int | None = None  # when it was shown last
        self._link: "Link | None" = None
        self._filing: "Filing | None" = None  # once somebody asks for files
        if self.linked and host.port:
            self._link = Link(host.port, self._answers, MAX_LINE)

    def run_round(self, now: int) -> bool:
        """One round; True if the board shall be tried again."""
        self._look(now)
        self._link_on(now)
        if self._filing and self._filing.restarts and not self._link.busy:
            return True
        if self._buttons is None:
            return False
        press = self._buttons.scan(now)
        if press == press_of(BACK, LONG):
            self._put_aside()
            return True
        return press == press_of(OK, SHORT)

    def _link_on(self, now: int) -> None:
        """A round of the link, until that fails."""
        try:
            if self._link:
                self._link.run_round(now)
        except Exception:
            self._link = None

    def _answers(self, line: str) -> "Iterator[str | None]":
        """Yields the lines that answer a line; where it fails, one that says why."""
        try:
            yield from self._answered(line)
        except Exception as error:
            yield FAILED % error

    def _answered(self, line: str) -> "Iterator[str | None]":
        """The lines that answer a line."""
        words = line.split() or [""]
        if words[0] == "mirror":
            return self._mirrored()
        if words[0] not in _ANSWERED:
            return iter((_REFUSED,))
        if self._filing is None:
            from picogammon.filing import Filing  # saves memory if nobody asks for files

            self._filing = Filing(self._host, None)
        return self._filing.lines(words, 0)

    def _mirrored(self) -> "Iterator[str]":
        """Yields who it is, and what is wrong, as mirror.py has it."""
        data = _tried(self._host.load_data)
        yield "mirror board %s %s" % (getattr(data, "NAME", "unknown"), VERSION)
        yield "mirror said " + " ".join([_sentence(line) for line in self._said()])
        yield "mirror end"

    def _look(self, now: int) -> None:
        """Shows the message, and shows it again every few seconds."""
        if self._looked_at is None:
            self._looked_at = now
            self._show()
        elif ticks_diff(now, self._looked_at) >= LOOK_MS:
            self._looked_at = now
            _tried(lambda: self._strip.resend())
            _tried(self._write)

    def _show(self) -> None:
        _tried(self._redden)
        self._buttons = _tried(self._made, lambda host, data: make_buttons(host, data, self.long))
        _tried(self._write)
        self._host.tell("\n".join(self._said()) + "\n")
        self._host.shown(self)

    def _said(self) -> "list[str]":
        return [self.title] + self.view.page.lines + ([self.by_line] if self.by_line else [])

    def _made(self, make: "Callable[[Host, Any], Made]") -> "Made":
        """What `make(host, data)` makes of the board's data; a fault in the data is said first."""
        made, trouble = board_data.first_of(self._host, make)
        lines = self.view.page.lines
        if trouble and trouble not in lines:
            lines.insert(0, trouble)
        return made

    def _redden(self, white: int = 0) -> None:
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

    def _write(self) -> None:
        """Shows the message on the OLED, or its next leaf.

        The OLED may have come later, or lost its power.
        """
        if self._oled is None:
            self._oled = self._made(make_oled)
            self._canvas = Canvas(Display(self._oled.height))
        else:
            self._canvas.leaf += 1
        draw(self.view, self._canvas)
        self._oled.look_after()
        self._oled.show(self._canvas.buffer)

    def _put_aside(self) -> None:
        from picogammon.app.session.session import beginning  # nothing more can fail than failed
        from picogammon.rules.match import Match

        _tried(MatchLog(self._host.ring).restart, beginning(Match()))


def _sentence(line: str) -> str:
    return line if line[-1:] in ".:?" else line + "."


def _tried(act: "Callable[..., Any]", *what: "Any") -> "Any":
    """The result of an act, or None if it fails: it may be the very thing that failed before."""
    try:
        return act(*what)
    except Exception:
        return None
