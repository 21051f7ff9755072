"""Mode, the Stack of open modes, and four small modes: Confirm, Message, Pages and Watch.

Modes do long work in slices of some milliseconds, one slice at each `tick`.
"""

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

    Then = Callable[[int], Any]  # a later step; its argument is the time

_HOLD = const(2)  # beats for which the whole play is shown at the end
NO_ROOM = "this board lacks the memory for that"


class Stack:
    """The base mode and the modes that are open above it; each mode has the Stack as `navigator`.

    - `base`: the mode for the match's next decision or event.
    - `open_modes`: the modes that are open above `base`, the lowest first.
    - `changed`: True if the view has to be refreshed.
    - `measure(now)`: yields the lines of the hardware report, and None after each slice of work
      that produces no line. `measure` is None on a host without hardware.
    - `tell(text)`: sends a line to the other end of the link. `tell` is None without a link.
    - `workshop(what, now)`: leaves the match and starts `what`: SET_UP, UNDO_SET_UP, SELF_TEST or
      UPDATE of ground.py. `workshop` is None on a host without hardware.
    """

    base: "Mode"

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.changed = True
        self.measure: "Callable[[int], Generator[str | None, None, None]] | None" = None
        self.tell: "Callable[[str], Any] | None" = None
        self.workshop: "Callable[[int, int], None] | None" = None
        self.open_modes: "list[Mode]" = []

    @property
    def top(self) -> "Mode":
        """The mode that handles presses now: the last one opened, or `base` if none is open."""
        return self.open_modes[-1] if self.open_modes else self.base

    def below(self, mode: "Mode") -> "Mode":
        """Returns the mode directly below the open `mode`."""
        at = self.open_modes.index(mode)
        return self.open_modes[at - 1] if at else self.base

    def open(self, mode: "Mode") -> None:
        if self.open_modes:
            self.open_modes[-1].think_anew()  # `mode` may ask the coach
        self.open_modes.append(mode)
        self.changed = True

    def say(self, title: str, *lines: str) -> None:
        self.open(Message(self, title, list(lines)))

    if _TYPE_CHECKING:  # methods of the Navigator

        @property
        def display(self) -> Display: ...
        def leave(self, mode: "Mode", call: bool = False) -> None: ...
        def close_all(self, now: int, lasting: bool = False) -> None: ...
        def refuse(self, why: str) -> None: ...
        def commit(self, action: bytes, now: int, agreed: bool = False) -> bool: ...
        def begin(self, now: int, how: Callable[..., bool | None], *what: Any) -> bool: ...
        def ask_or_roll(self, now: int, required: bool = False) -> None: ...
        def roll(self, now: int) -> None: ...
        def choose_base_mode(self, now: int) -> None: ...
        def keep_prefs(self) -> None: ...
        def background(self, title: str, work: Callable[..., Any], *what: Any) -> Any: ...


class Mode:
    """An activity of the board, such as a turn or a menu; the mode on top handles the presses.

    - `work`: a generator, or None; each `tick` runs one slice of the generator.
    - `patient`: True if no player waits for `work`. The board can then erase flash between slices.
    - `required`: True if `close_all` leaves the mode open, so that it closes only by itself.
    - `lasts`: True if the mode concerns the running game. Such a mode stays open after an action
      that leaves the game unchanged; `close_all` closes the mode only if `lasting` is True.
    - `menu`: True for the main menu, which a long OK opens and closes.
    - `goes_on`: True if the mode soon ends by itself, without a press.
    - `stops_clock`: True if the tournament clock is paused while the mode is on top.
    - `typing`: the input that `type` accepts now: "letters", "number", "digits", or "" for none.
      A long OK ends the input of letters or a number.
    - `played`: the stop that the mode shows, as (run, game number, stop number), or None
      (playback.py explains stops and runs).
    """

    goes_on = False
    played: tuple[int, int, int] | None = None
    typing = ""
    patient = False
    required = False
    lasts = False
    menu = False
    stops_clock = False
    work: "Generator[object, None, object] | None" = None
    _until: int | None = None

    def __init__(self, navigator: "Stack") -> None:
        self.navigator = navigator
        self.session = navigator.session
        self.players = navigator.session.players

    @property
    def busy(self) -> bool:
        """True while each tick has work to do; False while ticks only wait for time to pass."""
        return self.work is not None

    def press(self, button: int, now: int) -> None:
        """Handles a short press of PREV, NEXT, OK or BACK, or a repeat while the button is held."""

    def hold_ok(self, now: int) -> bool:
        """Handles a long press of OK; returns False to let the press toggle the main menu."""
        return False

    def type(self, letter: str) -> None:
        """Enters a typed character; ignores characters that `typing` does not include."""

    def lay(self, play_steps: bytes) -> None:
        """Replaces the half-moves entered so far with `play_steps`, if the mode builds a play."""

    def tick(self, now: int) -> None:
        """Does a slice of work or checks the time; called every few ms while the mode is on top."""
        if self.work is not None and next(self.work, self) is self:
            self.work = None
            self.navigator.changed = True

    def urgent(self, now: int) -> bool:
        """True, for a short time only, if `tick` precedes work on the OLED and on the next roll."""
        return False

    def waited(self, now: int) -> bool:
        """True if the delay of the preference PACE has passed since `waited` was first called.

        The delay starts once in each Mode and never restarts. A Pause sets its own delay.
        """
        if self._until is None:
            self._until = ticks_add(now, self.session.prefs.moment_ms())
        return reached(now, self._until)

    def closed(self, now: int) -> None:
        """Cleans up after `close_all` has closed this mode, as after a long BACK."""

    def think_anew(self) -> None:
        """Drops an unfinished analysis to free the coach; the mode repeats the analysis later."""

    def give_way(self) -> bool:
        """Ends optional work because memory has run out; returns True if there was such work."""
        return False

    def show(self, view: views.View) -> None:
        """Adds everything that this mode shows to `view`, which already shows the match."""

    def show_below(self, view: views.View) -> None:
        """Shows the board of the mode below in `view`, without page, headline, keys and marks."""
        self.navigator.below(self).show(view)
        view.page = None
        view.clear_marks()
        view.headline = ""
        view.keys = ["", "", "", ""]


