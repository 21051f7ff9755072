"""The board's mind: what a press means now, what is committed, what there is to see.

A press, an engine's answer and a line from a link all become actions; `commit` gives them to the
match, then to the journal, and only then are they shown. Nothing in here knows a pin or a clock:
times are handed in, and what the board is made of is handed over at the start.
"""

from array import array
from micropython import const

from picogammon.app.display import board_view
from picogammon.app.display.view import View
from picogammon.app.modes.answer import Agree
from picogammon.app.modes.base import Message, Notice
from picogammon.app.modes.person import mode_for
from picogammon.app.modes.think import Pause, Think
from picogammon.app.modes.watch import Watch
from picogammon.app.session import history, resume
from picogammon.app.session.dice_box import DiceBox
from picogammon.app.session.keeper import Keeper
from picogammon.app.session.prefs import BRIGHTNESS, PALETTE, REAL_DICE, SOUND, Prefs
from picogammon.ground import clock, tunes
from picogammon.ground.presses import BACK, BUTTON_NAMES, LONG, OK
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings

_MOMENT_MS = const(1200)
_RESULT_MS = const(5000)
_NOISES = {
    actions.ROLL: tunes.ROLL,
    actions.DOUBLE: tunes.DOUBLE,
    actions.BEAVER: tunes.DOUBLE,
    actions.RACCOON: tunes.DOUBLE,
}
_ANSWERS = {
    actions.TAKE: "takes",
    actions.ACCEPT: "accepts",
    actions.REFUSE: "refuses",
}


