"""Background grading: reviews the games that are over, of the running match and of earlier ones.

Each game is graded once. The table of people's records notes the serial number of a log and how
many of its games are done. A game's results and this note are written at the same moment, so a
power cut neither loses a game nor counts it twice, as long as its log exists.

Some logs need care:

- A log may contain a game of another log, because an earlier match was resumed or came from a
  backup. The CRC of its records shows that the game is known.
- A page has a ring for each of its matches, with the same serial numbers. If no game of the noted
  log is known, that log is in another ring.
- A log with a higher number than the running one's comes from another board, which grades it.
- Games that were over before a match came from a backup or a file were played elsewhere, and are
  not graded here.

A person is a player with a name that is not a colour. Decisions that were taken back, and those in
games without an end, do not count. A game's luck counts, too, and takes 21 times as long.
"""

from micropython import const

from picogammon.app.session.people import Game
from picogammon.engine.review import Review
from picogammon.ground import ticks_diff
from picogammon.rules import actions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import match_from_settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from picogammon.app.session.people import Agreed, People
    from picogammon.app.session.players import Players
    from picogammon.devices.buttons import Buttons
    from picogammon.devices.match_log import Archive, MatchLog
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Decision
    from picogammon.rules.match import Match

    class Listener(Protocol):
        """Hears of graded games.

        After a power cut in a game, the grader tells the game's decisions again from the first one
        on, and calls `ended` again if that was cut short. So a listener that stores something has
        to recognise it, by `game.key` and `decision.at` or by its content.
        """

        def heard(self, name: str, decision: Decision, match: Match) -> None:
            """A person of that name made a decision.

            `match`: the Match as it ended; the decision has its own rules, score and settings.
            """

        def graded(self, game: Game) -> Slices[None]:
            """All decisions of a game were told, but not its luck. May raise OSError."""

        def ended(self, game: Game) -> None:
            """All of a game is graded."""


class Grader:
    """Grades slice by slice, with the coach of `players`, the games of an archive and of `log`.

    `listeners`: a list of Listeners. `people`: the People, who know which games are done; the
    grader tells them last. `saved`: False if the last game graded could not be saved.
    """

    _game: Game  # the one that is graded, once there was one

    def __init__(
        self, archive: "Archive", log: "MatchLog", people: "People", players: "Players"
    ) -> None:
        """`log`: the running match's."""
        self.listeners: "list[Listener]" = []
        self.people = people
        self.saved = True
        self._archive = archive
        self._log = log
        self._players = players
        self._work: "Slices[None] | None" = None
        self._review: "Review | None" = None
        self._done = 0  # records of the game that this pass of the review has passed

    def step(self) -> bool:
        """Works for a slice, some milliseconds; False if nothing is left, or saving failed."""
        if self._work is None:
            self._work = self._all()
        try:
            next(self._work)
            return True
        except StopIteration:
            self.saved = True
        except OSError:
            self.saved = False  # tried again after the next game
        self._work = self._review = None
        self._archive.ring.reading = 0
        return False

    def work(self, ticks: "Callable[[], int] | None", ms: int, buttons: "Buttons") -> bool:
        """Works for so many `ms`, or until somebody touches a button; False if nothing is left.

        `ticks()`: ticks_ms; None: it works for one slice. The last slice may exceed the time. May
        raise MemoryError.
        """
        noted = buttons.noted
        began = ticks() if ticks else 0
        while self.step():
            if not ticks or buttons.noted != noted or ticks_diff(ticks(), began) >= ms:
                return True
        return False

    def rest(self) -> None:
        """Drops an unfinished thought, because the coach may think for somebody else now."""
        if self._review is not None and self._review.thinking:
            self._review = None

    def _all(self) -> "Slices[None]":
        while True:
            run = self._log.run
            game = yield from self._next()
            if game is not None:
                yield from self._grade(game)
                # Or it would lie in the middle of the free memory; `del` keeps what it deletes.
                self._game = None  # type: ignore[assignment]  # till the next one
            elif run == self._log.run:
                return

    def _next(self) -> "Slices[Game | None]":
        """Finds the first game that is over and not done yet, or None."""
        people = self.people
        yield from people.open()
        ring = self._archive.ring
        running = ring.running()
        last, done = people.place()
        yield
        runs = sorted(self._archive.runs())
        runs = [run for run in runs if run < running and ring.is_played(run)]
        runs.append(running)
        yield
        known = last < running  # and deleted, unless it is there
        for game in self._games(last, 0) if last in runs else ():
            yield
            known = game is not None and game.number < done and people.knows(game.key)
            if known:
                break
        if not known:  # that log is in another ring
            last = 0
        for run in runs:
            for game in self._games(run, done if run == last else 0) if run >= last else ():
                yield
                if game is not None and not people.knows(game.key):
                    return game
        return None

    def _games(self, run: int, first: int) -> "Iterator[Game | None]":
        """Yields the finished games of a log, as finished_games does."""
        if run == self._archive.ring.running():
            yield from finished_games(self._log, run, first)
            return
        log = self._archive.open(run)
        try:
            for _ in log.open():
                yield None
            yield from finished_games(log, run, first)
        except OSError:
            pass  # a match that cannot be read holds no other up

    def _grade(self, game: Game) -> "Slices[None]":
        self._game = game
        self.people.begin()
        for luck in (False, True):
            self._done = 0
            while True:
                review = self._review
                if review is None:
                    review = self._new_review(game.match, luck)
                    yield
                if review.done if luck else review.graded:
                    break
                review.step()
                yield
            self._review = None
            yield
            if not luck:
                for listener in self.listeners:
                    yield from listener.graded(game)
        log = self._log
        while True:
            size = log.size
            stands = yield from self._stands(game)
            if not stands:
                return
            yield from self.people.ended(game)
            if log.size == size or game.run != self._archive.ring.running():
                for listener in self.listeners:
                    listener.ended(game)
                if self.people.keep():
                    return

    def _new_review(self, match: "Match", luck: bool) -> Review:
        coach = self._players.coach
        assert coach is not None  # nobody grades without one
        self._review = Review(coach, match.settings, match.records, self, luck)
        return self._review

    def _stands(self, game: Game) -> "Slices[bool]":
        """Returns False if the game's end was taken back while it was graded."""
        if game.run != self._archive.ring.running():
            return True
        for again in self._games(game.run, game.number):
            yield
            if again is not None:
                return again.key == game.key
        return False

    # The Review's listener.

    def known(self, at: int) -> bool:
        """True if that record is done; if not, all records before it are done now."""
        if at < self._done:
            return True
        self._done = at
        return False

    def decided(self, decision: "Decision") -> None:
        """Takes a decision."""
        self._done = decision.at + 1
        name = self._game.person(decision.grade.side, decision.at)
        if name:
            for listener in self.listeners:
                listener.heard(name, decision, self._game.match)
            self.people.heard(name, decision, self._game.match)

    def rolled(self, at: int, side: int, mean: int, got: int, chance: int) -> None:
        """Takes a roll's luck."""
        self._done = at + 1
        name = self._game.person(side, at)
        if name:
            self.people.rolled(name, got - mean)


