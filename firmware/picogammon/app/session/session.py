"""What is committed, and by whom: the match with its journal, the dice, the players.

An action goes to the match, then to the journal, and only then to anybody else. Nothing in here
knows a button, a screen or the time, and nothing asks back: `commit` returns what happened.
"""

from array import array

from picogammon.app.session import history, resume
from picogammon.app.session.dice_box import DiceBox
from picogammon.app.session.keeper import Keeper
from picogammon.app.session.prefs import REAL_DICE, Prefs
from picogammon.app.session.sides import Sides
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings


class Happened:
    """An action that was committed, and what came of it.

    `decider`: who had to act (0, 1, None: either); `by_person`: whether that was for a person;
    `play`: the history.Play, where it was one; `goes_on`: whether the match may wait for something
    else now; `saved`: whether all is on flash.
    """

    def __init__(self, action, decider, by_person, play):
        self.action = action
        self.decider = decider
        self.by_person = by_person
        self.play = play
        self.goes_on = True
        self.saved = True


class Session(Sides):
    """A match, the people and players at it, and all that is kept of it.

    `dice` is as entropy.Dice is; `journal` keeps records, `store` the preferences,
    `dice_store` how the dice fell, `seal_store` what was sealed, as those in devices do.
    `computers` and `coach` are as for Sides. `plays`, a movegen.Plays, may be shared with them.
    `archive()` gives the devices.archive.Archive of the last matches.
    """

    def __init__(
        self,
        dice,
        journal,
        store,
        computers=(),
        plays=None,
        dice_store=None,
        coach=None,
        archive=None,
        seal_store=None,
    ):
        Sides.__init__(self, computers, coach)
        self.plays = Plays() if plays is None else plays
        self.last_play = None
        self.last_roll = None
        self.prefs = Prefs()
        self.dice_box = DiceBox(dice, dice_store)
        self.sealed = None  # a seal.SealedDice, in a match with sealed dice
        self._seal_store = seal_store
        self._journal = journal
        self._keeper = Keeper(journal)
        self._store = store
        self._archive = archive
        self.untidy = archive is not None  # when nobody waits

    # From power-on to the saved match.

    def take_up(self, rest=None):
        """Takes up the saved match where it was left, or begins one; returns what was wrong, or
        None.

        `rest()` is called every few milliseconds meanwhile.
        """
        self.dice_box.open()
        try:
            self.prefs = Prefs(self._store.load())
        except OSError:
            pass  # a flash that cannot be read is told when it comes to the match
        if rest:
            rest()
        self.match, trouble = resume.take_up(self._journal, rest)
        if self.match is None:
            self.match = matches.Match(Settings(length=1, players=(0, 1 if self.roster[1:] else 0)))
            self._keeper.begin(resume.beginning(self.match), trouble is not None)
        self._take_seal()
        self._look_back()
        return trouble

    @property
    def prefs_damage(self):
        """What was wrong with the saved preferences, or None."""
        return self._store.damage

    def mend(self):
        """Puts aside what was found wrong; returns whether all is on flash."""
        try:
            self._journal.mend()
            self._store.mend()
        except OSError:
            pass  # it stays as it is, and does no harm
        return self._keeper.settle()

    def hear_late(self):
        """Takes settings that the journal finds late: in a long log the running game is resumed
        without them. Returns whether there were any."""
        agreed = self._journal.late()
        if agreed is None:
            return False
        self.match.apply(agreed, True)
        return True

    # What is committed.

    def commit(self, action):
        """Does the action and keeps it; returns what Happened.

        Raises match.Refusal, and nothing has changed.
        """
        match = self.match
        if self.revealed and actions.kind_of(action) == actions.TAKE_BACK:
            raise matches.Refusal("the secret of the dice was told: all stays as it is")
        play = None
        if actions.kind_of(action) == actions.PLAY and match.phase == matches.TO_PLAY:
            before = array("b", match.position)
            play = history.Play(match.turn, before, match.dice, actions.steps_of(action))
        happened = Happened(action, match.decider, self.person_decides(), play)
        players = list(match.settings.players)
        match.apply(action)
        happened.saved = self._keep(action) and self.reveal()
        if actions.kind_of(action) == actions.SETTINGS:
            happened.goes_on = match.settings.players != players
        self._note(action, play)
        return happened

    def roll(self):
        """(d1, d2), the next roll of the match; None where the dice cannot be used: see
        `dice_trouble`."""
        if self.sealed is not None:
            return self.sealed.roll(self.match)
        return self.dice_box.roll()

    def keep_secret(self, secret):
        """Keeps what was sealed for the next match. Raises OSError where that fails."""
        from picogammon.app.session import seal

        seal.keep(self._seal_store, secret)

    @property
    def shows_seal(self):
        """Whether there is a seal to be seen."""
        return self.sealed is not None and self.sealed.shown

    @property
    def revealed(self):
        """Whether the secret of sealed dice may be known."""
        return actions.SECRET in self.match.notes

    def turns_back(self):
        """How many turns can be taken back now: none behind a secret that was told."""
        return 0 if self.revealed else self.match.turns_back()

    def reveal(self, following=None):
        """Tells the secret in the log, where a match with sealed dice is over, or is given up for
        the match `following`; returns whether all is on flash."""
        told = self.sealed and self.sealed.told(self.match, following)
        return not told or self.keep_note(told)

    def keep_note(self, note):
        """Keeps a NOTE with the match; returns whether it is on flash."""
        self.match.apply(note)
        return self._keeper.add(note)

    @property
    def fresh(self):
        """Whether nothing was done in the match yet."""
        return self.match.phase == matches.OPENING and not any(self.match.scores)

    def new_match(self, settings, first=None):
        """Begins a new match, `first` being records that belong to its beginning; the old one's log
        goes to the archive. Returns whether all is on flash."""
        match = matches.Match(settings)
        for record in first or ():
            match.apply(record)
        return self._replace(match)

    def play_on(self, past):
        """As `new_match`, from where the match `past` stands. Its reserves are whole again, and its
        dice the board's own: what was noted of them belongs to that other match."""
        match = matches.Match(past.settings.copy(sealed=False))
        for record in past.records():
            match.apply(record, True)
        return self._replace(match)

    def _replace(self, match):
        kept = None if self.fresh else self._to_archive()
        if kept:
            self.reveal(match)
        saved = self._keeper.begin(resume.beginning(match), False, kept)
        self.dice_box.keep()
        self.match = match
        self._take_seal()
        self._look_back()
        return saved

    def play_from(self, records):
        """Begins a game that was set up: its GAME record and what follows it at once. Returns
        whether all is on flash."""
        for record in records:
            self.match.apply(record)
            saved = self._keep(record)
        self._look_back()
        return saved

    def keep_prefs(self):
        """Returns whether the preferences are kept; else they hold until the power goes."""
        try:
            self._store.save(self.prefs.pack())
        except OSError:
            return False
        return True

    def past_games(self):
        """The games of this match before the running one, as rules.games gives them, with pauses:
        those that the log still has. Raises OSError or Refusal where it cannot be read."""
        from picogammon.rules.games import games  # memory, where nobody reviews

        return games(self._journal.again(), False)

    # The last matches.

    @property
    def archive(self):
        """Where they are; None on a board that keeps none."""
        return self._archive and self._archive()

    def any_kept(self):
        """Whether there is a match to be played back."""
        return self._archive is not None and (not self.fresh or bool(self.archive.names()))

    @property
    def running_log(self):
        """The log of the running match."""
        return self._journal

    def tidy(self):
        """Makes room in the archive; whether there was anything to do."""
        if not self.untidy:
            return False
        try:
            self.untidy = self.archive.trim()
        except OSError:
            self.untidy = False  # until the next match is kept
        return self.untidy

    def _to_archive(self):
        """The path under which the running match's log is to be kept; None where it cannot be."""
        if self._archive is None:
            return None
        try:
            kept = self.archive.fresh()
        except OSError:
            return None
        self.untidy = True
        return kept

    # The dice.

    @property
    def dice_trouble(self):
        """Why the board cannot roll, or None."""
        if self.sealed is None:
            return self.dice_box.trouble
        return self.sealed.trouble

    def asks_for_dice(self):
        """Whether people roll real dice and enter them, by choice or because the board cannot
        roll. With sealed dice there is no choice."""
        if self.sealed is not None:
            return self.sealed.trouble is not None
        return self.prefs[REAL_DICE] == 1 or self.dice_box.trouble is not None

    def can_enter_dice(self):
        """Whether dice can be entered by hand now."""
        match = self.match
        if not self.person_decides() or self.sealed is not None and not self.sealed.trouble:
            return False
        return match.phase in (matches.OPENING, matches.TO_ROLL) or match.can_correct_dice()

    # Within.

    def _keep(self, action):
        """Writes down what the match has taken; returns whether all is on flash."""
        if actions.kind_of(action) != actions.GAME:
            return self._keeper.add(action)
        if self.sealed is not None:
            self.match.apply(self.sealed.next_game(self.match))
        records = resume.beginning(self.match)
        if self._keeper.wants_new_log():
            return self._keeper.begin(records, False, self._to_archive())
        for record in records:  # a game is read from here on
            saved = self._keeper.add(record)
        return saved

    def _note(self, action, play):
        """Remembers the last play and roll; after a take-back they are read from the records."""
        kind = actions.kind_of(action)
        if play:
            self.last_play = play
        elif kind == actions.ROLL:
            side = self.match.turn if self.match.phase != matches.OPENING else None
            self.last_roll = (actions.dice_of(action), side)
        elif kind in (actions.GAME, actions.TAKE_BACK, actions.ACCEPT):
            self._look_back()
        if self.match.result:
            self.dice_box.keep()

    def _take_seal(self):
        """The dice of a match that is taken up, where they are sealed."""
        self.sealed = None
        if actions.SEAL in self.match.notes:
            from picogammon.app.session.seal import SealedDice  # memory, where nobody seals

            self.sealed = SealedDice(self.match, self._seal_store)

    def _look_back(self):
        past = history.latest(self.match)
        self.last_play = past.play
        self.last_roll = past.roll
