"""Contacts that bounce, at any microsecond and near an erase: no press made up, none lost."""

import random

from fakes.wires import Switches
from picogammon.devices.buttons import Buttons
from picogammon.ground import BACK, BUTTON_NAMES, NEXT, OK, PREV, SHORT

HOST_ONLY = True

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


class _Pin:
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def irq(self, handler=None, trigger=12, hard=False):
        self.handler = handler or self.handler
        return self

    def trigger(self):
        return 12

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
        self.buttons = Buttons(self._read, 4, (_OK, _BACK))
        self.buttons.listen(self.pins, self._ticks)

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
        self.buttons.since = _Passing(self, self.buttons.since)
        self.buttons.value = _Passing(self, self.buttons.value)

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


_BUTTONS = (PREV, NEXT, OK, BACK)
_LATE_US = 300  # as late as an interrupt may come
_LOOK_US = 25  # from one look at a pin to the next
_AGAIN_MS = 60  # from letting go to the next touch of the same finger


class _LatePin(_Pin):
    due = None  # when an interrupt tells of it

    def interrupt(self):
        self.due = None
        self.handler(self)


class _Board:
    """Buttons in the board's rounds. `late`: whether interrupts may be."""

    def __init__(self, chance, late):
        self.chance = chance
        self.late = late
        self.us = chance.randrange(10**6)
        self.blind = False
        self.moves = []  # (us, button, level), the last one first
        self.pins = [_LatePin() for _ in _BUTTONS]
        self.buttons = Buttons(self._read, len(_BUTTONS), (OK, BACK))
        self.buttons.listen(self.pins, self._ticks)
        self.erases = ()  # in ms, one after another, that the first press starts
        self.presses = []

    def _ticks(self):
        return self.us // 1000

    def _read(self, button):
        self._pass(self.us + _LOOK_US)
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
            if pin.due is not None:
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
    board.tap(button, board.us + 1000 * chance.randint(0, ms + 300), chance.randint(20, 130))
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
    ended = board.tap(first, board.us + 5000, chance.randint(20, 130))
    done = [(first, SHORT)]
    if chance.randrange(5):
        after = chance.randint(_AGAIN_MS, sum(board.erases) + 200)
        board.tap(second, ended + 1000 * after, chance.randint(20, 130))
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
