"""The board: passes presses and link lines to the app, and the app's output to the devices."""

import gc
from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.modes.mode import NO_ROOM, Message
from picogammon.app.modes.navigator import Navigator
from picogammon.app.session.dice import MatchDice
from picogammon.app.session.players import Players, coach, computers
from picogammon.app.session.session import IncompleteChange, Session
from picogammon.devices import entropy
from picogammon.devices.files import DICE, SECRETS, SETTINGS, Store
from picogammon.devices.link import FAILED, Link
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.engine import levels
from picogammon.ground import TICKS_MASK, button_of, event_of, ticks_diff
from picogammon.panel import Panel
from picogammon.rules.plays import Plays
from picogammon.upkeep import LONG_WORK_MS, WORK_MS, Upkeep

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from picogammon.app.practice.cards import Collector
    from picogammon.app.ubgi.asked import Lines
    from picogammon.engine.engine import Engine
    from picogammon.held import Held
    from picogammon.host import Host
    from picogammon.server import Server
    from picogammon.workshop import Workshop

_PATIENCE_MS = const(400)
_REFUSED = "error unsupported_feature " + NO_ROOM  # the answer to a line if memory lacks
_DIM = "The power failed twice when they came on. Try another supply or cable."
# In the workshop the board answers only lines that begin with these words; people there do not see
# the match.
_IN_WORKSHOP = ("ubgi", "isready", "mirror", "files", "get", "restart")
_BEING_SET_UP = "error unsupported_feature the board is being set up"


def _collector(archive: Archive) -> "Collector":
    from picogammon.app.practice.cards import Collector  # saves memory if nobody grades

    return Collector(archive)


