"""Contacts that move at planned moments, and buttons that notice them by interrupts."""

from picogammon.devices.buttons import Buttons
from picogammon.ground import OK, TICKS_MASK


class Pin:
    """A machine.Pin whose edges its Bench turns into interrupts."""

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
        late = self.owed
        self.owed = True
        if not late:
            self.bench.edge(self)

    def interrupt(self):
        if self.owed and self.edges:
            self.handler(self)
        self.owed = False


class Bench:
    """Buttons on a clock that counts ms; the pins interrupt if `listens`."""

    PER_MS = 1  # units of the clock
    LONG = (OK,)  # the buttons with a long press

    def __init__(self, start=0, listens=True):
        self.now = start
        self.blind = False
        self.pins = [Pin(self) for _ in range(4)]
        self.script = []  # (when, what happens, its arguments)
        self.switch_on(listens)
        self.scan()

    def switch_on(self, listens):
        """Makes the buttons, while contacts may be closed already."""
        self.buttons = Buttons(self.read, 4, self.LONG)
        if listens:
            self.buttons.listen(self.pins, self.ticks)

    def read(self, button):
        return self.pins[button].level

    def ticks(self):
        return self.now // self.PER_MS & TICKS_MASK

    def edge(self, pin):
        """An interrupt comes at once, or after an erase."""
        if not self.blind:
            pin.interrupt()

    def push(self, button, after, ms):
        """Closes a contact `after` ms from now, for `ms`."""
        self.move(button, after, 0)
        self.move(button, after + ms, 1)

    def chatter(self, button, after, times):
        """Closes and opens a contact this many times within a millisecond."""
        for i in range(2 * times):
            self.move(button, after, i & 1)

    def move(self, button, after, level):
        """Gives a contact that level later on; None: a spark."""
        self.plan(after, self.pins[button].move, level)

    def plan(self, after, act, *given):
        at = self.now + after
        i = len(self.script)
        while i > 0 and self.script[i - 1][0] > at:
            i -= 1
        self.script.insert(i, (at, act, given))

    def busy(self, time, erases=False):
        """Lets time pass without a scan; with `erases` interrupts come at its end."""
        self.blind = erases
        self.pass_time(time)
        self.blind = False
        if erases:
            for pin in self.pins:
                pin.interrupt()
            self.buttons.blinded(self.ticks())

    def pass_time(self, time):
        end = self.now + time
        while self.script and self.script[0][0] <= end:
            at, act, given = self.script.pop(0)
            self.now = max(self.now, at)
            act(*given)
        self.now = max(self.now, end)

    def scan(self):
        found = []
        now = self.ticks()
        press = self.buttons.scan(now)
        while press >= 0:
            found.append((press >> 2, press & 3))
            self.pressed()
            press = self.buttons.scan(now)
        return found

    def pressed(self):
        """Called for each press."""

    def rounds(self, count, ms):
        """Runs `count` rounds of `ms` each; returns the presses."""
        found = []
        for _ in range(count):
            self.busy(ms)
            found += self.scan()
        return found
