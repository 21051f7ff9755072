"""The stack of modes over a session: what a press means now, and what there is to see.

A press, an engine's answer and the time go to the mode on top. Its actions go to the session, and
the Change decides which mode is next. This module has no pin and no clock: the caller passes times
in.
"""

from micropython import const

from picogammon.app.display import board_view
from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import View
from picogammon.app.modes.mode import NO_ROOM, Message, Stack, Watch
from picogammon.app.modes.turn import HandMode, Turn
from picogammon.app.session.prefs import CHECKERS, LANDINGS, MENU_FOUND, SOUND, TUTOR
from picogammon.ground import (
    BACK,
    BAR,
    LINE,
    LONG,
    NO_TUNE,
    OK,
    PLACE,
    TUNE_CLICK,
    TUNE_DOUBLE,
    TUNE_HIT,
    TUNE_LOSE,
    TUNE_REFUSED,
    TUNE_ROLL,
    TUNE_WIN,
    TUNE_YOUR_TURN,
    ticks_diff,
)
from picogammon.rules import actions
from picogammon.rules import match as matches

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any

    from picogammon.app.display.canvas import Display
    from picogammon.app.modes.mode import Mode
    from picogammon.app.modes.real import NoDice
    from picogammon.app.session.clock import MatchClock
    from picogammon.app.session.session import Change, Play, Session

_WORN = "Part of the flash has worn out. Your matches are safe."
# By session.ALMOST and FULL.
_FILLED = (
    "",
    "This game nearly fills the flash. Soon you cannot take back its first turns.",
    "This game has filled the flash. You cannot take back its earlier turns. Earlier matches still "
    "shows them.",
)
_OFF = "This failed and is off until the next start. You can play on."
_SITTING_MS = const(3600000)  # without a press, after which another sitting begins

_MOMENT_MS = const(1200)
_RESULT_MS = const(5000)
# Actions after which the checkers may lie elsewhere.
_ELSEWHERE = (actions.GAME, actions.TAKE_BACK, actions.ACCEPT)
# Phases in which the checkers lie as they did.
_STAY = (matches.TAKING_BACK, matches.GAME_OVER, matches.MATCH_OVER)
_TUNES = {
    actions.ROLL: TUNE_ROLL,
    actions.DOUBLE: TUNE_DOUBLE,
    actions.BEAVER: TUNE_DOUBLE,
    actions.RACCOON: TUNE_DOUBLE,
}
_ANSWERS = {
    actions.TAKE: "takes",
    actions.ACCEPT: "accepts",
    actions.REFUSE: "refuses",
}


