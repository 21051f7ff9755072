"""What is committed, and by whom: the match with its log, the dice, the players.

An action goes to the match, then to the log, and only then to anybody else. Nothing in here
knows a button, a screen or the time, and nothing calls back: `commit` returns what happened.
"""

from micropython import const

from picogammon.app.session import resume
from picogammon.app.session.keeper import ALMOST, FULL, Keeper, whole
from picogammon.app.session.prefs import REAL_DICE, Prefs
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.app.session.dice_box import MatchDice, Store
    from picogammon.app.session.keeper import Archive, Log
    from picogammon.app.session.library import Library
    from picogammon.app.session.players import Sides

_NO_SPACE = const(28)  # ENOSPC


class Happened:
    """An action that was committed, and what followed from it.

    `decider`: who had to act (0, 1, None: either). `by_person`: True if a person had to. `play`:
    the resume.Play, if it was a play. `goes_on`: True if the match may now wait for something
    else. `saved`: True if all is on flash. `filled`: keeper.FULL if the game goes on in a new log,
    ALMOST if it soon will, 0 if there is nothing to say.
    """

    def __init__(
        self, action: bytes, decider: int | None, by_person: bool, play: resume.Play | None
    ) -> None:
        self.action = action
        self.decider = decider
        self.by_person = by_person
        self.play = play
        self.goes_on = True
        self.saved = True
        self.filled = 0


