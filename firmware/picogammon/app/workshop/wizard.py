"""A board at the workbench: one step after another asks something by OLED and lights.

Nothing in here knows hardware. A `bench` (picogammon/workshop.py) has the devices, and uses at once
what a step has found out, so that people see the next question.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.ground import (
    BACK,
    BAR_0,
    BAR_1,
    CUBE,
    DICE,
    NEXT,
    OFF_0,
    OFF_1,
    OK,
    SHORT,
    ticks_diff,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    from picogammon.app.display.lights import Wiring as Lit
    from picogammon.app.session.prefs import Prefs

    Found = dict[str, Any]  # what was found out: {constant of the board's data: value}

    class Held(Protocol):
        """Buttons of which some are held down all the time."""

        @property
        def stuck(self) -> Iterable[int]: ...
        @property
        def sparks(self) -> Sequence[int]: ...

    class Bench(Protocol):
        """A workshop.Bench: the devices, as the steps use them."""

        lights: int
        drivers: list[str]
        data: Any  # a board_config
        places: bytes
        place_pins: tuple[Sequence[int], Sequence[int]]
        piezo_pin: int | None
        has_piezo: bool
        piezo_grounded: bool
        self_test: Any  # a self_test.SelfTest
        matrix: Any  # a devices.matrix.Matrix

        @property
        def buttons(self) -> Held: ...
        @property
        def wiring(self) -> Lit: ...
        def light(self, lights: Iterable[int], wire: Sequence[int]) -> None: ...
        def light_own(self, lights: Iterable[int], colour: Sequence[int]) -> None: ...
        def use_found(self, found: Found) -> None: ...
        def problem(self, found: Found) -> str: ...
        def paint(self, view: views.View, now: int) -> None: ...
        def oleds(self) -> list[tuple[str, int]]: ...
        def oled_status(self, address: int) -> int | None: ...
        def heights(self, driver: str) -> list[int]: ...
        def use_oled(
            self,
            driver: str,
            address: int,
            height: int,
            flip: bool | None = None,
            mirror: bool | None = None,
        ) -> None: ...
        def play(self, tune: int, now: int) -> None: ...
        def keep(self, found: Found, prefs: Prefs) -> str: ...
        def closed(self) -> list[int]: ...
        def hint(self, what: str) -> str: ...
        def shine(self, even: int, odd: int) -> None: ...


_STEP_MS = const(350)
FAINT = const(24)  # the value, 0..255, of a colour that is lit to say something
_REPEATED = ("-", "+", "UP", "DOWN")  # keys that a held button presses on and on
NONE = const(-1)  # in a place's stead: a light is no place's
END = const(-2)  # no further light matters
_NAMES = {
    NONE: "no point",
    END: "end of the strip",
    BAR_0: "bar, near side",
    BAR_1: "bar, far side",
    OFF_0: "off, near side",
    OFF_1: "off, far side",
    DICE: "dice",
    CUBE: "cube",
}


def name_of(place: int) -> str:
    """What a place, or what is pressed like one, is called."""
    return _NAMES.get(place) or "point %d" % place


class Step:
    """A question.

    `raw`: presses come by the pin's index, because the buttons are not known yet. `frame`: a line
    is drawn around the screen. `number`: how many of the strip's first lights are lit.
    """

    raw = False
    frame = False
    number = 0
    title = ""
    known: int  # faults before it
    at: int  # its index in the plan

    def __init__(self, wizard: "Wizard") -> None:
        self.wizard = wizard
        self.bench = wizard.bench

    def begin(self, now: int) -> bool:
        """Begins the question; False if there is nothing to ask."""
        return True

    def lines(self) -> list[str]:
        """The lines on the OLED."""
        return []

    def page(self) -> views.MessageView:
        """The lines as a page of the view."""
        if self.frame:  # the frame goes where a title stands
            return views.MessageView("", [self.title] + self.lines())
        return views.MessageView(self.title, self.lines())

    def keys(self) -> list[str]:
        """What the buttons do, as in View.keys."""
        return ["", "", "OK", "BACK"]

    def press(self, button: int, now: int) -> None:
        """A press of any button but BACK."""

    def back(self, now: int) -> bool:
        """A press of BACK; True if the step has gone back within itself."""
        return False

    def again(self, now: int) -> None:
        """Asks its last question again: somebody has come back to it."""
        if not self.back(now):
            self.begin(now)

    def tick(self, now: int) -> None:
        """Time has passed."""

    def light(self, now: int) -> None:
        """Sends a frame of lights."""
        self.bench.light(range(self.number), (FAINT, FAINT, FAINT))

    def next(self, now: int) -> None:
        """Ends the question: it is answered."""
        self.wizard.next(now)

    def redraw(self) -> None:
        """Asks for the screen to be drawn again."""
        self.wizard.changed = True


class Walks(Step):
    """Lets a light walk along the points, then bar and off where these have lights.

    `most`: how many lights of each place, from the rim; None: all.
    """

    most: "int | None" = None

    def begin(self, now: int) -> bool:
        self._since = now
        self.walk()
        return True

    def walk(self) -> None:
        """Begins at point 1, with the bench's wiring."""
        lights = self.bench.wiring.places
        self._places = list(range(1, 25)) + [place for place in (25, 0, 26, 27) if lights[place]]
        self._at = 0

    def name(self) -> str:
        """The name of the place that is lit."""
        return name_of(self._places[self._at])

    def move(self, by: int) -> None:
        """Walks that many places on."""
        self._at = (self._at + by) % len(self._places)

    def keys(self) -> list[str]:
        return ["", "NO", "YES", "BACK"]

    def tick(self, now: int) -> None:
        if ticks_diff(now, self._since) >= _STEP_MS:
            self._since = now
            self.move(1)
            self.redraw()

    def light(self, now: int) -> None:
        lights = self.bench.wiring.places[self._places[self._at]]
        self.bench.light(lights[: self.most], (FAINT, FAINT, FAINT))