class App:
    """A match, the people and players at it, and what they see.

    `dice` has entropy.Dice's `test` and `roll`; `journal` keeps records, `store` the preferences,
    `dice_store` how the dice fell, as those in devices do. `computers` lists (level's name,
    player): a player answers as players.Computer does, or is absent and says why. `coach`, an
    Engine that knows, gives hints and grades. `plays`, a movegen.Plays, may be shared with them.
    After `start`, feed `press` and `tick`; when `changed` is set, `refresh` brings `view` up
    to date.
    """

    def __init__(self, dice, journal, store, computers=(), plays=None, dice_store=None, coach=None):
        self.view = View()
        self.changed = True
        self.match = None
        self.plays = Plays() if plays is None else plays
        self.last_play = None
        self.last_roll = None
        self.prefs = Prefs()
        self.kinds = ["person"] + [name for name, _ in computers]
        self._computers = [player for _, player in computers]
        self.coach = coach
        self.tutor = None
        if coach is not None:
            from picogammon.app.advice import tutor  # memory, where nobody grades

            self.tutor = tutor
        self.dice_box = DiceBox(dice, dice_store)
        self._no_dice = None  # the message that says so
        self._journal = journal
        self._keeper = Keeper(journal)
        self._unsaved = False
        self._unseen = False  # that something was found wrong at the start
        self._store = store
        self.base = None  # the mode that fits what the match waits for
        self._opened = []
        self._said = ""  # what a player who is no person answered, until the next press
        self._pressed_at = 0
        self._noise = tunes.NONE

    # The way in: power, presses, time.

    def start(self, now, rest=None):
        """Takes up the saved match where it was left, or begins one.

        `rest()` is called every few milliseconds meanwhile.
        """
        self._pressed_at = now
        self.dice_box.open()
        self._load_prefs()
        trouble = self._resume(rest)
        self._look_back()
        self._settle(now)
        if self.dice_box.trouble:
            self._say_no_dice()
        if self._store.damage:
            self.open(Message(self, "Settings", [self._store.damage]))
        self._unseen = bool(trouble or self._store.damage)
        if trouble:
            self.open(Message(self, "Saved match", [trouble]))
        broken = [i + 1 for i in range(len(self._computers)) if self._computers[i].broken]
        if broken:
            names = ", ".join([self.kinds[kind] for kind in broken])
            lines = [self.trouble(broken[0]), "Not here: " + names]
            self.open(Message(self, "Levels of play", lines))

    def stuck(self, buttons):
        """Names the buttons (PREV, ...) that were held at power-on, and are ignored till let go."""
        if buttons:
            names = " and ".join([BUTTON_NAMES[button] for button in buttons])
            lines = [names, "ignored until let go"]
            self.open(Notice(self, "Held or stuck", lines, self._pressed_at))

    def press(self, button, kind, now):
        """Does what a press of a button (PREV, NEXT, OK, BACK; SHORT, LONG, REPEAT) means now."""
        self._pressed_at = now
        if self._unseen:
            self._mend()
        self._said = ""
        self.changed = True
        self._noise = tunes.CLICK
        if self.view.asleep:
            self.view.asleep = False
        elif kind != LONG:
            self.top.press(button, now)
        elif button == OK and not self.top.hold_ok(now):
            self._toggle_menu(now)
        elif button == BACK:
            self.close_all(now)

    def tick(self, now):
        """Lets time pass: shows go on, players think, the board falls asleep."""
        agreed = self._journal.late()
        if agreed is not None:  # of a long log, whose running game was taken up without
            self.match.apply(agreed, True)
            self._settle(now)
        self.top.tick(now)
        if self.dice_box.trouble and self.dice_box.mended(now):
            self._say_dice_again()
        sleep_ms = self.prefs.sleep_ms()
        if sleep_ms and not self.view.asleep:
            if clock.diff(now, self._pressed_at) >= sleep_ms:
                self.view.asleep = True
                self.changed = True

    def refresh(self):
        """Fills the view with what there is to see now."""
        view = self.view
        view.palette = self.prefs[PALETTE]
        view.brightness = self.prefs[BRIGHTNESS]
        board_view.show_match(view, self.match)
        view.dice = ()
        view.dice_used = 0
        self.top.show(view)
        if self._said and self.top is self.base:
            view.headline = self._said
        self.changed = False

    def take_noise(self):
        """What is to be heard (a number of `tunes`), once; tunes.NONE for nothing."""
        noise = self._noise
        self._noise = tunes.NONE
        return noise if self.prefs[SOUND] else tunes.NONE

    # What modes do to the board.

    def open(self, mode):
        """Puts a mode on top of what the board is doing."""
        self._opened.append(mode)
        self.changed = True

    def leave(self, mode):
        """Takes a mode away; what was below it goes on."""
        if mode in self._opened:
            self._opened.remove(mode)
        self.changed = True

    def close_all(self, now):
        """Back to the match, from however deep in menus."""
        closed = [mode for mode in self._opened if not getattr(mode, "required", False)]
        self._opened = [mode for mode in self._opened if mode not in closed]
        self.changed = True
        for mode in closed:
            mode.closed(now)

    def agree(self, what, then, now):
        """Does `then(now)` once both sides have agreed to `what`; players who are no persons do,
        and a person alone has by asking."""
        if self.only_person is None and self.person_decides():
            self.open(Agree(self, (0, 1), what, then))
        else:
            then(now)

    def play_from(self, records, now):
        """Begins a game that was set up: its GAME record and what follows it at once."""
        for record in records:
            self.match.apply(record)
            saved = self._keep(record)
        self._look_back()
        self._opened = []
        self._settle(now)
        self._say_whether(saved)

    def commit(self, action, now):
        """Does the action and keeps it; or, if the match refuses, says why and changes nothing."""
        match = self.match
        play = None
        if actions.kind(action) == actions.PLAY and match.phase == matches.TO_PLAY:
            before = array("b", match.position)
            play = history.Play(match.turn, before, match.dice, actions.steps_of(action))
        by_person = self.person_decides()
        asked = self.tutor.question(self, action) if self.tutor else None
        decider = match.decider
        players = list(match.settings.players)
        try:
            match.apply(action)
        except matches.Refusal as refusal:
            self._noise = tunes.REFUSED
            self.open(Message(self, "Not now", [str(refusal)]))
            return False
        saved = self._keep(action)
        self._note(action, play)
        self._opened = []
        if not by_person and actions.kind(action) in _ANSWERS:
            self._said = "%s %s" % (match.settings.names[decider], _ANSWERS[actions.kind(action)])
        if actions.kind(action) != actions.SETTINGS or match.settings.players != players:
            self._settle(now)
        if asked is not None:
            from picogammon.app.modes.grading import Grading  # memory, where nobody grades

            self.open(Grading(self, asked, action, now))
        if play and not by_person:
            self.open(Watch(self, play, now))
        self._say_whether(saved)
        return True

    def answered(self, action, now):
        """Does what a player who is no person answered; None is a roll."""
        if action is not None:
            self.commit(action, now)
        elif self.asks_for_dice():
            if not self._opened:
                from picogammon.app.modes.dice_entry import DiceEntry

                self.open(DiceEntry(self, True))
        else:
            self.roll(now)

    def roll(self, now):
        """Rolls, unless this roll was made before a take-back: then it is the same again."""
        known = self.match.next_dice()
        dice = known or self.dice_box.roll()
        if dice is None:
            self._say_no_dice()
            return
        side = self.match.turn
        if self.commit(actions.roll(dice[0], dice[1]), now) and not known:
            self.dice_box.note(dice, side)

    def new_match(self, settings, now):
        """Begins a new match; the old one's log makes way for it."""
        match = matches.Match(settings)
        saved = self._keeper.begin(resume.beginning(match))
        self.dice_box.keep()
        self.match = match
        self._look_back()
        self._opened = []
        self._settle(now)
        self._say_whether(saved)

    def open_new_match(self):
        """Asks what the new match shall be."""
        from picogammon.app.modes.new_match import NewMatch  # later: see main_menu

        self.open(NewMatch(self))

    def show_last_play(self, now):
        """Shows the last play again, if there was one."""
        if self.last_play:
            self.open(Watch(self, self.last_play, now))

    def keep_prefs(self):
        """Keeps the preferences; if that fails they hold until the power goes."""
        self._let_roll()
        try:
            self._store.save(self.prefs.pack())
        except OSError:
            self._say_unsaved()

    # What modes ask.

    def is_person(self, side):
        """Whether a person plays that side. Levels that this board lacks are played by a person."""
        kind = self.match.settings.players[side]
        return not 0 < kind <= len(self._computers) or self.trouble(kind) is not None

    def trouble(self, kind):
        """Why nobody of that kind (an index into `kinds`) can play here, or None."""
        return self._computers[kind - 1].trouble if kind else None

    @property
    def no_coach(self):
        """Why there are no hints here; None where there are, or where no level is meant to."""
        if self.coach is None:
            for player in self._computers:
                if player.trouble is not None:
                    return player.trouble
        return None

    @property
    def only_person(self):
        """The side that a person plays against one who is none; else None."""
        first = self.is_person(0)
        if first == self.is_person(1):
            return None
        return 0 if first else 1

    def person_decides(self):
        """Whether it is for a person to act."""
        decider = self.match.decider
        if decider is None:
            return self.is_person(0) or self.is_person(1)
        return self.is_person(decider)

    def asks_for_dice(self):
        """Whether people roll real dice and enter them, for pleasure or for want of others."""
        return self.prefs[REAL_DICE] == 1 or self.dice_box.trouble is not None

    def can_enter_dice(self):
        """Whether dice can be entered by hand now."""
        match = self.match
        if not self.person_decides():
            return False
        return match.phase in (matches.OPENING, matches.TO_ROLL) or match.can_correct_dice()

    # Within.

    def _keep(self, action):
        """Writes down what the match has taken; returns whether all is on flash."""
        if actions.kind(action) == actions.GAME and self._keeper.wants_new_log():
            return self._keeper.begin(resume.beginning(self.match))
        if actions.kind(action) == actions.GAME:  # a game is read from here on
            self._keeper.add(actions.settings(self.match.settings))
        return self._keeper.add(action)

    def _toggle_menu(self, now):
        """Opens the menu over whatever is open; from within the menu, goes back to the board."""
        from picogammon.app.modes.main_menu import MainMenu

        if any(isinstance(mode, MainMenu) for mode in self._opened):
            self.close_all(now)
        else:
            self.open(MainMenu(self))

    @property
    def top(self):
        """The mode that presses go to now."""
        return self._opened[-1] if self._opened else self.base

    def _settle(self, now):
        """Takes up the mode that fits what the match waits for."""
        self.changed = True
        phase = self.match.phase
        over = phase in (matches.GAME_OVER, matches.MATCH_OVER)
        if over and (self.person_decides() or phase == matches.MATCH_OVER):
            from picogammon.app.modes.over import Over

            self.base = Over(self)
        elif over:
            self.base = Pause(self, now, _RESULT_MS, self._next_game)
        elif not self.person_decides():
            if phase == matches.OPENING:
                self.base = Pause(self, now, _MOMENT_MS, self._roll_for_computers)
            else:
                kind = self.match.settings.players[self.match.decider]
                self.base = Think(self, self._computers[kind - 1], now)
        else:
            self.base = mode_for(self)

    def _next_game(self, now):
        self.commit(self.match.next_game(), now)

    def _roll_for_computers(self, now):
        self.answered(None, now)

    def _note(self, action, play):
        """Remembers the last play and roll; after a take-back they are read from the records."""
        kind = actions.kind(action)
        self._noise = _NOISES.get(kind, self._noise)
        if play:
            self.last_play = play
            if -play.before[0] < self.match.position[positions.BAR]:
                self._noise = tunes.HIT
        elif kind == actions.ROLL:
            side = self.match.turn if self.match.phase != matches.OPENING else None
            self.last_roll = (actions.dice(action), side)
        elif kind in (actions.GAME, actions.TAKE_BACK, actions.ACCEPT):
            self._look_back()
        result = self.match.result
        if result:
            self.dice_box.keep()
            self._noise = tunes.WIN if self.is_person(result.winner) else tunes.LOSE

    def _look_back(self):
        past = history.latest(self.match)
        self.last_play = past.play
        self.last_roll = past.roll

    def _resume(self, rest):
        """Takes up the saved match, or begins a first one; returns what was wrong, or None."""
        self.match, trouble = resume.take_up(self._journal, rest)
        if self.match is None:
            self.match = matches.Match(Settings(length=1, players=(0, 1 if self._computers else 0)))
            self._keeper.begin(resume.beginning(self.match), trouble is not None)
        return trouble

    def _mend(self):
        """Somebody has seen what was wrong at the start: only now it is put aside.

        If the power had gone before, the next start would say it as well.
        """
        self._unseen = False
        try:
            self._journal.mend()
            self._store.mend()
        except OSError:
            pass  # it stays as it is, and does no harm
        self._say_whether(self._keeper.settle())

    def _load_prefs(self):
        try:
            self.prefs = Prefs(self._store.load())
        except OSError:
            pass  # a flash that cannot be read is told when it comes to the match

    def _say_whether(self, saved):
        """Tells when what was done could not be kept; once, until it can be again."""
        if not saved and not self._unsaved:
            self._say_unsaved()
        self._unsaved = not saved

    def _say_unsaved(self):
        self.open(Message(self, "Flash full?", ["This could not be saved. Play goes on."]))

    def _say_no_dice(self):
        why = [self.dice_box.trouble, "Enter real dice by hand."]
        self._no_dice = Message(self, "No dice", why)
        self.open(self._no_dice)

    def _say_dice_again(self):
        self.leave(self._no_dice)
        self._let_roll()
        self.open(Message(self, "Dice", ["The board can roll again."]))

    def _let_roll(self):
        """Nobody has to enter dice any more where the board's are there."""
        if not self.asks_for_dice():
            self._opened = [mode for mode in self._opened if not getattr(mode, "required", False)]
