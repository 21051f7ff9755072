"""Contacts that move at planned moments, and buttons that notice them by interrupts."""

from picogammon.devices.buttons import Buttons
from picogammon.ground import OK, TICKS_MASK


class Pin:
    """A machine.Pin whose interrupts come at once, or after `bench.blind` ends."""

    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, bench):
        self.bench = bench
        self.level = 1
        self.handler = None
        self.owed = False  # an interrupt
        self.edges = 0  # that interrupt

    def irq(self, handler=None, trigger=12, hard=False):
        if handler is not None:
            assert hard and trigger == 12
            self.handler = handler
            self.edges = trigger
        return self

    def trigger(self):
        return self.edges

    def value(self):
        return self.level

    def move(self, level):
        """Sets the level; None keeps it, after a spark too short for a handler to see."""
        self.level = self.level if level is None else level
        self.owed = True
        if not self.bench.blind:
            self.interrupt()

    def interrupt(self):
        if self.owed and self.edges:
            self.handler(self)
        self.owed = False


class Bench:
    """Buttons on a clock that counts ms; the pins interrupt if `listens`."""

    def __init__(self, start=0, listens=True):
        self.now = start
        self.blind = False
        self.pins = [Pin(self) for _ in range(4)]
        self.switch_on(listens)
        self.script = []  # (when, button, level)
        self.scan()

    def switch_on(self, listens):
        """Makes the buttons, while contacts may be closed already."""
        self.buttons = Buttons(lambda i: self.pins[i].level, 4, (OK,))
        if listens:
            self.buttons.listen(self.pins, self.ticks)

    def ticks(self):
        return self.now & TICKS_MASK

    def push(self, button, after, ms):
        """Closes a contact `after` ms from now, for `ms`."""
        self._plan(after, button, 0)
        self._plan(after + ms, button, 1)

    def chatter(self, button, after, times):
        """Closes and opens a contact this many times within a millisecond."""
        for i in range(2 * times):
            self._plan(after, button, i & 1)

    def spark(self, button, after):
        """Closes and opens a contact before its interrupt comes."""
        self._plan(after, button, None)

    def _plan(self, after, button, level):
        at = self.now + after
        i = len(self.script)
        while i > 0 and self.script[i - 1][0] > at:
            i -= 1
        self.script.insert(i, (at, button, level))

    def busy(self, ms, erases=False):
        """Lets time pass without a scan; with `erases` interrupts come at its end."""
        end = self.now + ms
        self.blind = erases
        while self.script and self.script[0][0] <= end:
            self.now, button, level = self.script.pop(0)
            self.pins[button].move(level)
        self.now = end
        self.blind = False
        for pin in self.pins:
            pin.interrupt()
        if erases:
            self.buttons.blinded(self.ticks())

    def scan(self):
        found = []
        press = self.buttons.scan(self.ticks())
        while press >= 0:
            found.append((press >> 2, press & 3))
            press = self.buttons.scan(self.ticks())
        return found

    def rounds(self, count, ms):
        """Runs `count` rounds of `ms` each; returns the presses."""
        found = []
        for _ in range(count):
            self.busy(ms)
            found += self.scan()
        return found