def finished_games(log: "MatchLog", run: int, first: int) -> "Iterator[Game | None]":
    """Yields the games of an opened log that are over, and None as a pause.

    `run`: the log's; if the log becomes another match's, the games end. `first`: the number of the
    first game, from 0. Games that were over elsewhere are left out. Raises OSError if the log
    cannot be read.
    """
    for elsewhere in _over_elsewhere(log):
        yield None
        if log.run != run:
            return
        first = max(first, elsewhere)
    number = -1
    match: "Match | None" = None
    settled: bytes | None = None
    agreed: "list[Agreed]" = []
    was_over = False  # True if the game ended elsewhere
    try:
        for record, _, _ in log.records_from(*log.start):
            yield None
            if log.run != run:
                return
            kind = actions.kind_of(record)
            if _begins(kind, number):
                if match and match.result is not None and not was_over:
                    yield Game(match, run, number, agreed)
                number += 1
                match = None
                if number >= first and settled is not None:
                    match = match_from_settings(settled)
                kind = actions.GAME
            if kind == actions.SETTINGS:
                settled = record
            if match:
                match.apply(record, True)
                _note_agreed(agreed, match, kind)
                # The end of a game from elsewhere may be taken back here.
                was_over = match.result is not None and (was_over or _is_played_on(record))
    except Refusal:
        pass
    if match is not None and match.result is not None and not was_over:
        yield Game(match, run, number, agreed)


def _over_elsewhere(log: "MatchLog") -> "Iterator[int]":
    """Yields, after each record, the number of games that were over before the match came here."""
    number = -1
    elsewhere = 0
    for record, _, _ in log.records_from(*log.start):
        if _begins(actions.kind_of(record), number):
            number += 1
        elif _is_played_on(record):
            elsewhere = max(0, number)  # the last one may have been resumed
        yield elsewhere


def _begins(kind: int, number: int) -> bool:
    """True if a record of that kind begins a game after game `number`, -1 for the first game.

    A file's first game has no GAME record.
    """
    return kind == actions.GAME or number < 0 and kind not in (actions.SETTINGS, actions.NOTE)


def _is_played_on(record: bytes) -> bool:
    """True for the note that all records before it came from a backup or a file."""
    is_note = actions.kind_of(record) == actions.NOTE
    return is_note and actions.topic_of(record) == actions.PLAYED_ON


def _note_agreed(agreed: "list[Agreed]", match: "Match", kind: int) -> None:
    """Notes from which record of the game on its settings hold; `kind`: of the last record."""
    if kind == actions.GAME:
        agreed[:] = [(0, match.settings)]
    elif kind in (actions.SETTINGS, actions.TAKE_BACK, actions.ACCEPT):
        count = 0
        for _ in match.records():
            count += 1
        agreed[:] = [(min(start, count), settings) for start, settings in agreed]
        if kind == actions.SETTINGS:
            agreed.append((count, match.settings))
