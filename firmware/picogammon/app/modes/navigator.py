"""What a press means now, and what there is to see: the stack of modes over a session.

A press, an engine's answer and the time go to the mode on top. Its actions go to the session, and
the outcome decides which mode is next. Nothing in here knows a pin or a clock: times are handed in.
"""

from picogammon.app.display import board_view
from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import View
from picogammon.app.modes import following
from picogammon.app.modes.base import NO_ROOM, Message
from picogammon.app.session.prefs import MENU_FOUND, QUIET, SOUND, TUTOR
from picogammon.ground import clock, tunes
from picogammon.ground.presses import BACK, LONG, OK, PLACE
from picogammon.rules import actions
from picogammon.rules import match as matches


class Navigator:
    """The modes of a session.Session, and when the board sleeps.

    After `start`, feed `press` and `tick`; when `changed` is set, `refresh` brings `view` up to
    date. Modes use the calls under "What modes do" and `session`, and nothing else.
    """

    def __init__(self, session, measure=None, tell=None):
        """`measure(now)`, if there is hardware: the lines of hardware.Report, one by one.

        `tell(text)`, if there is a link: sends a line to its other end.
        """
        self.session = session
        self._tell = tell
        self._measure = measure
        self.workshop = None  # (what, now), if there is hardware: sets it up or tests it
        self.view = View()
        self.changed = True
        self.base = None  # the mode that fits what the match waits for
        self._opened = []
        self._no_dice = None  # a NoDice, from when there was something to say
        self._unsaved = False
        self._unseen = False  # True if people have not yet seen what was found wrong at the start
        self._headline = ""  # what has just happened, until the next press or action
        self._pressed_at = 0
        self._tune = tunes.NONE
        self._clock = None  # a Clocked, in a match by the clock
        self._lacking = None  # the message that memory lacks

    # The way in: power, presses, time.

    def start(self, now, breathe=None):
        """Resumes the saved match, or begins one.

        `breathe()` is called every few milliseconds meanwhile.
        """
        session = self.session
        self._pressed_at = now
        trouble = session.take_up(breathe)
        self._settle(now)
        self._wind_clock(now)
        following.guide(self)
        damage = session.prefs_damage
        if damage:
            self.open(Message(self, "Settings", [damage]))
        self._unseen = bool(trouble or damage)
        if trouble:
            self.open(Message(self, "Saved match", [trouble]))
        for player in session.match.settings.players:
            trouble = session.trouble(player)
            if trouble:
                lines = [trouble, "Not here: " + session.called(player)]
                self.open(Message(self, "Levels of play", lines))
                break

    def press(self, button, event, now):
        """Handles a press of a button (0..3; SHORT, LONG, REPEAT) or of a place (PLACE)."""
        try:
            self._press(button, event, now)
        except MemoryError:
            self.give_way(now)
            self._say_lacking()

    def _press(self, button, event, now):
        self._pressed_at = now
        if self._unseen:  # only now has somebody seen it; otherwise the next start says it again
            self._unseen = False
            self._say_whether(self.session.mend())
        self._headline = ""
        self.changed = True
        self._tune = tunes.CLICK
        if self._clock is not None:
            self._clock.waits = False
        if self.view.asleep:
            self.view.asleep = False
        elif event == PLACE:
            from picogammon.app.modes import by_place  # saves memory if no place can be pressed

            by_place.press(self.top, button, now)
        elif event != LONG:
            self.top.press(button, now)
        elif button == OK and not self.top.hold_ok(now):
            self._toggle_menu(now)
        elif button == BACK:
            self.close_all(now)

    def tick(self, now):
        """Lets time pass: shows go on, players think, the board falls asleep."""
        session = self.session
        if session.hear_late():
            self._settle(now)
        if self._clock is not None:
            top = self.top
            thinks = session.person_decides() or top is self.base
            self._clock.tick(now, top.stops_clock or not thinks)
        top = self.top
        # A round does one thing, and a play that people wait for comes before the next roll's bits.
        if session.match.dice and top.urgent(now) or not self._collect(now):
            top.tick(now)
        sleep_ms = session.prefs.sleep_ms()
        if sleep_ms and not self.view.asleep:
            if clock.diff(now, self._pressed_at) >= sleep_ms:
                self.view.asleep = True
                self.changed = True

    def _collect(self, now):
        """Does a round's part of the work for the next roll; True if there was some to do."""
        box = self.session.dice_box
        failed = box.trouble is not None
        collected = box.collect(now)
        if failed != (box.trouble is not None):
            self._of_dice().changed()
        return collected

    def _of_dice(self):
        """The NoDice."""
        if self._no_dice is None:
            from picogammon.app.modes.real import NoDice  # saves memory and time at the start

            self._no_dice = NoDice(self)
        return self._no_dice

    def give_way(self, now):
        """Ends all that is not the match, as memory lacks, and says so.

        Returns True if there was any; if not, the match itself lacks memory.
        """
        if self.top is self._lacking:
            return False
        self._headline = ""
        before = len(self._opened)
        self.close_all(now)
        gone = self.base.give_way() or len(self._opened) < before
        if gone:
            self._say_lacking()
        return gone

    def _say_lacking(self):
        if self.top is not self._lacking:
            self._lacking = Message(self, "Memory", [NO_ROOM])
            self.open(self._lacking)

    def refresh(self):
        """Fills the view with what there is to see now."""
        view = self.view
        session = self.session
        session.prefs.adapt(view)
        board_view.show_match(view, session.match)
        view.dice = ()
        view.dice_used = 0
        view.version = ""
        view.clocks = self._clock and self._clock.shown
        self.top.show(view)
        if self._headline and self.top is self.base:
            decider = None if view.decider is None else view.names[view.decider] + " "
            if decider and self._headline.startswith(decider):  # the headline says whose turn it is
                view.headline = self._headline
            else:
                view.headline = fitting_line(
                    "%s. %s" % (self._headline, view.headline), view.headline
                )
        self.changed = False

    def take_tune(self):
        """The tune to play now (a number of `tunes`), given once; tunes.NONE for no tune."""
        tune = self._tune
        self._tune = tunes.NONE
        return tune if self.session.prefs[SOUND] else tunes.NONE

    @property
    def quiet(self):
        """True if people want quiet tunes."""
        return self.session.prefs[SOUND] == QUIET

    @property
    def top(self):
        """The mode that presses go to now."""
        return self._opened[-1] if self._opened else self.base

    @property
    def played(self):
        """Position of the open playback, as in Playback.played, or None."""
        for mode in self._opened:
            if mode.played:
                return mode.played

    # What modes do.

    @property
    def display(self):
        """The display.Display that shows the view."""
        return self.view.display

    def open(self, mode):
        """Puts a mode on top of the others."""
        self._opened.append(mode)
        self.changed = True

    def leave(self, mode):
        """Takes a mode away; the mode below it goes on."""
        if mode in self._opened:
            self._opened.remove(mode)
        self.changed = True

    def close_all(self, now):
        """Returns to the match, from however deep in menus."""
        closed = [mode for mode in self._opened if not mode.required]
        self._opened = [mode for mode in self._opened if mode not in closed]
        self.changed = True
        for mode in closed:
            mode.closed(now)

    def redraw(self):
        """Asks for the screen to be drawn again."""
        self.changed = True

    def alert(self, mode, now):
        """Opens a mode that nobody asked for: wakes the board, and plays a tune."""
        self._pressed_at = now
        self.view.asleep = False
        self._tune = tunes.REFUSED
        self.open(mode)

    def remark(self, text, tune):
        """Answers what a person did by a tune, and by a headline until the next press, or ""."""
        self._headline = text
        self._tune = tune
        self.changed = True

    def call(self):
        """Plays a tune for a person who plays against the computer and is to act."""
        if self.session.only_person is not None and self.session.person_decides():
            self._tune = tunes.YOUR_TURN

    def show_below(self, mode, view):
        """Shows what lies under a mode that has nothing to show yet."""
        at = self._opened.index(mode)
        (self._opened[at - 1] if at else self.base).show(view)

    def pass_on(self, mode, button, now):
        """Takes a mode away, and gives a press to the mode below it."""
        self.leave(mode)
        self.top.press(button, now)

    def lay(self, play_steps):
        """Lays a play out on the board. The person on turn goes on from there."""
        self.base.lay(play_steps)

    def commit(self, action, now):
        """Commits the action and goes on with what follows; returns True if that was done.

        If the match refuses the action, says why and changes nothing.
        """
        session = self.session
        opening = session.match.phase == matches.OPENING
        asked = None
        if session.prefs[TUTOR]:
            from picogammon.app.advice import tutor  # saves memory if nobody grades

            asked = tutor.question(session, action)
        try:
            happened = session.commit(action)
        except matches.Refusal as refusal:
            self._tune = tunes.REFUSED
            self.open(Message(self, "Not now", [str(refusal)]))
            return False
        self._tune = following.tune(session, happened, self._tune)
        self._headline = following.headline(session.match, happened, opening)
        self._opened = []
        if self._clock:
            self._clock.committed(action)
        if happened.goes_on:
            self._settle(now)
        following.show_done(self, happened, now)
        if asked is not None:
            from picogammon.app.modes.advice import Grading  # saves memory if nobody grades

            self.open(Grading(self, asked, action, now))
        self._say_whether(happened.saved)
        return True

    def answered(self, action, now):
        """Carries out a computer's answer; None is a roll."""
        if action is not None:
            self.commit(action, now)
        elif self.session.asks_for_dice():
            if not self._opened:
                from picogammon.app.modes.real import DiceEntry

                self.open(DiceEntry(self, True))
        else:
            self.roll(now)

    def roll(self, now):
        """Rolls. A roll that was made before a take-back comes again."""
        session = self.session
        known = session.match.next_dice()
        dice = known or session.roll()
        if dice is None:
            self._of_dice().say()
            return
        side = session.match.turn
        if self.commit(actions.roll(dice[0], dice[1]), now) and not known:
            session.dice_box.note(dice, side)

    def new_match(self, settings, now, first=None):
        """Begins a new match in place of this one; `first`: as for Library.new_match."""
        self._begun(lambda: self.session.library.new_match(settings, first), now)

    def play_on(self, past, now):
        """Begins a match where the match `past` stands, in place of this one."""
        self._begun(lambda: self.session.library.play_on(past), now)

    def resume(self, log, now):
        """Goes on with the match of a log as it stands, in place of the running one.

        Returns True if that was done.
        """
        return self._take_over(lambda: self.session.library.resume(log.open()), now)

    def put_aside(self, now):
        """Keeps the running match as it stands, and begins one like it; True if that was done."""
        return self._take_over(self.session.library.put_aside, now)

    def think_anew(self, now):
        """Lets a thinking computer begin again, as the coach has worked for somebody else."""
        from picogammon.app.modes.think import Think  # saves time at the start

        if isinstance(self.base, Think):
            self._settle(now)

    def play_from(self, records, now):
        """Begins a game that was set up: its GAME record and the records that follow at once."""
        saved = self.session.library.play_from(records)
        self._start_over(saved, now)

    def tell(self, text):
        """Sends a line to the other end of the link, if there is a link."""
        if self._tell is not None:
            self._tell(text)

    def can_measure(self):
        """True if there is hardware to measure."""
        return self._measure is not None

    def measure(self, now):
        """An iterator over the lines of its report, with None after each slice of work."""
        return self._measure(now)

    def has_workshop(self):
        """True if the board can be set up and tested."""
        return self.workshop is not None

    def into_workshop(self, what, now):
        """Leaves the match, which stays on flash; `what`: a number of app.workshop."""
        self.workshop(what, now)

    def keep_note(self, note):
        """Keeps a NOTE with the match."""
        self._say_whether(self.session.keep_note(note))

    def keep_prefs(self):
        """Keeps the preferences; if that fails they hold until the power goes."""
        self.let_roll()
        if not self.session.keep_prefs():
            self._say_unsaved()

    def let_roll(self):
        """Closes the entry of dice if the board can roll its own."""
        if not self.session.asks_for_dice():
            self._opened = [mode for mode in self._opened if not mode.required]

    # Within.

    def _wind_clock(self, now):
        self._clock = None
        settings = self.session.match.settings
        if settings.clock and settings.length:
            # Saves memory in matches without a clock.
            from picogammon.app.modes.clocked import Clocked

            self._clock = Clocked(self, now)
            return True
        return False

    def _take_over(self, begin, now):
        """Begins another match like `_begun`; changes nothing and returns False if that fails."""
        self._keep_clock()
        if not begin():
            self._say_unsaved()
            return False
        self._begin_clock(True, now)
        return True

    def _begun(self, begin, now):
        """Begins another match by `begin()`, with a clock of its own."""
        self._keep_clock()
        self._begin_clock(begin(), now)

    def _keep_clock(self):
        if self._clock is not None:
            self._clock.keep()

    def _begin_clock(self, saved, now):
        self._clock = None
        self._start_over(saved, now)
        if self._wind_clock(now):
            self._clock.waits = False
            self._clock.keep()

    def _start_over(self, saved, now):
        self._opened = []
        self._settle(now)
        following.guide(self)
        self._say_whether(saved)

    def _toggle_menu(self, now):
        """Opens the menu over whatever is open; from within the menu, returns to the board."""
        if any(mode.menu for mode in self._opened):
            self.close_all(now)
        else:
            from picogammon.app.modes.main_menu import MainMenu

            self.open(MainMenu(self))
            if not self.session.prefs[MENU_FOUND]:
                self.session.prefs.change(MENU_FOUND, 1)
                self.session.keep_prefs()

    def _settle(self, now):
        """Takes up the mode that fits what the match waits for."""
        self.changed = True
        if self._clock is not None:
            self._clock.settle(now)
        self.base = following.waiting_mode(self, now)

    def _say_whether(self, saved):
        """Says once that an action could not be saved, until saving works again."""
        if not saved and not self._unsaved:
            self._say_unsaved()
        self._unsaved = not saved
        if self.session.take_lost():
            self.open(Message(self, "Not kept", ["The match before could not be kept."]))

    def _say_unsaved(self):
        self.open(Message(self, "Flash full?", ["This could not be saved. Play goes on."]))
