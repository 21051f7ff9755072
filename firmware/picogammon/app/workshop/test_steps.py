"""The board's self-test: what people see, hear and press, then what it can tell by itself.

One page at the end says that all is well, or which wires to look at.
"""

from micropython import const

from picogammon.app.display.screens.text import hidden
from picogammon.app.display.view import MessageView
from picogammon.app.workshop.wizard import FAINT, Step, Walks
from picogammon.ground import (
    BUTTON_NAMES,
    NEXT,
    OK,
    PREV,
    TUNE_DOUBLE,
    reached,
    ticks_add,
    ticks_diff,
)

_WAIT_MS = const(15000)
_AGAIN_MS = const(2000)
_WHITE_MS = const(10000)
_BRIGHT_MS = const(15000)
_MANY_SPARKS = const(10)


class _Judged(Step):
    """A question that people judge. OK: it is as asked; NEXT: it is not."""

    def keys(self) -> list[str]:
        return ["", "NO", "YES", "BACK"]

    def fault(self) -> str:
        """What to look at if it is not as asked."""
        return ""

    def press(self, button: int, now: int) -> None:
        if button == NEXT:
            self.wizard.fault(self.fault())
        if button in (OK, NEXT):
            self.next(now)


class Red(_Judged):
    """Shows one colour after another on all lights."""

    title = "Lights"
    colours = ("red", "green", "blue", "white")

    def begin(self, now: int) -> bool:
        self._at = 0
        return True

    def lines(self) -> list[str]:
        return ["Are all lights", self.colours[self._at] + "?"]

    def press(self, button: int, now: int) -> None:
        if button == OK and self._at < len(self.colours) - 1:
            self._at += 1
        else:
            _Judged.press(self, button, now)

    def fault(self) -> str:
        return "Not all lights %s: %s" % (self.colours[self._at], self.bench.hint("strip"))

    def light(self, now: int) -> None:
        colour = [0, 0, 0]
        for i in range(3):
            if self._at in (i, 3):
                colour[i] = FAINT
        self.bench.light_own(range(self.bench.wiring.lights), colour)


class Walk(Walks):
    """Lets a light walk. Where it does not, asks for the first wrong place."""

    title = "Lights"

    def begin(self, now: int) -> bool:
        self._stopped = False
        return Walks.begin(self, now)

    def lines(self) -> list[str]:
        if self._stopped:
            return ["Which is the first", "dark or wrong one?", "< %s >" % self.name()]
        return ["Does it walk 1 to 24?", "Now: " + self.name()]

    def keys(self) -> list[str]:
        return ["-", "+", "OK", "BACK"] if self._stopped else Walks.keys(self)

    def press(self, button: int, now: int) -> None:
        if button == OK:
            if self._stopped:
                name = self.name()
                text = "%s dark? Check the solder joint before it."
                text += " A different light on? Run the set-up."
                self.wizard.fault(text % (name[0].upper() + name[1:]))
            self.next(now)
        elif self._stopped:
            self.move(-1 if button == PREV else 1)
        else:
            self._stopped = button == NEXT

    def back(self, now: int) -> bool:
        stopped, self._stopped = self._stopped, False
        return stopped

    def tick(self, now: int) -> None:
        if not self._stopped:
            Walks.tick(self, now)


class Oled(_Judged):
    """Shows a line around the whole display; a display that does not answer is a fault at once, and
    so is what is wrong with its lines. All lights are dark."""

    title = "Display"
    frame = True

    def begin(self, now: int) -> bool:
        answers = self.bench.oled_status(self.bench.data.OLED_ADDRESS) is not None
        if not answers:
            self.wizard.fault(self.fault())
        for fault in self.bench.self_test.bus_faults(answers):
            self.wizard.fault(fault)
        return answers

    def lines(self) -> list[str]:
        return ["Is there a full border?"]

    def fault(self) -> str:
        return "Display: " + self.bench.hint("oled")


class Buttons(Step):
    """Asks for each button in turn, by as many lights as in the set-up; after 15 seconds it is a
    fault. So is one that is stuck."""

    title = "Buttons"

    def begin(self, now: int) -> bool:
        self.again(now)
        return self._at < len(BUTTON_NAMES)

    def again(self, now: int) -> None:
        self._at = -1
        self._on(now)

    def lines(self) -> list[str]:
        return ["Press " + BUTTON_NAMES[self._at], "Nothing happens? Wait 15 s."]

    def keys(self) -> list[str]:
        return ["PRESS" if i == self._at else "" for i in range(4)]

    def press(self, button: int, now: int) -> None:
        if button == self._at:
            self._on(now)

    def back(self, now: int) -> bool:
        if self._at == len(BUTTON_NAMES) - 1:
            self._on(now)
        return True

    def tick(self, now: int) -> None:
        if reached(now, self._until):
            self._fault("")
            self._on(now)

    def _fault(self, what: str) -> None:
        name = BUTTON_NAMES[self._at]
        self.wizard.fault("%s%s: %s" % (name, what, self.bench.hint(name)))

    def _on(self, now: int) -> None:
        self._at += 1
        while self._at in self.bench.buttons.stuck:
            self._fault(" is stuck")
            self._at += 1
        self.number = self._at + 1
        self._until = ticks_add(now, _WAIT_MS)
        self.redraw()
        if self._at == len(BUTTON_NAMES) and self.wizard.step is self:
            self.next(now)


