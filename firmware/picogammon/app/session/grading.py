"""Background grading of finished games, from the running match and from earlier ones.

The table of people's results (people.py) contains the serial number of the log that was graded
last, and the number of graded games in that log. A game's results are saved in the same write as
these numbers. So after a power cut, no game counts twice, and no game is lost if its log exists.

Some logs need care:

- Two logs may contain the same game, because a match was resumed or came from a backup. The CRC of
  the game's records identifies the game.
- In a browser, each match has separate storage, so different logs can have the same serial number.
  So the two numbers above count only if the table also has the CRC of a graded game in the log.
- Logs that came from another board are graded only on that board. The grader also skips logs with a
  higher serial number than the running match's log. In a match that came from a backup or a file,
  only the games that ended on this board are graded.

Only people get results, not levels. Unfinished games and decisions that were taken back are
ignored. Grading the luck of the rolls takes 21 times as long as grading the decisions.
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
        """A receiver of the decisions and games that a Grader has graded.

        If a power cut interrupts the grading of a game, its decisions are reported again.
        """

        def heard(self, name: str, decision: Decision) -> None:
            """Called for each graded decision of the person `name`."""

        def graded(self, game: Game) -> Slices[None]:
            """Called when all decisions of `game` are graded. Raises OSError if the flash fails."""


# All records before this one came from a backup or a file.
_PLAYED_ON = actions.note(actions.PLAYED_ON, b"")


class Grader:
    """A background grader of the finished games in the running match and in earlier matches."""

    _game: Game  # the game that is graded; not set before the first

    def __init__(
        self, archive: "Archive", log: "MatchLog", people: "People", players: "Players"
    ) -> None:
        """Makes a grader; `log` is the running match's log."""
        self.listeners: "list[Listener]" = []  # receive the results
        self.people = people
        self.saved = True  # False if the last graded game could not be saved
        self._archive = archive
        self._log = log
        self._players = players
        self._work: "Slices[None] | None" = None
        self._review: "Review | None" = None
        self._done = 0  # records that the present review has done; a new Review skips these

    def step(self) -> bool:
        """Grades for a few milliseconds; returns False if no game is left or the flash failed."""
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
        """Repeats `step` until `ms` ms have passed or a button changes.

        Returns False if no game is left or the flash failed, otherwise True.
        `ticks`: returns the time in ms; if None, `work` calls `step` only once.
        """
        noted = buttons.noted
        began = ticks() if ticks else 0
        while self.step():
            if not ticks or buttons.noted != noted or ticks_diff(ticks(), began) >= ms:
                return True
        return False

    def rest(self) -> None:
        """Drops an unfinished analysis, so that the coach's Engine can answer other questions."""
        if self._review is not None and self._review.thinking:
            self._review = None

    def _all(self) -> "Slices[None]":
        while True:
            run = self._log.run
            game = yield from self._next()
            if game is not None:
                yield from self._grade(game)
                # Frees memory that would divide the free memory; `del` would not.
                self._game = None  # type: ignore[assignment]  # until the next game
            elif run == self._log.run:
                return

    def _next(self) -> "Slices[Game | None]":
        """Returns the first finished game that is not graded yet, or None."""
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
        known = last < running  # if the log `last` is not there, it was deleted
        for game in self._games(last, 0) if last in runs else ():
            yield
            known = game is not None and game.number < done and people.knows(game.key)
            if known:
                break
        if not known:  # the log `last` is in another ring
            last = 0
        for run in runs:
            for game in self._games(run, done if run == last else 0) if run >= last else ():
                yield
                if game is not None and not people.knows(game.key):
                    return game
        return None

    def _games(self, run: int, first: int) -> "Iterator[Game | None]":
        """Yields the finished games of a log, and None between slices of work.

        `run`: the serial number of the log. `first`: the number of the first game to yield. If the
        log of an earlier match cannot be read, the method stops without an exception.
        """
        if run == self._archive.ring.running():
            yield from _finished_games(self._log, run, first)
            return
        log = self._archive.open(run)
        try:
            for _ in log.open():
                yield None
            yield from _finished_games(log, run, first)
        except OSError:
            pass

    def _grade(self, game: Game) -> "Slices[None]":
        self._game = game
        self.people.begin_game()
        match = game.match
        for luck in (False, True):
            self._done = 0
            while True:
                review = self._review
                if review is None:
                    coach = self._players.coach
                    assert coach is not None  # without a coach, no game is graded
                    review = Review(coach, match.settings, match.records, self, luck)
                    self._review = review
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
            yield from self.people.add_game(game)
            if log.size == size or game.run != self._archive.ring.running():
                if self.people.keep():
                    return

    def _stands(self, game: Game) -> "Slices[bool]":
        """Returns False if the end of `game` was taken back during the grading, otherwise True."""
        if game.run != self._archive.ring.running():
            return True
        for again in self._games(game.run, game.number):
            yield
            if again is not None:
                return again.key == game.key
        return False

    # The methods of a review.Listener.

    def known(self, at: int) -> bool:
        """True if the game's record `at` was graded before `rest` dropped the earlier Review."""
        if at < self._done:
            return True
        self._done = at
        return False

    def decided(self, decision: "Decision") -> None:
        """Called for each graded decision; passes a person's decision to listeners and `people`."""
        self._done = decision.at + 1
        name = self._game.person(decision.grade.side, decision.at)
        if name:
            for listener in self.listeners:
                listener.heard(name, decision)
            self.people.add_decision(name, decision)

    def rolled(self, at: int, side: int, mean: int, got: int, chance: int) -> None:
        """Called for each graded roll; adds a person's luck, `got` - `mean`, to `people`.

        `got`: the equity of the roll. `mean`: the mean equity of all 36 rolls. Ignores `chance`.
        """
        self._done = at + 1
        name = self._game.person(side, at)
        if name:
            self.people.add_luck(name, got - mean)


