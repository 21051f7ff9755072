"""The devices that the board's data describe: what shows a view, and what is pressed."""

import gc
import machine
import time

import board_config as board

from picogammon.app.canvas import Canvas
from picogammon.app.clock import diff
from picogammon.app.lights import Lights
from picogammon.app.modes.base import BACK, OK
from picogammon.app.screens import draw
from picogammon.devices import oled, sound, strip
from picogammon.devices.buttons import Buttons
from picogammon.devices.edges import Edges
from picogammon.devices.wiring import Wiring

_FRAME_MS = 33  # between frames of lights that pulse
_PROBE_MS = 3000  # between looks for an OLED that is not there
_OLED = {"ssd1306": oled.SSD1306, "sh1106": oled.SH1106}


class Panel:
    """Lights, OLED, buttons and piezo. `rgb`: what the lights show, as bytes."""

    def __init__(self):
        wiring = Wiring(board.WIRING, board.LIGHTS_PER_POINT)
        self.lights = Lights(wiring)
        self.rgb = bytearray(3 * wiring.lights)
        self.strip = strip.Strip(
            machine.bitstream,
            machine.Pin(board.STRIP_PIN, machine.Pin.OUT),
            wiring.lights,
            board.STRIP_ORDER,
            board.SUPPLY_MA - board.OTHERS_MA,
            board.STRIP_MA_PER_CHANNEL,
            board.STRIP_IDLE_MA,
        )
        self.canvas = Canvas()
        bus = machine.I2C(
            board.I2C_ID,
            scl=machine.Pin(board.I2C_SCL_PIN),
            sda=machine.Pin(board.I2C_SDA_PIN),
            freq=board.I2C_FREQUENCY,
        )
        self.oled = _OLED[board.OLED_DRIVER](bus, board.OLED_ADDRESS, board.OLED_FLIP)
        self.pins = [
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in board.BUTTON_PINS
        ]
        edges = Edges(self.pins, time.ticks_ms) if hasattr(self.pins[0], "irq") else None
        self.buttons = Buttons(self._read, len(self.pins), (OK, BACK), edges)
        piezo = None if board.PIEZO_PIN is None else machine.PWM(machine.Pin(board.PIEZO_PIN))
        self.sound = sound.Sound(piezo)
        self._moving = False
        self._painted_at = 0
        self._probed_at = 0
        self._undrawn = False
        self._unsent = False
        self._untidy = False

    def tidy(self):
        """Lets one of the next rounds tidy the memory, before MicroPython does it in a long one."""
        self._untidy = True

    def _read(self, i):
        return self.pins[i].value()

    def play(self, noise, now):
        """Lets a noise (a number of app.noises) be heard; a negative one is none."""
        if noise >= 0:
            self.sound.play(sound.TUNES[noise], now)
        self.sound.tick(now)

    def show(self, view, now):
        """Brings the lights up to date with the view; in some rounds the OLED will be, too."""
        self.paint(view, now)
        self._undrawn = True

    def show_all(self, view, now):
        """As `show`, and the OLED at once."""
        self.paint(view, now)
        draw(view, self.canvas)
        self.oled.show(self.canvas.buffer)

    def paint(self, view, now):
        """Sends a frame of lights."""
        self._moving = self.lights.paint(view, now, self.rgb)
        self.strip.show(self.rgb)
        self._painted_at = now

    def turn(self, view, now):
        """One round of what goes on by itself: whether that was all that a press may wait for.

        Lights pulse, the OLED catches up with the view, and is looked for where there is none.
        """
        if not self.oled.present and diff(now, self._probed_at) >= _PROBE_MS:
            self._probed_at = now
            self._unsent = self.oled.probe()
        due = self._moving and diff(now, self._painted_at) >= _FRAME_MS
        if due:
            self.paint(view, now)
        if self._undrawn:
            draw(view, self.canvas)
            self._undrawn = False
            self._unsent = True
        elif self._unsent:
            self._unsent = not self.oled.show_page(self.canvas.buffer)
            self._untidy = not self._unsent
        elif self._untidy and not due:
            self._untidy = False
            if hasattr(gc, "mem_free"):  # or MicroPython would do it in the middle of a press
                gc.collect()
        else:
            return False
        return True