class Session:
    """A match, who plays it with which dice, and all that is kept of it.

    `players`: its players.Sides. `dice`: its dice_box.MatchDice. `prefs`: people's Prefs.
    `last_play`: the resume.Play made last, or None; `last_roll`: as resume.latest has it.
    `sitting`: the number of this sitting, once somebody practised in it (practice/cards.py).
    `refused`: bits of what was refused in this turn: 0 a take-back, 1.. resignations as they count.
    """

    def __init__(
        self,
        players: "Sides",
        dice: "MatchDice",
        log: "Log",
        store: "Store",
        archive: "Archive | None" = None,
    ) -> None:
        """`log` keeps records, and `store` the preferences, as those in devices do.

        `archive`: a devices.match_log.Archive; None on a board that keeps no matches.
        """
        self.players = players
        self.dice = dice
        self.match: matches.Match = None
        self.last_play: resume.Play | None = None
        self.last_roll: "resume.Roll | None" = None
        self.prefs = Prefs()
        self.refused = 0
        self.sitting: int | None = None
        self._filled = 0  # as Keeper.filled was after the last action
        self._log = log
        self._keeper = Keeper(log)
        self._store = store
        self._unread: str | None = None  # why the preferences were not read
        self.archive: Archive = archive
        self._library: "Library | None" = None
        self.ungraded = False  # True if there may be work for the library's grader

    # From power-on to the saved match.

    def start(self, keep_alive: "Callable[[], Any] | None" = None) -> str | None:
        """Resumes the saved match, or begins one; returns what was wrong, or None.

        `keep_alive()` is called every few milliseconds meanwhile.
        """
        self.dice.box.open()
        try:
            self.load_prefs()
        except OSError as error:
            self._unread = "The preferences cannot be read (%s)." % error
        if keep_alive:
            keep_alive()
        match, trouble = resume.saved_match(self._log, keep_alive)
        if trouble and self.archive and self.archive.ring.another:
            trouble += " To save new matches, erase the whole flash."
        if match is None:
            match = matches.Match(
                Settings(length=1, players=(0, 1 if self.players.roster[1:] else 0))
            )
            self._keeper.begin(resume.beginning(match), later=trouble is not None)
        else:
            self._log.settle()
        self._take(match)
        return trouble

    def load_prefs(self) -> None:
        """Takes the preferences that are on flash. Raises OSError if it cannot be read."""
        kept = self._store.load() or b""
        self.prefs = Prefs(kept)
        if self.prefs.pack()[: len(kept)] != kept:
            self._store.reject()

    @property
    def damage(self) -> str | None:
        """What was wrong with the saved preferences, or the dice's counts, or None."""
        for damage, then in (
            (self._store.damage, "Preferences are reset."),
            (self.dice.box.damage, "Dice statistics start over."),
        ):
            if damage and not self._unread:
                return "%s. %s" % (damage, then)
        return self._unread

    @whole
    def keep_damaged(self) -> bool:
        """Puts damaged files aside; returns True if all is on flash."""
        try:
            self._log.keep_damaged()
        except OSError as error:
            if error.args[0] == _NO_SPACE:  # then the running game alone goes on
                self._keeper.begin(resume.beginning(self.match))
        try:
            if self._store.damage:
                self._store.save(self.prefs.pack())
            if self.dice.box.damage:
                self.dice.box.keep()
        except OSError:
            pass  # it stays as it is, and does no harm
        return self._keeper.write_due()

    # What is committed.

    @whole
    def commit(self, action: bytes) -> Happened:
        """Does the action and keeps it; returns what Happened.

        Raises match.Refusal if it is not allowed; then nothing has changed.
        """
        match = self.match
        if self.revealed and actions.kind_of(action) == actions.TAKE_BACK:
            raise matches.Refusal("no take-back: the secret of the dice was revealed")
        play = None
        if actions.kind_of(action) == actions.PLAY and match.phase == matches.TO_PLAY:
            play = resume.Play(match, action)
        happened = Happened(action, match.decider, self.players.person_decides(), play)
        offered = match.resigned
        players = list(match.settings.players)
        match.apply(action)
        happened.saved = self.keep(action) and self.reveal()
        kind = actions.kind_of(action)
        if kind == actions.REFUSE:
            self.refused |= 1 << offered
        elif kind in (actions.PLAY, actions.GAME):
            self.refused = 0
        elif kind == actions.SETTINGS:
            happened.goes_on = match.settings.players != players
        self._note(action, play)
        filled = self._keeper.filled
        if filled == FULL and kind == actions.PLAY and match.phase == matches.TO_ROLL:
            if match.next_dice() is None:  # no roll is known that would be forgotten
                happened.saved = self._move_on()
                happened.filled = FULL
        elif filled == ALMOST and self._filled != filled:
            happened.filled = ALMOST
        self._filled = filled
        return happened

    def _move_on(self) -> bool:
        """Lets the game go on in a new log, from this turn; returns True if all is on flash."""
        record = actions.game(self.match.checkpoint())
        self.match.apply(record)
        return self.keep(record)

    @property
    def revealed(self) -> bool:
        """True if the secret of sealed dice was told."""
        return actions.SECRET in self.match.notes

    def turns_back(self) -> int:
        """The number of turns that can be taken back now.

        0 if the secret was told, or if a take-back was refused in this turn.
        """
        return 0 if self.revealed or self.refused & 1 else self.match.turns_back()

    def reveal(self, following: matches.Match | None = None) -> bool:
        """Tells the secret in the log once a sealed match is over; True if all is on flash.

        It is also over if the match `following` takes its place.
        """
        sealed = self.dice.sealed
        told = sealed and sealed.told(self.match, following)
        return not told or self.keep_note(told)

    @whole
    def keep_note(self, note: bytes) -> bool:
        """Keeps a NOTE with the match; returns True if it is on flash."""
        self.match.apply(note)
        return self._keeper.add(note)

    def note_score(self) -> None:
        """Writes the score into the log if a game is over, before another match takes its place."""
        for record in resume.closing(self.match):
            self._keeper.add(record)

    @property
    def fresh(self) -> bool:
        """True if nothing was done in the match yet."""
        match = self.match
        return match.phase == matches.OPENING and not any(match.scores)

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return bool(self.match.phase == matches.MATCH_OVER)

    @property
    def under_way(self) -> bool:
        """True if there is a match that needs consent to leave."""
        return not self.fresh and not self.is_over

    @property
    def needs_both(self) -> bool:
        """True if two people play a match, which one of them alone may not change."""
        return self.players.two_people and self.under_way

    @property
    def library(self) -> "Library":
        """The library.Library of the matches beside the running one."""
        if self._library is None:
            from picogammon.app.session.library import Library  # saves memory while a match goes on

            self._library = Library(self, self._log, self._keeper)
        return self._library

    def rest_grader(self) -> None:
        """Library.rest_grader, where there is a library."""
        if self._library is not None:
            self._library.rest_grader()

    def forget_grader(self) -> bool:
        """Library.forget_grader, where there is a library."""
        return self._library is not None and self._library.forget_grader()

    def taken(self, match: matches.Match) -> None:
        """Makes `match` the running match."""
        self.dice.box.keep()
        self.refused = 0
        self._take(match)

    def keep_prefs(self) -> bool:
        """Keeps the preferences; True if that was done. Else they hold until the power goes."""
        try:
            self._store.save(self.prefs.pack())
        except OSError:
            return False
        return True

    # The last matches.

    def kept(self) -> int:
        """How many matches can be played back, the running one among them."""
        return self.earlier() + (self.archive is not None and not self.fresh)

    def earlier(self) -> int:
        """How many earlier matches there are; 0 if that cannot be read."""
        try:
            return len(self.archive.runs()) if self.archive else 0
        except OSError:
            return 0

    # The dice.

    def asks_for_dice(self) -> bool:
        """True if people roll real dice and enter them, by choice or because the board cannot roll.

        With sealed dice there is no choice.
        """
        chosen = self.dice.sealed is None and self.prefs[REAL_DICE] == 1
        return chosen or self.dice.trouble is not None

    def can_enter_dice(self) -> bool:
        """True if dice can be entered by hand now."""
        match = self.match
        if not self.players.person_decides() or self.dice.sealed and not self.dice.trouble:
            return False
        return match.phase in (matches.OPENING, matches.TO_ROLL) or match.can_correct_dice()

    # Within.

    def keep(self, action: bytes) -> bool:
        """Writes down what the match has taken; returns True if all is on flash."""
        if actions.kind_of(action) != actions.GAME:
            return self._keeper.add(action)
        if self.dice.sealed is not None:
            self.match.apply(self.dice.sealed.next_game(self.match))
        records = resume.beginning(self.match)
        if self._keeper.wants_new_log():
            self._keeper.add(actions.score(self.match.scores))
            return self._keeper.begin(records)
        for record in records:  # a game is read from here on
            saved = self._keeper.add(record)
        return saved

    def _note(self, action: bytes, play: resume.Play | None) -> None:
        """Remembers the last play and roll; after a take-back they are read from the records."""
        kind = actions.kind_of(action)
        if play:
            self.last_play = play
        elif kind == actions.ROLL:
            side = self.match.turn if self.match.phase != matches.OPENING else None
            self.last_roll = (actions.dice_of(action), side)
        elif kind in (actions.GAME, actions.TAKE_BACK, actions.ACCEPT):
            self.look_back()
        if self.match.result:
            self.dice.box.keep()
            self.ungraded = True

    def _take(self, match: matches.Match) -> None:
        self.match = self.players.match = match
        self.dice.take(match)
        self.look_back()

    def look_back(self) -> None:
        """Reads the last play and roll from the match's records."""
        self.last_play, self.last_roll = resume.latest(self.match)
