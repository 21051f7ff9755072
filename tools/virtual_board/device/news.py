"""What a listener is told by itself, as it happens: once a turn, and briefly what a press changed.

All else that the display shows is there to be read (words.py).
"""

import words

from picogammon.app.display.view import MenuView, PlaysView

_NOTHING = ("", False)


class News:
    """Remembers what was told last."""

    def __init__(self):
        self._asked = None  # what the board asked for when it last told
        self._last = None  # (the headline, or a page's text; which dice were used)
        self._heading = None  # of the page that is shown
        self._passed = ""  # the headline while nobody had to press

    def told(self, view, waits):
        """(text, whether it only says what a press of a place did) of what is new in the view; the
        text is "" where nothing is. `waits`: whether the board waits for a person.
        """
        if view.asleep:
            return self._page(words.said(view))
        if view.page is not None:
            return self._page(words.of_page(view), self._brief(view))
        self._heading = None
        if not waits:
            if "SKIP" in view.keys:
                self._passed = words.stopped(view.headline)
            self._asked = None
            return _NOTHING
        asked = (
            view.decider,
            tuple(view.dice),
            view.dice_side,
            view.offered_by,
            view.cube,
            tuple(view.scores),
        )
        last, self._last = self._last, (view.headline, view.dice_used)
        if asked != self._asked:
            self._asked = asked
            parts = [self._passed] + words.asked(view)
            self._passed = ""
            return " ".join([part for part in parts if part]), False
        if last == self._last:
            return _NOTHING
        return words.stopped(view.headline), last is not None and last[1] != view.dice_used

    def _page(self, text, brief=""):
        if text == self._last:
            return _NOTHING
        self._last = text
        self._asked = None  # what lies below is told again
        return brief or text, False

    def _brief(self, view):
        """Of a menu that was shown already, the chosen line; else ""."""
        page = view.page
        heading = (type(page), getattr(page, "title", ""))
        brief = heading == self._heading and isinstance(page, (MenuView, PlaysView))
        self._heading = heading
        return words.of_page(view, True) if brief else ""
