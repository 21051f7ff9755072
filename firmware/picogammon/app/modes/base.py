"""The shape of a mode, and the small modes that ask and tell."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.screens.message import TEXT_ROWS, rows_of
from picogammon.ground import clock
from picogammon.ground.presses import BACK, NEXT, OK, PREV

_NOTICE_MS = const(10000)


class Mode:
    """What the board is doing now.

    It is handed the Navigator, of which it knows `session` and what stands there under "What modes
    do", and no other mode but those it opens.

    `busy`: a tick would work rather than wait for time to pass. `required`: it stays until it is
    done, when all else is closed. `menu`: it is what a long OK opens, and closes.
    """

    busy = False
    required = False
    menu = False

    def __init__(self, navigator):
        self.navigator = navigator
        self.session = navigator.session

    def press(self, button, now):
        """A short or repeated press of a button."""

    def hold_ok(self, now):
        """A long press of OK; whether it had a meaning here. Otherwise it is the menu."""
        return False

    def lay(self, play_steps):
        """Lays a play out, where one is being built."""

    def tick(self, now):
        """Time has passed; called every few milliseconds while this mode is on top."""

    def closed(self, now):
        """It was taken away, with whatever else was open, by a long press."""

    def show(self, view):
        """Changes the view, which holds the match as it stands, to what this mode shows."""


class Confirm(Mode):
    """Asks once more before something that cannot be undone."""

    def __init__(self, navigator, question, yes, on_yes):
        Mode.__init__(self, navigator)
        self.question = question
        self.yes = yes
        self.on_yes = on_yes

    def press(self, button, now):
        if button == OK:
            self.navigator.leave(self)
            self.on_yes(now)
        elif button == BACK:
            self.navigator.leave(self)

    def show(self, view):
        view.headline = self.question
        view.keys = ["", "", self.yes, "NO"]


class Message(Mode):
    """Tells something and waits for OK; PREV and NEXT scroll where it is long."""

    def __init__(self, navigator, title, lines):
        Mode.__init__(self, navigator)
        self.title = title
        self.lines = lines
        self.first = 0
        self.hidden = max(0, len(rows_of(lines)) - TEXT_ROWS)

    def press(self, button, now):
        if button in (OK, BACK):
            self.navigator.leave(self)
        else:
            by = 1 if button == NEXT else -1
            self.first = max(0, min(self.hidden, self.first + by))

    def show(self, view):
        view.page = views.MessageView(self.title, self.lines, self.first)
        view.keys = ["UP", "DOWN", "OK", ""] if self.hidden else ["", "", "OK", ""]


class Notice(Message):
    """Tells something; any button takes it away, and where none works it goes by itself."""

    def __init__(self, navigator, title, lines, now):
        Message.__init__(self, navigator, title, lines)
        self.until = clock.after(now, _NOTICE_MS)

    def press(self, button, now):
        self.navigator.leave(self)

    def tick(self, now):
        if clock.reached(now, self.until):
            self.navigator.leave(self)

    def show(self, view):
        Message.show(self, view)
        view.keys = ["OK"] * 4


class Pages(Mode):
    """Texts to leaf through: a list of (title, lines)."""

    def __init__(self, navigator, pages):
        Mode.__init__(self, navigator)
        self.pages = pages
        self.page = 0

    def press(self, button, now):
        if button == PREV:
            self.page = (self.page - 1) % len(self.pages)
        elif button == NEXT:
            self.page = (self.page + 1) % len(self.pages)
        else:
            self.navigator.leave(self)

    def show(self, view):
        title, lines = self.pages[self.page]
        view.page = views.TextView(title, lines)
        many = len(self.pages) > 1
        view.keys = ["<" if many else "", ">" if many else "", "OK", "BACK"]
