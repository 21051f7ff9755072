"""The flows (question sequences, see wizard.py) for buttons, display, lights, sound and seats."""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.display.screens.text import hidden
from picogammon.app.display.view import MessageView
from picogammon.app.session import prefs_words
from picogammon.app.session.prefs import BRIGHTNESS, PALETTE, SEAT, choices
from picogammon.app.workshop.strip import find_points, test_walk
from picogammon.app.workshop.wizard import FAINT, PICK, WHITE, YES_NO, Question
from picogammon.ground import BUTTON_NAMES, NEXT, OK, PREV, TUNE_DOUBLE, reached, ticks_add

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.workshop.wizard import Flow, Wizard

_OLED_MS = const(3000)
_BUTTON_MS = const(15000)
_TUNE_MS = const(2000)
_WHITE_MS = const(10000)
_BRIGHT_MS = const(15000)
_MANY_SPARKS = const(10)
_NOT_PRESSED = const(-1)
_OLED = ("OLED_DRIVER", "OLED_ADDRESS", "OLED_HEIGHT")
_RED = (FAINT, 0, 0)
_GREEN = (0, FAINT, 0)
_BLUE = (0, 0, FAINT)
_PLACES = ("first", "second", "third", "fourth")


def set_up(places: bool) -> "Sequence[Callable[[Wizard], Flow]]":
    """Lists the set-up's flow functions. `places`: True if points, bars and trays have buttons."""
    flows = [find_buttons, find_oled, find_orientation, find_colours, find_home, find_points]
    if places:
        from picogammon.app.workshop.places import find_wires  # saves memory on other boards

        flows.append(find_wires)
    return flows + [ask_brightness, find_piezo, ask_seat, save]


def self_test(places: bool) -> "Sequence[Callable[[Wizard], Flow]]":
    """Lists the self-test's flow functions. `places`: True if points, bars, trays have buttons."""
    flows = [test_colours, test_walk, test_oled, test_buttons, test_piezo, test_bright, test_inside]
    if places:
        from picogammon.app.workshop.places import test_places  # as above

        flows.append(test_places)
    return flows + [sum_up]


def _press_at(button: int) -> list[str]:
    return ["PRESS" if i == button else "" for i in range(len(BUTTON_NAMES))]


class _FindButtons(Question):
    """Asks for a press of each button, from left to right.

    The answer is a list of the buttons' indices in BUTTON_PINS. One light is lit for the first
    button, two lights for the second, and so on. The kind of OLED is not yet known, so the question
    tries the next possible kind every 3 seconds.
    """

    raw = True

    def begin(self, now: int) -> None:
        self._pins: list[int] = []
        self._oleds = self.bench.oleds()
        self._tried = 0
        self._try_next(now)
        self._ask()

    def _ask(self) -> None:
        at = len(self._pins)
        self.lines = ["From the left, press", "the %s button: %s" % (_PLACES[at], BUTTON_NAMES[at])]
        self.keys = _press_at(at)
        self.lights = range(at + 1)

    def press(self, pin: int, now: int) -> list[int] | None:
        if pin not in self._pins:
            self._pins.append(pin)
            if len(self._pins) == len(BUTTON_NAMES):
                return self._pins
            self._ask()
        return None

    def tick(self, now: int) -> None:
        if len(self._oleds) > 1 and reached(now, self._until):
            self._try_next(now)

    def _try_next(self, now: int) -> None:
        self._until = ticks_add(now, _OLED_MS)
        if self._oleds:
            driver, address = self._oleds[self._tried % len(self._oleds)]
            self._tried += 1
            choice = driver, address, self.bench.heights(driver)[0]
            self.bench.use_oled(dict(zip(_OLED, choice)))
            self.wizard.changed = True


def find_buttons(wizard: "Wizard") -> "Flow":
    """Finds the pin of each button."""
    wizard.order = yield _FindButtons(wizard, "1: buttons", [])
    pins = wizard.bench.data.BUTTON_PINS
    wizard.found["BUTTON_PINS"] = [pins[i] for i in wizard.order]


