"""Joins the devices and the app: presses and lines in, lights, display and lines out."""

import gc
import machine
import os
import sys
import time
from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.display.view import MessageView, View
from picogammon.app.modes.base import Message
from picogammon.app.modes.navigator import Navigator
from picogammon.app.session.players import coach, computers, strongest
from picogammon.app.session.session import Session
from picogammon.devices import entropy, files, raw_bits
from picogammon.devices.journal import Journal
from picogammon.devices.link import Link
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.devices.witness import Witness
from picogammon.ground.clock import MASK, diff
from picogammon.ground.presses import button_of, event_of
from picogammon.panel import Panel
from picogammon.rules.movegen import Plays

_LOG = "match.log"
_SEEN = "seen"  # the folder of the log's witness
_MATCHES = "matches"  # and of the last matches
_MAX_LINE = const(161)  # a letter more than the link's engine takes, which then says so
_PATIENCE_MS = const(400)
_ROOMY = const(65536)  # bytes: the link's engine and all menus at once
_REST_MS = const(2000)  # without a press, and flash may be erased
_WORK_MS = const(8)  # of thinking in a round; a slice more may come
_LONG_WORK_MS = const(80)  # the same where nothing is to be done before somebody interrupts
_MANY_ROUNDS = const(80)  # without a pause may leave much to be collected
_MEASURE = "hardware"  # the line that asks for the report
_MIRRORED = ("mirror", "file")  # words of a page that shows this board,
_TYPED = "set"  # and of one with a keyboard
_OPPONENT = "opponent"  # the line of a PC whose engine plays (app/session/far.py)
_NO_ROOM = "this board lacks the memory for that"
_REFUSED = "error unsupported_feature " + _NO_ROOM
_ON_CHIP = sys.platform == "rp2"
_CHIP = getattr(sys.implementation, "_machine", "")


