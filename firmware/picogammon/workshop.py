"""The workshop: set-up and self-test of a board by its four buttons, while no match is played.

app/workshop has the questions that a person answers; each question uses the devices through a
Bench. A set-up saves nothing before its last question.
"""

import gc
from micropython import const

from picogammon import board_data, panel
from picogammon.app.display import screens
from picogammon.app.display.canvas import WIDTH
from picogammon.app.workshop import questions
from picogammon.app.workshop.wizard import Wizard
from picogammon.devices import sound
from picogammon.devices.oled import DRIVERS, status_of
from picogammon.devices.strip import MOST_LIGHTS, Strip, Wiring
from picogammon.ground import (
    BUTTON_NAMES,
    SELF_TEST,
    UNDO_SET_UP,
    UPDATE,
    button_of,
    event_of,
    ticks_diff,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from picogammon.app.display.view import View
    from picogammon.app.session.prefs import Prefs
    from picogammon.app.session.session import Session
    from picogammon.app.workshop.wizard import Found
    from picogammon.devices.buttons import Buttons
    from picogammon.host import Host

    Kind = TypeVar("Kind")

_FRAME_MS = 33
_ADDRESSES = (0x3C, 0x3D)
_DRIVERS = {3: "ssd1306", 6: "ssd1306", 8: "sh1106"}  # by the low bits of a status


class Bench:
    """The devices of a board, as the questions of set-up and self-test use them.

    `data`: the board's data, as changed by the last set-up. `places`: the place, such as a point,
    of each button of the `matrix`; b"" without a matrix. `piezo_pin`: the piezo's pin in the data
    without a set-up's changes, or None. `tests`: True for the self-test; the Bench then also has
    `self_test`, a SelfTest, and `piezo_grounded`, True if the piezo's pin is shorted to ground.
    """

    lights = MOST_LIGHTS
    drivers = sorted(DRIVERS, key=lambda one: (one != "ssd1306", one))  # the commonest first

    def __init__(
        self, host: "Host", data: "Any", session: "Session", buttons: "Buttons", tests: bool
    ) -> None:
        self._host = host
        self.data = data
        self.buttons = buttons
        self._session = session
        self.use_found({})
        self._lights = self._painted.lights
        own = host.load_data()
        self.piezo_pin = getattr(own, "PIEZO_PIN", None)
        self._wire: "Strip | None" = None
        self._rgb = bytearray(3 * MOST_LIGHTS)
        self.places = b""
        if hasattr(data, "PLACE_ROW_PINS"):
            from picogammon.devices import matrix  # saves memory if no place can be pressed

            self.place_pins = data.PLACE_ROW_PINS, data.PLACE_COLUMN_PINS
            self.places = matrix.BUTTONS
            if tests:
                self.matrix = panel.make_matrix(host, data)
            else:  # the order of its wires is unknown, so the PIO cannot watch it
                self.matrix = matrix.Matrix(host.machine, *self.place_pins)
        frequency = getattr(own, "I2C_FREQUENCY", data.I2C_FREQUENCY)
        self._bus = panel.make_bus(host, board_data.Laid(data, {"I2C_FREQUENCY": frequency}))
        self.oled = panel.make_oled(host, data, self._bus)
        if tests:
            from picogammon.self_test import SelfTest  # saves memory for the set-up

            self.self_test = SelfTest(host, data, session, self._bus)
            piezo = data.PIEZO_PIN
            self.piezo_grounded = piezo is not None and not self.self_test.level(piezo)
        self.sound = panel.sound_on(host, self.piezo_pin)

    def light(self, lights: "Iterable[int]", wire: "Sequence[int]") -> None:
        """Lights only these `lights`. `wire`: their colour, as three bytes in the strip's order."""
        order = self.data.STRIP_ORDER
        if self._wire is None:
            machine = self._host.machine
            pin = machine.Pin(self.data.STRIP_PIN, machine.Pin.OUT)
            timing = getattr(self.data, "STRIP_TIMING", None)
            self._wire = Strip(machine.bitstream, pin, MOST_LIGHTS, order, timing=timing)
        colour = bytes([wire[order.index(letter)] for letter in "RGB"])
        rgb = self._rgb
        rgb[:] = bytes(len(rgb))
        for light in lights:
            rgb[3 * light : 3 * light + 3] = colour
        self._wire.show(rgb)

    def use_found(self, found: "Found") -> None:
        """Makes `paint` use the constants `found`. Raises ValueError if no board can have them."""
        data = board_data.Laid(self.data, found)
        self.wiring = Wiring(data.WIRING, data.LIGHTS_PER_POINT)
        self._painter, self._painted = panel.make_strip(self._host, data)

    def problem(self, found: "Found") -> str:
        """Makes `paint` use the constants `found`; returns '', or the error in them."""
        try:
            self.use_found(found)
        except ValueError as error:
            return str(error)
        return ""

    def paint(self, view: "View", now: int) -> None:
        """Shows `view` on the lights, with the wiring given to `use_found`."""
        rgb = self._frame()
        self._painter.paint(view, now, rgb)
        self._painted.show(rgb)

    def relight(self) -> None:
        (self._wire or self._painted).resend()

    def _frame(self) -> memoryview:
        self._wire = None  # a new Strip sends its next frame even if the frame is unchanged
        return memoryview(self._rgb)[: 3 * self._painted.lights]

    @property
    def rgb(self) -> bytes:
        """The last frame, with red, green and blue for each light."""
        return bytes(self._rgb[: 3 * self._lights])

    def oleds(self) -> "list[tuple[str, int]]":
        """Returns each (driver, address) that fits an OLED that answers, the likeliest first."""
        drivers = _likely(self.data.OLED_DRIVER, self.drivers)
        found: "list[tuple[str, int]]" = []
        for slow in (False, True):
            self._bus.free(slow)
            for address in _likely(self.data.OLED_ADDRESS, _ADDRESSES):
                status = status_of(self._bus.i2c, address)
                if status is not None:
                    known = _DRIVERS.get(status & 15)
                    found += [(driver, address) for driver in drivers if known in (None, driver)]
            if found:
                break
        return found

    def heights(self, driver: str) -> "list[int]":
        """Returns the heights, in pixels, of displays with this `driver`, the likeliest first."""
        return _likely(panel.oled_height(self.data), DRIVERS[driver].heights)

    def use_oled(self, found: "Found") -> None:
        """Switches to the OLED that the constants in `found` describe."""
        self.oled = panel.make_oled(self._host, board_data.Laid(self.data, found), self._bus)

    def play(self, tune: int, now: int) -> None:
        self.sound.play(sound.TUNES[tune], now)

    def keep(self, found: "Found", prefs: "Prefs") -> str:
        """Saves `found` and the preferences; returns '', or the reason for a failure."""
        if self.oled.present and self._bus.slow:
            found["I2C_FREQUENCY"] = self._bus.frequency
        try:
            board_data.keep(self._host.files, found)
        except OSError:
            return "This could not be saved."
        self._session.keep_prefs()
        return ""

    # For the self-test.

    def shine(self, even: int, odd: int) -> None:
        """Shows a frame whose bytes are `even`, `odd`, `even` ...; each light takes three bytes."""
        rgb = self._frame()
        rgb[:] = (bytes((even, odd)) * len(rgb))[: len(rgb)]
        self._painted.show(rgb)

    def wire_of(self, colour: "Sequence[int]") -> "list[int]":
        """Returns the bytes of `colour` (red, green, blue) in the order that the strip expects."""
        return [colour["RGB".index(letter)] for letter in self.data.STRIP_ORDER]

    def hint(self, what: str) -> str:
        """Returns the wires to check. `what`: strip, supply, oled, piezo or a button's name."""
        data = self.data
        if what == "strip":
            return "check GP%d, level shifter, 5 V, ground." % data.STRIP_PIN
        if what == "supply":
            return "check cable, supply, level shifter, joints of 5 V and ground."
        if what == "oled":
            pins = data.I2C_SDA_PIN, data.I2C_SCL_PIN
            return "check SDA (GP%d), SCL (GP%d), 3V3, ground." % pins
        if what == "piezo":
            return "check GP%d to ground." % data.PIEZO_PIN
        return "check GP%d to ground." % data.BUTTON_PINS[BUTTON_NAMES.index(what)]


class Workshop:
    """The main loop of a set-up or self-test, until `wizard` is over.

    `what`: SET_UP or SELF_TEST. `say`: called with the display's text whenever the text changes.
    """

    played = None

    def __init__(
        self,
        host: "Host",
        what: int,
        data: "Any",
        session: "Session",
        say: "Callable[[str], object]",
        now: int,
    ) -> None:
        gc.collect()
        self._buttons = panel.make_buttons(host, data, ())
        self._bench = Bench(host, data, session, self._buttons, what == SELF_TEST)
        self._say = say
        self._said: "str | None" = None
        self._looked_at = self._lit_at = now
        self._unsent = False
        self.name: str = data.NAME
        self.canvas = panel.Canvas(panel.Display(self._bench.oled.height))
        flows = questions.self_test if what == SELF_TEST else questions.set_up
        plan = flows(len(self._bench.places) > 0)
        self.wizard = Wizard(self._bench, plan, session.prefs, now)
        self.view = self.wizard.view

    @property
    def rgb(self) -> bytes:
        return self._bench.rgb

    def run_round(self, now: int) -> None:
        wizard = self.wizard
        press = self._buttons.scan(now)
        while press >= 0 and not wizard.over:
            wizard.press(button_of(press), event_of(press), now)
            press = self._buttons.scan(now)
        if wizard.over:
            return
        wizard.tick(now)
        self._bench.sound.tick(now)
        oled = self._bench.oled
        if wizard.changed and not wizard.over:
            self._draw(0)
        elif ticks_diff(now, self._lit_at) >= _FRAME_MS:
            self._lit_at = now
            wizard.question.light(now)
        elif ticks_diff(now, self._looked_at) >= panel.LOOK_MS:
            self._looked_at = now
            self._bench.relight()
            self._unsent = oled.look_after()
            if self.canvas.leaves > 1:
                self._draw(self.canvas.leaf + 1)
        elif self._unsent:
            self._unsent = not oled.show_page(self.canvas.buffer)

    def _draw(self, leaf: int) -> None:
        wizard = self.wizard
        view = self.view
        height = self._bench.oled.height
        if self.canvas.display.height != height:
            self.canvas = panel.Canvas(panel.Display(height))
        view.display = self.canvas.display
        wizard.refresh()
        self._unsent = True
        self.canvas.leaf = leaf
        screens.draw(view, self.canvas)
        if wizard.question.frame:
            self.canvas.rect(0, 0, WIDTH, height)
        said = " ".join([view.page.title] + view.page.lines)
        if said != self._said:
            self._said = said
            self._say("%s [%s]" % (said, ", ".join(view.keys)))


def _likely(first: "Kind", values: "Sequence[Kind]") -> "list[Kind]":
    others = [value for value in values if value != first]
    return others if len(others) == len(values) else [first] + others


def at_once(host: "Host", what: int, panel: "panel.Panel", now: int) -> bool:
    """Does `what` if it is UNDO_SET_UP or UPDATE; returns True if a restart must follow."""
    if what == UPDATE:
        lines = ["Copy the .uf2 file to", "the drive that appears,", "or pull the plug."]
        panel.show_message("Update", lines, now)
        host.machine.bootloader()
    if what == UNDO_SET_UP:
        try:
            board_data.forget(host)
        except OSError:
            pass  # the set-up stays, and can be undone at another try
    return what == UNDO_SET_UP
