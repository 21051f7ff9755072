"""Answers the line `mirror` with what the display and the lights show.

The answer contains only what has changed since the last answer; `mirror all` returns everything.
Bytes are in base64. The match continues while the board answers.

    mirror board NAME VERSION     the board's name, as in boards/, and the firmware's version
    mirror lights BYTES           red, green, blue of each light, in the strip's order
    mirror said TEXT              the display in words, if they have changed
    mirror oled PAGE BYTES        a page of the display, 128 columns of 8 rows, if it has changed;
                                  `mirror all` returns all pages, and so shows the height
    mirror played LOG GAME STOP   in playback, the number of the match's log, the game (from 1), and
                                  the stop: 0 at the game's start, plus 1 per roll and cube action
    mirror end
"""

from binascii import b2a_base64, crc32
from micropython import const

from picogammon import VERSION
from picogammon.app.display.canvas import WIDTH
from picogammon.ground import BUTTON_NAMES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from picogammon.app.display.view import View
    from picogammon.app.modes.navigator import Navigator
    from picogammon.panel import Panel
    from picogammon.workshop import Workshop

_PLAIN = ("", "<", ">", "OK", "BACK")  # labels that say no more than the button's name


class Mirror:
    """Answers `mirror`; remembers the last answer, so that the next one contains only changes."""

    def __init__(self) -> None:
        self._said: str | None = None  # the words that were returned last
        self._sent: "dict[int, int]" = {}  # {page of the display: CRC of the bytes returned last}

    def lines(self, panel: "Panel | Workshop", shown: "Navigator | Workshop") -> "Iterator[str]":
        """Yields the answer's lines: the lights and canvas of `panel`, and the view of `shown`."""
        yield "mirror board %s %s" % (panel.name, VERSION)
        yield "mirror lights " + _base64(panel.rgb)
        said = in_words(shown.view)
        if said != self._said:
            self._said = said
            yield "mirror said " + said
        for page in range(panel.canvas.display.height >> 3):
            dots = memoryview(panel.canvas.buffer)[page * WIDTH : (page + 1) * WIDTH]
            check = crc32(dots)
            if check != self._sent.get(page):
                self._sent[page] = check
                yield "mirror oled %d %s" % (page, _base64(dots))
        if shown.played:
            yield "mirror played %d %d %d" % shown.played
        yield "mirror end"


def in_words(view: "View") -> str:
    """Returns `view` in words: a headline, or a page's title and text; then the keys' labels."""
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
    keys = ["%s: %s" % pair for pair in zip(BUTTON_NAMES, view.keys) if pair[1] not in _PLAIN]
    return text + ". " + ", ".join(keys)


def _base64(data: bytes | bytearray | memoryview) -> str:
    return b2a_base64(data).decode().strip()  # type: ignore[arg-type]  # its stub knows bytes alone
