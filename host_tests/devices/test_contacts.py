"""Contacts that bounce, at any microsecond and near an erase: no press made up, none lost."""

import random

from picogammon.devices.buttons import Buttons
from picogammon.ground import BACK, BUTTON_NAMES, NEXT, OK, PREV, SHORT

HOST_ONLY = True

_BUTTONS = (PREV, NEXT, OK, BACK)
_LATE_US = 300  # the most by which an interrupt is late
_LOOK_US = 25  # from one look at a pin to the next
_AGAIN_MS = 60  # from letting go to the next touch of the same finger


class _Pin:
    IRQ_FALLING = 4
    IRQ_RISING = 8
    level = 1
    due = None  # time of the interrupt that is on its way

    def irq(self, handler=None, trigger=12, hard=False):
        self.handler = handler or self.handler
        return self

    def trigger(self):
        return 12

    def value(self):
        return self.level

    def interrupt(self):
        self.due = None
        self.handler(self)


class _Passing:
    """Numbers that interrupts write: each look at one takes time as well."""

    def __init__(self, board, numbers):
        self.board = board
        self.numbers = numbers

    def __getitem__(self, i):
        number = self.numbers[i]
        self.board.pass_time(self.board.us + _LOOK_US)
        return number

    def __setitem__(self, i, number):
        self.numbers[i] = number


class _Board:
    """Buttons in the board's rounds, on a clock of microseconds that goes on while they are read.

    `late`: whether interrupts may be late. `listens`: whether pins interrupt at all.
    """

    def __init__(self, chance, late=False, listens=True):
        self.chance = chance
        self.late = late
        self.us = chance.randrange(10**6)
        self.blind = False
        self.passing = False
        self.moves = []  # (us, button, level), the last one first
        self.pins = [_Pin() for _ in _BUTTONS]
        self.buttons = Buttons(self._read, len(_BUTTONS), (OK, BACK))
        self.listens = listens
        if listens:
            self.buttons.listen(self.pins, self._ticks)
        self.erases = ()  # in ms, one after another, that the first press starts
        self.presses = []

    def _ticks(self):
        return self.us // 1000

    def _read(self, button):
        self.pass_time(self.us + _LOOK_US)
        return self.pins[button].level

    def pass_time(self, until):
        if not self.passing:  # no interrupt comes within another
            self.passing = True
            self._pass(until)
            self.passing = False

    def _pass(self, until):
        while True:
            due = [(pin.due, i) for i, pin in enumerate(self.pins) if pin.due is not None]
            due = min(due) if due and not self.blind else (until + 1, -1)
            if self.moves and self.moves[-1][0] <= min(due[0], until):
                self.us, button, level = self.moves.pop()
                self._move(self.pins[button], level)
            elif due[0] <= until:
                self.us = max(self.us, due[0])
                self.pins[due[1]].interrupt()
            else:
                self.us = max(self.us, until)
                return

    def _move(self, pin, level):
        pin.level = level
        if pin.due is None and self.listens:
            pin.due = self.us + (self.chance.randrange(_LATE_US) if self.late else 0)

    def bounce(self, button, at_us, level, most=4):
        """A contact that bounces up to `most` times, then stays at a level; returns that time."""
        for _ in range(self.chance.randint(0, most)):
            self.moves.append((at_us, button, level))
            self.moves.append((at_us + self.chance.randint(20, 900), button, 1 - level))
            at_us += 1000
        self.moves.append((at_us, button, level))
        self.moves.sort(reverse=True)
        return at_us

    def tap(self, button, at_us, ms):
        """A contact that bounces, then stays closed for `ms`, and bounces once more; its end."""
        return self.bounce(button, self.bounce(button, at_us, 0) + 1000 * ms, 1)

    def erase(self, ms):
        self.blind = True
        self.pass_time(self.us + 1000 * ms)
        self.blind = False
        for pin in self.pins:
            if pin.due is not None:
                pin.interrupt()
        self.buttons.blinded(self._ticks())

    def rounds(self, ms, most=8):
        """Runs rounds of up to `most` ms for that time."""
        end = self.us + 1000 * ms
        while self.us < end:
            now = self._ticks()
            press = self.buttons.scan(now)
            while press >= 0:
                self.presses.append((press >> 2, press & 3))
                for ms in self.erases:
                    self.erase(ms)
                    self.pass_time(self.us + 500)
                self.erases = ()
                press = self.buttons.scan(now)
            self.pass_time(self.us + self.chance.randrange(200, 1000 * most))


