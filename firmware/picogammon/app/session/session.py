"""The running match with its log, its dice and its players, and the earlier matches.

`Session.commit` applies an action to the match, saves the action in the log and returns a Change.

If a record were missing in a log, the log would describe another match. So if a write fails, the
session keeps the records in memory, and writes them before any later records. If a change of the
match cannot be completed, the board restarts from the saved match.
"""

from array import array
from micropython import const

from picogammon.app.session.prefs import REAL_DICE, Prefs
from picogammon.rules import actions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import MATCH_OVER, OPENING, TO_PLAY, TO_ROLL, Match, games, replay
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
# The values of Change.filled.
ALMOST = const(1)  # the log is almost full
FULL = const(2)  # the log was full, so the game continues in a new log
_NO_SPACE = const(28)  # ENOSPC
_LONG_LOG = const(65536)  # bytes; the next game after a log of this size begins a new log
_AROUND = const(7)  # bytes that a log adds to each record, at most
_SECTOR_BYTES = const(3500)  # bytes of records that fit into any sector
_TRIES = const(3)
_SLICE = const(16)  # records replayed between two calls of keep_alive
_TURNS = const(2)  # turns that contain the last play, as the last turn may be without a play
_NO_SENSE = "its records are invalid"
_NO_ROOM = "it is too long: the flash has no room for a copy"


class IncompleteChange(Exception):
    """Raised if the match in memory may differ from the log, so that the board has to restart."""


_INCOMPLETE = IncompleteChange("no memory for the match")  # made while there is memory


def atomic(change: "_Change") -> "_Change":
    """Decorates the method `change`, which then raises IncompleteChange if memory runs out."""

    def changed(*what: "Any") -> "Any":
        try:
            return change(*what)
        except MemoryError:
            raise _INCOMPLETE from None

    return changed  # type: ignore[return-value]  # it takes and gives what `change` does


class Play:
    """A play that was made. `steps`: a byte per move of a checker (see actions.steps_of)."""

    def __init__(self, match: Match, record: bytes) -> None:
        """Reads the play from `record`; `match` is the Match before the play."""
        self.side = match.turn
        self.before = array("b", match.position)  # from the view of `side`
        self.dice = match.dice
        self.steps = actions.steps_of(record)


class Change:
    """An action that Session.commit applied, and its effects."""

    def __init__(self, action: bytes, match: Match, by_person: bool) -> None:
        self.phase = match.phase  # before the action
        self.decider = match.decider  # the side that had to decide
        self.by_person = by_person  # a person had to act
        is_play = match.phase == TO_PLAY and actions.kind_of(action) == actions.PLAY
        self.play = Play(match, action) if is_play else None
        self.moves_on = True  # False if only settings other than the players changed
        self.saved = True  # all records are on flash
        self.filled = 0  # or ALMOST or FULL


