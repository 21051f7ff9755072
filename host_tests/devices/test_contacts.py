"""Contacts that bounce at any microsecond, even near an erase, cause no false and no lost press."""

import random

from contacts import Bench
from picogammon.ground import BACK, BUTTON_NAMES, NEXT, OK, PREV, SHORT

HOST_ONLY = True

_BUTTONS = (PREV, NEXT, OK, BACK)
_LATE_US = 300  # the most by which an interrupt is late
_LOOK_US = 25  # from one look at a pin to the next
_AGAIN_MS = 60  # from letting go to the next touch of the same finger


class _Passing:
    """An array whose reads take time, so that interrupts may write to it between two reads."""

    def __init__(self, board, numbers):
        self.board = board
        self.numbers = numbers

    def __getitem__(self, i):
        number = self.numbers[i]
        self.board.pass_time(_LOOK_US)
        return number

    def __setitem__(self, i, number):
        self.numbers[i] = number


class _Board(Bench):
    """Buttons polled in rounds of random length; reading a pin takes some us of simulated time.

    `late`: True if interrupts can be late. `erases`: the ms of each flash erase that the next
    press will start. `presses`: all presses so far.
    """

    PER_MS = 1000
    LONG = (OK, BACK)

    def __init__(self, chance, late=False):
        self.chance = chance
        self.late = late
        self.passing = False
        self.erases = ()
        self.presses = []
        Bench.__init__(self, chance.randrange(10**6))

    def read(self, button):
        self.pass_time(_LOOK_US)
        return self.pins[button].level

    def edge(self, pin):
        after = self.chance.randrange(_LATE_US) if self.late else 0
        self.plan(after, lambda: self.blind or pin.interrupt())

    def pass_time(self, time):
        if not self.passing:  # no interrupt comes within another
            self.passing = True
            Bench.pass_time(self, time)
            self.passing = False

    def bounce(self, button, after, level):
        """Plans bounces that begin `after` us from now and end in `level`.
        Returns the time of their end in us from now."""
        for _ in range(self.chance.randint(0, 4)):
            self.move(button, after, level)
            self.move(button, after + self.chance.randint(20, 900), 1 - level)
            after += 1000
        self.move(button, after, level)
        return after

    def tap(self, button, after, ms):
        """Plans a tap of `ms` ms that begins `after` us from now and bounces at both ends.
        Returns the time of its end in us from now."""
        return self.bounce(button, self.bounce(button, after, 0) + 1000 * ms, 1)

    def pressed(self):
        for ms in self.erases:
            self.busy(1000 * ms, True)
            self.busy(500)
        self.erases = ()

    def run(self, ms, most=8):
        end = self.now + 1000 * ms
        while self.now < end:
            self.presses += self.scan()
            self.busy(self.chance.randrange(200, 1000 * most))


def test_a_tap_is_one_press_wherever_in_a_round_it_begins():
    """An edge may interrupt between any two reads of a pin or of the arrays `since` and `value`."""
    for button in (PREV, BACK):
        for begins in range(0, 10_000, 30):
            board = _Board(random.Random(1))
            board.buttons.since = _Passing(board, board.buttons.since)
            board.buttons.value = _Passing(board, board.buttons.value)
            board.run(30, 10)
            board.push(button, begins, 60_000)
            board.run(200, 10)
            assert board.presses == [(button, SHORT)], begins


def _tap_about_an_erase(board):
    chance = board.chance
    ms = chance.randint(45, 400)
    button = chance.choice(_BUTTONS)
    board.tap(button, 1000 * chance.randint(0, ms + 300), chance.randint(20, 130))
    board.run(150)
    board.busy(1000 * ms, True)
    board.run(500, 20)
    return [(button, SHORT)]


def _tap_about_a_press_that_erases(board):
    """Makes a tap that starts a flash erase, then often a second tap; returns the expected presses.
    Only OK and BACK, which count when released, may be tapped twice."""
    chance = board.chance
    board.erases = [chance.randint(45, 400) for _ in range(chance.choice((1, 1, 3)))]
    first = chance.choice(_BUTTONS)
    second = chance.choice(_BUTTONS if first in (OK, BACK) else [b for b in _BUTTONS if b != first])
    ended = board.tap(first, 5000, chance.randint(20, 130))
    done = [(first, SHORT)]
    if chance.randrange(5):
        after = chance.randint(_AGAIN_MS, sum(board.erases) + 200)
        board.tap(second, ended + 1000 * after, chance.randint(20, 130))
        done.append((second, SHORT))
    board.run(2000, 20)
    return done


def test_a_tap_about_an_erase_counts_once():
    for scenario in (_tap_about_an_erase, _tap_about_a_press_that_erases):
        for seed in range(1000):
            board = _Board(random.Random(seed), late=seed & 1)
            board.run(100)
            done = scenario(board)
            names = [BUTTON_NAMES[button] for button, _ in done]
            assert board.presses == done, (scenario, seed, names)
