"""Joins the devices and the app: presses and lines in, lights, display and lines out."""

import gc
from micropython import const

from picogammon import VERSION, board_data
from picogammon.app.display.view import MessageView, View
from picogammon.app.modes.mode import NO_ROOM, Message
from picogammon.app.modes.navigator import Navigator
from picogammon.app.session.dice import MatchDice
from picogammon.app.session.players import Players, coach, computers
from picogammon.app.session.prefs import LANDINGS, TUTOR
from picogammon.app.session.session import IncompleteChange, Session
from picogammon.devices import entropy
from picogammon.devices.files import DICE, SECRETS, SETTINGS, Store
from picogammon.devices.link import FAILED, MAX_LINE, Link
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.engine import levels
from picogammon.ground import TICKS_MASK, button_of, event_of, ticks_diff
from picogammon.panel import Panel
from picogammon.rules.plays import Plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from picogammon.app.practice.cards import Collector
    from picogammon.app.ubgi.asked import Lines
    from picogammon.engine.engine import Engine, Slices
    from picogammon.held import Held
    from picogammon.host import Host
    from picogammon.talk import Talk
    from picogammon.workshop import Workshop

_PATIENCE_MS = const(400)
_IDLE_MS = const(2000)  # without a press, after which flash may be erased
_WORK_MS = const(8)  # after so much of a round no slice of thinking begins; the last may exceed it
_LONG_WORK_MS = const(80)  # of thinking in a round if nothing is due until somebody interrupts
_OFTEN = const(16384)  # bytes that grading or a review allocates between two collections
_AGAIN_MS = const(30000)  # after which what lacked memory is tried again
_MANY_ROUNDS = const(40)  # busy rounds, after which memory is tidied: they leave some 25 KB
_REFUSED = "error unsupported_feature " + NO_ROOM  # what answers a line that lacks the memory
# While the workshop has the board, people do not see the match. Lines that begin with these words
# are answered then; the line below answers all others.
_AT_WORK = ("ubgi", "isready", "mirror", "files", "get", "restart")
_DIM = "The power failed twice when they came on. Try another supply or cable."
_IN_WORK = "error unsupported_feature the board is being set up"


def _collector(archive: Archive) -> "Collector":
    """Returns what makes practice cards of the mistakes that the grader finds."""
    from picogammon.app.practice.cards import Collector  # saves memory if nobody grades

    return Collector(archive)


