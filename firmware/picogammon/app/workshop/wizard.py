"""Questions for the set-up and self-test of a board, shown one by one on OLED and lights.

A flow is a generator that yields Questions, receives their answers, and records the results.
`bench`, a Bench of picogammon/workshop.py, contains the devices. Each result is used
immediately: when the kind of OLED has been found, the next question is shown on an OLED of this
kind. `now` is the current time in milliseconds.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.session.prefs import BRIGHTNESS, PALETTE, SEAT
from picogammon.ground import BACK, NEXT, OK, SHORT

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from typing import Any

    from picogammon.app.session.prefs import Prefs

    Found = dict[str, Any]  # {constant of the board's data: value}
    Flow = Generator["Question", Any, Any]

FAINT = const(24)  # of 255: a light's byte that is bright enough to be seen
WHITE = (FAINT, FAINT, FAINT)
YES_NO = ("", "NO", "YES", "BACK")
PICK = ("-", "+", "OK", "BACK")
_REPEATED = ("-", "+", "UP", "DOWN")  # keys that repeat while a button is held
_START = ((1, -2), (6, 5), (8, 3), (12, -5), (13, 5), (17, -3), (19, -5), (24, 2))


class Question:
    """A question: an OLED page, labels for the buttons, and lights. The answer: the pressed button.

    `keys`: the buttons' labels; a button without a label does nothing. `lights`: the numbers of the
    lights that are on. `wire`: their colour, as bytes in the strip's order. `shows(now)`: sets all
    lights; None to use `lights` and `wire` instead. `frame`: True to draw a border. `raw`: True if
    `press` receives an index in BUTTON_PINS instead of a button's number.
    """

    raw = False

    def __init__(
        self,
        wizard: "Wizard",
        title: str,
        lines: list[str],
        keys: "Sequence[str]" = YES_NO,
        lights: "Iterable[int]" = (),
        wire: "Sequence[int]" = WHITE,
        frame: bool = False,
        shows: "Callable[[int], None] | None" = None,
    ) -> None:
        self.wizard = wizard
        self.bench = wizard.bench
        self.title = title
        self.lines = lines
        self.keys = keys
        self.lights = lights
        self._wire = wire
        self.frame = frame
        self._shows = shows

    def begin(self, now: int) -> None:
        """Begins the question; called each time the question is shown."""

    def resume(self, answer: "Any") -> None:
        """Selects the earlier `answer`. Called after `begin` if BACK has led to this question."""

    def press(self, button: int, now: int) -> "Any":
        """Returns the answer that `button` gives, or None to keep asking."""
        return button

    def tick(self, now: int) -> "Any":
        """Returns an answer if one is known without a press, or None to keep asking."""
        return None

    def page(self) -> views.MessageView:
        if self.frame:  # the frame takes the title's place
            return views.MessageView("", [self.title] + self.lines)
        return views.MessageView(self.title, self.lines)

    def light(self, now: int) -> None:
        """Sends colours to all lights."""
        if self._shows:
            self._shows(now)
        else:
            self.bench.light(self.lights, self._wire)


class Pick(Question):
    """Lets the player pick one of `options`, [(value, text)]. The answer is the option's value.

    `at`: the index of the option shown. `lit(value)`: returns that option's lights.
    """

    def __init__(
        self,
        wizard: "Wizard",
        title: str,
        lines: list[str],
        options: "Sequence[tuple[int, str]]",
        lit: "Callable[[int], Iterable[int]]",
    ) -> None:
        keys = PICK if len(options) > 1 else ("", "", "OK", "BACK")
        Question.__init__(self, wizard, title, lines, keys)
        self.options = options
        self.at = 0
        self._lit = lit

    def resume(self, answer: int) -> None:
        self.at = [value for value, _ in self.options].index(answer)

    def press(self, button: int, now: int) -> int | None:
        if button == OK:
            return self.options[self.at][0]
        self.at = (self.at + (1 if button == NEXT else -1)) % len(self.options)
        return None

    def page(self) -> views.MessageView:
        return views.MessageView(self.title, self.lines + ["< %s >" % self.options[self.at][1]])

    def light(self, now: int) -> None:
        self.bench.light(self._lit(self.options[self.at][0]), WHITE)


class Wizard:
    """Asks the questions of all flows, one flow after another.

    `plan`: functions that return the flows. A flow writes to `found` ({constant: value}) and to
    the preferences `prefs`. `faults`: [(the flow's index in the plan, text)]. `order`: for each
    button, the index of its pin in BUTTON_PINS. `sparks`: for each button, the number of contacts
    shorter than 10 ms; missing until they are counted. `over`: True after the last flow, or after
    BACK at the first question.

    BACK withdraws the last answer: the answer's flow restarts and gets its earlier answers again.
    """

    question: Question
    sparks: "Sequence[int]"

    def __init__(
        self,
        bench: "Any",
        plan: "Sequence[Callable[[Wizard], Flow]]",
        prefs: "Prefs",
        now: int,
    ) -> None:
        self.bench = bench
        self.prefs = prefs
        self.found: "Found" = {}
        self.faults: list[tuple[int, str]] = []
        self.order = [0, 1, 2, 3]
        self.view = views.View()
        self.changed = True
        self.over = False
        self._plan = plan
        self._at = 0  # the present flow's index
        self._answers: "list[tuple[int, Any]]" = []  # (the flow's index, answer)
        self._once: "dict[int, Any]" = {}  # by flow: the result of `once`
        self._restart(0, now)

    def once(self, find: "Callable[[], Any]") -> "Any":
        """Returns `find()`; if BACK has restarted the flow, returns the earlier result instead.

        A flow must not call this method twice.
        """
        if self._at not in self._once:
            self._once[self._at] = find()
        return self._once[self._at]

    def fault(self, text: str) -> None:
        self.faults.append((self._at, text))

    def press(self, pin: int, event: int, now: int) -> None:
        """Handles a press of the button at BUTTON_PINS[pin]; `event`: SHORT, or REPEAT if held."""
        question = self.question
        button, label = pin, "PRESS"
        if not question.raw:
            button = self.order.index(pin)
            label = question.keys[button]
        self.changed = True
        if not label or event != SHORT and label not in _REPEATED:
            return
        if label == "BACK":
            self._go_back(now)
        else:
            self._take(question.press(button, now), now)

    def tick(self, now: int) -> None:
        self._take(self.question.tick(now), now)

    def _take(self, answer: "Any", now: int) -> None:
        if answer is None:
            return
        self._answers.append((self._at, answer))
        try:
            self._show(self._flow.send(answer), now)
        except StopIteration:
            self.over = self.changed = True

    def _flows(self, first: int) -> "Flow":
        for at in range(first, len(self._plan)):
            self._at = at
            self.faults = [fault for fault in self.faults if fault[0] < at]
            if at > first:
                self._once.pop(at, None)
            yield from self._plan[at](self)

    def _restart(self, at: int, now: int) -> None:
        """Starts flow `at`, sends the flow its answers so far, and shows the next question."""
        self._flow = self._flows(at)
        question = next(self._flow)
        for flow, answer in self._answers:
            if flow == at:
                question = self._flow.send(answer)
        self._show(question, now)

    def _show(self, question: Question, now: int) -> None:
        self.question = question
        self.changed = True
        question.begin(now)

    def _go_back(self, now: int) -> None:
        if not self._answers:
            self.over = True
            return
        at, answer = self._answers.pop()
        self._restart(at, now)
        kept = [given for given in self._answers if given[0] != at]
        if self.question.keys[BACK] != "BACK" and kept != self._answers:
            self._answers = kept  # asks for all buttons again
            self._restart(at, now)
        self.question.resume(answer)

    def show_start(self, now: int) -> None:
        """Shows the starting position on the lights, using the results and preferences so far."""
        view, prefs = self.view, self.prefs
        for point, count in _START:
            view.checkers[point] = count
        view.palette, view.brightness = prefs[PALETTE], prefs[BRIGHTNESS]
        view.turned = prefs[SEAT] == 1
        self.bench.paint(view, now)

    def refresh(self) -> None:
        self.view.page = self.question.page()
        self.view.keys = list(self.question.keys)
        self.changed = False