class Board:
    """A whole board. `port`: where its link's lines come and go, None for a board without."""

    def __init__(self, port):
        plays = Plays()
        sync = self._sync if hasattr(os, "sync") else None
        players = computers(plays)
        ticks = time.ticks_ms if _ON_CHIP else None  # an erase is waited for, work takes its time
        self._ticks = ticks
        witness = Witness(_SEEN, sync)
        self.journal = Recent(Journal(_LOG, sync), _LOG, sync, ticks, witness)
        session = Session(
            entropy.Dice(raw_bits.source(machine, _CHIP, os.urandom)),
            self.journal,
            Store("settings.bin", sync),
            players,
            plays,
            Store("dice.bin", sync),
            coach(players),
            self._archive,
            Store("seal.bin", sync),
        )
        self.session = session
        self.over = False  # whether it shall start anew
        self._held = None  # a button since power-on: a held.Held
        self.workshop = None  # a workshop.Workshop that has the board
        self.navigator = Navigator(session, None if port is None else self._measure_aloud, self.say)
        self.navigator.workshop = None if port is None else self.open_workshop
        self.panel, self._trouble = board_data.first_of(Panel)
        self.navigator.view.home_left = self.panel.home_left
        self.link = None
        if port is not None:
            self.plug(port)
        self._players = players
        self.ubgi = None  # an app.ubgi.protocol.Ubgi, from the first line that asks until `quit`
        self._mirror = None
        self._oled = True
        self._now = 0
        self._worked = 0
        self._ticks_us = getattr(time, "ticks_us", None)  # CPython has none

    @property
    def busy(self):
        """Whether the next round should come soon."""
        if self.workshop or self._held and self._held.taken:
            return False
        navigator = self.navigator
        return navigator.changed or navigator.top.busy or bool(self.link and self.link.busy)

    def plug(self, port):
        """Gives it a link at `port`, before it starts."""
        self.link = Link(port, self._answers, _MAX_LINE)
        self.session.linked = True

    def start(self, now, rest=None):
        """Takes up the saved match and shows it.

        `rest()`, if given, is called every few milliseconds meanwhile, and returns ticks_ms; and
        later on while a log is written anew.
        """
        self.journal.rest(rest)
        self.navigator.start(now, rest and Patience(self.panel, now, rest).rest)
        self.panel.scan(now)
        if self.panel.buttons.stuck:
            self._hold(now)
        if self._trouble:
            self.navigator.open(Message(self.navigator, "The board's data", [self._trouble]))
        self.show(now)
        self.session.untidy = files.size(_MATCHES) >= 0  # a PC may have sent matches
        self.panel.get_ready()
        self.say("Picogammon %s plays on %s" % (VERSION, self.panel.name))  # tools/flash waits
        if self._trouble:
            self.say(self._trouble + "; playing without")

    def run_round(self, now):
        """One round: presses in, time on, view out."""
        navigator = self.navigator
        panel = self.panel
        self._now = now
        if self._held and self._held_on(now) or self.workshop and self._worked_at(now):
            return
        press = panel.scan(now)
        while press >= 0:
            self._held = None
            if self._ticks_us:
                self.session.dice_box.stir(self._ticks_us())
            navigator.press(button_of(press), event_of(press), now)
            press = panel.scan(now)
        panel.play(navigator.take_tune(), now, navigator.quiet)
        shown = navigator.changed
        if shown:
            self.show(now)
        if navigator.top.urgent(now) or not (shown or panel.run_round(navigator.view, now)):
            worked = navigator.top.busy
            self._work(now)  # thinking takes its time, too, and a press may be waiting
            if navigator.changed:
                self.show(now)
            elif not worked:  # or what is due would wait for an erase
                self._tidy(now)
        if panel.oled.present != self._oled:
            self._oled = panel.oled.present
            self.say("the OLED %s" % ("is back" if self._oled else "does not answer; playing on"))
        if self.link is not None:
            self.link.run_round(now)
        self._worked = self._worked + 1 if self.busy else 0
        if self._worked == _MANY_ROUNDS:
            self._worked = 0
            panel.tidy()

    def _hold(self, now):
        """A button is held: names it, and waits for what is wished."""
        self.navigator.stuck(self.panel.buttons.stuck)
        if self.navigator.workshop is not None:
            from picogammon.held import Held  # time, where nobody holds one

            self._held = Held(self.panel, now)

    def _held_on(self, now):
        """A round while one is held; whether that was all."""
        wish = self._held.run_round(now)
        if wish is None:
            return self._held.taken
        self._held = None
        self.navigator.redraw()
        if wish:
            self.open_workshop(wish, now)
        return False

    def open_workshop(self, what, now):
        """Sets the board up, tests it, or undoes its set-up (workshop.SET_UP ..); the match waits
        on flash."""
        from picogammon.workshop import Workshop, undo  # memory, and hardly ever

        if undo(what, self._sync if hasattr(os, "sync") else None):
            self.over = True
            return
        self.workshop = Workshop(what, self.panel.data, self.session, self.say, now)

    def _worked_at(self, now):
        """A round of the workshop."""
        self.workshop.run_round(now)
        if self.link is not None:
            self.link.run_round(now)
        self.over = self.over or self.workshop.over
        return True

    def _work(self, now):
        """Lets time pass for the modes; for one that is busy, some slices of its work: more of them
        where nobody presses and nothing moves, until somebody does."""
        navigator = self.navigator
        ticks = self._ticks
        if not ticks:
            navigator.tick(now)
            return
        panel = self.panel
        edges = panel.buttons.edges
        noted = edges.noted
        began = ticks()
        navigator.tick(now)
        top = navigator.top
        sound = panel.sound if panel.sound.playing else None
        most = _WORK_MS
        if panel.idle() and not (self.link and self.link.busy):
            most = _LONG_WORK_MS
        while top.busy and not navigator.changed:
            passed = ticks()
            if edges.noted != noted or (passed - began) & MASK >= most:
                break
            if sound:
                sound.tick(passed)
            top.tick(now)

    def _tidy(self, now):
        """Tidies the logs where nobody presses or waits, as flash may be erased."""
        journal = self.journal
        session = self.session
        if not (journal.untidy or session.untidy) or self.navigator.top.busy:
            return
        if self.panel.rest(now, _REST_MS) and (journal.tidy() or session.tidy()):
            self._written()

    def _archive(self):
        from picogammon.devices.archive import Archive  # time and memory, at the start

        return Archive(_MATCHES, _LOG)

    def _sync(self):
        os.sync()
        self._written()

    def _written(self):
        """Flash was; nothing may have interrupted meanwhile."""
        if self._ticks:
            self.panel.buttons.blinded(self._ticks())

    def show(self, now):
        """Brings lights and OLED up to date with the match."""
        self.navigator.refresh()
        self.panel.show(self.navigator.view, now)

    def _measure(self, now, refusal):
        """The lines of the hardware's report, with a None after each slice of work; `refusal` where
        memory lacks."""
        if not _roomy():
            yield refusal
            return
        from picogammon.hardware import Report

        yield from Report(self.panel, self.navigator).lines(now)

    def _measure_aloud(self, now):
        """The same, and whoever is at the link is told."""
        lines = self._measure(now, _NO_ROOM)
        try:
            for line in lines:
                if line:
                    self.say(line)
                yield line
        finally:
            lines.close()

    def _answers(self, line):
        """The hardware's report, what a page shows or types, or what Ubgi answers.

        Ubgi takes 30 KB from the first question to `quit`, and nothing where nobody asks.
        """
        if line.strip() == _MEASURE:
            yield from self._measure(time.ticks_ms() if _ON_CHIP else 0, _REFUSED)
            return
        if line.split(" ")[0] in _MIRRORED:
            if self._mirror is None:
                from picogammon.mirror import Mirror  # memory, where no page is connected

                self._mirror = Mirror(self.panel, self.navigator)
            yield from self._mirror.lines(line.split())
            return
        if line.split(" ")[0] == _TYPED:
            from picogammon import keyboard  # memory, where nobody types

            yield from keyboard.lines(self.navigator, line.split(), self._now)
            return
        if line.startswith(_OPPONENT):
            yield self.session.far.reply(line.split()[1:])
            return
        if self.ubgi is None:
            if not _roomy():
                yield _REFUSED
                return
            from picogammon.app.ubgi.protocol import Ubgi

            self.ubgi = Ubgi(strongest(self._players))
        ubgi = self.ubgi
        yield from ubgi.slices(line)
        if ubgi.closed:
            self.ubgi = None

    def say(self, text):
        """Tells whoever is at the link."""
        if self.link is not None:
            self.link.say(text)


class Patience:
    """Lets a start that takes long call `rest()`, and shows on the `panel` that it works."""

    def __init__(self, panel, now, rest):
        self._panel = panel
        self._rest = rest
        self._began = now
        self._shown = False

    def rest(self):
        """To be called every few milliseconds."""
        now = self._rest()
        if not self._shown and diff(now, self._began) >= _PATIENCE_MS:
            self._shown = True
            view = View()
            view.page = MessageView("One moment", ["Reading the saved match."])
            self._panel.show_all(view, now)


def _roomy():
    """Whether there is memory for more than the match. A PC's heap is as large as it is told."""
    if not _ON_CHIP:
        return True
    gc.collect()
    return gc.mem_free() >= _ROOMY
