"""The Navigator, which passes presses and time to the open modes, and commits their actions.

The mode on top gets each press and each tick. When a mode commits an action, the Navigator updates
the open modes, the sound, the headline, the clock and the tutor.
"""

from micropython import const

from picogammon import ground
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import View
from picogammon.app.modes.mode import NO_ROOM, Message, Stack, Watch
from picogammon.app.modes.turn import PlayMode, Turn
from picogammon.app.session.prefs import CHECKERS, LANDINGS, MENU_FOUND, SOUND, TUTOR
from picogammon.ground import BACK, BAR, LINE, LONG, OK, PLACE, capital, ticks_diff
from picogammon.rules import actions
from picogammon.rules import match as matches

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.app.display.canvas import Display
    from picogammon.app.modes.mode import Mode
    from picogammon.app.session.clock import MatchClock
    from picogammon.app.session.session import Change, Play, Session

_WORN = "Part of the flash has worn out. Your matches are safe."
# The texts for the values of Change.filled: 0, ALMOST, FULL.
_FILLED = (
    "",
    "This game nearly fills the flash. Soon you cannot take back its first turns.",
    "This game has filled the flash. You cannot take back its earlier turns. Earlier matches still "
    "shows them.",
)
_OFF = "This failed and is off until the next start. You can play on."
_SITTING_MS = const(3600000)  # time without a press that ends a practice sitting
# Actions after which the checkers may be elsewhere.
_ELSEWHERE = (actions.GAME, actions.TAKE_BACK, actions.ACCEPT)
_OVER = (matches.GAME_OVER, matches.MATCH_OVER)
_TUNES = {
    actions.ROLL: ground.TUNE_ROLL,
    actions.DOUBLE: ground.TUNE_DOUBLE,
    actions.BEAVER: ground.TUNE_DOUBLE,
    actions.RACCOON: ground.TUNE_DOUBLE,
}
_ANSWERS = (actions.TAKE, actions.ACCEPT, actions.REFUSE)


