"""A QR code and what belongs to it. The code is worked out in slices, and fills its page when it is
done.
"""

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.modes.base import Pages
from picogammon.engine.engine import Thought


class CodePages(Pages):
    """Pages of which the first has the QR code of `text`, and `lines` beside it."""

    def __init__(self, navigator, text, lines, pages):
        """`pages`: the others, as Pages takes them."""
        self._code = views.CodeView((), lines)
        self._work = Thought(qr.slices(text))
        Pages.__init__(self, navigator, [self._code] + pages)

    @property
    def busy(self):
        return not self._work.done

    def tick(self, now):
        if self.busy and self._work.step():
            self._code.code = self._work.answer
            self.navigator.redraw()
