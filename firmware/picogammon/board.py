"""Joins the devices and the app: presses and lines in, lights, display and lines out."""

import machine
import os
import sys
import time
from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.display.view import MessageView, View
from picogammon.app.modes.base import NO_ROOM, Message
from picogammon.app.modes.navigator import Navigator
from picogammon.app.session.dice_box import MatchDice
from picogammon.app.session.keeper import whole
from picogammon.app.session.players import Sides, coach, computers
from picogammon.app.session.session import Session
from picogammon.devices import entropy, files, raw_bits
from picogammon.devices.journal import Journal
from picogammon.devices.link import Link
from picogammon.devices.littlefs import Twice, Witness
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.ground.clock import MASK, diff
from picogammon.ground.presses import button_of, event_of
from picogammon.panel import Panel, make_inputs
from picogammon.rules.movegen import Plays

_LOG = "match.log"
_SEEN = "seen"  # the folder of the log's witness
_MATCHES = "matches"  # the folder of the last matches
_MAX_LINE = const(161)  # a letter more than the link's engine takes, which then says so
_PATIENCE_MS = const(400)
_UNTOUCHED_MS = const(2000)  # without a press, after which flash may be erased
_WORK_MS = const(8)  # of thinking in a round; the last slice may exceed it
_LONG_WORK_MS = const(80)  # of thinking in a round if nothing is due until somebody interrupts
_MANY_ROUNDS = const(80)  # rounds without a pause, after which memory may need tidying
_REFUSED = "error unsupported_feature " + NO_ROOM  # what answers a line that lacks the memory
_ON_CHIP = sys.platform == "rp2"
_CHIP = getattr(sys.implementation, "_machine", "")