class Navigator(Stack):
    """The modes of a session.Session, and when the board sleeps.

    After `start`, feed `press` and `tick`; when `changed` is set, `refresh` brings `view` up to
    date. `note_crash(error)` writes down what `background` caught; without it `background` catches
    nothing. `refused`: why the last press could not be. `refusals`: how many there were, so that
    the same one twice can be told apart.
    """

    def __init__(
        self,
        session: "Session",
        measure: "Callable[[int], Generator[str | None, None, None]] | None" = None,
        tell: "Callable[[str], Any] | None" = None,
    ) -> None:
        """`measure`, `tell`: as in Stack."""
        Stack.__init__(self, session)
        self.measure = measure
        self.tell = tell
        self.note_crash: "Callable[[Exception], object] | None" = None
        self.view = View()
        self._asides: "list[Mode]" = []  # those that wait until a question of the match is answered
        self._no_dice: "NoDice | None" = None  # from when there was something to say
        self._unsaved = False
        self._unseen = False  # True if people have not yet seen what was found wrong at the start
        self._headline = ""  # what has just happened, until the next press or action
        self.refused = ""
        self.refusals = 0
        self._pressed_at = 0
        self._tune = NO_TUNE
        self._clock: "MatchClock | None" = None  # in a match by the clock
        self._lacking: Message | None = None  # the message that memory lacks
        self._off: "list[str]" = []  # background work that has failed

    # The way in: power, presses, time.

    def start(self, now: int, keep_alive: "Callable[[], Any] | None" = None) -> None:
        """Resumes the saved match, or begins one.

        `keep_alive()` is called every few milliseconds meanwhile.
        """
        session = self.session
        self._pressed_at = now
        trouble = session.start(keep_alive)
        session.prefs.adapt(self.view)
        self.choose_base_mode(now)
        self._wind_clock(now)
        _guide(self)
        damage = session.damage
        if damage:
            self.open(Message(self, "Saved files", [damage]))
        self._unseen = bool(trouble or damage)
        if trouble:
            self.open(Message(self, "Saved match", [trouble]))
        for player in session.match.settings.players:
            trouble = session.players.trouble(player)
            if trouble:
                name = session.players.called(player)
                lines = ["Not on this board: " + name, trouble[0].upper() + trouble[1:] + "."]
                self.open(Message(self, "Levels of play", lines))
                break

    def press(self, button: int, event: int, now: int) -> None:
        """Handles a press of a button (0..3; SHORT, LONG, REPEAT), of a place (PLACE) or of a line
        of the menu that is shown (LINE).
        """
        try:
            self._press(button, event, now)
        except MemoryError:
            self.give_way(now)
            self._say_lacking()

    def acted(self, now: int) -> None:
        """Notes that a person does something: the answer to what was done before is over."""
        self._pressed_at = now
        if self._unseen:  # only now has somebody seen it; otherwise the next start says it again
            self._unseen = False
            self.kept(self.session.keep_damaged())
        self._headline = self.refused = ""
        self.changed = True
        self._tune = TUNE_CLICK
        if self._clock is not None:
            self._clock.waits = False

    def _press(self, button: int, event: int, now: int) -> None:
        self.acted(now)
        if self.view.asleep:
            self.view.asleep = False
        elif event == PLACE:
            from picogammon.app.modes import by_place  # saves memory if no place can be pressed

            by_place.press(self.top, button, now)
        elif event == LINE:
            self.top.touch(button, now)  # type: ignore[attr-defined]  # a Menu
        elif event != LONG:
            self.top.press(button, now)
        elif button == OK and not self.top.hold_ok(now):
            self._toggle_menu(now)
        elif button == BACK:
            if self.top.lasts:
                self.leave(self.top)
            self.close_all(now)

    def tick(self, now: int) -> None:
        """Lets time pass: shows go on, players think, the board falls asleep."""
        session = self.session
        if self._clock is not None:
            top = self.top
            thinks = session.players.person_decides() or top is self.base
            shown = self._clock.shown
            fallen = self._clock.tick(now, top.stops_clock or not thinks)
            if self._clock.shown != shown:
                self.changed = True
            if fallen is not None:
                from picogammon.app.modes.answer import TimeUp  # saves memory while time is left

                self._pressed_at = now
                self.view.asleep = False
                self._tune = TUNE_REFUSED
                self.open(TimeUp(self, fallen))
        top = self.top
        # A round does one thing, and a play that people wait for comes before the next roll's bits.
        if session.match.dice and top.urgent(now) or not self._collect(now):
            top.tick(now)
        unpressed = ticks_diff(now, self._pressed_at)
        if unpressed >= _SITTING_MS:
            session.sitting = None
        sleep_ms = session.prefs.sleep_ms()
        if sleep_ms and not self.view.asleep and unpressed >= sleep_ms:
            self.view.asleep = True
            self.changed = True

    def _collect(self, now: int) -> bool:
        """Does a round's part of the work for the next roll; True if there was some to do."""
        box = self.session.dice.box
        failed = box.trouble is not None
        collected = box.collect(now)
        if failed != (box.trouble is not None):
            self._of_dice().changed()
        return collected

    def _of_dice(self) -> "NoDice":
        """The NoDice."""
        if self._no_dice is None:
            from picogammon.app.modes.real import NoDice  # saves memory and time at the start

            self._no_dice = NoDice(self)
        return self._no_dice

    def give_way(self, now: int) -> bool:
        """Ends all that is not the match, as memory lacks, and says so.

        Returns True if there was any; if not, the match itself lacks memory.
        """
        if self.top is self._lacking:
            return False
        self._headline = ""
        before = len(self._opened)
        self.close_all(now, True)
        gone = self.base.give_way() or len(self._opened) < before
        if gone:
            self._say_lacking()
        return gone

    def _say_lacking(self) -> None:
        if self.top is not self._lacking:
            self._lacking = Message(self, "Memory", [NO_ROOM])
            self.open(self._lacking)

    def refresh(self) -> None:
        """Fills the view with what there is to see now."""
        view = self.view
        session = self.session
        board_view.show_match(view, session.match)
        view.dice = ()
        view.dice_used = 0
        view.version = ""
        view.clocks = self._clock and self._clock.shown  # type: ignore[assignment]  # no clock is false
        self.top.show(view)
        if self._headline and self.top is self.base:
            decider = None if view.decider is None else view.names[view.decider] + " "
            if decider and self._headline.startswith(decider):  # the headline says whose turn it is
                view.headline = self._headline
            else:
                view.headline = fitting_line(
                    "%s. %s" % (self._headline, view.headline), view.headline
                )
        if self.refused and view.page is None:
            view.headline = self.refused
        self.changed = False

    def take_tune(self) -> int:
        """The tune to play now (TUNE_..., as in ground.py), given once; NO_TUNE for no tune."""
        tune = self._tune
        self._tune = NO_TUNE
        return tune if self.session.prefs[SOUND] else NO_TUNE

    @property
    def open_modes(self) -> "Sequence[Mode]":
        """The modes that are open above the base."""
        return self._opened

    @property
    def main_menu(self) -> bool:
        """True if the main menu is open, perhaps with others above it."""
        return any(mode.menu for mode in self._opened)

    @property
    def played(self) -> tuple[int, int, int] | None:
        """Position of the open playback or decision, as in Playback.played, or None."""
        for mode in reversed(self._opened):
            if mode.played:
                return mode.played
        return None

    # What modes do.

    @property
    def display(self) -> "Display":
        """The display.Display that shows the view."""
        return self.view.display

    def leave(self, mode: "Mode", call: bool = False) -> None:
        Stack.leave(self, mode)
        players = self.session.players
        if call and players.only_person is not None and players.person_decides():
            self._tune = TUNE_YOUR_TURN

    def close_all(self, now: int, lasting: bool = False) -> None:
        """Returns to the match, from however deep in menus; with `lasting` from what lasts, too."""
        closed = [
            mode
            for mode in self._asides + self._opened
            if not mode.required and (lasting or not mode.lasts)
        ]
        self._asides = [mode for mode in self._asides if mode not in closed]
        self._opened = [mode for mode in self._opened if mode not in closed]
        self.changed = True
        for mode in closed:
            mode.closed(now)

    def refuse(self, why: str) -> None:
        """Says why a press could not be, until the next press. It may be cut at a comma."""
        self.refused = ""
        if why:
            why = why[0].upper() + why[1:]
            self.refused = fitting_line(why, why.split(",")[0])
        self.refusals += 1
        self._tune = TUNE_REFUSED
        self.changed = True

    def commit(self, action: bytes, now: int) -> bool:
        """Commits the action and goes on with what follows; returns True if that was done.

        If the match refuses the action, says why and changes nothing.
        """
        session = self.session
        phase = session.match.phase
        asked = None
        if session.prefs[TUTOR]:
            from picogammon.app.advice import tutor  # saves memory if nobody grades

            asked = tutor.question(session, action)
        try:
            change = session.commit(action)
        except matches.Refusal as refusal:
            self._say_refused(refusal)
            return False
        self._keep_opened(actions.kind_of(action))
        self.refused = ""
        self._tune = _tune_for(session, change, self._tune)
        self._headline = _headline_for(session.match, change, phase)
        if self._clock:
            self._clock.committed(action)
        if change.moves_on:
            self.choose_base_mode(now)
        _show_done(self, change, now)
        self.kept(change.saved)
        if change.filled:
            self.open(Message(self, "Long match", [_FILLED[change.filled]]))
        if asked is not None:
            from picogammon.app.modes.advice import Grading  # saves memory if nobody grades

            self.open(Grading(self, asked, action, now))
        return True

    def ask_or_roll(self, now: int, required: bool = False) -> None:
        """Asks for real dice, or rolls; `required`: somebody has to enter these."""
        if self.session.asks_for_dice():
            from picogammon.app.modes.real import DiceEntry  # saves memory: see main_menu

            self.open(DiceEntry(self, required))
        else:
            self.roll(now)

    def roll(self, now: int) -> None:
        """Rolls the board's dice. A roll that was made before a take-back comes again."""
        session = self.session
        known = session.match.next_dice()
        dice = known or session.dice.roll(session.match)
        if dice is None:
            self._of_dice().say()
            return
        side = session.match.turn
        if self.commit(actions.roll(dice[0], dice[1]), now) and not known:
            session.dice.box.note(dice, side)

    def choose_base_mode(self, now: int) -> None:
        """Makes the mode that fits what the match waits for the base mode."""
        self.changed = True
        if self._clock is not None:
            self._clock.pass_on(now)
        self.base = _waiting_mode(self, now)

    def begin(self, now: int, how: "Callable[..., bool | None]", *what: "Any") -> bool:
        """Begins another match or game by `how(*what)`, a method of the session.

        `how` returns True if all is on flash, and None if nothing was done; if it raises Refusal,
        that is said. Returns True if it begins. Another match has a clock of its own.
        """
        before = self.session.match
        if self._clock is not None:
            self._clock.keep()
        try:
            saved = how(*what)
        except matches.Refusal as refusal:
            self._say_refused(refusal)
            return False
        if saved is None:
            self._say_unsaved()
            return False
        another = self.session.match is not before
        if another:
            self._clock = None
        self._opened = []
        self._asides = []
        self.choose_base_mode(now)
        _guide(self)
        self.kept(saved)
        if another and self._wind_clock(now):
            self._clock.waits = False
            self._clock.keep()
        return True

    def kept(self, saved: bool) -> None:
        """Says once that something could not be saved, until saving works again.

        It also says that a part of the flash that was needed is worn.
        """
        if not saved and not self._unsaved:
            self._say_unsaved()
        self._unsaved = not saved
        archive = self.session.archive
        if archive and archive.ring.worn:
            archive.ring.worn = False
            self.open(Message(self, "Worn flash", [_WORN]))

    def keep_clock(self) -> None:
        """Keeps the tournament clock's times, as the board is about to start anew."""
        if self._clock is not None:
            self._clock.keep(True)

    def keep_prefs(self) -> None:
        """Keeps the preferences, and shows them; if that fails they hold until the power goes."""
        self.session.prefs.adapt(self.view)
        if not self.session.keep_prefs():
            self._say_unsaved()

    def background(self, title: str, work: "Callable[..., Any]", *what: "Any") -> "Any":
        """The result of background work; None if it failed, now or since the start.

        A failure is written down, and said once under that title.
        """
        if title in self._off:
            return None
        try:
            return work(*what)
        except Exception as error:
            if self.note_crash is None or isinstance(error, MemoryError):
                raise
            self._off.append(title)
            self.note_crash(error)
            self.open(Message(self, title, [_OFF]))
            return None

    # Within.

    def _keep_opened(self, kind: int) -> None:
        """Closes what an action of that kind has made untrue, and all that was opened for a look.

        A mode that lasts waits aside while an offer is answered, and comes back if it is refused.
        """
        match = self.session.match
        asked = match.phase in (matches.RESIGNING, matches.TAKING_BACK)
        same = asked or kind in (actions.SETTINGS, actions.REFUSE)
        lasting = [
            mode for mode in self._asides + self._opened if mode.required or same and mode.lasts
        ]
        if match.result and not same or kind in _ELSEWHERE and not asked:
            lasting = []
        for mode in lasting:
            mode.think_anew()
        self._opened, self._asides = ([], lasting) if asked else (lasting, [])

    def _wind_clock(self, now: int) -> bool:
        self._clock = None
        settings = self.session.match.settings
        if settings.clock and settings.length:
            # Saves memory in matches without a clock.
            from picogammon.app.session.clock import MatchClock

            self._clock = MatchClock(self.session, self.kept, now)
            return True
        return False

    def _toggle_menu(self, now: int) -> None:
        """Opens the menu over whatever is open; from within the menu, returns to the board."""
        if self.main_menu:
            self.close_all(now)
        else:
            from picogammon.app.modes.main_menu import MainMenu

            self.open(MainMenu(self))
            if not self.session.prefs[MENU_FOUND]:
                self.session.prefs.change(MENU_FOUND, 1)
                self.session.keep_prefs()

    def _say_refused(self, refusal: matches.Refusal) -> None:
        self._tune = TUNE_REFUSED
        self.open(Message(self, "Not now", [str(refusal)]))

    def _say_unsaved(self) -> None:
        self.open(Message(self, "Not saved", ["The flash could not be written. You can play on."]))


