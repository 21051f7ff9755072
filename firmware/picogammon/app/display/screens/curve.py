"""The curve of a person's last games, the oldest at the left: a dot each, and a line.

title      games
most  |    .   .
      | . __--__.
least |  .    .
keys
"""

from micropython import const

from picogammon.app.display.canvas import WIDTH, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_LETTER = const(5)  # pixels that a small letter is high
_GAP = const(2)
_DOT = const(2)  # pixels that a dot is wide and high


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the title, how many games there are if that fits, the scale, the line and the dots."""
    page: CurveView = view.page
    parts.title(view, canvas)
    display = canvas.display
    both = text_width(TEXT, page.title) + text_width(TEXT, page.count)
    if display.low or both + 2 * _GAP < WIDTH:
        parts.beside_title(view, canvas, page.count)
    top = display.text_top + (0 if display.low else 1)
    height = display.keys_top - _GAP - top
    left = max(text_width(SMALL, page.most), text_width(SMALL, page.least)) + _GAP
    canvas.right(SMALL, page.most, left - _GAP, top)
    canvas.right(SMALL, page.least, left - _GAP, top + height - _LETTER)
    canvas.vline(left, top, height)
    left += _GAP
    shown = list(page.line) + list(page.dots)
    least = min(shown)
    span = max(1, max(shown) - least)
    last = max(1, len(page.line) - 1)
    room = WIDTH - _DOT - left
    before = None
    for i in range(len(page.line)):
        x = left + i * room // last
        y = top + height - _DOT - (page.line[i] - least) * (height - _DOT) // span
        if before is None:
            canvas.pixel(x, y)
        else:
            _line(canvas, before, (x, y))
        before = x, y
    for i in range(len(page.dots)):
        y = top + height - _DOT - (page.dots[i] - least) * (height - _DOT) // span
        canvas.box(left + i * room // last, y, _DOT, _DOT)


def _line(canvas: "Canvas", start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draws a line to the right, without gaps."""
    (x, y), (right, low) = start, end
    for at in range(x, right + 1):
        to = y + (low - y) * (at + 1 - x) // (right + 1 - x)
        here = y + (low - y) * (at - x) // (right + 1 - x)
        canvas.vline(at, min(here, to), abs(to - here) + 1)


class CurveView:
    """A curve. `dots`: whole numbers, one a game, or none. `line`: one a game.

    `most`, `least`: the words for the largest and the least of them all; `count`: for how many
    games there are. `lines`: what is said to who cannot see it.
    """

    drawing = staticmethod(draw)

    def __init__(
        self,
        title: str,
        dots: "Sequence[int]",
        line: "Sequence[int]",
        words: "tuple[str, str, str]",
    ) -> None:
        """`words`: for the largest, the least, and the line's end."""
        self.title = title
        self.dots = dots
        self.line = line
        self.most, self.least, now = words
        self.count = "%d games" % len(line)
        self.lines = ["%s, %s to %s, now %s" % (self.count, self.least, self.most, now)]
