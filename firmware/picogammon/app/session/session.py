"""The match with its log, its dice, its players, and the matches before it.

An action goes to the match, then to the log, and only then to anyone else. This module has no
button, no screen and no time. It calls nobody back: `commit` returns what happened.

A log with a gap would not be the match. So the session first writes the records that did not fit
before, as soon as there is room. A change of the match is complete, or the board restarts from what
is on flash.
"""

from array import array
from micropython import const

from picogammon.app.session.prefs import REAL_DICE, Prefs
from picogammon.rules import actions
from picogammon.rules.match import (
    MATCH_OVER,
    OPENING,
    TO_PLAY,
    TO_ROLL,
    Match,
    Refusal,
    games,
    replay,
)
from picogammon.rules.settings import Settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeVar

    from picogammon.app.session.dice import MatchDice
    from picogammon.app.session.grading import Grader, Listener
    from picogammon.app.session.people import People
    from picogammon.app.session.players import Players
    from picogammon.devices.files import Store
    from picogammon.devices.match_log import Archive, MatchLog

    _Change = TypeVar("_Change", bound=Callable[..., Any])
    Roll = tuple[tuple[int, int], int | None]

PLAYED_ON = actions.note(actions.PLAYED_ON, b"")
# The levels of Change.filled.
ALMOST = const(1)
FULL = const(2)
_NO_SPACE = const(28)  # ENOSPC
_LONG_LOG = const(65536)  # bytes; a game that begins after that begins a new log
_AROUND = const(7)  # bytes that a log needs for a record besides it
_SECTOR_BYTES = const(3500)  # that surely have room in a sector
_TRIES = const(3)
_SLICE = const(16)  # records
_TURNS = const(2)  # the last turn may be decided and not yet played
_NO_SENSE = "its records are invalid"
_NO_ROOM = "it is too long: the flash has no room for a copy"


class IncompleteChange(Exception):
    """Memory ran out, or the log could not be read, while the match changed.

    The match in memory may differ from the log: the board has to restart.
    """


_INCOMPLETE = IncompleteChange("no memory for the match")  # made while there is memory


def atomic(change: "_Change") -> "_Change":
    """Wraps `change`, a function that changes the match: raises IncompleteChange if memory runs
    out."""

    def changed(*what: "Any") -> "Any":
        try:
            return change(*what)
        except MemoryError:
            raise _INCOMPLETE from None

    return changed  # type: ignore[return-value]  # it takes and gives what `change` does


class Play:
    """A play that was made.

    `side`: its player. `before`: the position before it (26 numbers, that side's view). `dice`: the
    roll. `steps`: its steps.
    """

    def __init__(self, match: Match, record: bytes) -> None:
        """`match`: the Match before the PLAY `record`."""
        self.side = match.turn
        self.before = array("b", match.position)
        self.dice = match.dice
        self.steps = actions.steps_of(record)


class Change:
    """A committed action, and its effects.

    `phase`, `decider`: the match's before it. `by_person`: True if a person had to act. `play`: the
    Play, if it was a play. `moves_on`: True if the match may now need something else. `saved`:
    True if all is on flash. `filled`: FULL if the game continues in a new log, ALMOST if it soon
    will, otherwise 0.
    """

    def __init__(self, action: bytes, match: Match, by_person: bool, play: Play | None) -> None:
        """`match`: the Match before the action."""
        self.action = action
        self.phase = match.phase
        self.decider = match.decider
        self.by_person = by_person
        self.play = play
        self.moves_on = True
        self.saved = True
        self.filled = 0