def _waiting_mode(navigator: "Navigator", now: int) -> "Mode":
    """The mode that fits what the match waits for now."""
    session = navigator.session
    phase = session.match.phase
    over = phase in (matches.GAME_OVER, matches.MATCH_OVER)
    if session.players.person_decides() and not over:
        return _mode_for(navigator)
    # Saves memory while people play.
    from picogammon.app.modes.waiting import Over, Pause, Think

    if over:
        if session.players.person_decides() or phase == matches.MATCH_OVER:
            return Over(navigator)
        return Pause(navigator, now, _RESULT_MS, lambda now: _next_game(navigator, now))
    if phase == matches.OPENING:
        return Pause(navigator, now, _MOMENT_MS, lambda now: navigator.ask_or_roll(now, True))
    return Think(navigator, now)


def _mode_for(navigator: "Navigator") -> "Mode":
    """The mode for the phase of `navigator.session.match`, which is not over."""
    a_match = navigator.session.match
    phase = a_match.phase
    if phase in (matches.OPENING, matches.TO_ROLL):
        return Turn(navigator)
    if phase == matches.TO_PLAY:
        prefs = navigator.session.prefs
        if prefs[LANDINGS] or prefs[TUTOR] and navigator.session.players.find_ponderer is not None:
            from picogammon.app.modes import coached  # saves memory if nobody wants help

            return coached.hand(navigator)
        return HandMode(navigator)
    from picogammon.app.modes import answer  # saves memory until somebody is asked

    return answer.mode_for(navigator)


