"""Mode, the Stack of open modes, and the small modes that others open: question, message, play."""

from array import array
from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.ground import BACK, NEXT, OK, PREV, reached, ticks_add
from picogammon.rules import plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any

    from picogammon.app.display.canvas import Display
    from picogammon.app.session.session import Play, Session

    Then = Callable[[int], Any]  # a later step, which gets the time

_HOLD = const(2)  # beats for which people see the whole play at the end
NO_ROOM = "this board lacks the memory for that"


class Stack:
    """The base mode and the modes that are open above it, as a mode may use them.

    `session`: the Session. `base`: the mode for what the match needs now. `changed`: True if there
    is something new to see. `measure(now)`, None without hardware: an iterator over the lines of
    the hardware's report, with None after each slice of work. `tell(text)`, None without a link:
    sends a line to its other end. `workshop(what, now)`, None without hardware: leaves the match
    for what a number of app.workshop says.
    """

    base: "Mode"

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.changed = True
        self.measure: "Callable[[int], Generator[str | None, None, None]] | None" = None
        self.tell: "Callable[[str], Any] | None" = None
        self.workshop: "Callable[[int, int], None] | None" = None
        self._opened: "list[Mode]" = []

    @property
    def top(self) -> "Mode":
        """The mode that presses go to now."""
        return self._opened[-1] if self._opened else self.base

    def below(self, mode: "Mode") -> "Mode":
        """The mode below an open one."""
        at = self._opened.index(mode)
        return self._opened[at - 1] if at else self.base

    def open(self, mode: "Mode") -> None:
        """Puts a mode on top of the others."""
        if self._opened:
            self._opened[-1].think_anew()  # the mode above it may ask the coach
        self._opened.append(mode)
        self.changed = True

    def leave(self, mode: "Mode", call: bool = False) -> None:
        """Takes a mode away; the mode below it resumes.

        With `call` a tune calls a person who plays against the computer and has to act.
        """
        if mode in self._opened:
            self._opened.remove(mode)
        self.changed = True

    if _TYPE_CHECKING:  # in the Navigator; a practice has some of these

        @property
        def display(self) -> Display: ...
        def close_all(self, now: int, lasting: bool = False) -> None: ...
        def refuse(self, why: str) -> None: ...
        def commit(self, action: bytes, now: int, agreed: bool = False) -> bool: ...
        def begin(self, now: int, how: Callable[..., bool | None], *what: Any) -> bool: ...
        def ask_or_roll(self, now: int, required: bool = False) -> None: ...
        def roll(self, now: int) -> None: ...
        def choose_base_mode(self, now: int) -> None: ...
        def kept(self, saved: bool) -> None: ...
        def keep_prefs(self) -> None: ...
        def background(self, title: str, work: Callable[..., Any], *what: Any) -> Any: ...


class Mode:
    """The board's present activity, which gives a press its meaning.

    A mode gets the Navigator as a Stack. It knows no other modes than those it opens.

    - `busy`: its ticks work, and do not only wait for time to pass.
    - `patient`: nobody waits for that work, so the board may erase flash during it.
    - `required`: it stays until it is done, even when everything else closes.
    - `lasts`: it is about the running game, so it stays when the modes above it close, and after an
      action that leaves the game as it is.
    - `menu`: a long OK opens and closes it.
    - `goes_on`: if nobody presses, it ends by itself.
    - `stops_clock`: the tournament clock stands while it is on top.
    - `typing`: what `type` takes now, "letters" or "number" (a long OK ends them), "digits" or "".
    - `played`: as Playback.played if it shows that much of a match, otherwise None.
    """

    if _TYPE_CHECKING:  # a mode has them as properties, or as plain attributes

        @property
        def busy(self) -> bool: ...
        @property
        def goes_on(self) -> bool: ...
        @property
        def played(self) -> tuple[int, int, int] | None: ...
        @property
        def typing(self) -> str: ...

    else:
        busy = False
        goes_on = False
        played = None
        typing = ""
    patient = False
    required = False
    lasts = False
    menu = False
    stops_clock = False
    _until: int | None = None

    def __init__(self, navigator: "Stack") -> None:
        self.navigator = navigator
        self.session = navigator.session
        self.players = navigator.session.players

    def press(self, button: int, now: int) -> None:
        """Handles a short or repeated press of a button."""

    def hold_ok(self, now: int) -> bool:
        """Handles a long press of OK; returns False if it means nothing here: the menu opens."""
        return False

    def type(self, letter: str) -> None:
        """Takes a typed letter or digit; ignores others."""

    def lay(self, play_steps: bytes) -> None:
        """Lays a play out on the board, if the person builds one."""

    def tick(self, now: int) -> None:
        """Lets time pass; called every few milliseconds while this mode is on top."""

    def urgent(self, now: int) -> bool:
        """True if its work, never a long one, precedes background work."""
        return False

    def waited(self, now: int) -> bool:
        """True once people have had a moment to look since the first call."""
        if self._until is None:
            self._until = ticks_add(now, self.session.prefs.moment_ms())
        return reached(now, self._until)

    def closed(self, now: int) -> None:
        """Reacts to a long press that has closed this mode, with all others."""

    def think_anew(self) -> None:
        """Lets a thought begin again, because the coach works for another mode."""

    def give_way(self) -> bool:
        """Ends its optional work, because memory ran out; returns True if there was any."""
        return False

    def show(self, view: views.View) -> None:
        """Changes the view, which shows the match, to what this mode shows."""

    def show_below(self, view: views.View) -> None:
        """Shows the board of the mode below, without its page, words, keys and marks."""
        self.navigator.below(self).show(view)
        view.page = None
        view.clear_marks()
        view.headline = ""
        view.keys = ["", "", "", ""]