class Wizard:
    """Goes through the steps of a `plan`, a list of their classes.

    The steps write to `found`, {constant: value}, to the preferences `prefs`, and by `fault` to
    `faults`, of (the step's index in the plan, words). `order`: the pins' indices by button.
    `sparks`: of each button, once they were counted. `over`: True at the end.
    """

    sparks: "Sequence[int]"

    def __init__(
        self,
        bench: "Bench",
        plan: "Sequence[type[Step]]",
        prefs: "Prefs",
        order: list[int],
        now: int,
    ) -> None:
        self.bench = bench
        self.prefs = prefs
        self.found: "Found" = {}
        self.faults: list[tuple[int, str]] = []
        self.order = order
        self.view = views.View()
        self.changed = True
        self.over = False
        self._plan = plan
        self._at = -1
        self._steps: list[Step] = []  # the steps that were asked, the present one last
        self.next(now)

    @property
    def step(self) -> Step:
        """The present step."""
        return self._steps[-1]

    def next(self, now: int) -> None:
        """Goes on to the next step that has something to ask; from the last one, to the end."""
        self.changed = True
        while self._at < len(self._plan) - 1:
            self._at += 1
            step = self._plan[self._at](self)
            step.known = len(self.faults)
            if step.begin(now):
                step.at = self._at
                self._steps.append(step)
                return
        self.over = True

    def fault(self, text: str) -> None:
        """Notes a fault of the present step."""
        self.faults.append((self._at, text))

    def _back(self, now: int) -> None:
        if self.step.back(now):
            return
        if len(self._steps) == 1:
            self.over = True
            return
        self._steps.pop()
        self._at = self.step.at
        del self.faults[self.step.known :]
        self.step.again(now)

    def press(self, pin: int, event: int, now: int) -> None:
        """Handles a press of the button on BUTTON_PINS[pin]."""
        step = self.step
        self.changed = True
        if step.raw:
            if event == SHORT:
                step.press(pin, now)
            return
        button = self.order.index(pin)
        if event != SHORT and step.keys()[button] not in _REPEATED:
            return
        if button == BACK:
            self._back(now)
        else:
            step.press(button, now)

    def tick(self, now: int) -> None:
        """Time has passed; called every few milliseconds."""
        self.step.tick(now)

    def refresh(self) -> None:
        """Fills the view with the present question."""
        step = self.step
        self.view.page = step.page()
        self.view.keys = step.keys()
        self.changed = False


class Choose(Step):
    """A step that tries out its `choices`, one after another, until `choice` is right."""

    choice: "Any"

    def begin(self, now: int) -> bool:
        self.choices = self.all()
        self._tried = 0
        self.again(now)
        return bool(self.choices)

    def again(self, now: int) -> None:
        if self.choices:
            self.choice = self.choices[self._tried % len(self.choices)]
            self.try_out(self.choice)

    def all(self) -> "list[Any]":
        """The choices, the likeliest first."""
        return []

    def try_out(self, choice: "Any") -> None:
        """Shows a choice, and keeps it in `found`."""

    def keys(self) -> list[str]:
        return ["", "NO", "YES", "BACK"]

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.next(now)
        elif button == NEXT:
            self._tried += 1
            self.again(now)

    def back(self, now: int) -> bool:
        if not self._tried:
            return False
        self._tried -= 1
        self.again(now)
        return True
