"""A board at the workbench: one step after another asks something by OLED and lights.

Nothing in here knows hardware. A `bench` (picogammon/workshop.py) has the devices, and uses at once
what a step has found out, so that people see the next question.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from picogammon.ground.presses import BACK, NEXT, OK, SHORT

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


def name_of(place):
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

    def __init__(self, wizard):
        self.wizard = wizard
        self.bench = wizard.bench

    def begin(self, now):
        """Begins the question; False if there is nothing to ask."""
        return True

    def lines(self):
        """The lines on the OLED."""
        return []

    def page(self):
        """The lines as a page of the view."""
        if self.frame:  # the frame goes where a title stands
            return views.MessageView("", [self.title] + self.lines())
        return views.MessageView(self.title, self.lines())

    def keys(self):
        """What the buttons do, as in View.keys."""
        return ["", "", "OK", "BACK"]

    def press(self, button, now):
        """A press of any button but BACK."""

    def back(self, now):
        """A press of BACK; True if the step has gone back within itself."""
        return False

    def again(self, now):
        """Asks its last question again: somebody has come back to it."""
        if not self.back(now):
            self.begin(now)

    def tick(self, now):
        """Time has passed."""

    def light(self, now):
        """Sends a frame of lights."""
        self.bench.light(range(self.number), (FAINT, FAINT, FAINT))

    def next(self, now):
        """Ends the question: it is answered."""
        self.wizard.next(now)

    def redraw(self):
        """Asks for the screen to be drawn again."""
        self.wizard.changed = True


class Wizard:
    """Goes through the steps of a `plan`, a list of their classes.

    The steps write to `found`, {constant: value}, to the preferences `prefs`, and by `fault` to
    `faults`, of (the step's index in the plan, words). `order`: the pins' indices by button.
    `over`: True at the end.
    """

    def __init__(self, bench, plan, prefs, order, now):
        self.bench = bench
        self.prefs = prefs
        self.found = {}
        self.faults = []
        self.order = order
        self.view = views.View()
        self.changed = True
        self.over = False
        self._plan = plan
        self._at = -1
        self._steps = []  # the steps that were asked, the present one last
        self.next(now)

    @property
    def step(self):
        """The present step."""
        return self._steps[-1]

    def next(self, now):
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

    def fault(self, text):
        """Notes a fault of the present step."""
        self.faults.append((self._at, text))

    def _back(self, now):
        if self.step.back(now):
            return
        if len(self._steps) == 1:
            self.over = True
            return
        self._steps.pop()
        self._at = self.step.at
        del self.faults[self.step.known :]
        self.step.again(now)

    def press(self, pin, event, now):
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

    def tick(self, now):
        """Time has passed; called every few milliseconds."""
        self.step.tick(now)

    def refresh(self):
        """Fills the view with the present question."""
        step = self.step
        self.view.page = step.page()
        self.view.keys = step.keys()
        self.changed = False


class Choose(Step):
    """A step that tries out its `choices`, one after another, until `choice` is right."""

    def begin(self, now):
        self.choices = self.all()
        self._tried = 0
        self.again(now)
        return bool(self.choices)

    def again(self, now):
        if self.choices:
            self.choice = self.choices[self._tried % len(self.choices)]
            self.try_out(self.choice)

    def all(self):
        """The choices, the likeliest first."""
        return []

    def try_out(self, choice):
        """Shows a choice, and keeps it in `found`."""

    def keys(self):
        return ["", "NO", "YES", "BACK"]

    def press(self, button, now):
        if button == OK:
            self.next(now)
        elif button == NEXT:
            self._tried += 1
            self.again(now)

    def back(self, now):
        if not self._tried:
            return False
        self._tried -= 1
        self.again(now)
        return True
