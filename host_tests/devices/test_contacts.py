"""Contacts that bounce and spark, at any microsecond: no press is made up, and none lost."""

import random

from fakes.wires import Switches
from picogammon.devices.buttons import Buttons
from picogammon.devices.edges import Edges
from picogammon.ground.presses import SHORT

HOST_ONLY = True  # 100,000 rounds

_OK, _BACK = 2, 3
_BURSTS = 10_000


class _Bursts:
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
    bench = _Bursts(7)
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


_READ_US = 60  # from one look at a pin to the next
_TAP_US = 11_300  # at least; ticks are whole ms, so a little more than 10 ms may seem less
_SPARK_US = 9_000


class _Pin:
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def irq(self, handler, trigger, hard):
        self.handler = handler

    def value(self):
        return self.level

    level = 1


class _Bench:
    """Buttons on a clock of microseconds that goes on while they are looked at."""

    def __init__(self, moves):
        """`moves`: (us, button, level) in order."""
        self.us = 0
        self.moves = list(moves)
        self.pins = [_Pin() for _ in range(4)]
        self.edges = Edges(4)
        self.edges.listen(self.pins, self._ticks)
        self.buttons = Buttons(self._read, 4, (_OK, _BACK), self.edges)

    def _ticks(self):
        return self.us // 1000

    def _read(self, i):
        self.pass_time(self.us + _READ_US)
        return self.pins[i].level

    def pass_time(self, until):
        while self.moves and self.moves[0][0] <= until:
            self.us, button, level = self.moves.pop(0)
            self.pins[button].level = level
            self.pins[button].handler(self.pins[button])
        self.us = until

    def rounds(self, times):
        """The presses of rounds that begin at these times."""
        found = []
        for us in times:
            self.pass_time(max(us, self.us))
            now = self._ticks()
            press = self.buttons.scan(now)
            while press >= 0:
                found.append((press >> 2, press & 3))
                press = self.buttons.scan(now)
        return found


def _presses(button, closed, opened, length):
    bench = _Bench(((closed, button, 0), (opened, button, 1)))
    return bench.rounds(range(0, 120_000, length))


def test_a_tap_is_one_press_wherever_in_a_round_it_ends():
    for length in (10_000, 12_000, 20_000):
        for button in (0, _BACK):
            closed = 2 * length + 350
            for opened in range(closed + _TAP_US, closed + _TAP_US + length, 3):
                assert _presses(button, closed, opened, length) == [(button, SHORT)], opened


def test_a_spark_is_none_wherever_in_a_round_it_ends():
    for length in (10_000, 12_000):
        for button in (0, _BACK):
            for closed in range(2 * length, 3 * length, 7):
                assert _presses(button, closed, closed + _SPARK_US, length) == [], closed


class _Passing:
    """Numbers that interrupts write: time passes after each look at one, too."""

    def __init__(self, bench, numbers):
        self.bench = bench
        self.numbers = numbers

    def __getitem__(self, i):
        number = self.numbers[i]
        self.bench.pass_time(self.bench.us + _READ_US)
        return number

    def __setitem__(self, i, number):
        self.numbers[i] = number


class _SlowBench(_Bench):
    """Where an edge may interrupt between any two looks at anything."""

    def __init__(self, moves):
        _Bench.__init__(self, moves)
        self.interrupted = False
        self.edges.since = _Passing(self, self.edges.since)
        self.edges.value = _Passing(self, self.edges.value)

    def pass_time(self, until):
        if not self.interrupted:
            self.interrupted = True
            _Bench.pass_time(self, until)
            self.interrupted = False


def test_a_tap_is_one_press_wherever_in_a_round_it_begins():
    length = 10_000
    for button in (0, _BACK):
        for closed in range(1_000_000, 1_000_000 + length, _READ_US // 2):
            bench = _SlowBench(((closed, button, 0), (closed + 60_000, button, 1)))
            times = range(closed - 2 * length - closed % length, closed + 150_000, length)
            assert bench.rounds((0, *times)) == [(button, SHORT)], closed