class Confirm(Mode):
    """Asks again after a choice by PREV, NEXT, BACK or a place; OK, which cannot choose, confirms.

    menu.Ask asks again after a choice by OK in a menu.
    """

    def __init__(self, navigator: "Stack", question: str, yes: str, on_yes: "Then") -> None:
        Mode.__init__(self, navigator)
        self.question = question
        self.yes = yes
        self.on_yes = on_yes

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.navigator.leave(self)
            self.on_yes(now)
        elif button == BACK:
            self.navigator.leave(self)

    def show(self, view: views.View) -> None:
        self.navigator.below(self).show(view)
        view.page = None
        view.headline = self.question
        view.keys = ["", "", self.yes, "BACK"]  # NO could mean to drop


class Message(Mode):
    """Shows a message and waits for OK; PREV and NEXT scroll if it is long."""

    def __init__(self, navigator: "Stack", title: str, lines: list[str]) -> None:
        Mode.__init__(self, navigator)
        self.title = title
        self.lines = lines
        self.first = 0
        self.count_hidden()

    def count_hidden(self) -> None:
        """Counts the lines that the display has no room for."""
        from picogammon.app.display.screens.text import hidden  # later, as in panel

        self.hidden = hidden(self.lines, self.navigator.display)

    def press(self, button: int, now: int) -> None:
        if button in (OK, BACK):
            self.navigator.leave(self)
        else:
            by = 1 if button == NEXT else -1
            self.first = max(0, min(self.hidden, self.first + by))

    def show(self, view: views.View) -> None:
        self.show_below(view)
        view.page = views.MessageView(self.title, self.lines, self.first)
        view.keys = ["UP", "DOWN", "OK", ""] if self.hidden else ["", "", "OK", ""]


class Pages(Mode):
    """Pages to leaf through. `pages`: each a (title, lines), or an object for View.page.

    A page with more lines than the display has becomes several pages.
    """

    def __init__(self, navigator: "Stack", pages: "list[Any]") -> None:
        Mode.__init__(self, navigator)
        self.pages = pages
        if navigator.display.low:
            from picogammon.app.display.screens.text import parted  # later, as in panel

            self.pages = parted(pages, navigator.display)
        self.page = 0

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            self.page = (self.page - 1) % len(self.pages)
        elif button == NEXT:
            self.page = (self.page + 1) % len(self.pages)
        else:
            self.navigator.leave(self)

    def show(self, view: views.View) -> None:
        self.show_below(view)
        page = self.pages[self.page]
        view.page = views.TextView(*page) if isinstance(page, tuple) else page
        # A CodeView says so itself.
        many = len(self.pages) > 1 and not isinstance(page, views.CodeView)
        view.keys = ["<" if many else "", ">" if many else "", "OK", "BACK"]


class Watch(Mode):
    """Shows a Play; PREV begins it again, any other press ends it.

    A play of many steps is shown faster, not longer.
    """

    goes_on = True

    def __init__(self, navigator: "Stack", play: "Play", now: int) -> None:
        Mode.__init__(self, navigator)
        self.play = play
        self.text = plays.format_play(play.before, play.steps)
        self._begin(now)

    def _begin(self, now: int) -> None:
        self.made = 0
        self.position = array("b", self.play.before)
        self.next_at = ticks_add(now, self._beats(1 if self.play.steps else _HOLD))

    def _beats(self, count: int) -> int:
        """Returns `count` beats in ms: one precedes each step, and _HOLD follow the last."""
        return self.session.prefs.play_ms() * count // (len(self.play.steps) + _HOLD)

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            self.stops_clock = False  # or a player could stop it for ever
            self._begin(now)
        else:
            self.navigator.leave(self)

    def tick(self, now: int) -> None:
        if not reached(now, self.next_at):
            return
        if self.made >= len(self.play.steps):
            self.navigator.leave(self, call=True)
            return
        plays.make(self.position, self.play.steps[self.made])
        self.made += 1
        self.navigator.changed = True
        last = self.made == len(self.play.steps)
        self.next_at = ticks_add(now, self._beats(_HOLD if last else 1))

    def show(self, view: views.View) -> None:
        side = self.play.side
        views.show_position(view, self.position, side)
        left = plays.dice_of(self.play.dice)
        for a_step in self.play.steps[: self.made]:
            left.remove(plays.die(a_step))
        views.show_dice(view, self.play.dice, side, left)
        if self.made:
            a_step = self.play.steps[self.made - 1]
            view.marks[views.place_of(side, plays.source(a_step))] = views.CAME_FROM
            view.marks[views.place_of(side, plays.target(a_step))] = views.WENT_TO
        view.decider = side
        view.headline = fitting_line("%s: %s" % (view.names[side], self.text), self.text)
        view.keys = ["REPLAY", "SKIP", "SKIP", "SKIP"]


def show_again(navigator: "Stack", now: int) -> None:
    """Opens the last play again, if there was one."""
    play = navigator.session.last_play
    if play:
        navigator.open(Watch(navigator, play, now))


def again_key(session: "Session") -> str:
    """Returns the label of PREV where it shows the last play again."""
    return "REPLAY" if session.last_play else ""