class Board:
    """A complete board on a `host`: its devices, its link, and the app that plays.

    `over`: True if the board must restart. `softly`: True if USB should stay connected.
    `server`: answers the link's lines; None until a line needs it. `workshop`: runs a set-up or a
    self-test; None at other times.
    """

    def __init__(self, host: "Host") -> None:
        roomy = host.file_system is not None or not host.on_chip  # stock MicroPython has no memory
        in_flash = host.on_chip and roomy
        if in_flash and not host.make:
            levels.reserve()  # early, or later there might be no room in one piece
        plays = Plays()
        files = host.files
        players = computers(plays, host.make)
        self._host = host
        self._players = players
        self._dice = entropy.Dice(entropy.source(host.machine, host.chip, host.urandom))
        self.log = MatchLog(host.ring)
        self.session = Session(
            Players(
                players,
                lambda: coach(players),
                plays,
                self._ponderer if roomy else None,
                None if host.make else levels.preparing,
                host.judge and (lambda: host.judge(plays)),
            ),
            MatchDice(self._dice, Store(files, DICE), Store(files, SECRETS)),
            self.log,
            Store(files, SETTINGS),
            Archive(host.ring, files, host.urandom),
            _collector,
        )
        self.over = False
        self.softly = False
        self.server: "Server | None" = None
        self.workshop: "Workshop | None" = None
        self._held: "Held | None" = None  # while a button is held since power-on
        self._now = 0
        navigator = Navigator(self.session)
        navigator.tell = self.say
        self.navigator = navigator
        if host.wired:
            navigator.measure = self._measure
            navigator.workshop = self.open_workshop
        self.panel, self._trouble = board_data.first_of(host, Panel)
        files.written = host.ring.erased = self._written
        navigator.view.home_left = self.panel.home_left
        navigator.view.display = self.panel.display
        self.link = None if host.port is None else Link(host.port, self.answers)
        self._oled = self.panel.data.I2C_FREQUENCY  # the speed at which it answers; 0: it does not
        self.upkeep = Upkeep(host, self.panel, navigator, self.link, in_flash)

    def _ponderer(self) -> "Engine | None":
        from picogammon.app.advice.pondering import ponderer  # saves memory if nobody ponders

        return ponderer(self._players)

    def start(self, now: int, keep_alive: "Callable[[], int] | None" = None) -> None:
        """Resumes and shows the match.

        `keep_alive()`: called often during long work; returns the time in ms (ticks_ms).
        """
        ring = self._host.ring
        ring.keep_alive = patient = keep_alive and self._patient(now, keep_alive)
        self.navigator.start(now, patient)
        ring.keep_alive = keep_alive
        self.panel.scan(now)
        if self.panel.buttons.stuck:
            from picogammon import held  # saves time if nobody holds a button

            self._held = held.begun(self.panel, self.navigator, now)
        if self._trouble:
            self.navigator.open(Message(self.navigator, "The board's data", [self._trouble]))
        self.show(now)
        self._host.files.remove_leftovers()
        self.session.ungraded = self.session.earlier() > 0 or any(self.session.match.scores)
        self.panel.screens()  # their import takes long
        # tools/flash waits for this line.
        self.say("Picogammon %s plays on %s" % (VERSION, self.panel.name))
        if self._trouble:
            self.say(self._trouble + "; playing without it")

    def _patient(self, began: int, keep_alive: "Callable[[], int]") -> "Callable[[], None]":
        """Returns a function that calls `keep_alive`, and shows a message 400 ms after `began`."""
        shown = False

        def keep_alive_and_show() -> None:
            nonlocal shown
            now = keep_alive()
            if not shown and ticks_diff(now, began) >= _PATIENCE_MS:
                shown = True
                self.panel.show_message("One moment", ["Reading the saved match."], now)

        return keep_alive_and_show

    def brighten(self, weak: bool) -> None:
        """Ends the dimming of the lights; if the supply is `weak`, explains the dimming instead."""
        if weak:
            self.navigator.open(Message(self.navigator, "The lights are dim", [_DIM]))
            return
        self.panel.strip.dim(False)
        self.navigator.changed = True

    def run_round(self, now: int) -> None:
        """Runs one pass of the main loop: handles presses, lets time pass, and shows the result.

        If memory runs out, ends all work except the match. Without other work, raises MemoryError.
        """
        try:
            self._run_round(now)
        except MemoryError:
            if not self._give_way(now):
                raise

    def _run_round(self, now: int) -> None:
        navigator = self.navigator
        panel = self.panel
        upkeep = self.upkeep
        self._now = now
        upkeep.grading = False
        if self._held and self._watch_held(now):
            return
        if self.workshop:
            self.workshop.run_round(now)
            self._run_link(now)
            self.over = self.over or self.workshop.wizard.over
            return
        press = panel.scan(now)
        while press >= 0:
            self._held = None
            if self._host.ticks_us:
                self._dice.stir(self._host.ticks_us())
            navigator.press(button_of(press), event_of(press), now)
            press = panel.scan(now)
        shown = navigator.changed
        if shown:  # the lights come first
            self.show(now)
        panel.play(navigator.take_tune(), now, self.session.prefs.quiet)
        # After a long piece of work a press may be waiting, so a round does one of these.
        if navigator.top.urgent(now) or not (shown or panel.run_round(navigator.view, now)):
            thinks = navigator.top.busy
            if thinks or navigator.top is not navigator.base:
                upkeep.leave_coach()
            self._think(now)
            if navigator.changed:
                if not thinks:  # otherwise the next round shows it, after a press
                    self.show(now)
            elif not thinks or navigator.top.patient:  # otherwise an erase would delay what is due
                upkeep.run_round(now, self.server, thinks)
        self._watch_oled()
        self._run_link(now)
        upkeep.end_round(self.busy)

    @property
    def busy(self) -> bool:
        """True if the next pass of the main loop should follow without a long pause."""
        if self.softly or self.workshop or self._held and self._held.taken:
            return False  # before a restart, the cable needs a pause to send the answer
        navigator = self.navigator
        return (
            navigator.changed
            or navigator.top.busy
            or self.panel.behind
            or self.upkeep.grading
            or bool(self.link and self.link.busy)
        )

    def _watch_held(self, now: int) -> bool:
        """Handles buttons held since power-on; True while the board waits for their release."""
        wish = self._held.run_round(now)
        if wish is None:
            return self._held.taken
        self._held = None
        self.navigator.changed = True
        if wish:
            self.open_workshop(wish, now)
        return False

    def _think(self, now: int) -> None:
        """Lets the app's modes work: on a chip some ms, or until a touch; elsewhere one tick."""
        navigator = self.navigator
        panel = self.panel
        if not self._host.on_chip:
            navigator.tick(now)
            return
        ticks = self._host.ticks_ms
        noted = panel.buttons.noted
        self.upkeep.collect_often(self.session.match.result is not None)  # during a review
        try:
            navigator.tick(now)
            top = navigator.top
            most = WORK_MS
            if panel.idle() and not (self.link and self.link.busy):
                most = LONG_WORK_MS
            while top.busy and not navigator.changed:
                passed = ticks()
                if panel.buttons.noted != noted or (passed - now) & TICKS_MASK >= most:
                    break
                panel.sound.tick(passed)
                top.tick(now)
        finally:
            self.upkeep.collect_often(False)

    def _watch_oled(self) -> None:
        panel = self.panel
        answers = panel.oled.present and panel.bus.frequency
        if answers != self._oled:
            self._oled = answers
            back = "answers at 100 kHz only" if panel.bus.slow else "is back"
            self.say("the OLED %s" % (back if answers else "does not answer; playing on"))

    def _run_link(self, now: int) -> None:
        if self.link is not None:
            self.link.run_round(now)
            if self.server and self.server.restarts and not self.link.busy:
                self.over = self.softly  # a round later: the LF after a CR is still to be read
                self.softly = True

    def _give_way(self, now: int) -> bool:
        """Frees memory by ending all work except the match; False if there was no other work."""
        served = self.server is not None
        self.server = None
        if self.workshop:
            self.over = True  # nothing was kept, and the match is on flash
            return True
        if self.navigator.give_way(now):
            return True
        self.navigator.base.think_anew()
        return served

    def open_workshop(self, what: int, now: int) -> None:
        """Starts `what`: SET_UP, SELF_TEST, UNDO_SET_UP or UPDATE. The match stays on flash."""
        from picogammon.workshop import Workshop, at_once  # saves memory: hardly ever needed

        if at_once(self._host, what, self.panel, now):
            self.over = True
            return
        self.server = None  # what it said about the match is no longer shown
        self.workshop = Workshop(self._host, what, self.panel.data, self.session, self.say, now)

    def _written(self) -> None:
        """Tells the buttons that flash was written: the chip cannot read them during a write."""
        if self._host.on_chip:
            self.panel.buttons.blinded(self._host.ticks_ms())

    def show(self, now: int) -> None:
        """Shows the app's view on the lights; the next rounds show it on the OLED."""
        view = self.navigator.view
        self.navigator.refresh()
        if self._host.calm:
            view.calm = True
        self.panel.show(view, now)
        self._host.shown(self)

    def answers(self, line: str) -> "Lines":
        """Yields the lines that answer `line`, and None where the caller may pause.

        Catches any exception except IncompleteChange; the last line then describes the error.
        """
        served = (line.split() or [""])[0] in _IN_WORKSHOP
        try:
            if self.server is None:
                self._serve()
                yield None  # its import took time
            replies = self._serve().answers(line, self._now)
            while served or not self.workshop:
                yield next(replies)
            yield _BEING_SET_UP
        except StopIteration:
            pass
        except MemoryError:
            self.server = None
            yield _REFUSED
        except IncompleteChange:
            raise
        except Exception as error:
            yield FAILED % error

    def _serve(self) -> "Server":
        if self.server is None:
            gc.collect()  # otherwise its modules would lie scattered over the memory
            from picogammon.server import Server  # saves memory if nobody is at the link

            self.server = Server(self._host, self.panel, self.navigator, self._players, _REFUSED)
            self.server.workshop = self.workshop
        return self.server

    def _measure(self, now: int) -> "Generator[str | None, None, None]":
        for line in self._serve().measured(now):
            if line:
                self.say(line)
            yield line

    def say(self, text: str) -> None:
        """Sends a line over the link, if there is one."""
        if self.link is not None:
            self.link.say(text)
