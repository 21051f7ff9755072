"""10,000 bursts of bouncing contacts: no ghost press, and none lost."""

import random

from fakes.wires import Switches
from picogammon.devices.buttons import Buttons
from picogammon.ground.presses import SHORT

HOST_ONLY = True

_BURSTS = 10_000
_OK = 2


class Bench:
    """Buttons scanned every few ms, at no regular times, while contacts move each ms."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.switches = Switches()
        self.buttons = Buttons(self.switches.read, 4, (_OK, 3))
        self.now = (1 << 30) - 1000
        self.next_scan = self.now
        self.presses = []

    def wait(self, ms):
        for _ in range(ms):
            self.now += 1
            if self.now >= self.next_scan:
                self.next_scan = self.now + self.random.randint(1, 6)
                press = self.buttons.scan(self.now & (1 << 30) - 1)
                if press >= 0:
                    self.presses.append((press >> 2, press & 3))

    def burst(self, button, closed):
        """Less than 10 ms of anything, then the contact stays `closed` or open."""
        for _ in range(self.random.randint(1, 9)):
            if self.random.random() < 0.5:
                self.switches.down.symmetric_difference_update((button,))
            self.wait(1)
        self.switches.down.discard(button)
        if closed:
            self.switches.down.add(button)


def test_ten_thousand_bursts_make_no_ghost_press_and_hide_none():
    bench = Bench(7)
    bench.wait(100)
    expected = []
    for _ in range(_BURSTS // 4):
        button = bench.random.randrange(4)
        bench.burst(button, False)  # sparks on an open switch
        bench.wait(bench.random.randint(31, 60))
        bench.burst(button, True)  # a finger goes down …
        bench.wait(bench.random.randint(25, 120))
        bench.burst(button, True)  # … trembles …
        bench.wait(bench.random.randint(15, 60))
        bench.burst(button, False)  # … and lets go
        bench.wait(bench.random.randint(45, 90))
        expected.append((button, SHORT))
    assert bench.presses == expected
