"""The first questions, while nothing is known yet: the buttons, the OLED, the lights' colours."""

from micropython import const

from picogammon.app.workshop.wizard import FAINT, Choose, Step
from picogammon.ground import BUTTON_NAMES, OK, reached, ticks_add

_WAIT_MS = const(3000)
_PLACES = ("first", "second", "third", "fourth")
_COLOURS = "RGB"


class Buttons(Step):
    """Asks for each button in turn; the number of lit lights is that of the button to press.

    Nobody knows yet which OLED there is, so one after another is tried.
    """

    raw = True
    title = "1: buttons"

    def begin(self, now: int) -> bool:
        self.wizard.order = []
        self.number = 1
        self._oleds = self.bench.oleds()
        self._tried = -1
        self._try_next(now)
        return True

    def lines(self) -> list[str]:
        at = len(self.wizard.order)
        return ["From the left, press", "the %s button: %s" % (_PLACES[at], BUTTON_NAMES[at])]

    def keys(self) -> list[str]:
        at = len(self.wizard.order)
        return ["PRESS" if i == at else "" for i in range(4)]

    def press(self, pin: int, now: int) -> None:
        order = self.wizard.order
        if pin in order:
            return
        order.append(pin)
        self.number = len(order) + 1
        if len(order) == len(BUTTON_NAMES):
            pins = self.bench.data.BUTTON_PINS
            self.wizard.found["BUTTON_PINS"] = [pins[i] for i in order]
            self.next(now)

    def tick(self, now: int) -> None:
        if len(self._oleds) > 1 and reached(now, self._until):
            self._try_next(now)

    def _try_next(self, now: int) -> None:
        self._until = ticks_add(now, _WAIT_MS)
        if self._oleds:
            self._tried = (self._tried + 1) % len(self._oleds)
            driver, address = self._oleds[self._tried]
            self.bench.use_oled(driver, address, self.bench.heights(driver)[0])
            self.redraw()


class Oled(Choose):
    """Asks which OLED it is: only the right commands and height show the line around the text.

    Five lights are lit.
    """

    frame = True
    number = 5
    title = "2: display"

    def all(self) -> list[tuple[str, int, int]]:
        told = self.bench.oleds()
        found = list(told)
        # Some OLEDs report a wrong driver.
        for address in sorted({address for _, address in told}):
            for driver in self.bench.drivers:
                if (driver, address) not in told:
                    found.append((driver, address))
        choices = [pair + (self.bench.heights(pair[0])[0],) for pair in found]
        for pair in found:
            choices += [pair + (height,) for height in self.bench.heights(pair[0])[1:]]
        return choices

    def try_out(self, choice: tuple[str, int, int]) -> None:
        self.bench.use_oled(*choice)
        found = self.wizard.found
        found["OLED_DRIVER"], found["OLED_ADDRESS"], found["OLED_HEIGHT"] = choice

    @property
    def _tried_all(self) -> bool:
        return self._tried == len(self.choices)

    def lines(self) -> list[str]:
        driver, address, height = self.choice
        which = "%s 0x%x 128 x %d" % (driver, address, height)
        if self._tried_all:
            return ["No other kinds known.", "Use the first one?", which]
        return ["Is there a full border?", which]

    def keys(self) -> list[str]:
        return Step.keys(self) if self._tried_all else Choose.keys(self)

    def press(self, button: int, now: int) -> None:
        if button == OK or not self._tried_all:
            Choose.press(self, button, now)


class Turned(Choose):
    """Asks whether the OLED is upside down, or mirrored. Six lights are lit."""

    number = 6
    title = "3: display"

    def all(self) -> list[tuple[bool, bool]]:
        if "OLED_DRIVER" not in self.wizard.found:  # there is no OLED
            return []
        data = self.bench.data
        flip, mirror = data.OLED_FLIP, getattr(data, "OLED_MIRROR", False)
        flips = (flip, not flip, flip, not flip)
        return list(zip(flips, (mirror, mirror, not mirror, not mirror)))

    def try_out(self, choice: tuple[bool, bool]) -> None:
        found = self.wizard.found
        found["OLED_FLIP"], found["OLED_MIRROR"] = choice
        chosen = [found["OLED_" + name] for name in ("DRIVER", "ADDRESS", "HEIGHT")]
        self.bench.use_oled(*chosen, *choice)  # type: ignore[call-arg]  # three and two

    def lines(self) -> list[str]:
        return ["Can you read this,", "the right way up?"]


class Colours(Step):
    """Asks which colour each of a light's three bytes makes: PREV red, NEXT green, OK blue.

    On lights with four bytes, red, green, blue and white, the same three make a mixture.
    """

    title = "4: colours"

    def begin(self, now: int) -> bool:
        self._named = ""
        self._again = False
        return True

    def lines(self) -> list[str]:
        if self._again:
            return ["Each colour only once:", "%d of 3: which colour" % (len(self._named) + 1)]
        which = "%d of 3: which colour" % (len(self._named) + 1)
        return [which, "are all lights now?", "Mixed? Buy WS2812B."]

    def keys(self) -> list[str]:
        return ["RED", "GREEN", "BLUE", "BACK"]

    def press(self, button: int, now: int) -> None:
        colour = _COLOURS[button] if button <= OK else ""
        self._again = colour in self._named
        if not self._again:
            self._named += colour
        if len(self._named) == len(_COLOURS):
            self.wizard.found["STRIP_ORDER"] = self._named
            self.next(now)

    def back(self, now: int) -> bool:
        if not (self._again or self._named):
            return False
        if not self._again:
            self._named = self._named[:-1]
        self._again = False
        return True

    def light(self, now: int) -> None:
        wire = [0, 0, 0]
        wire[len(self._named)] = FAINT
        self.bench.light(range(self.bench.lights), wire)


KINDS = (Buttons, Oled, Turned, Colours)
