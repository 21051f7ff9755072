"""What a board tells a page over the link while it plays on: what it shows.

Each answer is lines of text, with bytes in base64. `mirror` (`mirror all`: all of it) is answered
with

    mirror board NAME VERSION     a board's name, as in boards/, and the firmware's version
    mirror lights BYTES           red, green, blue of each light, in the strip's order
    mirror said TEXT              what the display says, if that has changed
    mirror oled PAGE BYTES        a page of the display, 128 columns of 8 rows, if it has changed;
                                  with `all` each, so the last one tells the display's height
    mirror played LOG GAME STOP   the match that is played back, by its file, and how far it is
    mirror end
"""

from binascii import b2a_base64, crc32
from micropython import const

from picogammon import VERSION
from picogammon.app.display.canvas import WIDTH

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from picogammon.app.display.view import View
    from picogammon.app.modes.navigator import Navigator
    from picogammon.panel import Panel
    from picogammon.workshop import Workshop

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_PLAIN = ("", "<", ">", "OK", "BACK")  # the labels that a button has anyway


class Mirror:
    """Answers for a panel.Panel that shows a Navigator's view; remembers what it has told.

    A workshop.Workshop is both.
    """

    def __init__(self, panel: "Panel | Workshop", navigator: "Navigator | Workshop") -> None:
        self._panel = panel
        self._navigator = navigator
        self._said: str | None = None
        self._told: dict[int, int] = {}

    def lines(self, words: "Sequence[str]") -> "Iterator[str]":
        """An iterator over the lines that answer a line, given as its words."""
        if words[1:] == ["all"]:
            self._told = {}
            self._said = None
        return self._shown()

    def _shown(self) -> "Iterator[str]":
        panel = self._panel
        yield "mirror board %s %s" % (panel.name, VERSION)
        yield "mirror lights " + _text(panel.rgb)
        said = _words(self._navigator.view)
        if said != self._said:
            self._said = said
            yield "mirror said " + said
        for page in range(panel.canvas.display.height >> 3):
            dots = memoryview(panel.canvas.buffer)[page * WIDTH : (page + 1) * WIDTH]
            check = crc32(dots)
            if check != self._told.get(page):
                self._told[page] = check
                yield "mirror oled %d %s" % (page, _text(dots))
        played = self._navigator.played
        if played:
            yield "mirror played %d %d %d" % played
        yield "mirror end"


def _words(view: "View") -> str:
    """What is going on, or the title and what is chosen or said below it, and what the keys do."""
    page = view.page
    if view.asleep:
        return "The display sleeps."
    said: list[Any] = [view.headline] if page is None else [getattr(page, "title", "")]
    items = getattr(page, "items", ())
    if items:
        said += items[max(0, page.selected)][:2]
    else:
        said += getattr(page, "lines", ())
        said.append(getattr(page, "text", ""))
    said.append(getattr(page, "note", ""))
    text = ". ".join([str(part) for part in said if part])
    keys = ["%s: %s" % pair for pair in zip(_BUTTONS, view.keys) if pair[1] not in _PLAIN]
    return text + ". " + ", ".join(keys)


def _text(data: bytes | bytearray | memoryview) -> str:
    return b2a_base64(data).decode().strip()  # type: ignore[arg-type]  # its stub knows bytes alone