def test_switches_without_interrupts_that_bounce_for_9_ms_make_no_press_up_and_hide_none():
    board = _Board(random.Random(7), listens=False)
    board.rounds(100, 6)
    expected = []
    for _ in range(2500):
        button = board.chance.choice(_BUTTONS)
        # Sparks on an open switch; a finger goes down, trembles, and lets go.
        for level, least, most in ((1, 31, 60), (0, 25, 120), (0, 15, 60), (1, 45, 90)):
            end = board.bounce(button, board.us, level, 9)
            board.rounds((end - board.us) // 1000 + board.chance.randint(least, most), 6)
        expected.append((button, SHORT))
    assert board.presses == expected


def test_a_tap_is_one_press_wherever_in_a_round_it_begins():
    """An edge may interrupt between any two looks at a pin or at a number."""
    for button in (PREV, BACK):
        for begins in range(0, 10_000, 30):
            board = _Board(random.Random(1))
            board.buttons.since = _Passing(board, board.buttons.since)
            board.buttons.value = _Passing(board, board.buttons.value)
            board.rounds(30, 10)
            board.moves = [(board.us + begins + 60_000, button, 1), (board.us + begins, button, 0)]
            board.rounds(200, 10)
            assert board.presses == [(button, SHORT)], begins


def _tap_about_an_erase(seed):
    """A tap near an erase that no press has started: what was heard, and what was done."""
    chance = random.Random(seed)
    board = _Board(chance, late=seed & 1)
    board.rounds(100)
    ms = chance.randint(45, 400)
    button = chance.choice(_BUTTONS)
    board.tap(button, board.us + 1000 * chance.randint(0, ms + 300), chance.randint(20, 130))
    board.rounds(150)
    board.erase(ms)
    board.rounds(500, 20)
    return board.presses, [(button, SHORT)]


def _tap_about_a_press_that_erases(seed):
    """A tap after another whose press erases: of the same button if that gives its press when it is
    released, or of another one. Now and then there is none."""
    chance = random.Random(seed)
    board = _Board(chance, late=seed & 1)
    board.rounds(100)
    board.erases = [chance.randint(45, 400) for _ in range(chance.choice((1, 1, 3)))]
    first = chance.choice(_BUTTONS)
    second = chance.choice(_BUTTONS if first in (OK, BACK) else [b for b in _BUTTONS if b != first])
    ended = board.tap(first, board.us + 5000, chance.randint(20, 130))
    done = [(first, SHORT)]
    if chance.randrange(5):
        after = chance.randint(_AGAIN_MS, sum(board.erases) + 200)
        board.tap(second, ended + 1000 * after, chance.randint(20, 130))
        done.append((second, SHORT))
    board.rounds(2000, 20)
    return board.presses, done


def test_a_tap_about_an_erase_counts_once():
    for scenario in (_tap_about_an_erase, _tap_about_a_press_that_erases):
        for seed in range(1000):
            heard, done = scenario(seed)
            assert heard == done, (scenario, seed, [BUTTON_NAMES[button] for button, _ in done])


def test_a_tap_that_bounces_counts_once_however_late_its_interrupts_are():
    for most in (8, 20, 60):
        board = _Board(random.Random(most), late=True)
        board.rounds(100)
        done = []
        for _ in range(3000):
            button = board.chance.choice(_BUTTONS)
            ms = board.chance.randint(12, 60)
            end = board.tap(button, board.us + board.chance.randrange(9000), ms)
            board.rounds((end - board.us) // 1000 + _AGAIN_MS, most)
            done.append((button, SHORT))
        board.rounds(100)
        assert board.presses == done, most