def _finished_games(log: "MatchLog", run: int, first: int) -> "Iterator[Game | None]":
    """Yields the games of an open `log` that ended on this board, and None between slices of work.

    `run`: the serial number of `log`. `first`: the number of the first game to yield. The function
    stops if `log` changes to another match. It raises OSError if the flash fails.
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
    was_over = False  # True if the game ended before its match came to this board
    try:
        for record, _, _ in log.records_from(*log.start):
            yield None
            if log.run != run:
                return
            kind = actions.kind_of(record)
            if _begins(kind, number):
                if match and match.result and not was_over:
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
                # A player may take back that end here; then the game ends on this board.
                was_over = bool(match.result) and (was_over or record == _PLAYED_ON)
    except Refusal:
        pass
    if match and match.result and not was_over:
        yield Game(match, run, number, agreed)


def _over_elsewhere(log: "MatchLog") -> "Iterator[int]":
    """Yields, after each record of `log`, how many games so far ended on another board."""
    number = -1
    elsewhere = 0
    for record, _, _ in log.records_from(*log.start):
        if _begins(actions.kind_of(record), number):
            number += 1
        elif record == _PLAYED_ON:
            elsewhere = max(0, number)  # without the last game, which may not have been over
        yield elsewhere


def _begins(kind: int, number: int) -> bool:
    """True if a record of `kind` begins a game.

    `number`: the number of the game before this record, or -1 if none. In a match from a file,
    the first game has no GAME record; a record other than SETTINGS and NOTE begins this game.
    """
    return kind == actions.GAME or number < 0 and kind not in (actions.SETTINGS, actions.NOTE)


def _note_agreed(agreed: "list[Agreed]", match: "Match", kind: int) -> None:
    """Updates `agreed`, the Settings during a game, after `match` applied a record of `kind`.

    `agreed`: [(number of the game's first record with these Settings, Settings)], oldest first.
    """
    if kind == actions.GAME:
        agreed[:] = [(0, match.settings)]
    elif kind in (actions.SETTINGS, actions.TAKE_BACK, actions.ACCEPT):
        count = sum(1 for _ in match.records())
        agreed[:] = [(min(start, count), settings) for start, settings in agreed]
        if kind == actions.SETTINGS:
            agreed.append((count, match.settings))
