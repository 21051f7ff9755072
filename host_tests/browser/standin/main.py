"""A small firmware for testing the virtual board itself: it counts presses and fails on request.

Lights 0 to 3 count short presses of PREV, NEXT, OK, BACK in their green, light 4 long presses of
OK; light 5 is white while OK is down; lights 6 to 23 have random colours. The counts are kept in
counts.bin. The OLED shows a frame and the counts. Long PREV raises, long NEXT feeds the watchdog
no more, long BACK resets the board.
"""

import asyncio
import framebuf
import os
import time
from machine import I2C, PWM, WDT, Pin, bitstream, reset, urandom

from board_config import (
    BUTTON_PINS,
    I2C_ID,
    I2C_SCL_PIN,
    I2C_SDA_PIN,
    OLED_ADDRESS,
    PIEZO_PIN,
    STRIP_PIN,
)

_TIMING = (400, 850, 450, 800)
_LONG_MS = 600
_PATIENCE_MS = 1000
_FILE = "counts.bin"
_SETUP = (
    b"\xae\x20\x00\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12"
    b"\xd5\x80\xd9\xf1\xdb\x30\x81\xff\xa4\xa6\x8d\x14\xaf"
)


class StandIn:
    def __init__(self):
        self.strip = Pin(STRIP_PIN, Pin.OUT)
        self.i2c = I2C(I2C_ID, scl=Pin(I2C_SCL_PIN), sda=Pin(I2C_SDA_PIN), freq=400000)
        self.pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTON_PINS]
        self.piezo = PWM(Pin(PIEZO_PIN))
        self.dog = WDT(timeout=_PATIENCE_MS)
        self.fed = True
        self.edges = []
        for pin in self.pins:
            pin.irq(self.moved)
        self.down = [None] * 4
        self.counts = bytearray(5)
        if _FILE in os.listdir():
            with open(_FILE, "rb") as file:
                self.counts[:] = file.read()
        self.grb = bytearray(3 * 24)
        self.grb[18:] = urandom(54)
        self.pixels = bytearray(1025)
        self.pixels[0] = 0x40
        self.frame = framebuf.FrameBuffer(memoryview(self.pixels)[1:], 128, 64, framebuf.MONO_VLSB)
        for byte in _SETUP:
            self.i2c.writeto(OLED_ADDRESS, bytes((0x80, byte)))

    def show(self):
        for i in range(5):
            self.grb[3 * i] = self.counts[i]
        for colour in range(3):
            self.grb[15 + colour] = 0 if self.pins[2].value() else 60
        bitstream(self.strip, 0, _TIMING, self.grb)
        self.frame.fill(0)
        self.frame.rect(0, 0, 128, 64, 1)
        self.frame.text(" ".join(str(count) for count in self.counts), 8, 28, 1)
        for command in b"\x21\x00\x7f\x22\x00\x07":
            self.i2c.writeto(OLED_ADDRESS, bytes((0x80, command)))
        self.i2c.writeto(OLED_ADDRESS, self.pixels)

    def count(self, which):
        self.counts[which] += 1
        self.piezo.freq(880)
        self.piezo.duty_u16(32768)
        with open(_FILE + ".new", "wb") as file:
            file.write(self.counts)
        os.rename(_FILE + ".new", _FILE)

    def released(self, button, milliseconds):
        if milliseconds < 30:
            return
        if milliseconds < _LONG_MS:
            self.count(button)
        elif button == 0:
            raise ValueError("asked to fail")
        elif button == 1:
            self.fed = False
        elif button == 2:
            self.count(4)
        else:
            reset()

    def moved(self, pin):
        self.edges.append((self.pins.index(pin), not pin.value(), time.ticks_ms()))

    def scan(self):
        moved = bool(self.edges)
        while self.edges:
            button, pressed, now = self.edges.pop(0)
            since, self.down[button] = self.down[button], now if pressed else None
            if since is not None:
                self.released(button, time.ticks_diff(now, since))
        return moved


async def run():
    board = StandIn()
    board.show()
    while True:
        if board.fed:
            board.dog.feed()
        if board.scan():
            board.show()
        await asyncio.sleep_ms(5)


asyncio.create_task(run())