class _TestButton(Question):
    """Asks for a press of a button. The answer is the button, or _NOT_PRESSED after 15 seconds."""

    def begin(self, now: int) -> None:
        self._until = ticks_add(now, _BUTTON_MS)

    def tick(self, now: int) -> int | None:
        return _NOT_PRESSED if reached(now, self._until) else None


def test_buttons(wizard: "Wizard") -> "Flow":
    """Asks for a press of each button; reports buttons that are stuck or not pressed."""
    bench = wizard.bench
    for button, name in enumerate(BUTTON_NAMES):
        if button in bench.buttons.stuck:
            wizard.fault("%s is stuck: %s" % (name, bench.hint(name)))
            continue
        lines = ["Press " + name, "Nothing happens? Wait 15 s."]
        question = _TestButton(wizard, "Buttons", lines, _press_at(button), range(button + 1))
        if (yield question) == _NOT_PRESSED:
            wizard.fault("%s: %s" % (name, bench.hint(name)))


def _use_oled(wizard: "Wizard", names: "Sequence[str]", values: "Sequence[Any]") -> None:
    wizard.found.update(zip(names, values))
    wizard.bench.use_oled(wizard.found)


def find_oled(wizard: "Wizard") -> "Flow":
    """Tries kinds of OLED (driver, address, height) until the player sees a full border."""
    choices = wizard.once(lambda: _kinds_of_oled(wizard.bench))
    tried = 0
    while choices:  # an empty list without an OLED
        choice = choices[tried % len(choices)]
        lines = ["Is there a full border?"]
        keys = YES_NO
        if tried == len(choices):
            lines = ["No other kinds known.", "Use the first one?"]
            keys = ("", "", "OK", "BACK")
        lines.append("%s 0x%x 128 x %d" % choice)
        _use_oled(wizard, _OLED, choice)
        if (yield Question(wizard, "2: display", lines, keys, range(5), frame=True)) == OK:
            return
        tried += 1


def _kinds_of_oled(bench: "Any") -> "list[tuple[str, int, int]]":
    """Returns [(driver, address, height)] of each possible OLED, the likeliest first."""
    likely = bench.oleds()
    pairs = list(likely)
    # Some OLEDs report a wrong driver.
    for address in sorted({address for _, address in likely}):
        for driver in bench.drivers:
            if (driver, address) not in likely:
                pairs.append((driver, address))
    found = [pair + (bench.heights(pair[0])[0],) for pair in pairs]
    for pair in pairs:
        found += [pair + (height,) for height in bench.heights(pair[0])[1:]]
    return found


def find_orientation(wizard: "Wizard") -> "Flow":
    """Finds out if the OLED is upside down or mirrored."""
    if "OLED_DRIVER" not in wizard.found:  # there is no OLED
        return
    data = wizard.bench.data
    flip, mirror = data.OLED_FLIP, getattr(data, "OLED_MIRROR", False)
    choices = (flip, mirror), (not flip, mirror), (flip, not mirror), (not flip, not mirror)
    lines = ["Can you read this,", "the right way up?"]
    while True:
        for choice in choices:
            _use_oled(wizard, ("OLED_FLIP", "OLED_MIRROR"), choice)
            if (yield Question(wizard, "3: display", lines, lights=range(6))) == OK:
                return


def test_oled(wizard: "Wizard") -> "Flow":
    """Asks if the OLED shows a full border; reports faults of the OLED's bus without asking."""
    bench = wizard.bench
    fault = "Display: " + bench.hint("oled")
    answers = bench.oled.look_after()
    if not answers:
        wizard.fault(fault)
    for wrong in bench.self_test.bus_faults(answers):
        wizard.fault(wrong)
    if answers:
        if (yield Question(wizard, "Display", ["Is there a full border?"], frame=True)) == NEXT:
            wizard.fault(fault)


def find_colours(wizard: "Wizard") -> "Flow":
    """Finds the order of red, green and blue in a light's three bytes.

    Lights that need four bytes (for red, green, blue and white) show mixed colours here.
    """
    keys = "RED", "GREEN", "BLUE", "BACK"
    lights = range(wizard.bench.lights)
    named = ""
    twice = False
    while len(named) < 3:
        which = "%d of 3: which colour" % (len(named) + 1)
        lines = [which, "are all lights now?", "Mixed? Buy WS2812B."]
        if twice:
            lines = ["Each colour only once:", which]
        wire = [0, 0, 0]
        wire[len(named)] = FAINT
        button = yield Question(wizard, "4: colours", lines, keys, lights, wire)
        twice = "RGB"[button] in named
        if not twice:
            named += "RGB"[button]
    wizard.found["STRIP_ORDER"] = named