class Confirm(Mode):
    """A mode that asks for confirmation of a choice made with a button other than OK.

    OK calls `on_yes(now)`, and BACK cancels. A choice made with OK needs menu.Ask instead, because
    a person can press OK twice by accident. `question`: the headline. `yes`: the label of OK.
    """

    def __init__(self, navigator: "Stack", question: str, yes: str, on_yes: "Then") -> None:
        Mode.__init__(self, navigator)
        self.question = question
        self.yes = yes
        self.on_yes = on_yes

    def press(self, button: int, now: int) -> None:
        if button in (OK, BACK):
            self.navigator.leave(self)
        if button == OK:
            self.on_yes(now)

    def show(self, view: views.View) -> None:
        self.navigator.below(self).show(view)
        view.page = None
        view.headline = self.question
        view.keys = ["", "", self.yes, "BACK"]  # the label NO could be read as "drop"


class Message(Mode):
    """A message that waits for OK or BACK; PREV and NEXT scroll a long message."""

    def __init__(self, navigator: "Stack", title: str, lines: list[str]) -> None:
        Mode.__init__(self, navigator)
        self.title = title
        self.lines = lines
        self.first = 0

    @property
    def hidden(self) -> int:
        """The number of rows of text that appear only after scrolling."""
        from picogammon.app.display.screens.text import hidden  # later, as in panel

        return hidden(self.lines, self.navigator.display)

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
    """Pages that PREV and NEXT turn; each page is (title, lines) or a page object of view.py.

    On a display with few rows, a page with too many lines becomes several pages.
    """

    def __init__(self, navigator: "Stack", pages: "list[Any]") -> None:
        Mode.__init__(self, navigator)
        self.pages = pages
        if navigator.display.low:
            from picogammon.app.display.screens.text import parted  # later, as in panel

            self.pages = parted(pages, navigator.display)
        self.page = 0

    def press(self, button: int, now: int) -> None:
        if button in (OK, BACK):
            self.navigator.leave(self)
        else:
            self.page = (self.page + (1 if button == NEXT else -1)) % len(self.pages)

    def show(self, view: views.View) -> None:
        self.show_below(view)
        page = self.pages[self.page]
        view.page = views.TextView(*page) if isinstance(page, tuple) else page
        # A CodeView's text explains these keys.
        many = len(self.pages) > 1 and not isinstance(page, views.CodeView)
        view.keys = ["<" if many else "", ">" if many else "", "OK", "BACK"]


class Watch(Mode):
    """An animation of a play; PREV restarts the animation, any other button ends it."""

    goes_on = True

    def __init__(self, navigator: "Stack", play: "Play", now: int) -> None:
        Mode.__init__(self, navigator)
        self.play = play
        self.text = plays.format_play(play.before, play.steps)
        self._show_after(0, now)

    def _show_after(self, made: int, now: int) -> None:
        self.made = made
        steps = len(self.play.steps)
        beats = _HOLD if made == steps else 1
        self.next_at = ticks_add(now, self.session.prefs.play_ms() * beats // (steps + _HOLD))
        self.navigator.changed = True

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            self.stops_clock = False  # so that no player can stop the clock for ever
            self._show_after(0, now)
        else:
            self.navigator.leave(self)

    def tick(self, now: int) -> None:
        if reached(now, self.next_at):
            if self.made < len(self.play.steps):
                self._show_after(self.made + 1, now)
            else:
                self.navigator.leave(self, call=True)

    def show(self, view: views.View) -> None:
        side = self.play.side
        position = array("b", self.play.before)
        left = plays.dice_of(self.play.dice)
        for a_step in self.play.steps[: self.made]:
            plays.make(position, a_step)
            left.remove(plays.die(a_step))
        views.show_position(view, position, side)
        views.show_dice(view, self.play.dice, side, left)
        if self.made:
            view.marks[views.place_of(side, plays.source(a_step))] = views.CAME_FROM
            view.marks[views.place_of(side, plays.target(a_step))] = views.WENT_TO
        view.decider = side
        view.headline = fitting_line("%s: %s" % (view.names[side], self.text), self.text)
        view.keys = ["REPLAY", "SKIP", "SKIP", "SKIP"]


def show_again(navigator: "Stack", now: int) -> None:
    play = navigator.session.last_play
    if play:
        navigator.open(Watch(navigator, play, now))


def again_key(session: "Session") -> str:
    """Returns the label of PREV: "REPLAY" if there is a last play to replay, otherwise ""."""
    return "REPLAY" if session.last_play else ""