class Navigator(Stack):
    """Runs the open modes, fills the view that they show, and lets an idle board sleep.

    - `note_crash(error)`: records an error that `background` has caught. If `note_crash` is None,
      `background` catches no errors.
    - `refused`: the reason why the last press was refused, or "".
    - `refusals`: the number of refusals so far, which rises even if the reason is the same.
    """

    def __init__(self, session: "Session") -> None:
        Stack.__init__(self, session)
        self.note_crash: "Callable[[Exception], object] | None" = None
        self.view = View()
        self.refused = ""
        self.refusals = 0
        self._asides: "list[Mode]" = []  # set aside until an offer of the match is answered
        self._no_dice: Message | None = None  # says that the board's dice have failed
        self._unsaved = False
        self._unseen = False  # True until somebody has seen the damage found at the start
        self._headline = ""  # what has just happened, until the next press or action
        self._pressed_at = 0
        self._tune = ground.NO_TUNE
        self._clock: "MatchClock | None" = None  # in a match by the clock
        self._lacking: Message | None = None  # says that memory has run out
        self._off: "list[str]" = []  # background work that has failed

    # Power, presses, time.

    def start(self, now: int, keep_alive: "Callable[[], Any] | None" = None) -> None:
        """Resumes the saved match or begins a new one; reports damaged files and unusable levels.

        `keep_alive()`: called every few milliseconds until the match is read.
        """
        session = self.session
        self._pressed_at = now
        trouble = session.start(keep_alive)
        session.prefs.adapt(self.view)
        self.choose_base_mode(now)
        self._wind_clock(now)
        self._guide()
        damage = session.damage
        if damage:
            self.say("Saved files", damage)
        self._unseen = bool(trouble or damage)
        if trouble:
            self.say("Saved match", trouble)
        for player in session.match.settings.players:
            trouble = session.players.trouble(player)
            if trouble:
                name = session.players.called(player)
                self.say("Levels of play", "Not on this board: " + name, capital(trouble) + ".")
                break

    def press(self, button: int, event: int, now: int) -> None:
        """Handles a press. If memory runs out, closes the open modes and shows a message.

        `event`: the kind of press. If `event` is PLACE, `button` is a place, DICE or CUBE. If
        `event` is LINE, `button` is the index of a visible menu line. Otherwise `button` is one of
        the four buttons.
        """
        try:
            self._press(button, event, now)
        except MemoryError:
            self.give_way(now)
            self._say_lacking()

    def acted(self, now: int) -> None:
        """Registers a person's act: restarts the idle time, clears the headline and refusal."""
        self._pressed_at = now
        if self._unseen:  # without a press, the next start reports the damage again
            self._unseen = False
            self.kept(self.session.keep_damaged())
        self._headline = self.refused = ""
        self.changed = True
        self._tune = ground.TUNE_CLICK
        if self._clock is not None:
            self._clock.waits = False

    def _press(self, button: int, event: int, now: int) -> None:
        self.acted(now)
        if self.view.asleep:
            self.view.asleep = False
        elif event == PLACE:
            from picogammon.app.modes import point_buttons  # saves memory without such buttons

            point_buttons.press(self.top, button, now)
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
        """Runs the clock and the mode on top, and sends an idle board to sleep."""
        session = self.session
        if self._clock is not None:
            self._tick_clock(now)
        top = self.top
        # Each tick does one thing. A play that people wait for comes before work on the next roll.
        if session.match.dice and top.urgent(now) or not self._collect(now):
            top.tick(now)
        unpressed = ticks_diff(now, self._pressed_at)
        if unpressed >= _SITTING_MS:
            session.sitting = None
        sleep_ms = session.prefs.sleep_ms()
        if sleep_ms and not self.view.asleep and unpressed >= sleep_ms:
            self.view.asleep = True
            self.changed = True

    def _tick_clock(self, now: int) -> None:
        top = self.top
        shown = self._clock.shown
        thinks = self.session.players.person_decides() or top is self.base
        side = self._clock.tick(now, top.stops_clock or not thinks)
        if self._clock.shown != shown:
            self.changed = True
        if side is not None:
            from picogammon.app.modes.answer import TimeUp  # saves memory while there is time

            self._pressed_at = now
            self.view.asleep = False
            self._tune = ground.TUNE_REFUSED
            self.open(TimeUp(self, 1 - side))

    def _collect(self, now: int) -> bool:
        """Takes or checks random samples for the next roll; returns False if no work was due."""
        box = self.session.dice.box
        failed = box.trouble is not None
        collected = box.collect(now)
        if box.trouble and not failed and self.session.dice.sealed is None:
            self._say_no_dice()
        elif failed and not box.trouble and self._no_dice is not None:
            self.leave(self._no_dice)
            self._no_dice = None
            self.say("Dice", "The board can roll again.")
        return collected

    def _say_no_dice(self) -> None:
        lines = [capital(self.session.dice.trouble) + ".", "Roll real dice."]
        self._no_dice = Message(self, "Can't roll", lines)
        self.open(self._no_dice)

    def give_way(self, now: int) -> bool:
        """Closes the open modes and ends optional work, because memory has run out.

        Returns False if there was nothing to close or end. Then the match alone fills the memory.
        """
        if self.top is self._lacking:
            return False
        self._headline = ""
        before = len(self.open_modes)
        self.close_all(now, True)
        gone = self.base.give_way() or len(self.open_modes) < before
        if gone:
            self._say_lacking()
        return gone

    # The view and the sound.

    def refresh(self) -> None:
        """Fills `view` with everything that the lights and the display show; resets `changed`."""
        view = self.view
        session = self.session
        views.show_match(view, session.match)
        view.version = ""
        view.keys = ["", "", "", ""]  # not every mode has keys
        view.clocks = self._clock and self._clock.shown  # type: ignore[assignment]  # no clock is false
        self.top.show(view)
        if self._headline and self.top is self.base:
            said = self._headline
            decider = None if view.decider is None else view.names[view.decider] + " "
            if not decider or not said.startswith(decider):  # or the player is named twice
                said = fitting_line("%s. %s" % (said, view.headline), view.headline)
            view.headline = said
        if self.refused and view.page is None:
            view.headline = self.refused
        self.changed = False

    def take_tune(self) -> int:
        """Returns and clears the tune to play, a TUNE_... of ground.py; NO_TUNE if none."""
        tune, self._tune = self._tune, ground.NO_TUNE
        return tune if self.session.prefs[SOUND] else ground.NO_TUNE

    @property
    def display(self) -> "Display":
        return self.view.display

    # The open modes.

    @property
    def main_menu(self) -> bool:
        """True if the main menu is open, even if other modes are open above it."""
        return any(mode.menu for mode in self.open_modes)

    @property
    def played(self) -> tuple[int, int, int] | None:
        """The point of playback that a mode shows, as (run, game number, stop number), or None."""
        played = [mode.played for mode in self.open_modes if mode.played]
        return played[-1] if played else None

    def leave(self, mode: "Mode", call: bool = False) -> None:
        """Closes `mode`. `call`: True to play a tune if a person must act against a computer."""
        if mode in self.open_modes:
            self.open_modes.remove(mode)
        self.changed = True
        players = self.session.players
        if call and players.only_person is not None and players.person_decides():
            self._tune = ground.TUNE_YOUR_TURN

    def close_all(self, now: int, lasting: bool = False) -> None:
        """Closes all modes but those `required`, and those with `lasts` unless `lasting`."""
        modes = self._asides + self.open_modes
        closed = [mode for mode in modes if not mode.required and (lasting or not mode.lasts)]
        self._asides = [mode for mode in self._asides if mode not in closed]
        self.open_modes = [mode for mode in self.open_modes if mode not in closed]
        self.changed = True
        for mode in closed:
            mode.closed(now)

    def _toggle_menu(self, now: int) -> None:
        if self.main_menu:
            self.close_all(now)
            return
        from picogammon.app.modes.main_menu import MainMenu

        self.open(MainMenu(self))
        if not self.session.prefs[MENU_FOUND]:
            self.session.prefs.change(MENU_FOUND, 1)
            self.session.keep_prefs()

    def choose_base_mode(self, now: int) -> None:
        self.changed = True
        if self._clock is not None:
            self._clock.pass_on(now)
        self.base = _waiting_mode(self, now)

    # Changes of the match.

    def commit(self, action: bytes, now: int, agreed: bool = False) -> bool:
        """Commits the record `action`; returns False if the action is not committed now.

        If the action is refused, opens a message with the reason. If the action needs the consent
        of both sides, asks them first. `agreed`: True if both sides have already agreed.
        """
        session = self.session
        kind = actions.kind_of(action)
        if kind == actions.SETTINGS and session.players.two_people and not agreed:
            from picogammon.app.modes import answer  # saves memory until somebody is asked

            if answer.asks_consent(self, action):
                return False
        question = None  # for the tutor
        if session.prefs[TUTOR]:
            from picogammon.app.advice import wording  # saves memory if nobody grades

            question = wording.question(session, action)
        try:
            change = session.commit(action)
        except matches.Refusal as refusal:
            self._say_refused(refusal)
            return False
        self.refused = ""
        self._close_outdated(kind)
        self._sound(change, kind)
        self._announce(change, kind)
        if self._clock is not None:
            self._clock.committed(action)
        if change.moves_on:
            self.choose_base_mode(now)
        self._show_done(change, kind, now)
        self.kept(change.saved)
        if change.filled:
            self.say("Long match", _FILLED[change.filled])
        if question is not None:
            from picogammon.app.modes.advice import Grading  # saves memory if nobody grades

            self.open(Grading(self, question, action, now))
        return True

    def _close_outdated(self, kind: int) -> None:
        """Closes all menus and pages, and the modes that an action of `kind` has made outdated.

        While a resignation or a take-back waits for an answer, modes with `lasts` are set aside. If
        the answer is a refusal, these modes open again.
        """
        match = self.session.match
        asked = match.phase in (matches.RESIGNING, matches.TAKING_BACK)
        same = asked or kind in (actions.SETTINGS, actions.REFUSE)
        modes = self._asides + self.open_modes
        lasting = [mode for mode in modes if mode.required or same and mode.lasts]
        if match.result and not same or kind in _ELSEWHERE and not asked:
            lasting = []
        for mode in lasting:
            mode.think_anew()
        self.open_modes, self._asides = ([], lasting) if asked else (lasting, [])

    def _sound(self, change: "Change", kind: int) -> None:
        """Sets the tune for `change`. If `change` has no tune, an earlier tune (a click) stays."""
        match = self.session.match
        if match.result:
            won = self.session.players.is_person(match.result.winner)
            self._tune = ground.TUNE_WIN if won else ground.TUNE_LOSE
        elif change.play and -change.play.before[0] < match.position[BAR]:
            self._tune = ground.TUNE_HIT
        else:
            self._tune = _TUNES.get(kind, self._tune)

    def _announce(self, change: "Change", kind: int) -> None:
        """Sets the first part of the headline: a computer's answer, or the side that goes first."""
        match = self.session.match
        names = match.settings.names
        self._headline = ""
        if change.phase == matches.OPENING and kind == actions.ROLL and match.turn is not None:
            self._headline = "%s goes first" % names[match.turn]
        elif not change.by_person and kind in _ANSWERS:
            if change.phase in (matches.BEAVERED, matches.RACCOONED):
                kind = actions.ACCEPT
            self._headline = "%s %ss" % (names[change.decider], actions.WORDS[kind])

    def _show_done(self, change: "Change", kind: int, now: int) -> None:
        """Shows the result of `change`: animates a computer's play or guides the real checkers."""
        play = change.play
        if play and play.steps and self.session.prefs[CHECKERS]:
            self._guide(play)
        elif play and not change.by_person:
            watch = Watch(self, play, now)
            watch.stops_clock = True
            self.open(watch)
        elif kind in _ELSEWHERE:
            if self.session.match.phase != matches.TAKING_BACK:  # nothing moves before the answer
                self._guide()

    def begin(self, now: int, how: "Callable[..., bool | None]", *what: "Any") -> bool:
        """Calls `how(*what)`, which begins a match or game; returns True if something has begun.

        `how`: a method of the session. `how` returns True if all is saved, False if the match or
        game has begun but some records are not yet on flash, and None if the flash failed and
        nothing has begun. A message reports a failed save or a Refusal.
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
        self.open_modes = []
        self._asides = []
        self.choose_base_mode(now)
        self._guide()
        self.kept(saved)
        if another and self._wind_clock(now):
            self._clock.waits = False
            self._clock.keep()
        return True

    def ask_or_roll(self, now: int, required: bool = False) -> None:
        """Rolls the board's dice or, for real dice, opens a DiceEntry.

        `required`: True if BACK does not close the DiceEntry.
        """
        if self.session.asks_for_dice():
            from picogammon.app.modes.real_play import DiceEntry  # saves memory: see main_menu

            self.open(DiceEntry(self, required))
        else:
            self.roll(now)

    def roll(self, now: int) -> None:
        """Rolls the board's dice, or repeats the roll that a take-back undid."""
        session = self.session
        known = session.match.next_dice()
        dice = known or session.dice.roll(session.match)
        if dice is None:
            self._say_no_dice()
            return
        side = session.match.turn
        if self.commit(actions.roll(dice[0], dice[1]), now) and not known:
            session.dice.box.note(dice, side)

    def _guide(self, play: "Play | None" = None) -> None:
        """Guides people with real checkers through `play` or, if None, to the present position."""
        over = self.session.match.phase in _OVER  # the next game changes the position
        if self.session.prefs[CHECKERS] and (play or not over):
            from picogammon.app.modes.real_play import CheckerGuide  # saves memory

            self.open(CheckerGuide(self, play))

    def _wind_clock(self, now: int) -> bool:
        """Makes the running match's tournament clock; returns False if the match has no clock."""
        self._clock = None
        settings = self.session.match.settings
        if settings.clock and settings.length:
            from picogammon.app.session.clock import MatchClock  # saves memory without a clock

            self._clock = MatchClock(self.session, self.kept, now)
        return self._clock is not None

    # Saving, and background work.

    def kept(self, saved: bool) -> None:
        """Opens a message if flash has worn out, or when saves begin to fail.

        `saved`: False if the latest save has failed.
        """
        if not saved and not self._unsaved:
            self._say_unsaved()
        self._unsaved = not saved
        ring = self.session.archive.ring
        if ring.worn:
            ring.worn = False
            self.say("Worn flash", _WORN)

    def keep_clock(self) -> None:
        """Saves the times of the tournament clock before a restart."""
        if self._clock is not None:
            self._clock.keep(True)

    def keep_prefs(self) -> None:
        """Applies and saves the preferences. If saving fails, they stay in use until power-off."""
        self.session.prefs.adapt(self.view)
        if not self.session.keep_prefs():
            self._say_unsaved()

    def background(self, title: str, work: "Callable[..., Any]", *what: "Any") -> "Any":
        """Returns `work(*what)`, or None if the work named `title` fails now or has failed before.

        If the work fails, calls `note_crash` and opens a message. A MemoryError is not caught. If
        `note_crash` is None, no error is caught.
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
            self.say(title, _OFF)
            return None

    # Words.

    def refuse(self, why: str) -> None:
        """Refuses a press, and shows the reason `why` until the next press."""
        why = why and capital(why)
        self.refused = fitting_line(why, why.split(",")[0])
        self.refusals += 1
        self._tune = ground.TUNE_REFUSED
        self.changed = True

    def _say_refused(self, refusal: matches.Refusal) -> None:
        self._tune = ground.TUNE_REFUSED
        self.say("Not now", str(refusal))

    def _say_unsaved(self) -> None:
        self.say("Not saved", "The flash could not be written. You can play on.")

    def _say_lacking(self) -> None:
        if self.top is not self._lacking:
            self._lacking = Message(self, "Memory", [NO_ROOM])
            self.open(self._lacking)


def _waiting_mode(navigator: Navigator, now: int) -> "Mode":
    """Returns the mode for the match's next decision or event."""
    session = navigator.session
    phase = session.match.phase
    person = session.players.person_decides()
    over = phase in _OVER
    if over or not person:
        from picogammon.app.modes import waiting  # saves memory while people play

        if over and (person or phase == matches.MATCH_OVER):
            return waiting.Over(navigator)
        pauses = over or phase == matches.OPENING
        return (waiting.Pause if pauses else waiting.Think)(navigator, now)
    if phase in (matches.OPENING, matches.TO_ROLL):
        return Turn(navigator)
    if phase == matches.TO_PLAY:
        prefs = session.prefs
        if prefs[LANDINGS] or prefs[TUTOR] and session.players.find_ponderer is not None:
            from picogammon.app.modes import coaching  # saves memory if nobody wants help

            return coaching.play_mode(navigator)
        return PlayMode(navigator)
    from picogammon.app.modes import answer  # saves memory until somebody is asked

    return answer.mode_for(navigator)