def test_colours(wizard: "Wizard") -> "Flow":
    """Shows red, green, blue and white on all lights; asks each time if all have the colour."""
    bench = wizard.bench
    lights = range(bench.wiring.lights)
    for name, colour in (("red", _RED), ("green", _GREEN), ("blue", _BLUE), ("white", WHITE)):
        lines = ["Are all lights", name + "?"]
        question = Question(wizard, "Lights", lines, YES_NO, lights, bench.wire_of(colour))
        if (yield question) == NEXT:
            wizard.fault("Not all lights %s: %s" % (name, bench.hint("strip")))
            return


class _Bright(Question):
    """Lights all lights as brightly as the supply allows: 10 s in white, then 5 s in patterns.

    During these 15 s, counts each button's contacts shorter than 10 ms, which are noise. Then asks
    if all lights were steady and had the right colour.
    """

    def begin(self, now: int) -> None:
        self._white_until = ticks_add(now, _WHITE_MS)
        self._until = ticks_add(now, _BRIGHT_MS)
        self._even, self._odd = 0x55, 0xAA
        self._before = list(self.bench.buttons.sparks)
        # A new Strip sends the first frame even if it equals the last one of the old Strip.
        self.bench.use_found({})

    def tick(self, now: int) -> None:
        if not self.lights and reached(now, self._until):
            sparks = zip(self.bench.buttons.sparks, self._before)
            self.wizard.sparks = [count - before for count, before in sparks]
            self.lines = ["Were the lights steady", "and the right colour?"]
            self.keys = YES_NO
            self.lights = range(6)
            self.wizard.changed = True

    def light(self, now: int) -> None:
        if self.lights:
            Question.light(self, now)
        elif reached(now, self._white_until):
            self._even, self._odd = self._odd, self._even
            self.bench.shine(self._even, self._odd)
        else:
            self.bench.shine(255, 255)


def test_bright(wizard: "Wizard") -> "Flow":
    """Asks if the lights are steady at full brightness; reports buttons that pick up noise."""
    lines = ["15 s: press nothing,", "and look at the lights."]
    button = yield _Bright(wizard, "Bright", lines, ("", "", "", "BACK"))
    bench = wizard.bench
    for i, count in enumerate(wizard.sparks):
        if count > _MANY_SPARKS:
            text = "%s: noise (%d). Move GP%d's wire away from the strip's; add 4.7 k to 3V3."
            wizard.fault(text % (BUTTON_NAMES[i], count, bench.data.BUTTON_PINS[i]))
    if button == NEXT:
        wizard.fault("Not steady: " + bench.hint("supply"))


class _Tune(Question):
    def begin(self, now: int) -> None:
        self._until = now

    def tick(self, now: int) -> None:
        if reached(now, self._until):
            self._until = ticks_add(now, _TUNE_MS)
            self.bench.play(TUNE_DOUBLE, now)


def find_piezo(wizard: "Wizard") -> "Flow":
    """Asks if a tune can be heard. Does nothing if the firmware's board data have no piezo."""
    bench = wizard.bench
    if bench.piezo_pin is not None:
        heard = yield _Tune(wizard, "8: sound", ["Do you hear a tune?"], shows=wizard.show_start)
        wizard.found["PIEZO_PIN"] = bench.piezo_pin if heard == OK else None


def test_piezo(wizard: "Wizard") -> "Flow":
    """Asks if a tune can be heard; if the piezo's pin has a short, reports it without asking."""
    bench = wizard.bench
    if bench.piezo_grounded:
        wizard.fault("Piezo: a magnetic buzzer or a short: " + bench.hint("piezo"))
    elif bench.data.PIEZO_PIN is not None:
        if (yield _Tune(wizard, "Sound", ["Do you hear a tune?"], lights=range(5))) == NEXT:
            wizard.fault("Piezo: " + bench.hint("piezo"))