class Session:
    """The running match, its players and dice, and all that the board keeps of matches.

    `players`: the Players. `dice`: the MatchDice. `log`: the running match's log. `prefs`: the
    Prefs. `last_play`: the last Play, or None. `last_roll`: as in `last_events`. `sitting`: the
    number of this sitting, once somebody has practised in it (practice/cards.py). `refused`: bits
    of what was refused in this turn: 0 a take-back, 1.. resignations as they count. `ungraded`:
    True if there may be games to grade.
    """

    def __init__(
        self,
        players: "Players",
        dice: "MatchDice",
        log: "MatchLog",
        store: "Store",
        archive: "Archive | None" = None,
        collector: "Callable[[Archive], Listener] | None" = None,
    ) -> None:
        """`log` keeps records, and `store` the preferences, as those in devices do.

        `archive`: a devices.match_log.Archive; None on a board that keeps no matches.
        `collector(archive)`, or None: makes a Listener of the grader, when it first grades.
        """
        self.players = players
        self.dice = dice
        self.match: Match = None
        self.log = log
        self.last_play: Play | None = None
        self.last_roll: "Roll | None" = None
        self.prefs = Prefs()
        self.refused = 0
        self.sitting: int | None = None
        self.archive: Archive = archive
        self.ungraded = False
        self._store = store
        self._unread: str | None = None  # why the preferences were not read
        # Records that are not on flash yet.
        self._due: list[bytes] = []
        self._begins_log = False  # True if the due records begin a new log
        self._old = True, False  # what becomes of the old log: whether it is kept, and is over
        self._filled = 0  # as `filled` was after the last action
        self._grader: "Grader | None" = None
        self._people: "People | None" = None
        self._unkept: str | None = None  # as in People
        self._collector = collector

    # From power-on to the saved match.

    def start(self, keep_alive: "Callable[[], Any] | None" = None) -> str | None:
        """Resumes the saved match, or begins one; returns what was wrong, or None.

        It calls `keep_alive()` every few milliseconds.
        """
        self.dice.box.open()
        try:
            self.load_prefs()
        except OSError as error:
            self._unread = "The preferences cannot be read (%s)." % error
        if keep_alive:
            keep_alive()
        match, trouble = saved_match(self.log, keep_alive)
        if trouble and self.archive and self.archive.ring.another:
            trouble += " To save new matches, erase the whole flash."
        if match is None:
            match = Match(Settings(length=1, players=(0, 1 if self.players.roster[1:] else 0)))
            self._begin_log(beginning(match), later=trouble is not None)
        else:
            self.log.settle()
        self._take(match)
        return trouble

    def load_prefs(self) -> None:
        """Loads the preferences from flash. Raises OSError if it cannot be read."""
        kept = self._store.load() or b""
        self.prefs = Prefs(kept)
        if self.prefs.pack()[: len(kept)] != kept:
            self._store.reject()

    def keep_prefs(self) -> bool:
        """Saves the preferences; True if that was done. Otherwise they hold until power-off."""
        try:
            self._store.save(self.prefs.pack())
        except OSError:
            return False
        return True

    @property
    def damage(self) -> str | None:
        """Names what was damaged, preferences or the dice's counts, and what follows; or None."""
        for damage, then in (
            (self._store.damage, "Preferences are reset."),
            (self.dice.box.damage, "Dice statistics start over."),
        ):
            if damage and not self._unread:
                return "%s. %s" % (damage, then)
        return self._unread

    @atomic
    def keep_damaged(self) -> bool:
        """Sets damaged files aside; returns True if nothing is left to be written."""
        try:
            self.log.keep_damaged()
        except OSError as error:
            if error.args[0] == _NO_SPACE:  # then only the running game is kept
                self._begin_log(beginning(self.match))
        try:
            if self._store.damage:
                self._store.save(self.prefs.pack())
            if self.dice.box.damage:
                self.dice.box.keep()
        except OSError:
            pass  # the damaged file stays, and does no harm
        return self._write_due()

    # Changes of the match.

    @atomic
    def commit(self, action: bytes) -> Change:
        """Applies the action and saves it; returns the Change.

        Raises match.Refusal if it is not allowed; then nothing has changed.
        """
        match = self.match
        kind = actions.kind_of(action)
        if self.revealed and kind == actions.TAKE_BACK:
            raise Refusal("no take-back: the secret of the dice was revealed")
        play = None
        if kind == actions.PLAY and match.phase == TO_PLAY:
            play = Play(match, action)
        change = Change(action, match, self.players.person_decides(), play)
        offered = match.resigned
        players = list(match.settings.players)
        match.apply(action)
        change.saved = self._save(action) and self.reveal()
        if kind == actions.REFUSE:
            self.refused |= 1 << offered
        elif kind in (actions.PLAY, actions.GAME):
            self.refused = 0
        elif kind == actions.SETTINGS:
            change.moves_on = match.settings.players != players
        self._note_last(action, play)
        filled = self.filled
        if filled == FULL and kind == actions.PLAY and match.phase == TO_ROLL:
            if match.next_dice() is None:  # no known roll would be forgotten
                change.saved = self._continue_in_new_log()
                change.filled = FULL
        elif filled == ALMOST and self._filled != filled:
            change.filled = ALMOST
        self._filled = filled
        return change

    def _continue_in_new_log(self) -> bool:
        """Continues the game in a new log, from this turn; returns True if all is on flash."""
        record = actions.game(self.match.checkpoint())
        self.match.apply(record)
        return self._save(record)

    @atomic
    def keep_note(self, note: bytes) -> bool:
        """Saves a NOTE with the match; returns True if it is on flash."""
        self.match.apply(note)
        return self._add(note)

    def play_from(self, records: "Sequence[bytes]") -> bool:
        """Commits the records of a game that was set up, the GAME record first.

        Returns True if all is on flash.
        """
        for record in records:
            saved = self.commit(record).saved
        return saved

    def _note_last(self, action: bytes, play: Play | None) -> None:
        """Remembers the last play and roll; after a take-back, reads them from the records."""
        kind = actions.kind_of(action)
        if play:
            self.last_play = play
        elif kind == actions.ROLL:
            side = self.match.turn if self.match.phase != OPENING else None
            self.last_roll = (actions.dice_of(action), side)
        elif kind in (actions.GAME, actions.TAKE_BACK, actions.ACCEPT):
            self._look_back()
        if self.match.result:
            self.dice.box.keep()
            self.ungraded = True

    def _look_back(self) -> None:
        """Reads the last play and roll from the match's records."""
        self.last_play, self.last_roll = last_events(self.match)

    # Another match.

    def new_match(self, settings: Settings, first: "Sequence[bytes]" = ()) -> bool | None:
        """Begins a new match in place of the running one; True if all is on flash.

        `first`: records that belong to the new match's beginning.
        """
        match = Match(settings)
        for record in first:
            match.apply(record)
        return self._replace(match)

    def play_on(self, past: Match, brought: bool = False) -> bool | None:
        """Begins a new match where the match `past` is. Returns True if all is on flash.

        `brought`: True if `past` came from a backup or a file, which the match then notes. Its
        time banks are full again, and its dice are the board's own: the notes on both belong to
        the other match.
        """
        match = Match(past.settings.copy(sealed=False))
        size = 0
        for record in past.records():
            match.apply(record, True)
            size += len(record) + _AROUND
        if brought:
            match.apply(PLAYED_ON)
        self._check_room(size // _SECTOR_BYTES + 1)
        return self._replace(match)

    def put_aside(self) -> bool | None:
        """Keeps the running match without revealing its secret, and begins one like it.

        Returns True, or None if that could not be done.
        """
        match = Match(self.match.settings.copy(sealed=False))
        return self._replace(match, beginning(match))

    def resume(self, log: "MatchLog", brought: bool = False) -> bool | None:
        """Resumes the earlier match of `log` in place of the running match.

        `brought`: True if it came from a backup or a file, which it then notes. Returns True, or
        None if that could not be done. Raises Refusal if `log` makes no match, or the flash has no
        room for a copy.
        """
        self._check_room(len(self.archive.ring.sectors(log.run)), log.run)
        following = saved_match(log)[0]
        if following is None:
            raise Refusal(_NO_SENSE)
        self.reveal(following)
        following = None  # it takes memory, and is read back
        return self._replace(None, played_on(log.open()) if brought else log.open())

    def _check_room(self, count: int, *kept: int) -> None:
        """Raises Refusal unless so many sectors are free besides the running match and `kept`."""
        if self.archive and self.archive.ring.room(*kept) < count:
            raise Refusal(_NO_ROOM)

    def _replace(
        self, match: Match | None, records: "Iterable[bytes] | None" = None
    ) -> bool | None:
        """Makes another match the running one; this one becomes an earlier match.

        `records`: all of the other match's log, which has to be on flash first; None: a log with
        its beginning is written now or later. `match`: the other Match; None: it is read back.
        Returns True if all is on flash, None if nothing was done. Raises MemoryError if memory runs
        out for `records`; then nothing has changed.
        """
        keeps, over = not self.fresh, self.is_over
        if keeps and records is None:
            self.reveal(match)
        for record in closing(self.match):
            self._add(record)
        if records is not None:
            if not self._write_due():
                return None
            try:
                self.log.restart(records, keeps, over)
            except OSError:
                return None
        try:  # as an `atomic` function would, without its room on the stack
            saved = records is not None or self._begin_log(beginning(match), keeps, over)
            if match is None:
                match, trouble = saved_match(self.log)
                if match is None:
                    raise IncompleteChange(trouble)
            self.dice.box.keep()
            self.refused = 0
            self._take(match)
        except MemoryError:
            raise _INCOMPLETE from None
        return saved

    def _take(self, match: Match) -> None:
        self.match = self.players.match = match
        self.dice.take(match)
        self._look_back()

    # The log.

    def _save(self, action: bytes) -> bool:
        """Saves an action that the match has taken; returns True if all is on flash."""
        if actions.kind_of(action) != actions.GAME:
            return self._add(action)
        if self.dice.sealed is not None:
            self.match.apply(self.dice.sealed.next_game(self.match))
        records = beginning(self.match)
        if self._due or self.log.size > _LONG_LOG:  # the old log has a gap, or is long
            self._add(actions.score(self.match.scores))
            return self._begin_log(records)
        for record in records:  # a game is read from here on
            saved = self._add(record)
        return saved

    def _add(self, record: bytes) -> bool:
        """Adds one record to the log; returns True if all is on flash."""
        self._due.append(record)
        return self._write_due()

    def _begin_log(
        self,
        records: "Sequence[bytes]",
        keep: bool = True,
        over: bool = False,
        later: bool = False,
    ) -> bool:
        """Begins a new log with these records; the old one stays until that is done.

        `keep`, `over`: whether the old log becomes an earlier match, and is over. `later`: True to
        wait for `_write_due` or the next record. Returns True if all is on flash.
        """
        self._due = list(records)
        self._begins_log = True
        self._old = keep, over
        return not later and self._write_due()

    def _write_due(self) -> bool:
        """Writes the records that are due; returns True if all is on flash."""
        try:
            if self._begins_log:
                self.log.restart(self._due, *self._old)
                self._begins_log = False
                self._due = []
            while self._due:
                self.log.append(self._due[0])
                self._due.pop(0)
        except OSError:
            return False
        return True

    @property
    def filled(self) -> int:
        """FULL if the running game should continue in a new log, ALMOST if soon, otherwise 0."""
        return max(0, FULL - max(0, self.log.room)) if self.log.size > _LONG_LOG else 0

    # The running match.

    @property
    def fresh(self) -> bool:
        """True if nothing was done in the match yet."""
        return self.match.phase == OPENING and not any(self.match.scores)

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return bool(self.match.phase == MATCH_OVER)

    @property
    def under_way(self) -> bool:
        """True if there is a match that needs consent to leave."""
        return not self.fresh and not self.is_over

    @property
    def needs_both(self) -> bool:
        """True if two people play a match, which one player alone may not change."""
        return self.players.two_people and self.under_way

    @property
    def revealed(self) -> bool:
        """True if the secret of sealed dice was revealed."""
        return actions.SECRET in self.match.notes

    def turns_back(self) -> int:
        """The number of turns that can be taken back now.

        0 if the secret was revealed, or if a take-back was refused in this turn.
        """
        return 0 if self.revealed or self.refused & 1 else self.match.turns_back()

    # The matches before.

    def kept(self) -> int:
        """The number of matches that can be played back, including the running one."""
        return self.earlier() + (self.archive is not None and not self.fresh)

    def earlier(self) -> int:
        """The number of earlier matches; 0 if that cannot be read."""
        try:
            return len(self.archive.runs()) if self.archive else 0
        except OSError:
            return 0

    def past_games(self) -> "Iterator[Match | None]":
        """Yields the games of the running match before the running one, as rules.match.games.

        It yields None as a pause, and only games that the log still has. Raises OSError or Refusal
        if the log cannot be read.
        """
        return games(self.log.again(), False)

    @property
    def people(self) -> "People":
        """The people.People: the record of each person."""
        if self._people is None:
            from picogammon.app.session.people import People  # saves memory if nobody grades

            self._people = People(self.archive)
            self._people.unkept = self._unkept
        return self._people

    @property
    def grader(self) -> "Grader":
        """The grading.Grader of the games that are over."""
        if self._grader is None:
            from picogammon.app.session.grading import Grader  # saves memory if nobody grades

            self._grader = Grader(self.archive, self.log, self.people, self.players)
            if self._collector:
                self._grader.listeners.append(self._collector(self.archive))
        return self._grader

    def rest_grader(self) -> None:
        """Drops the grader's thought, if there is a grader."""
        if self._grader is not None:
            self._grader.rest()

    def forget_grader(self) -> bool:
        """Frees the memory of the grader, which is made again when it is needed.

        Returns True if there was one.
        """
        if self._people is not None:
            self._unkept = self._people.unkept
            self._people = None
        if self._grader is None:
            return False
        self._grader = None
        self.archive.ring.reading = 0  # by the grader
        return True

    # The dice.

    def reveal(self, following: Match | None = None) -> bool:
        """Writes the secret of a sealed match into the log once the match is over.

        It is also over if the match `following` takes its place. Returns True if all is on flash.
        """
        sealed = self.dice.sealed
        secret = sealed and sealed.secret_note(self.match, following)
        return not secret or self.keep_note(secret)

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
        return match.phase in (OPENING, TO_ROLL) or match.can_correct_dice()


# A match's records in a log.


def played_on(records: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields a match's records, and a note that it came from a backup or a file."""
    yield from records
    yield PLAYED_ON


def beginning(match: Match) -> tuple[bytes, ...]:
    """Returns the first records of a log with this match: its settings, its running game, its
    notes.

    The notes, sorted by topic, follow the game's GAME record, because the game is read from there.
    """
    notes = [actions.note(topic, match.notes[topic]) for topic in sorted(match.notes)]
    return (actions.settings(match.settings),) + tuple(match.records()) + tuple(notes)


def closing(match: Match | None) -> tuple[bytes, ...]:
    """Returns the last records of a log before another match: the score, if a game is over."""
    return (actions.score(match.scores),) if match and match.result else ()


def saved_match(
    log: "MatchLog", keep_alive: "Callable[[], Any] | None" = None
) -> "tuple[Match | None, str | None]":
    """Returns (the saved match or None, what was wrong in words or None).

    It reads only the running game. If the records are sound but do not make a match, the longest
    beginning of the log that does is the match, and the log is cut there. It writes nothing, and
    calls `keep_alive()` every few milliseconds.
    """
    trouble = None
    for _ in range(_TRIES):
        try:
            return _read_match(log, keep_alive)
        except OSError as error:
            trouble = "The saved match cannot be read (%s). It stays on the flash." % error
    return None, trouble


def _read_match(
    log: "MatchLog", keep_alive: "Callable[[], Any] | None"
) -> "tuple[Match | None, str | None]":
    match, refused = _replayed(log, log.open(actions.GAME, actions.SETTINGS), 2, keep_alive)
    if refused and match is None:  # not even the beginning of that game makes sense
        match, again = _replayed(log, log.open(), 1, keep_alive)
        refused = again or refused
    elif match is not None and not _has_notes(match):
        # The power failed between a game's first record and its notes: the game before has them.
        match, refused = _replayed(log, log.open(), 1, keep_alive)
    if refused:
        return match, "%s. The damaged match was set aside." % refused
    return match, log.damage


def _has_notes(match: Match) -> bool:
    """True if a match has the notes that its settings need."""
    if match.settings.sealed:
        return actions.SEAL in match.notes
    return not (match.settings.clock and match.settings.length) or actions.CLOCK in match.notes


def _replayed(
    log: "MatchLog", records: "Iterable[bytes]", least: int, keep_alive: "Callable[[], Any] | None"
) -> "tuple[Match | None, str | None]":
    """Returns (the match of the records, why it does not have all of them or None).

    The match is None if fewer than `least` records make sense. The log is cut at the first record
    that does not.
    """
    match = None
    count = 0
    try:
        for so_far in replay(records):
            match = so_far
            count += 1
            if keep_alive and count % _SLICE == 0:
                keep_alive()
    except Refusal as refusal:
        log.cut()
        return (match if count >= least else None), str(refusal)
    return match, None


def last_events(match: Match) -> "tuple[Play | None, Roll | None]":
    """Returns (the last Play or None, the last roll or None) of a match's running game.

    A roll is ((d1, d2), side); the side is None for equal dice in the opening. It replays only the
    game's end, which is quick in a long game.
    """
    play = roll = None
    if not match.rolls_made():
        return play, roll
    turns = min(_TURNS, match.decided_turns())
    if turns:
        past, records = match.before(turns), match.latest(turns)
        if past.dice:
            roll = past.dice, past.turn
    else:
        past, records = Match(match.settings), match.records()
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.PLAY:
            play = Play(past, record)
        past.apply(record, True)
        if kind == actions.ROLL:
            roll = actions.dice_of(record), past.turn
    return play, roll
