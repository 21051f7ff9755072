"""Makes a board's devices from its data (board_config): one device, or all of them as a Panel."""

import gc
from micropython import const

from picogammon.app.display.canvas import USUAL, Canvas, Display
from picogammon.app.display.lights import Lights
from picogammon.app.display.view import MessageView, View
from picogammon.devices import oled, sound
from picogammon.devices.buttons import Buttons
from picogammon.devices.oled import Bus
from picogammon.devices.strip import Strip, Wiring
from picogammon.ground import BACK, OK, ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.devices.matrix import Matrix
    from picogammon.host import Host

_UNTOUCHED_MS = const(2000)
_FRAME_MS = 33  # between frames of lights that pulse
LOOK_MS = 3000  # between checks of the OLED and the lights, and between parts of a long text


def make_strip(host: "Host", data: "Any") -> "tuple[Lights, Strip]":
    """Returns the Lights and the LED Strip that the board_config `data` describes."""
    machine = host.machine
    wiring = Wiring(data.WIRING, data.LIGHTS_PER_POINT)
    return Lights(wiring), Strip(
        machine.bitstream,
        machine.Pin(data.STRIP_PIN, machine.Pin.OUT),
        wiring.lights,
        data.STRIP_ORDER,
        data.SUPPLY_MA - data.OTHERS_MA,
        data.STRIP_MA_PER_CHANNEL,
        data.STRIP_IDLE_MA,
        getattr(data, "STRIP_TIMING", None),
    )


def make_bus(host: "Host", data: "Any") -> Bus:
    """Returns the OLED's I2C Bus, as the board_config `data` describes it."""
    return Bus(host.machine, data.I2C_ID, data.I2C_SCL_PIN, data.I2C_SDA_PIN, data.I2C_FREQUENCY)


def make_oled(host: "Host", data: "Any", bus: "Bus | None" = None) -> "oled.Oled":
    """Returns the OLED that the board_config `data` describes. `bus`: None for a new Bus."""
    return oled.Oled(
        bus or make_bus(host, data),
        data.OLED_DRIVER,
        data.OLED_ADDRESS,
        data.OLED_FLIP,
        getattr(data, "OLED_MIRROR", False),
        oled_height(data),
    )


def oled_height(data: "Any") -> int:
    """Returns the OLED's height in rows of pixels, from the board_config `data`."""
    return getattr(data, "OLED_HEIGHT", oled.HEIGHT)


def make_buttons(host: "Host", data: "Any", long: "Sequence[int]" = (OK, BACK)) -> Buttons:
    """Returns the Buttons of the board_config `data`. `long`: the buttons with a long press."""
    pin = host.machine.Pin
    pins = [pin(number, pin.IN, pin.PULL_UP) for number in data.BUTTON_PINS]
    buttons = Buttons(lambda i: pins[i].value(), len(pins), long)
    if hasattr(pins[0], "irq"):
        buttons.listen(pins, host.ticks_ms)
    return buttons


def make_matrix(host: "Host", data: "Any") -> "Matrix":
    """Returns the Matrix of the buttons at points, bars and trays, as `data` describes it."""
    from picogammon.devices import matrix  # saves memory if no place can be pressed

    machine = host.machine
    pins = data.PLACE_ROW_PINS, data.PLACE_COLUMN_PINS
    if hasattr(machine.Pin, "ALT_PIO0") and matrix.follow(pins[1]):
        return matrix.WatchedMatrix(machine, *pins)
    return matrix.Matrix(machine, *pins)


def sound_on(host: "Host", pin: "int | None") -> sound.Sound:
    """Returns a Sound with a piezo on `pin`, or a silent Sound if `pin` is None."""
    machine = host.machine
    return sound.Sound(None if pin is None else machine.PWM(machine.Pin(pin)))


