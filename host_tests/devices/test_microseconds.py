"""A tap that ends at any microsecond of a round: always one press, wherever pins are read."""

from picogammon.devices.buttons import Buttons
from picogammon.devices.edges import Edges
from picogammon.ground.presses import SHORT

HOST_ONLY = True  # 100,000 rounds

_OK, _BACK = 2, 3
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
        edges = Edges(4)
        edges.listen(self.pins, self._ticks)
        self.buttons = Buttons(self._read, 4, (_OK, _BACK), edges)

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
            for opened in range(closed + _TAP_US, closed + _TAP_US + length):
                assert _presses(button, closed, opened, length) == [(button, SHORT)], opened


def test_a_spark_is_none_wherever_in_a_round_it_ends():
    for length in (10_000, 12_000):
        for button in (0, _BACK):
            for closed in range(2 * length, 3 * length, 7):
                assert _presses(button, closed, closed + _SPARK_US, length) == [], closed