class Session:
    """The running match, its players and dice, and everything that the board saves about matches.

    Methods that write records return True if all records are on flash, False if some are waiting.
    Methods that replace the match return None if the flash fails; then the old match stays.
    """

    def __init__(
        self,
        players: "Players",
        dice: "MatchDice",
        log: "MatchLog",
        store: "Store",
        archive: "Archive",
        collector: "Callable[[Archive], Listener] | None" = None,
    ) -> None:
        """Makes a session without a match; `start` loads the match.

        `store`: contains the preferences. `collector`: makes a Listener for the grader.
        """
        self.players = players
        self.dice = dice
        self.match: Match = None
        self.log = log
        self.last_play: Play | None = None
        self.last_roll: "Roll | None" = None  # as from last_events
        self.prefs = Prefs()
        self.refused = 0  # bits of this turn's refusals: 0 a take-back, 1 to 3 a resignation
        self.sitting: int | None = None  # of practice (practice/cards.py); None before any practice
        self.archive = archive
        self.ungraded = False  # True if finished games may need grading
        self._store = store  # of the preferences
        self._unread: str | None = None  # why the preferences were not read
        self._due: list[bytes] = []  # records that are not on flash yet
        # If the due records begin a new log: the arguments (keep, over) of _begin_log; else None.
        self._begins: "tuple[bool, bool] | None" = None
        self._was_almost_full = False  # the log, after the last action
        self._grader: "Grader | None" = None
        self._people: "People | None" = None
        self._unkept: str | None = None  # People.unkept, while there is no People
        self._collector = collector  # makes the grader's Listener

    # From power-on to the saved match.

    def start(self, keep_alive: "Callable[[], Any] | None" = None) -> str | None:
        """Resumes the saved match, or begins a new match; calls `keep_alive` every few ms.

        Returns what was wrong with the saved match, in words, or None.
        """
        self.dice.box.open()
        try:
            self.load_prefs()
        except OSError as error:
            self._unread = "The preferences cannot be read (%s)." % error
        if keep_alive:
            keep_alive()
        match, trouble = saved_match(self.log, keep_alive)
        if trouble and self.archive.ring.another:
            trouble += " To save new matches, erase the whole flash."
        if match is None:
            match = Match(Settings(length=1, players=(0, 1 if self.players.roster[1:] else 0)))
            self._due, self._begins = list(beginning(match)), (True, False)
            if trouble is None:  # after trouble, keep_damaged writes, once a player has seen it
                self._write_due()
        else:
            self.log.settle()
        self._take(match)
        return trouble

    def load_prefs(self) -> None:
        """Loads the preferences. Raises OSError if they cannot be read."""
        kept = self._store.load() or b""
        self.prefs = Prefs(kept)
        if self.prefs.pack()[: len(kept)] != kept:
            self._store.reject()

    def keep_prefs(self) -> bool:
        """Saves the preferences; returns False if the write fails."""
        try:
            self._store.save(self.prefs.pack())
        except OSError:
            return False
        return True

    @property
    def damage(self) -> str | None:
        """The damage to preferences or dice statistics, in words; None if both are intact."""
        if self._unread:
            return self._unread
        if self._store.damage:
            return self._store.damage + ". Preferences are reset."
        damage = self.dice.box.damage
        return damage and damage + ". Dice statistics start over."

    @atomic
    def keep_damaged(self) -> bool:
        """Sets aside the damaged files of the match, the preferences and the dice statistics."""
        try:
            self.log.keep_damaged()
        except OSError as error:
            if error.args[0] == _NO_SPACE:  # the running game alone needs less room
                self._begin_log(beginning(self.match))
        if self._store.damage:
            self.keep_prefs()  # a failure does no harm: the damaged file stays
        if self.dice.box.damage:
            self.dice.box.keep()
        return self._write_due()

    # Changes of the match.

    @atomic
    def commit(self, action: bytes) -> Change:
        """Applies `action` to the match, and saves the action.

        Raises Refusal, without any change, if `action` is not allowed now.
        """
        match = self.match
        kind = actions.kind_of(action)
        if self.revealed and kind == actions.TAKE_BACK:
            raise Refusal("no take-back: the secret of the dice was revealed")
        change = Change(action, match, self.players.person_decides())
        offered = match.resigned
        players = list(match.settings.players)
        match.apply(action)
        change.saved = self._save(action) and self.reveal()
        if kind == actions.ROLL:
            side = match.turn if match.phase != OPENING else None
            self.last_roll = (actions.dice_of(action), side)
        elif kind == actions.PLAY:
            self.last_play = change.play
            self.refused = 0
        elif kind == actions.REFUSE:
            self.refused |= 1 << offered
        elif kind == actions.SETTINGS:
            change.moves_on = match.settings.players != players
        elif kind in (actions.GAME, actions.TAKE_BACK, actions.ACCEPT):
            self.last_play, self.last_roll = last_events(match)
            if kind == actions.GAME:
                self.refused = 0
        if match.result:
            self.dice.box.keep()
            self.ungraded = True
        if self.log.size > _LONG_LOG:
            self._watch_room(change)
        else:
            self._was_almost_full = False
        return change

    def _watch_room(self, change: Change) -> None:
        """Continues the game in a new log if the log is full; sets `change.filled`.

        `change.filled`: FULL after a new log has begun, ALMOST when the log becomes almost full. A
        new log begins only after a play. The rolls after a take-back repeat the dice taken back;
        before such a roll, no new log begins, because only the old log contains these dice.
        """
        match = self.match
        room = self.log.room
        if room <= 0 and change.play and match.phase == TO_ROLL and match.next_dice() is None:
            record = actions.game(match.checkpoint())
            match.apply(record)
            change.saved = self._save(record)
            change.filled = FULL
        elif room == 1 and not self._was_almost_full:
            change.filled = ALMOST
        self._was_almost_full = room == 1

    @atomic
    def keep_note(self, note: bytes) -> bool:
        """Adds `note`, a record, to the match and its log."""
        self.match.apply(note)
        return self._add(note)

    def play_from(self, records: "Sequence[bytes]") -> bool:
        """Commits `records`: a GAME record with a position that a player set up, then actions."""
        for record in records:
            saved = self.commit(record).saved
        return saved

    # Another match.

    def new_match(self, settings: Settings, first: "Sequence[bytes]" = ()) -> bool | None:
        """Begins a new match with `settings`, then applies the records `first`."""
        match = Match(settings)
        for record in first:
            match.apply(record)
        return self._replace(match)

    def play_on(self, past: Match, brought: bool = False) -> bool | None:
        """Begins a new match that continues from `past`, with full time banks and unsealed dice.

        `brought`: True if `past` came from a backup or a file; the log then gets a PLAYED_ON note.
        Raises Refusal if the flash has no room for a copy.
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
        """Begins a new match with the same settings but unsealed dice; reveals no dice secret."""
        match = Match(self.match.settings.copy(sealed=False))
        return self._replace(match, beginning(match))

    def resume(self, log: "MatchLog", brought: bool = False) -> bool | None:
        """Resumes the earlier match of `log`.

        `brought`: True if that match came from a backup or a file (see `play_on`).
        Raises Refusal if `log` contains no valid match, or if the flash has no room for a copy.
        """
        self._check_room(len(self.archive.ring.sectors(log.run)), log.run)
        following = saved_match(log)[0]
        if following is None:
            raise Refusal(_NO_SENSE)
        self.reveal(following)
        following = None  # to free memory: _replace reads this match again
        return self._replace(None, _resumed(log, brought))

    def _check_room(self, count: int, *kept: int) -> None:
        if self.archive.ring.room(*kept) < count:
            raise Refusal(_NO_ROOM)

    def _replace(
        self, match: Match | None, records: "Iterable[bytes] | None" = None
    ) -> bool | None:
        """Makes `match` the running match; the present match becomes an earlier match.

        `match`: None to read the new match from `records`. `records`: the complete new log, written
        before the match changes, so that a MemoryError in writing leaves the old match; None to
        begin the log of `match` as soon as the flash has room.
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
        try:  # like `atomic`, which would need more of the stack
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
        self.last_play, self.last_roll = last_events(match)

    # The log.

    def _save(self, action: bytes) -> bool:
        """Saves an applied `action`; if the action begins a game, also saves settings and notes."""
        if actions.kind_of(action) != actions.GAME:
            return self._add(action)
        if self.dice.sealed is not None:
            self.match.apply(self.dice.sealed.next_game(self.match))
        self.match.notes.pop(actions.PLAYED_ON, None)  # the new game did not come from elsewhere
        records = beginning(self.match)
        if self._due or self.log.size > _LONG_LOG:  # the old log lacks records, or is long
            self._add(actions.score(self.match.scores))
            return self._begin_log(records)
        for record in records:  # the next start reads the log from here on
            saved = self._add(record)
        return saved

    def _add(self, record: bytes) -> bool:
        self._due.append(record)
        return self._write_due()

    def _begin_log(self, records: "Sequence[bytes]", keep: bool = True, over: bool = False) -> bool:
        """Begins a new log with `records`, now or as soon as the flash has room.

        `keep`: True to keep the old log as an earlier match. `over`: True if the old match is over.
        """
        self._due = list(records)
        self._begins = keep, over
        return self._write_due()

    def _write_due(self) -> bool:
        try:
            if self._begins is not None:
                self.log.restart(self._due, *self._begins)
                self._begins = None
                self._due = []
            while self._due:
                self.log.append(self._due[0])
                self._due.pop(0)
        except OSError:
            return False
        return True

    # The running match.

    @property
    def fresh(self) -> bool:
        """True if no action has been committed in the match yet."""
        return self.match.phase == OPENING and not any(self.match.scores)

    @property
    def is_over(self) -> bool:
        return bool(self.match.phase == MATCH_OVER)

    @property
    def under_way(self) -> bool:
        """True if the match has begun and is not over."""
        return not self.fresh and not self.is_over

    @property
    def needs_both(self) -> bool:
        """True if both players have to agree to a change: two people in a match under way."""
        return self.players.two_people and self.under_way

    @property
    def revealed(self) -> bool:
        """True if the secret of sealed dice was revealed."""
        return actions.SECRET in self.match.notes

    def turns_back(self) -> int:
        """Returns the number of turns that can be taken back now.

        Returns 0 if the dice's secret was revealed, or if a take-back was refused in this turn.
        """
        return 0 if self.revealed or self.refused & 1 else self.match.turns_back()

    # Earlier matches and games, and their grading.

    def kept(self) -> int:
        """Returns the number of matches that can be played back, including the running match."""
        return self.earlier() + (not self.fresh)

    def earlier(self) -> int:
        """Returns the number of earlier matches; 0 if the flash cannot be read."""
        try:
            return len(self.archive.runs())
        except OSError:
            return 0

    def past_games(self) -> "Iterator[Match | None]":
        """Yields the running match's earlier games from its log, and None between slices of work.

        Raises OSError if the log cannot be read, or Refusal if a record is invalid.
        """
        return games(self.log.again(), False)

    @property
    def people(self) -> "People":
        """The results of all people (people.People); made on first use."""
        if self._people is None:
            from picogammon.app.session.people import People  # saves memory if nobody grades

            self._people = People(self.archive)
            self._people.unkept = self._unkept
        return self._people

    @property
    def grader(self) -> "Grader":
        """The Grader of finished games (grading.Grader); made on first use."""
        if self._grader is None:
            from picogammon.app.session.grading import Grader  # saves memory if nobody grades

            self._grader = Grader(self.archive, self.log, self.people, self.players)
            if self._collector:
                self._grader.listeners.append(self._collector(self.archive))
        return self._grader

    def rest_grader(self) -> None:
        """Drops the grader's unfinished analysis, if there is a grader."""
        if self._grader is not None:
            self._grader.rest()

    def forget_grader(self) -> None:
        """Frees the memory of `grader` and `people`, which are made again when needed."""
        if self._people is not None:
            self._unkept = self._people.unkept
            self._people = None
        if self._grader is not None:
            self._grader = None
            self.archive.ring.reading = 0  # the grader reads no run any more

    # The dice.

    def reveal(self, following: Match | None = None) -> bool:
        """Writes the secret into the log if the match is over or `following` replaces the match."""
        sealed = self.dice.sealed
        secret = sealed and sealed.secret_note(self.match, following)
        return not secret or self.keep_note(secret)

    def asks_for_dice(self) -> bool:
        """True if people enter the rolls of real dice: by choice, or if the board cannot roll."""
        chosen = self.dice.sealed is None and self.prefs[REAL_DICE] == 1
        return chosen or self.dice.trouble is not None

    def can_enter_dice(self) -> bool:
        """True if dice can be entered by hand now."""
        match = self.match
        if not self.players.person_decides() or self.dice.sealed and not self.dice.trouble:
            return False
        return match.phase in (OPENING, TO_ROLL) or match.can_correct_dice()