class Panel:
    """All devices of a board. `rgb`: the lights' last frame, red, green and blue for each light."""

    def __init__(self, host: "Host", data: "Any") -> None:
        """Makes all devices; mistakes in `data`, a board_config, may raise any exception."""
        self.name = data.NAME
        self.home_left = getattr(data, "HOME_LEFT", False)
        self.data = data
        self.lights, self.strip = make_strip(host, data)
        self.rgb = bytearray(3 * self.strip.lights)
        self.bus = make_bus(host, data)
        self.oled = make_oled(host, data, self.bus)  # raises if no display has that height
        height = self.oled.height
        self.display = USUAL if height == USUAL.height else Display(height)
        self.canvas = Canvas(self.display)
        self.buttons = make_buttons(host, data)
        self._matrix = make_matrix(host, data) if hasattr(data, "PLACE_ROW_PINS") else None
        self._interrupts = self.buttons.listening and not self._matrix
        self.sound = sound_on(host, data.PIEZO_PIN)
        self._moving = False  # True while lights pulse
        self._painted = False  # True if the last round has painted a frame
        self._painted_at = 0
        self._looked_at = self._leafed_at = 0
        self._undrawn = False  # True if the canvas shows an older view
        self._unsent = False  # True if the OLED shows an older canvas
        self._untidy = False

    def scan(self, now: int) -> int:
        """Returns the next press, (button or place) << 2 | event; -1 for none."""
        press = self.buttons.scan(now)
        if press < 0 and self._matrix:
            press = self._matrix.scan(now)
        return press

    def untouched(self, now: int) -> bool:
        """True if no button was touched for two seconds; only then may flash be erased."""
        if self._matrix and not self._matrix.idle_for(now, _UNTOUCHED_MS):
            return False
        return self.buttons.idle_for(now, _UNTOUCHED_MS)

    def idle(self) -> bool:
        """True if long work may run: no light pulses, no button is down, interrupts see presses."""
        return not self._moving and self._interrupts and self.buttons.settled

    def play(self, tune: int, now: int, quiet: bool = False) -> None:
        """Starts `tune` (TUNE_HIT ...), softly if `quiet`; NO_TUNE continues the present tune."""
        if tune >= 0:
            self.sound.play(sound.TUNES[tune], now, quiet)
        self.sound.tick(now)

    @property
    def behind(self) -> bool:
        """True if the OLED does not yet show all of the last view."""
        return self._undrawn or self._unsent

    def show(self, view: View, now: int) -> None:
        """Shows `view` on the lights now; the next calls of `run_round` show it on the OLED."""
        self.paint(view, now)
        self._undrawn = True
        self.canvas.leaf = 0
        self._leafed_at = now

    def show_message(self, title: str, lines: "list[str]", now: int) -> View:
        """Shows a message immediately, without checkers on the lights; returns its View."""
        view = View()
        view.page = MessageView(title, lines)
        self.paint(view, now)
        self._draw(view)
        self.oled.show(self.canvas.buffer)
        return view

    def screens(self) -> "Any":
        """Returns the module that draws pages. The first call is slow: show the lights first."""
        from picogammon.app.display import screens

        return screens

    def _draw(self, view: View) -> None:
        self.screens().draw(view, self.canvas)

    def paint(self, view: View, now: int) -> None:
        """Shows `view` on the lights. `now`: the time, for the lights that pulse."""
        self._moving = self.lights.paint(view, now, self.rgb)
        self.strip.show(self.rgb)
        self._painted_at = now

    def tidy(self) -> None:
        """Requests a garbage collection in a later, idle `run_round`."""
        self._untidy = True

    def run_round(self, view: View, now: int) -> bool:
        """Does one due task (a frame of lights, an OLED page ...); False if none is due."""
        # Never paints two frames in a row: where painting is slow, nothing else would be done.
        self._painted = (
            self._moving and not self._painted and ticks_diff(now, self._painted_at) >= _FRAME_MS
        )
        if self._painted:
            self.paint(view, now)
        elif self._undrawn:
            self._draw(view)
            self._undrawn = False
            self._unsent = self._untidy = True
        elif self._unsent:
            self._unsent = not self.oled.show_page(self.canvas.buffer)
        elif ticks_diff(now, self._looked_at) >= LOOK_MS:
            self._looked_at = now
            self.strip.resend()
            self._unsent = self.oled.look_after()
        elif self.canvas.leaves > 1 and ticks_diff(now, self._leafed_at) >= LOOK_MS:
            self._leafed_at = now
            self.canvas.leaf += 1
            self._undrawn = True
        elif self._untidy:
            self._untidy = False
            if hasattr(gc, "mem_free"):  # MicroPython would otherwise collect during a press
                gc.collect()
        else:
            return False
        return True
