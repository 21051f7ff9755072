"""A Linux computer as a board's host: pins by Adafruit's Blinka; files, time, chance its own."""

import os
import time

from picogammon.devices.files import Files
from picogammon.ground import TICKS_MASK
from picogammon.host import Host
from tools.raspberry_pi import gpio


class Computer(Host):
    """`ticks`: milliseconds, for tests; by default since it was switched on. `port`: a Host's."""

    wired = False

    def __init__(self, ticks=None, port=None):
        super().__init__(gpio, Files(sync=os.sync), port)
        self.ticks_ms = ticks or (lambda: time.monotonic_ns() // 1_000_000 & TICKS_MASK)
        self.ticks_us = lambda: time.monotonic_ns() // 1000 & TICKS_MASK