# A match's records in a log.


def _resumed(log: "MatchLog", brought: bool) -> "Iterator[bytes]":
    yield from log.open()
    if brought:
        yield PLAYED_ON


def beginning(match: Match) -> tuple[bytes, ...]:
    """Returns the first records of a log of `match`: settings, running game and notes.

    The notes follow the GAME record, because at power-on a board begins to read at that record.
    """
    notes = [actions.note(topic, match.notes[topic]) for topic in sorted(match.notes)]
    return (actions.settings(match.settings),) + tuple(match.records()) + tuple(notes)


def closing(match: Match | None) -> tuple[bytes, ...]:
    """Returns the records that end a log of `match`: a SCORE note if the game is over, else ()."""
    return (actions.score(match.scores),) if match and match.result else ()


def saved_match(
    log: "MatchLog", keep_alive: "Callable[[], Any] | None" = None
) -> "tuple[Match | None, str | None]":
    """Returns (the Match in `log` or None, what is wrong with the saved match or None).

    Reads only the running game, or all games if the running game has no valid beginning; calls
    `keep_alive` every few ms. The Match ends before the first record that the rules refuse, and is
    None if no valid record can be read; `log` treats the rest as damaged.
    """
    trouble = None
    for _ in range(_TRIES):
        try:
            match, refused = _replayed(log, log.open(actions.GAME, actions.SETTINGS), 2, keep_alive)
            if refused and match is None:  # no valid beginning of the running game: reads all games
                match, again = _replayed(log, log.open(), 1, keep_alive)
                refused = again or refused
            elif match is not None and not _has_notes(match):
                # The power failed before the game's notes; those of the last game are still valid.
                match, refused = _replayed(log, log.open(), 1, keep_alive)
            if refused:
                return match, "%s. The damaged match was set aside." % refused
            return match, log.damage
        except OSError as error:
            trouble = "The saved match cannot be read (%s). It stays on the flash." % error
    return None, trouble


def _has_notes(match: Match) -> bool:
    if match.settings.sealed:
        return actions.SEAL in match.notes
    return not (match.settings.clock and match.settings.length) or actions.CLOCK in match.notes


def _replayed(
    log: "MatchLog", records: "Iterable[bytes]", least: int, keep_alive: "Callable[[], Any] | None"
) -> "tuple[Match | None, str | None]":
    """Returns (the Match after `records`, None), or (Match, reason) if the rules refuse a record.

    With a reason, the Match ends before the refused record, or is None if fewer than `least`
    records precede the refused record; `log` treats the refused record as damaged.
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
    """Returns (the last Play, the last roll) of the running game, each None if there is none.

    A roll is ((d1, d2), side); the side is None for equal dice in the opening.
    """
    play = roll = None
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
