"""A board at the workbench: one step after another, each asks something by OLED and by lights.

Nothing in here knows hardware. A `bench` (picogammon/workshop.py) has the devices, and does what a
step found out at once, so that the next question can be seen.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.ground.presses import BACK, NEXT, OK, SHORT

FAINT = const(24)  # how far a colour of a light is on that says something


class Step:
    """A question. `raw`: presses come by the pin's index, as nobody knows the buttons yet; `frame`:
    a line is drawn around the screen; `number`: so many of the strip's first lights are lit."""

    raw = False
    frame = False
    number = 0
    title = ""

    def __init__(self, wizard):
        self.wizard = wizard
        self.bench = wizard.bench

    def begin(self, now):
        """It is asked now; False if there is nothing to ask."""
        return True

    def lines(self):
        """What the OLED says."""
        return []

    def page(self):
        """The same as a page of the view."""
        if self.frame:  # it goes where a title stands
            return views.MessageView("", [self.title] + self.lines())
        return views.MessageView(self.title, self.lines())

    def keys(self):
        """What the buttons do, as View.keys."""
        return ["", "", "OK", "BACK"]

    def press(self, button, now):
        """Any button but BACK."""

    def back(self, now):
        """BACK: whether the step has gone back within itself."""
        return False

    def tick(self, now):
        """Time has passed."""

    def light(self, now):
        """Sends a frame of lights."""
        self.bench.light(range(self.number), (FAINT, FAINT, FAINT))

    def next(self, now):
        """It is answered."""
        self.wizard.next(now)

    def redraw(self):
        """There is something else to see."""
        self.wizard.changed = True


class Wizard:
    """`plan`: the classes of its steps, one after another.

    What they find out comes into `found`, {constant: value}, and the preferences into `prefs`; what
    is wrong into `faults`, in words. `order`: the pins' indices by button. `over`: whether it is at
    its end.
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
        self._steps = []  # those that were asked, up to the one that is
        self.next(now)

    @property
    def step(self):
        """What is asked now."""
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

    def _back(self, now):
        if self.step.back(now):
            return
        if len(self._steps) == 1:
            self.over = True
            return
        self._steps.pop()
        self._at = self.step.at
        del self.faults[self.step.known :]
        self.step.begin(now)

    def press(self, pin, event, now):
        """A press of the button on BUTTON_PINS[pin]."""
        step = self.step
        self.changed = True
        if step.raw:
            if event == SHORT:
                step.press(pin, now)
            return
        button = self.order.index(pin)
        if button != BACK:
            step.press(button, now)
        elif event == SHORT:
            self._back(now)

    def tick(self, now):
        """Time has passed; called every few milliseconds."""
        self.step.tick(now)

    def refresh(self):
        """Fills the view with what is asked now."""
        step = self.step
        self.view.page = step.page()
        self.view.keys = step.keys()
        self.changed = False


class Choose(Step):
    """A step that goes through `choices`: each is tried out, and the one that is right is taken."""

    def begin(self, now):
        self.choices = self.all()
        self.at_choice = 0
        if self.choices:
            self.try_out(self.choices[0])
        return bool(self.choices)

    def all(self):
        """The choices, the likeliest first."""
        return []

    def try_out(self, choice):
        """Lets it be seen, and keeps it in `found`."""

    def keys(self):
        return ["", "NO", "YES", "BACK"]

    def press(self, button, now):
        if button == OK:
            self.next(now)
        elif button == NEXT:
            self.at_choice = (self.at_choice + 1) % len(self.choices)
            self.try_out(self.choices[self.at_choice])
