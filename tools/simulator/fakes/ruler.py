"""A canvas that checks that each text is whole, on the screen, and not over another."""

from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, WIDTH, Canvas, fitting, text_width
from picogammon.app.display.font import SMALL, TEXT

_BIG = 10


class Ruler(Canvas):
    """Collects each text's box; `wrong` lists the faults in words."""

    def __init__(self, display=USUAL):
        Canvas.__init__(self, display)
        self.texts = []
        self.wrong = []

    def text(self, font, string, x, y, mode=1):
        self._measure(font, string, x, y)
        return Canvas.text(self, font, string, x, y, mode)

    def right(self, font, string, x, y, mode=1):
        self._measure(font, string, x - text_width(font, string), y)
        Canvas.right(self, font, string, x, y, mode)

    def centred(self, font, string, x, y, width, mode=1):
        if text_width(font, string) > width:
            self.wrong.append("'%s' is cut to %d pixels" % (string, width))
        whole = fitting(font, string, width)
        self._measure(font, whole, x + ((width - text_width(font, whole)) >> 1), y)
        Canvas.centred(self, font, string, x, y, width, mode)

    def doubled(self, font, string, x, y, mode=1):
        self._box(string, x, y, 2 * text_width(font, string), 2 * _BIG)
        return Canvas.doubled(self, font, string, x, y, mode)

    def _measure(self, font, string, x, y):
        if string.strip():
            height = 5 if font is SMALL else 7 if font is TEXT else _BIG
            self._box(string, x, y, text_width(font, string), height)

    def _box(self, string, x, y, width, height):
        if x < 0 or y < 0 or x + width > WIDTH or y + height > self.display.height:
            self.wrong.append("'%s' leaves the screen" % string)
        for other, left, top, right, low in self.texts:
            if x < right and left < x + width and y < low and top < y + height:
                self.wrong.append("'%s' is written over '%s'" % (string, other))
        self.texts.append((string, x, y, x + width, y + height))


def check(view):
    """Raises AssertionError unless all texts of the view are whole, on one of its leaves."""
    drawn = []
    leaf, leaves = 0, 1
    while leaf < leaves:
        ruler = Ruler(view.display)
        ruler.leaf = leaf
        screens.draw(view, ruler)
        assert not ruler.wrong, (view.headline, ruler.wrong)
        drawn += [text[0].upper() for text in ruler.texts]
        leaves = ruler.leaves if view.display.low else 1
        leaf += 1
    for text in _texts(view):
        assert text.upper() in drawn, "'%s' is not whole in %s" % (text, drawn)
    if isinstance(view.page, (views.MessageView, views.TextView, views.CodeView)):
        everything = "".join(drawn).replace(" ", "")
        for line in view.page.lines:
            assert line.upper().replace(" ", "") in everything, "not all of: " + line


def _texts(view):
    """Lists the texts of the view that must be whole."""
    page = view.page
    found = list(view.keys)
    if page is None:
        found += [view.headline] + [view.version] * (not view.large)  # large type has no room
    elif not isinstance(page, views.CodeView):
        found += [page.title, getattr(page, "note", "")]
    if isinstance(page, views.MenuView):
        first, rows = 0, len(page.items)
        if page.walked or not view.display.low:
            rows = view.display.menu_rows
            first = views.first_row(page.selected, len(page.items), rows, page.first)
        for label, value in page.items[first : first + rows]:
            found += [label, value]
    elif isinstance(page, views.PlaysView):
        for item in [page.items[page.selected]] if view.display.low else page.items:
            found += list(item)
    return [text for text in found if text.strip()]
