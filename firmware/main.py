"""Joins the board's data, its devices and the app, and keeps them going; nothing else."""

import asyncio
import machine
import os
import time

import board_config as board

from picogammon.app.app import App
from picogammon.app.canvas import Canvas
from picogammon.app.lights import Lights
from picogammon.app.modes.base import BACK, OK
from picogammon.app.players import computers
from picogammon.app.screens import draw
from picogammon.devices import oled, sound, strip
from picogammon.devices.buttons import Buttons
from picogammon.devices.entropy import Dice
from picogammon.devices.journal import Journal
from picogammon.devices.store import Store
from picogammon.devices.wiring import Wiring
from picogammon.rules.movegen import Plays

_LOOP_MS = 5
_FRAME_MS = 33  # between frames of lights that pulse
_PROBE_MS = 3000  # between looks for an OLED that is not there
_OLED = {"ssd1306": oled.SSD1306, "sh1106": oled.SH1106}


class Board:
    """The devices that the board's data describe, around the app."""

    def __init__(self):
        plays = Plays()
        sync = getattr(os, "sync", None)
        self.app = App(
            Dice(os.urandom),
            Journal("match.log", sync),
            Store("settings.bin", sync),
            computers(plays),
            plays,
        )
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
        self.buttons = Buttons(self._read, len(self.pins), (OK, BACK))
        piezo = None if board.PIEZO_PIN is None else machine.PWM(machine.Pin(board.PIEZO_PIN))
        self.sound = sound.Sound(piezo)
        self.painted_at = 0
        self.probed_at = 0

    def _read(self, i):
        return self.pins[i].value()

    def start(self, now):
        """Takes up the saved match and shows it."""
        self.app.start(now)
        self.show(now)

    def turn(self, now):
        """One round: presses in, time on, view out."""
        app = self.app
        press = self.buttons.scan(now)
        while press >= 0:
            app.press(press >> 2, press & 3, now)
            press = self.buttons.scan(now)
        app.tick(now)
        noise = app.take_noise()
        if noise >= 0:
            self.sound.play(sound.TUNES[noise], now)
        self.sound.tick(now)
        if app.changed:
            self.show(now)
        elif self.moving and time.ticks_diff(now, self.painted_at) >= _FRAME_MS:
            self.paint(now)
        if not self.oled.present and time.ticks_diff(now, self.probed_at) >= _PROBE_MS:
            self.probed_at = now
            if self.oled.probe():
                self.oled.show(self.canvas.buffer)

    def show(self, now):
        """Brings lights and OLED up to date with the match; the lights first."""
        self.app.refresh()
        self.paint(now)
        draw(self.app.view, self.canvas)
        self.oled.show(self.canvas.buffer)

    def paint(self, now):
        """Sends a frame of lights."""
        self.moving = self.lights.paint(self.app.view, now, self.rgb)
        self.strip.show(self.rgb)
        self.painted_at = now


async def main():
    """Runs the board for ever."""
    picogammon = Board()
    picogammon.start(time.ticks_ms())
    while True:
        picogammon.turn(time.ticks_ms())
        await asyncio.sleep_ms(_LOOP_MS)


if hasattr(asyncio, "run"):
    asyncio.run(main())
else:  # WebAssembly: the page's event loop is already running
    asyncio.create_task(main())