class Piezo(_Judged):
    """Plays a tune, again and again; not where its pin is joined to ground. Five lights are lit."""

    title = "Sound"
    number = 5

    def begin(self, now: int) -> bool:
        self._until = now
        if self.bench.piezo_grounded:
            self.wizard.fault("Piezo: a magnetic buzzer or a short: " + self.bench.hint("piezo"))
        return self.bench.data.PIEZO_PIN is not None and not self.bench.piezo_grounded

    def lines(self) -> list[str]:
        return ["Do you hear a tune?"]

    def fault(self) -> str:
        return "Piezo: " + self.bench.hint("piezo")

    def tick(self, now: int) -> None:
        if reached(now, self._until):
            self._until = ticks_add(now, _AGAIN_MS)
            self.bench.play(TUNE_DOUBLE, now)


class Bright(_Judged):
    """Lights all as bright as the supply allows, white and then as two patterns in turn. A button
    with many sparks meanwhile is a fault. Then six lights ask whether all were steady."""

    title = "Bright"
    number = 6

    def begin(self, now: int) -> bool:
        self._since = now
        self._asks = False
        self._even, self._odd = 0x55, 0xAA
        self._before = list(self.bench.buttons.sparks)
        self.bench.use_found({})  # of the same frame it would send nothing, and others came between
        return True

    def lines(self) -> list[str]:
        if self._asks:
            return ["Were the lights steady", "and the right colour?"]
        return ["15 s: press nothing,", "and look at the lights."]

    def keys(self) -> list[str]:
        return _Judged.keys(self) if self._asks else ["", "", "", "BACK"]

    def press(self, button: int, now: int) -> None:
        if self._asks:
            _Judged.press(self, button, now)

    def fault(self) -> str:
        return "Not steady: " + self.bench.hint("supply")

    def tick(self, now: int) -> None:
        if self._asks or ticks_diff(now, self._since) < _BRIGHT_MS:
            return
        self._asks = True
        self.redraw()
        counts = zip(self.bench.buttons.sparks, self._before)
        self.wizard.sparks = [count - before for count, before in counts]
        for i, count in enumerate(self.wizard.sparks):
            if count > _MANY_SPARKS:
                text = "%s: noise (%d). Move GP%d's wire away from the strip's; add 4.7 k to 3V3."
                self.wizard.fault(text % (BUTTON_NAMES[i], count, self.bench.data.BUTTON_PINS[i]))

    def light(self, now: int) -> None:
        if self._asks:
            Step.light(self, now)
        elif ticks_diff(now, self._since) < _WHITE_MS:
            self.bench.shine(255, 255)
        else:
            self._even, self._odd = self._odd, self._even
            self.bench.shine(self._even, self._odd)


class Inside(Step):
    """Checks display, memory, flash and dice, which the board judges by itself."""

    title = "Inside"

    def begin(self, now: int) -> bool:
        self._checks = self.bench.self_test.checks()
        return True

    def lines(self) -> list[str]:
        return ["Display, memory,", "flash, dice"]

    def keys(self) -> list[str]:
        return ["", "", "", ""]

    def back(self, now: int) -> bool:
        return True

    def tick(self, now: int) -> None:
        try:
            fault = next(self._checks)
        except StopIteration:
            self.next(now)
            return
        if fault:
            self.wizard.fault(fault)


class Result(Step):
    """All is well, or what to look at; and what sums it up. OK ends it.

    All lights are green; or red, as many as there are steps, those of which are faults.
    """

    title = "Tested"

    def begin(self, now: int) -> bool:
        self._first = 0
        self._summary = self.bench.self_test.sum_up(self.wizard.sparks, len(self.wizard.faults))
        self._hidden = hidden(self.lines(), self.wizard.view.display)
        return True

    def lines(self) -> list[str]:
        return ([text for _, text in self.wizard.faults] or ["All is well."]) + self._summary

    def page(self) -> MessageView:
        return MessageView(self.title, self.lines(), self._first)

    def light(self, now: int) -> None:
        faults = self.wizard.faults
        if faults:
            self.bench.light_own([step for step, _ in faults], (FAINT, 0, 0))
        else:
            self.bench.light_own(range(self.bench.wiring.lights), (0, FAINT, 0))

    def keys(self) -> list[str]:
        return ["UP", "DOWN", "OK", ""] if self._hidden else ["", "", "OK", ""]

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.next(now)
        else:
            by = -1 if button == PREV else 1
            self._first = max(0, min(self._hidden, self._first + by))

    def back(self, now: int) -> bool:
        return True


KINDS = (Red, Walk, Oled, Buttons, Piezo, Bright, Inside)
