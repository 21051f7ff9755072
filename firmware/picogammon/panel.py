"""The devices that the board's data describe: what shows a view, and what is pressed."""

import gc
import machine
import time

from picogammon.app.display.canvas import Canvas
from picogammon.app.display.lights import Lights
from picogammon.devices import oled, sound, strip
from picogammon.devices.bus import Bus
from picogammon.devices.buttons import Buttons
from picogammon.devices.edges import Edges
from picogammon.devices.wiring import Wiring
from picogammon.ground.clock import diff
from picogammon.ground.presses import BACK, OK

_FRAME_MS = 33  # between frames of lights that pulse
LOOK_MS = 3000  # between two times that the OLED is looked after
_OLED = {"ssd1306": oled.SSD1306, "sh1106": oled.SH1106}


def make_strip(data):
    """(the Lights, the Strip) that the board's data describe."""
    wiring = Wiring(data.WIRING, data.LIGHTS_PER_POINT)
    return Lights(wiring), strip.Strip(
        machine.bitstream,
        machine.Pin(data.STRIP_PIN, machine.Pin.OUT),
        wiring.lights,
        data.STRIP_ORDER,
        data.SUPPLY_MA - data.OTHERS_MA,
        data.STRIP_MA_PER_CHANNEL,
        data.STRIP_IDLE_MA,
    )


def make_bus(data):
    """The OLED's Bus that they describe."""
    return Bus(machine, data.I2C_ID, data.I2C_SCL_PIN, data.I2C_SDA_PIN, data.I2C_FREQUENCY)


def make_oled(data, bus=None):
    """The OLED that they describe, whether it answers or not. `bus`: its own if there is none."""
    bus = bus or make_bus(data)
    mirror = getattr(data, "OLED_MIRROR", False)
    return _OLED[data.OLED_DRIVER](bus, data.OLED_ADDRESS, data.OLED_FLIP, mirror)


def make_buttons(data, long=(OK, BACK)):
    """The Buttons that they describe. `long`: which have a long meaning."""
    pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in data.BUTTON_PINS]
    edges = Edges(len(pins))
    if hasattr(pins[0], "irq"):
        edges.listen(pins, time.ticks_ms)
    return Buttons(lambda i: pins[i].value(), len(pins), long, edges)


def make_matrix(data):
    """The Matrix of the buttons of the places that they describe."""
    from picogammon.devices import matrix  # memory, where no place can be pressed

    pins = data.PLACE_ROW_PINS, data.PLACE_COLUMN_PINS
    if hasattr(machine.Pin, "ALT_PIO0") and matrix.follow(pins[1]):
        from picogammon.devices.matrix_watch import WatchedMatrix

        return WatchedMatrix(machine, *pins)
    return matrix.make(machine, *pins)


def make_sound(data):
    """The Sound that they describe."""
    return sound.Sound(None if data.PIEZO_PIN is None else machine.PWM(machine.Pin(data.PIEZO_PIN)))


class Panel:
    """Lights, OLED on its bus, buttons and piezo. `rgb`: what the lights show, as bytes."""

    def __init__(self, data):
        """`data`: a board_config. Raises whatever is wrong with it."""
        self.name = data.NAME
        self.home_left = getattr(data, "HOME_LEFT", False)
        self.data = data
        self.lights, self.strip = make_strip(data)
        self.rgb = bytearray(3 * self.strip.lights)
        self.canvas = Canvas()
        self._screens = None  # the module that draws on it
        self.bus = make_bus(data)
        self.oled = make_oled(data, self.bus)
        self.buttons = make_buttons(data)
        self._matrix = None
        if hasattr(data, "PLACE_ROW_PINS"):
            self._matrix = make_matrix(data)
        self._interrupts = self.buttons.edges.listening and not self._matrix
        self.sound = make_sound(data)
        self._moving = False
        self._painted_at = 0
        self._looked_at = 0
        self._undrawn = False
        self._unsent = False
        self._untidy = False

    def scan(self, now):
        """The next press, of a button or a place, as presses.pack makes it; -1 for none."""
        press = self.buttons.scan(now)
        if press < 0 and self._matrix:
            press = self._matrix.scan(now)
        return press

    def rest(self, now, ms):
        """Whether nobody has touched a button for so long."""
        if self._matrix and not self._matrix.rest(now, ms):
            return False
        return self.buttons.rest(now, ms)

    def idle(self, now, most):
        """For how many ms, `most` at most, nothing is to be done unless somebody touches a button;
        as soon as somebody does, it interrupts: then `buttons.edges.noted` is another number."""
        if self._moving or not (self._interrupts and self.buttons.settled):
            return 0
        return self.sound.left(now, most)

    def tidy(self):
        """Lets one of the next rounds tidy the memory, before MicroPython does it in a long one."""
        self._untidy = True

    def play(self, tune, now, quiet=False):
        """Lets a tune (a number of ground.tunes) be heard; a negative one is none."""
        if tune >= 0:
            self.sound.play(sound.TUNES[tune], now, quiet)
        self.sound.tick(now)

    def show(self, view, now):
        """Brings the lights up to date with the view; in some rounds the OLED will be, too."""
        self.paint(view, now)
        self._undrawn = True

    def show_all(self, view, now):
        """As `show`, and the OLED at once."""
        self.paint(view, now)
        self._draw(view)
        self.oled.show(self.canvas.buffer)

    def get_ready(self):
        """Gets ready to draw: after the lights, which come first, and before the first round."""
        from picogammon.app.display import screens

        self._screens = screens

    def _draw(self, view):
        if not self._screens:
            self.get_ready()
        self._screens.draw(view, self.canvas)

    def paint(self, view, now):
        """Sends a frame of lights."""
        self._moving = self.lights.paint(view, now, self.rgb)
        self.strip.show(self.rgb)
        self._painted_at = now

    def run_round(self, view, now):
        """One round of what goes on by itself: whether that was all that a press may wait for.

        Lights pulse, the OLED catches up with the view, and is looked after now and then.
        """
        due = self._moving and diff(now, self._painted_at) >= _FRAME_MS
        if due:
            self.paint(view, now)
        if self._undrawn:
            self._draw(view)
            self._undrawn = False
            self._unsent = self._untidy = True
        elif self._unsent:
            self._unsent = not self.oled.show_page(self.canvas.buffer)
        elif diff(now, self._looked_at) >= LOOK_MS:
            self._looked_at = now
            self._unsent = self.oled.look_after()
        elif self._untidy and not due:
            self._untidy = False
            if hasattr(gc, "mem_free"):  # or MicroPython would do it in the middle of a press
                gc.collect()
        else:
            return False
        return True