class Board:
    """A whole board on a host.Host."""

    def __init__(self, host: "Host") -> None:
        roomy = host.file_system is not None or not host.on_chip  # stock MicroPython has no memory
        self.in_flash = host.on_chip and roomy  # True for an image, whose code is not in memory
        if self.in_flash and not host.make:
            levels.reserve()  # early, or later there might be no room in one piece
        plays = Plays()
        files = host.files
        players = computers(plays, host.make)
        ticks = host.ticks_ms if host.on_chip else None  # an erase takes time on the chip alone
        self._host = host
        self._ticks = ticks
        self.log = MatchLog(host.ring)
        self._dice = entropy.Dice(entropy.source(host.machine, host.chip, host.urandom))
        session = Session(
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
        self.session = session
        self.over = False  # True if it shall start anew
        self.softly = False  # True if the cable's connection shall outlast that
        self._held: "Held | None" = None  # while a button is held since power-on
        self.workshop: "Workshop | None" = None  # while it has the board
        self.navigator = Navigator(session, self._measure if host.wired else None, self.say)
        self.navigator.workshop = self.open_workshop if host.wired else None
        self.panel, self._trouble = board_data.first_of(host, Panel)
        files.written = host.ring.erased = self._written
        self.navigator.view.home_left = self.panel.home_left
        self.navigator.view.display = self.panel.display
        self.link: "Link | None" = None
        if host.port is not None:
            self.link = Link(host.port, self.answers, MAX_LINE)
        self._players = players
        self.talk: "Talk | None" = None  # once somebody at the link asks
        self._oled = self.panel.data.I2C_FREQUENCY  # at which it answers; 0: not at all
        self._now = 0
        self._worked = 0
        self._graded = False  # True while the grader may have a thought of the coach
        self._grading = False  # True if this round has graded, and the next one can at once
        self._lacked: int | None = None  # when memory lacked to grade
        self._left = -1  # in what state all was let go of, as `_let_go` has it
        # The weights, checked before anybody asks for a level.
        self._checking: "Slices[None] | None" = levels.checking() if self.in_flash else None

    @property
    def busy(self) -> bool:
        """True if the next round should come soon."""
        if self.softly or self.workshop or self._held and self._held.taken:
            return False  # before it starts anew, the cable needs a pause to send the answer
        navigator = self.navigator
        return (
            navigator.changed
            or navigator.top.busy
            or self.panel.behind
            or self._grading
            or bool(self.link and self.link.busy)
        )

    def untouched(self, now: int) -> bool:
        """True if nobody has pressed for so long that flash may be erased."""
        return self.panel.idle_for(now, _IDLE_MS)

    def brighten(self, weak: bool) -> None:
        """Brings the lights from dim to full; says why not if the supply is too `weak`."""
        if weak:
            self.navigator.open(Message(self.navigator, "The lights are dim", [_DIM]))
            return
        self.panel.strip.dim(False)
        self.navigator.changed = True

    def _ponderer(self) -> "Engine | None":
        """What looks further ahead than the coach while people think."""
        from picogammon.app.advice.pondering import ponderer  # saves memory if nobody ponders

        return ponderer(self._players)

    def start(self, now: int, keep_alive: "Callable[[], int] | None" = None) -> None:
        """Resumes the saved match and shows it.

        `keep_alive()`, if given, is called every few milliseconds meanwhile, and returns ticks_ms.
        It is also called later on while something takes long.
        """
        ring = self._host.ring
        ring.keep_alive = patient = keep_alive and self._patient(now, keep_alive)
        self.navigator.start(now, patient)
        ring.keep_alive = keep_alive
        self.panel.scan(now)
        if self.panel.buttons.stuck or board_data.is_on_flash(self._host.files):
            from picogammon import held  # saves time if nobody holds a button

            self._held = held.begun(self._host, self.panel, self.navigator, now)
        if self._trouble:
            self.navigator.open(Message(self.navigator, "The board's data", [self._trouble]))
        self.show(now)
        self._host.files.remove_leftovers()
        self.session.ungraded = self.session.earlier() > 0 or any(self.session.match.scores)
        self.panel.get_ready()
        # tools/flash waits for this.
        self.say("Picogammon %s plays on %s" % (VERSION, self.panel.name))
        if self._trouble:
            self.say(self._trouble + "; playing without it")

    def _patient(self, began: int, keep_alive: "Callable[[], int]") -> "Callable[[], None]":
        """`keep_alive`, which shows that the board works if that takes long."""
        shown = False

        def keep_alive_and_show() -> None:
            nonlocal shown
            now = keep_alive()
            if not shown and ticks_diff(now, began) >= _PATIENCE_MS:
                shown = True
                view = View()
                view.page = MessageView("One moment", ["Reading the saved match."])
                self.panel.show_all(view, now)

        return keep_alive_and_show

    def run_round(self, now: int) -> None:
        """One round: presses in, time on, view out.

        If memory lacks, everything beside the match ends with a message. MemoryError is raised only
        if there is nothing to end.
        """
        try:
            self._run_round(now)
        except MemoryError:
            if not self._give_way(now):
                raise

    def _give_way(self, now: int) -> bool:
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

    def _run_round(self, now: int) -> None:
        navigator = self.navigator
        panel = self.panel
        self._now = now
        self._grading = False
        if self._held and self._held_on(now) or self.workshop and self._worked_at(now):
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
        if navigator.top.urgent(now) or not (shown or panel.run_round(navigator.view, now)):
            worked = navigator.top.busy
            if self._graded and (worked or navigator.top is not navigator.base):
                # The coach may be asked something else, or is not wanted any more.
                self.session.rest_grader()
                self._graded = False
            self._work(now)  # a long one, and a press may be waiting
            if navigator.changed:
                if not worked:  # else next round, at once: a press may be waiting
                    self.show(now)
            elif not worked and self._check():
                pass
            elif not worked or navigator.top.patient:  # else what is due would wait for an erase
                self._let_go(now)
                self._tidy(now)
        answers = panel.oled.present and panel.bus.frequency
        if answers != self._oled:
            self._oled = answers
            back = "answers at 100 kHz only" if panel.bus.slow else "is back"
            self.say("the OLED %s" % (back if answers else "does not answer; playing on"))
        self._link_on(now)
        if self.busy:
            self._worked += 1
        if self._worked >= _MANY_ROUNDS:
            self._worked = 0
            panel.tidy()

    def _held_on(self, now: int) -> bool:
        """A round while a button is held; True if the round is done with that."""
        wish = self._held.run_round(now)
        if wish is None:
            return self._held.taken
        self._held = None
        self.navigator.changed = True
        if wish:
            self.open_workshop(wish, now)
        return False

    def open_workshop(self, what: int, now: int) -> None:
        """Sets the board up, tests it, undoes its set-up, or updates it (SET_UP .. UPDATE).

        The match waits on flash.
        """
        from picogammon.workshop import Workshop, at_once  # saves memory: hardly ever needed

        if at_once(self._host, what, self.panel, now):
            self.over = True
            return
        self.talk = None  # what it has told of the match is shown no more
        self.workshop = Workshop(self._host, what, self.panel.data, self.session, self.say, now)

    def _worked_at(self, now: int) -> bool:
        """A round of the workshop; always True."""
        self.workshop.run_round(now)
        self._link_on(now)
        self.over = self.over or self.workshop.over
        return True

    def _link_on(self, now: int) -> None:
        """A round of the link; it may end with a wish to start anew."""
        if self.link is not None:
            self.link.run_round(now)
            if self.talk and self.talk.restarts and not self.link.busy:
                self.over = self.softly  # a round later: the LF after a CR is still to be read
                self.softly = True

    def _work(self, now: int) -> None:
        """Lets time pass for the modes; a busy mode works some slices.

        It works more of them if nobody presses and nothing moves, until somebody does.
        """
        navigator = self.navigator
        ticks = self._ticks
        if not ticks:
            navigator.tick(now)
            return
        if self.session.match.result is None:
            self._work_on(now)
            return
        self._tidied(_OFTEN)  # a review leaves as much as grading
        try:
            self._work_on(now)
        finally:
            self._tidied(-1)

    def _tidied(self, bytes: int) -> None:
        """Lets an image tidy memory whenever so many bytes were allocated; -1: when it is full.

        What stays would otherwise be made anywhere in what else a long round leaves.
        """
        if self.in_flash and hasattr(gc, "threshold"):
            gc.threshold(bytes)

    def _work_on(self, now: int) -> None:
        navigator = self.navigator
        ticks = self._ticks
        panel = self.panel
        buttons = panel.buttons
        noted = buttons.noted
        navigator.tick(now)
        top = navigator.top
        sound = panel.sound if panel.sound.playing else None
        most = _WORK_MS
        if panel.idle() and not (self.link and self.link.busy):
            most = _LONG_WORK_MS
        while top.busy and not navigator.changed:
            passed = ticks()
            if buttons.noted != noted or (passed - now) & TICKS_MASK >= most:
                break
            if sound:
                sound.tick(passed)
            top.tick(now)

    def _tidy(self, now: int) -> None:
        """Erases the next sector of the ring, or grades a game, if nobody presses or waits."""
        ring = self._host.ring
        session = self.session
        top = self.navigator.top
        if not (ring.erase_due or session.ungraded) or top.busy and not top.patient:
            return
        if not self.untouched(now):
            return
        if ring.erase_due:
            ring.erase_next()
        elif session.ungraded and top is self.navigator.base and not top.busy:
            # What lies under an open mode may have a thought of the coach.
            if self.link and self.link.busy and not self._graded:
                return  # a round begins one thing
            self._graded = False
            if self._lacked is not None and ticks_diff(now, self._lacked) < _AGAIN_MS:
                return
            try:
                session.ungraded = bool(self.navigator.background("Grading", self._grade))
                self._lacked = None
            except MemoryError:
                self._lacked = now  # tried again later
                session.forget_grader()

    def _check(self) -> bool:
        """Checks the weights for a slice; False if that is done."""
        if self._checking is not None:
            for _ in self._checking:
                return True
            self._checking = None
        return False

    def _let_go(self, now: int) -> None:
        """Lets go of what was opened and is left again, so that an evening's memory stays whole.

        The coach goes as well, if only people play and none of them asks it at each turn. What
        looks back at a game that is over may go on with it.
        """
        navigator = self.navigator
        session = self.session
        players = session.players
        menu = navigator.main_menu
        modes = navigator.open_modes
        opened = len(modes) > menu
        over = session.match.result is not None
        asks = bool(self.talk and self.talk.asks(now))
        left = menu + 2 * opened + 4 * over + 8 * session.ungraded + 16 * asks
        left += 32 * players.prepared
        if left == self._left or self.link and self.link.busy:
            return
        self._left = left
        if opened:
            if self.in_flash and not menu:
                from picogammon import leaving  # saves memory where code is in memory

                leaving.menu(modes)
            return
        if menu or not session.ungraded:
            session.forget_grader()
        keeps = over or not menu and (asks or session.ungraded or self._helps())
        gone = not keeps and players.forget()
        if not self.in_flash:
            return
        from picogammon import leaving  # as above

        if menu or not (over or self._helps()):
            leaving.opened(menu)
        if gone:
            leaving.engine()
        if menu or not session.ungraded:
            leaving.grading()
        if not (self.talk and self.talk.ubgi):
            leaving.talking()
        self.panel.tidy()

    def _helps(self) -> bool:
        """True if people want the coach at each turn."""
        prefs = self.session.prefs
        return bool(prefs[TUTOR] or prefs[LANDINGS])

    def _grade(self) -> bool:
        """Grades for a round; False if nothing is left to grade, or there is no coach."""
        session = self.session
        self._worked += 1  # as a busy round
        if not session.players.prepare():
            return session.ungraded
        if not session.players.has_coach:
            return False
        from picogammon import leaving  # saves memory if nobody grades

        if not leaving.load(leaving.GRADING):
            self.panel.tidy()  # or what stays would lie scattered over the memory
            return session.ungraded
        grader = session.grader
        beside = self._host.grading_ticks
        ticks = self._ticks or beside
        busy = beside is not None or self.link is not None and self.link.busy
        busy = busy or self.panel.sound.playing or not self.panel.idle()
        ms = _WORK_MS if busy else _LONG_WORK_MS
        self._tidied(_OFTEN)
        try:
            more = grader.work(ticks, ms, self.panel.buttons)
        finally:
            self._tidied(-1)
        if not grader.saved:
            self.navigator.kept(False)
        self._grading = beside is not None and more
        if self._ticks:  # a long round leaves as much as many busy ones
            self._worked += ticks_diff(self._ticks(), self._now) // _WORK_MS
        self._graded = True
        return more

    def _written(self) -> None:
        """Notes that flash was written, during which perhaps nothing could interrupt."""
        if self._ticks:
            self.panel.buttons.blinded(self._ticks())

    def show(self, now: int) -> None:
        """Brings lights and OLED up to date with the match."""
        view = self.navigator.view
        self.navigator.refresh()
        if self._host.calm:
            view.calm = True
        self.panel.show(view, now)
        self._host.shown(self)

    def _talking(self) -> "Talk":
        if self.talk is None:
            from picogammon.talk import Talk  # saves memory if nobody is at the link

            self.talk = Talk(self._host, self.panel, self.navigator, self._players, _REFUSED)
            self.talk.workshop = self.workshop
        return self.talk

    def _measure(self, now: int) -> "Generator[str | None, None, None]":
        return self._talking().aloud(now, self.say)

    def answers(self, line: str) -> "Lines":
        """Yields the lines that answer a line; where it fails, one that says why.

        Raises IncompleteChange where the line has cut a change of the match short.
        """
        served = (line.split() or [""])[0] in _AT_WORK
        try:
            if self.talk is None:
                self._talking()
                yield None  # to import it took its time
            replies = self._talking().answers(line, self._now)
            while served or not self.workshop:
                yield next(replies)
            yield _IN_WORK
        except StopIteration:
            pass
        except MemoryError:
            self.talk = None
            yield _REFUSED
        except IncompleteChange:
            raise
        except Exception as error:
            yield FAILED % error

    def say(self, text: str) -> None:
        """Sends a line to the other end of the link."""
        if self.link is not None:
            self.link.say(text)