def find_home(wizard: "Wizard") -> "Flow":
    """Asks if the home boards are at the left or at the right."""
    lines = ["Seen from the display:", "where is your home,", "points 1 to 6?"]
    button = yield Question(wizard, "5: home board", lines, ("LEFT", "RIGHT", "", "BACK"), range(7))
    wizard.found["HOME_LEFT"] = button == PREV


class _Brightness(Question):
    """Asks for the brightness. PREV and NEXT immediately change the lights' brightness."""

    def press(self, button: int, now: int) -> int | None:
        prefs = self.wizard.prefs
        if button == OK:
            return OK
        if button == NEXT and prefs[BRIGHTNESS] < choices(BRIGHTNESS) - 1:
            prefs.change(BRIGHTNESS, 1)
        elif button == PREV and prefs[BRIGHTNESS]:
            prefs.change(BRIGHTNESS, -1)
        return None

    def page(self) -> MessageView:
        value = "< %s >" % prefs_words.text(self.wizard.prefs, BRIGHTNESS)
        return MessageView(self.title, self.lines + [value])


def ask_brightness(wizard: "Wizard") -> "Flow":
    """Asks for the brightness; from this question on, the lights show the starting position."""
    wizard.bench.use_found(wizard.found)
    yield _Brightness(wizard, "7: brightness", ["How bright?"], PICK, shows=wizard.show_start)


def ask_seat(wizard: "Wizard") -> "Flow":
    """Asks which player sits at the display's side."""
    prefs = wizard.prefs
    names = PALETTES[prefs[PALETTE]]
    keys = names[0].upper(), names[1].upper(), "", "BACK"
    lines = ["Who sits at the", "display's side?"]
    button = yield Question(wizard, "9: seats", lines, keys, shows=wizard.show_start)
    if prefs[SEAT] != (button == NEXT):
        prefs.change(SEAT, 1)


class _Save(Question):
    """Saves all results at a press of SAVE. If saving fails, shows why; SAVE then tries again."""

    def press(self, button: int, now: int) -> int | None:
        trouble = self.bench.keep(self.wizard.found, self.wizard.prefs)
        if trouble:
            self.lines = [trouble, "OK: try again."]
            return None
        return button


def save(wizard: "Wizard") -> "Flow":
    """Shows the result of the set-up and saves it. No earlier flow saves anything."""
    lines = ["Do the lights show", "the start of a game?"]
    yield _Save(wizard, "Done", lines, ("", "", "SAVE", "BACK"), shows=wizard.show_start)


class _Inside(Question):
    def begin(self, now: int) -> None:
        self._checks = self.bench.self_test.checks()

    def tick(self, now: int) -> int | None:
        for fault in self._checks:
            if fault:
                self.wizard.fault(fault)
            return None
        return OK


def test_inside(wizard: "Wizard") -> "Flow":
    """Checks display, memory, flash and dice, without asking the player anything."""
    yield _Inside(wizard, "Inside", ["Display, memory,", "flash, dice"], ("", "", "", ""))


class _Result(Question):
    """Shows lines, which scroll if they do not fit on the display."""

    def begin(self, now: int) -> None:
        self._first = 0
        self._hidden = hidden(self.lines, self.wizard.view.display)
        self.keys = ("UP", "DOWN", "OK", "") if self._hidden else ("", "", "OK", "")

    def press(self, button: int, now: int) -> int | None:
        if button == OK:
            return OK
        by = 1 if button == NEXT else -1
        self._first = max(0, min(self._hidden, self._first + by))
        return None

    def page(self) -> MessageView:
        return MessageView(self.title, self.lines, self._first)


def sum_up(wizard: "Wizard") -> "Flow":
    """Shows the faults, or "All is well.", and the lines that sum up the self-test.

    Light i is red if flow i of the self-test found a fault; without faults, all lights are green.
    """
    bench = wizard.bench
    lines = [text for _, text in wizard.faults]
    summary = bench.self_test.sum_up(wizard.sparks, len(lines))
    lights, colour = [flow for flow, _ in wizard.faults], _RED
    if not lines:
        lines = ["All is well."]
        lights, colour = list(range(bench.wiring.lights)), _GREEN
    yield _Result(wizard, "Tested", lines + summary, (), lights, bench.wire_of(colour))
