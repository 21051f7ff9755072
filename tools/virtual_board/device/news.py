"""What a listener is told by itself, as it happens: once a turn, and briefly what a press changed.

All else that the display shows is there to be read (words.py).
"""

import words

from picogammon.app.display.view import MenuView, PlaysView

_NOTHING = ("", False)
_PASSING = ("SKIP", "DONE", "GO ON")  # what a button does while a turn is shown that ends by itself


class News:
    """Remembers what was told last."""

    def __init__(self):
        self._asked = None  # what the board asked for when it last told
        self._last = None  # (the headline, or a page's text; the dice, and which were used)
        self._heading = None  # of the page that is shown
        self._passed = {}  # side -> what it rolled and played while nobody had to press

    def told(self, board):
        """(text, whether it only says what a press of a place did) of what is new in the view of a
        board, which has a `session` and a `navigator`; the text is "" where nothing is.

        A turn is told once, with what the other side rolled and played; what follows, one's own
        roll as well, answers a press.
        """
        view = board.navigator.view
        if view.asleep:
            return self._page(words.said(view))
        if view.page is not None:
            return self._page(words.of_page(view), self._brief(view))
        self._heading = None
        if not _waits(board):
            self._pass(view)
            return _NOTHING
        asked = (view.decider, view.offered_by, view.cube, tuple(view.scores))
        last, self._last = self._last, (view.headline, tuple(view.dice), view.dice_used)
        if asked != self._asked:
            self._asked = asked
            parts = list(self._passed.values()) + words.asked(view)
            self._passed = {}
            return " ".join([part for part in parts if part]), False
        if last == self._last:
            return _NOTHING
        if last[1] != self._last[1]:  # whoever presses the dice hears them there
            return " ".join(words.asked(view)), "MOVE" in view.keys
        return words.stopped(view.headline), last[2] != view.dice_used

    def _pass(self, view):
        """Notes what is shown of a turn that ends by itself."""
        self._asked = None
        if view.dice and view.decider is not None and any(key in view.keys for key in _PASSING):
            self._passed.pop(view.decider, None)  # it comes last
            self._passed[view.decider] = words.rolled(view)

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


def _waits(board):
    """Whether the board waits for a person, or nobody plays but computers, who are listened to."""
    session = board.session
    if not session.players.is_person(0) and not session.players.is_person(1):
        return True
    top = board.navigator.top
    return not top.goes_on and (session.players.person_decides() or top is not board.navigator.base)
