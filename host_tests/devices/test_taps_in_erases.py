"""Taps before, in and after an erase, which a press has started or nobody did: none lost, none two.

Contacts bounce, and interrupts are late."""

import random

from picogammon.devices.buttons import Buttons
from picogammon.devices.edges import Edges
from picogammon.ground.presses import BACK, BUTTON_NAMES, NEXT, OK, PREV, SHORT

HOST_ONLY = True  # chance, and hundreds of thousands of rounds

_BUTTONS = (PREV, NEXT, OK, BACK)
_LATE_US = 300  # as late as an interrupt may come
_READ_US = 25  # from one look at a pin to the next
_AGAIN_MS = 60  # from letting go to the next touch of the same finger


class _Pin:
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self):
        self.level = 1
        self.owed = 0  # directions that nobody was told of
        self.due = None  # when somebody will be

    def irq(self, handler, trigger, hard):
        self.handler = handler
        return self

    def flags(self):
        return self.told

    def value(self):
        return self.level

    def interrupt(self):
        self.told, self.owed, self.due = self.owed, 0, None
        self.handler(self)


class _Board:
    """Buttons in the board's rounds. `late`: whether interrupts may be."""

    def __init__(self, chance, late):
        self.chance = chance
        self.late = late
        self.us = chance.randrange(10**6)
        self.blind = False
        self.moves = []  # (us, button, level), the last one first
        self.pins = [_Pin() for _ in _BUTTONS]
        self.edges = Edges(len(_BUTTONS))
        self.edges.listen(self.pins, self._ticks)
        self.buttons = Buttons(self._read, len(_BUTTONS), (OK, BACK), self.edges)
        self.erases = ()  # in ms, one after another, that the first press starts
        self.presses = []

    def _ticks(self):
        return self.us // 1000

    def _read(self, button):
        self._pass(self.us + _READ_US)
        return self.pins[button].level

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
        pin.owed |= pin.IRQ_RISING if level else pin.IRQ_FALLING
        if pin.due is None:
            pin.due = self.us + (self.chance.randrange(_LATE_US) if self.late else 0)

    def tap(self, button, at_us, ms):
        """A contact that bounces, then stays closed for `ms`, and bounces once more; its end."""
        for level in (0, 1):
            for _ in range(self.chance.randrange(5)):
                self.moves.append((at_us, button, level))
                self.moves.append((at_us + self.chance.randint(20, 900), button, 1 - level))
                at_us += 1000
            self.moves.append((at_us, button, level))
            at_us += 0 if level else 1000 * ms
        self.moves.sort(reverse=True)
        return at_us

    def erase(self, ms):
        self.blind = True
        self._pass(self.us + 1000 * ms)
        self.blind = False
        for pin in self.pins:
            if pin.owed:
                pin.interrupt()
        self.buttons.blinded(self._ticks())

    def rounds(self, ms, most=8):
        """So long, in rounds of up to `most` ms."""
        end = self.us + 1000 * ms
        while self.us < end:
            now = self._ticks()
            press = self.buttons.scan(now)
            while press >= 0:
                self.presses.append((press >> 2, press & 3))
                for ms in self.erases:
                    self.erase(ms)
                    self._pass(self.us + 500)
                self.erases = ()
                press = self.buttons.scan(now)
            self._pass(self.us + self.chance.randrange(200, 1000 * most))


def _named(presses):
    return [(BUTTON_NAMES[button], event) for button, event in presses]


def _tap_about_an_erase(seed):
    """A tap near an erase that nobody's press has started: what was heard, and what was done."""
    chance = random.Random(seed)
    board = _Board(chance, late=seed & 1)
    board.rounds(100)
    ms = chance.randint(45, 400)
    button = chance.choice(_BUTTONS)
    board.tap(button, board.us + 1000 * chance.randint(0, ms + 300), chance.randint(60, 130))
    board.rounds(150)
    board.erase(ms)
    board.rounds(500, 20)
    return board.presses, [(button, SHORT)]


def _tap_about_a_press_that_erases(seed):
    """A tap after another whose press erases: of the same button, where that is heard of when it
    is let go, or of another one. Now and then there is none."""
    chance = random.Random(seed)
    board = _Board(chance, late=seed & 1)
    board.rounds(100)
    board.erases = [chance.randint(45, 400) for _ in range(chance.choice((1, 1, 3)))]
    first = chance.choice(_BUTTONS)
    second = chance.choice(_BUTTONS if first in (OK, BACK) else [b for b in _BUTTONS if b != first])
    ended = board.tap(first, board.us + 5000, chance.randint(60, 130))
    done = [(first, SHORT)]
    if chance.randrange(5):
        after = chance.randint(_AGAIN_MS, sum(board.erases) + 200)
        board.tap(second, ended + 1000 * after, chance.randint(60, 130))
        done.append((second, SHORT))
    board.rounds(2000, 20)
    return board.presses, done


def _wrong(scenario, seeds):
    wrong = []
    for seed in seeds:
        heard, done = scenario(seed)
        if heard != done:
            wrong.append((seed, _named(heard), _named(done)))
    return wrong


def test_a_tap_about_an_erase_counts_once():
    assert _wrong(_tap_about_an_erase, range(1000)) == []


def test_a_tap_about_an_erase_that_a_press_has_started_counts_once():
    assert _wrong(_tap_about_a_press_that_erases, range(1000)) == []


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