class Board:
    """A whole board. `port`: the port of its link, or None."""

    def __init__(self, port):
        plays = Plays()
        sync = self._sync if hasattr(os, "sync") else None
        players = computers(plays)
        ticks = time.ticks_ms if _ON_CHIP else None  # an erase takes time on the chip alone
        self._ticks = ticks
        witness = Witness(_SEEN, sync)
        self._twice = Twice((_SEEN, _MATCHES, ""), sync)
        self.journal = Recent(Journal(_LOG, sync), _LOG, sync, ticks, witness)
        self._dice = entropy.Dice(raw_bits.source(machine, _CHIP, os.urandom))
        session = Session(
            Sides(players, lambda: coach(players), plays),
            MatchDice(self._dice, Store("dice.bin", sync), Store("seal.bin", sync)),
            self.journal,
            Store("settings.bin", sync),
            self._archive,
        )
        self.session = session
        self.over = False  # True if it shall start anew
        self.softly = False  # True if the cable's connection shall outlast that
        self._held = None  # a held.Held, while a button is held since power-on
        self.workshop = None  # a workshop.Workshop, while it has the board
        self.navigator = Navigator(session, None if port is None else self._measure_aloud, self.say)
        self.navigator.workshop = None if port is None else self.open_workshop
        self.panel, self._trouble = board_data.first_of(Panel)
        self.navigator.view.home_left = self.panel.home_left
        self.navigator.view.display = self.panel.display
        self.link = None
        if port is not None:
            self.plug(port)
        self._players = players
        self.talk = None  # a talk.Talk, once somebody at the link asks
        self._oled = True
        self._now = 0
        self._worked = 0
        self._ticks_us = getattr(time, "ticks_us", None)  # CPython lacks it

    @property
    def busy(self):
        """True if the next round should come soon."""
        if self.workshop or self._held and self._held.taken:
            return False
        navigator = self.navigator
        return navigator.changed or navigator.top.busy or bool(self.link and self.link.busy)

    def plug(self, port):
        """Gives it a link at `port`, before it starts."""
        self.link = Link(port, self._answers, _MAX_LINE)
        self.session.players.linked = True

    def start(self, now, breathe=None):
        """Resumes the saved match and shows it.

        `breathe()`, if given, is called every few milliseconds meanwhile, and returns ticks_ms. It
        is also called later on while a log is written anew.
        """
        self.journal.let_breathe(breathe)
        self.navigator.start(now, breathe and Patience(self.panel, now, breathe).breathe)
        self.panel.scan(now)
        if self.panel.buttons.stuck or board_data.is_on_flash():
            self._hold(now)
        if self._trouble:
            self.navigator.open(Message(self.navigator, "The board's data", [self._trouble]))
        self.show(now)
        try:
            self.session.untidy = files.size(_MATCHES) >= 0  # a PC may have sent matches
        except OSError:
            self.session.untidy = False
        self.panel.get_ready()
        # tools/flash waits for this.
        self.say("Picogammon %s plays on %s" % (VERSION, self.panel.name))
        if self._trouble:
            self.say(self._trouble + "; playing without")

    def run_round(self, now):
        """One round: presses in, time on, view out.

        If memory lacks, everything beside the match ends with a message. MemoryError is raised only
        if there is nothing to end.
        """
        try:
            self._run_round(now)
        except MemoryError:
            if not self._give_way(now):
                raise

    def _give_way(self, now):
        """Ends work beside the match, as memory lacks; True if there was any."""
        linked = self.talk and self.talk.took_memory
        self.talk = None
        if self.workshop:
            self.over = True  # nothing was kept, and the match is on flash
            return True
        if self.navigator.give_way(now):
            return True
        self.navigator.base.think_anew()
        return bool(linked)

    def _run_round(self, now):
        navigator = self.navigator
        panel = self.panel
        self._now = now
        if self._held and self._held_on(now) or self.workshop and self._worked_at(now):
            return
        press = panel.scan(now)
        while press >= 0:
            self._held = None
            if self._ticks_us:
                self._dice.stir(self._ticks_us())
            navigator.press(button_of(press), event_of(press), now)
            press = panel.scan(now)
        shown = navigator.changed
        if shown:  # the lights come first
            self.show(now)
        panel.play(navigator.take_tune(), now, self.session.prefs.quiet)
        if navigator.top.urgent(now) or not (shown or panel.run_round(navigator.view, now)):
            worked = navigator.top.busy
            self._work(now)  # a long one, and a press may be waiting
            if navigator.changed:
                self.show(now)
            elif not worked:  # else what is due would wait for an erase
                self._tidy(now)
        if panel.oled.present != self._oled:
            self._oled = panel.oled.present
            self.say("the OLED %s" % ("is back" if self._oled else "does not answer; playing on"))
        self._link_on(now)
        self._worked = self._worked + 1 if self.busy else 0
        if self._worked == _MANY_ROUNDS:
            self._worked = 0
            panel.tidy()

    def _hold(self, now):
        """Names the buttons that are held, and waits for the wish."""
        from picogammon import held  # saves time if nobody holds one

        buttons = self.panel.buttons
        if buttons.stuck:
            held.stuck(self.navigator, buttons.stuck, now)
        if board_data.is_on_flash():
            others = held.Others(self.panel.data, make_inputs)
            if others.stuck:
                buttons = others
        if buttons.stuck and self.navigator.workshop is not None:
            self._held = held.Held(self.panel, buttons, now)

    def _held_on(self, now):
        """A round while a button is held; True if the round is done with that."""
        wish = self._held.run_round(now)
        if wish is None:
            return self._held.taken
        self._held = None
        self.navigator.changed = True
        if wish:
            self.open_workshop(wish, now)
        return False

    def open_workshop(self, what, now):
        """Sets the board up, tests it, undoes its set-up, or updates it (workshop.SET_UP ..).

        The match waits on flash.
        """
        from picogammon.workshop import Workshop, at_once  # saves memory: hardly ever needed

        if at_once(what, self.panel, self._sync if hasattr(os, "sync") else None, now):
            self.over = True
            return
        self.workshop = Workshop(what, self.panel.data, self.session, self.say, now)

    def _worked_at(self, now):
        """A round of the workshop; always True."""
        self.workshop.run_round(now)
        self._link_on(now)
        self.over = self.over or self.workshop.over
        return True

    def _link_on(self, now):
        """A round of the link; it may end with a wish to start anew."""
        if self.link is not None:
            self.link.run_round(now)
            if self.talk and self.talk.restarts and not self.link.busy:
                self.over = self.softly  # a round later: the LF after a CR is still to be read
                self.softly = True

    def _work(self, now):
        """Lets time pass for the modes; a busy mode works some slices.

        It works more of them if nobody presses and nothing moves, until somebody does.
        """
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
        """Tidies the logs if nobody presses or waits, because flash may be erased."""
        journal = self.journal
        session = self.session
        twice = self._twice
        twice.untidy = twice.untidy or session.untidy
        if not (journal.untidy or twice.untidy) or self.navigator.top.busy:
            return
        if not self.panel.untouched(now, _UNTOUCHED_MS):
            return
        if whole(journal.tidy)() or session.tidy() or twice.tidy():
            self._written()

    def _archive(self):
        from picogammon.devices.archive import Archive  # saves time and memory at the start

        return Archive(_MATCHES, _LOG)

    def _sync(self):
        os.sync()
        self._written()

    def _written(self):
        """Notes that flash was written, during which perhaps nothing could interrupt."""
        if self._ticks:
            self.panel.buttons.blinded(self._ticks())

    def show(self, now):
        """Brings lights and OLED up to date with the match."""
        self.navigator.refresh()
        self.panel.show(self.navigator.view, now)

    def _talking(self):
        if self.talk is None:
            from picogammon.talk import Talk  # saves memory if nobody is at the link

            written = self._sync if hasattr(os, "sync") else self._written
            self.talk = Talk(self.panel, self.navigator, self._players, _REFUSED, written)
        return self.talk

    def _measure_aloud(self, now):
        """The hardware's report, as Talk.measured gives it, which is also sent over the link."""
        lines = self._talking().measured(now)
        try:
            for line in lines:
                if line:
                    self.say(line)
                yield line
        finally:
            lines.close()

    def _answers(self, line):
        """Yields the lines that answer a line, or one that says that memory lacks."""
        try:
            yield from self._talking().answers(line, self._now)
        except MemoryError:
            self.talk = None
            yield _REFUSED

    def say(self, text):
        """Sends a line to the other end of the link."""
        if self.link is not None:
            self.link.say(text)


class Patience:
    """Lets a long start call `breathe()`, and shows on the `panel` that it works."""

    def __init__(self, panel, now, breathe):
        self._panel = panel
        self._breathe = breathe
        self._began = now
        self._shown = False

    def breathe(self):
        """To be called every few milliseconds."""
        now = self._breathe()
        if not self._shown and diff(now, self._began) >= _PATIENCE_MS:
            self._shown = True
            view = View()
            view.page = MessageView("One moment", ["Reading the saved match."])
            self._panel.show_all(view, now)