def _show_done(navigator: "Navigator", change: "Change", now: int) -> None:
    """Shows a play: the other side's, or where each real checker goes."""
    play = change.play
    session = navigator.session
    if play and play.steps and session.prefs[CHECKERS]:
        _guide(navigator, play)
    elif play and not change.by_person:
        watch = Watch(navigator, play, now)
        watch.stops_clock = True
        navigator.open(watch)
    elif actions.kind_of(change.action) in _ELSEWHERE and session.match.phase not in _STAY:
        _guide(navigator)


def _guide(navigator: "Navigator", play: "Play | None" = None) -> None:
    """Lets people who use real checkers move them as in `play`, or (None) lay them all out."""
    if navigator.session.prefs[CHECKERS]:
        # Saves memory where the lights are the checkers.
        from picogammon.app.modes.real import Guide

        navigator.open(Guide(navigator, play))


def _next_game(navigator: "Navigator", now: int) -> None:
    navigator.commit(navigator.session.match.next_game(), now)


def _tune_for(session: "Session", change: "Change", otherwise: int) -> int:
    """The tune (ground.TUNE_...) for a Change; `otherwise` if it has none."""
    match = session.match
    if match.result:
        return TUNE_WIN if session.players.is_person(match.result.winner) else TUNE_LOSE
    if change.play and -change.play.before[0] < match.position[BAR]:
        return TUNE_HIT
    return _TUNES.get(actions.kind_of(change.action), otherwise)


def _headline_for(match: matches.Match, change: "Change", phase: int) -> str:
    """The beginning of the next headline, '' for nothing; `phase`: of the match before it."""
    names = match.settings.names
    kind = actions.kind_of(change.action)
    if phase == matches.OPENING and kind == actions.ROLL and match.turn is not None:
        return "%s goes first" % names[match.turn]
    if not change.by_person and kind in _ANSWERS:
        if phase in (matches.BEAVERED, matches.RACCOONED):
            kind = actions.ACCEPT
        return "%s %s" % (names[change.decider], _ANSWERS[kind])
    return ""
