"""Grades the games that are over, while nobody waits: of the running match and of earlier ones.

Each game is graded once. Which ones were is kept with what people have done, by the serial number
of a log and how many games of it are done, and written in the same moment as what follows from the
last of them. So a power cut neither loses a game nor lets it count twice, as long as its log is
there. A game that a log has from another one (an earlier match that goes on, a backup) is known by
its records. A page has a ring for each of its matches, with the same serial numbers: a log of which
no game is known is not the one that was meant. A log with a higher number than the running one's
comes from another board, which grades it. Games that were over before a match came from a backup or
a file were played elsewhere, and are not graded here. A game's luck is counted as well, which takes
21 times as long.

Others hear of it: `grader.listeners` is a list of objects with

- `heard(name, decision, match)`: a person of that name made this review.Decision. `match`: the
  Match as it stands at the game's end; the rules, score and settings of the decision are its own.
- `graded(game)`, where it has that: all decisions of a Game were heard, its luck is not counted
  yet. It works slice by slice (a generator), and may raise OSError.
- `ended(game)`: all of a Game is graded. After a power cut in the middle of a game its decisions
  are heard again from its first on, and a game whose `ended` was cut short is heard anew: who
  keeps something must know it again (by `game.key` and `decision.at`, or by what it is about).

A person is who plays a side himself and has another name than a colour. Decisions in games that
did not end, and those that were taken back, are not heard.
"""

from binascii import crc32
from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.engine.review import Review
from picogammon.ground import ticks_diff
from picogammon.rules import actions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import begun

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from picogammon.app.session.people import People
    from picogammon.app.session.session import Session
    from picogammon.devices.match_log import MatchLog
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Decision
    from picogammon.rules.match import Match
    from picogammon.rules.settings import Settings

    class Buttons(Protocol):
        """A devices.buttons.Buttons: `noted` changes when somebody touches a button."""

        noted: int

    class Sound(Protocol):
        """A devices.sound.Sound."""

        @property
        def playing(self) -> bool: ...

    class Link(Protocol):
        """A devices.link.Link."""

        @property
        def busy(self) -> bool: ...

    class Panel(Protocol):
        """A panel.Panel."""

        @property
        def buttons(self) -> Buttons: ...
        @property
        def sound(self) -> Sound: ...
        def idle(self) -> bool: ...

    class Listener(Protocol):
        """Hears of graded games, as the module says."""

        def heard(self, name: str, decision: Decision, match: Match) -> None: ...
        def ended(self, game: "Game") -> None: ...


_ROUND_MS = const(8)  # of grading in a round; the last slice may exceed it
_LONG_ROUND_MS = const(80)  # if nothing is due until somebody interrupts


def person(settings: "Settings", side: int) -> str | None:
    """The name of the person who plays that side; None for a level, or who has only a colour."""
    name = settings.names[side].strip()
    nobody = any(name.lower() in pair for pair in PALETTES)
    return None if settings.players[side] or nobody else name


class Game:
    """A game that is over.

    `match`: its Match as it ended. `run`, `number`: of its log, and of the game in it, from 0.
    `key`: a CRC of its records, the same in every copy of its log.
    """

    def __init__(self, match: "Match", run: int, number: int, agreed: "list[Agreed]") -> None:
        self.match = match
        self.run = run
        self.number = number
        self.key = key_of(match)
        self._agreed = agreed

    def person(self, side: int, at: int | None = None) -> str | None:
        """Who played that side at record `at`, None: at the end, as `person` says."""
        settings = self.match.settings
        for start, agreed in self._agreed:
            if at is None or start <= at:
                settings = agreed
        return person(settings, side)


if _TYPE_CHECKING:
    # (the first of a game's records that was made with them, the Settings)
    Agreed = tuple[int, Settings]


def key_of(match: "Match") -> int:
    """A CRC of the records of the match's game."""
    crc = 0
    for record in match.records():
        crc = crc32(record, crc)
    return crc


class Grader:
    """Grades slice by slice, for a Session with a coach and an archive.

    `listeners`: see the module. `saved`: False if the last game graded could not be kept.
    `people`: the People, who know which games are done, and hear after all others.
    """

    _game: Game  # the one that is graded, once there was one

    def __init__(self, session: "Session", people: "People") -> None:
        self.listeners: "list[Listener]" = []
        self.saved = True
        self._session = session
        self._archive = session.archive
        self.people = people
        self._work: "Slices[None] | None" = None
        self._review: "Review | None" = None
        self._done = 0  # records of the game that are done with, in this pass of the review

    def step(self) -> bool:
        """Works for a slice, some milliseconds; False if nothing is left, or it cannot be kept."""
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
        self._session.ungraded = False
        return False

    def work(
        self,
        panel: "Panel",
        ticks: "Callable[[], int] | None",
        link: "Link | None",
        kept: "Callable[[bool], object]",
        hurried: bool = False,
    ) -> None:
        """Works for a round of the board's loop, or until somebody presses. May raise MemoryError.

        `ticks()`: ticks_ms; without, a round has one slice. `kept(False)` is called if a game could
        not be kept. `hurried`: nobody who presses can interrupt.
        """
        hurried = hurried or link is not None and link.busy
        buttons = panel.buttons
        noted = buttons.noted
        most = _ROUND_MS if hurried or panel.sound.playing or not panel.idle() else _LONG_ROUND_MS
        began = ticks() if ticks else 0
        while self.step():
            if not ticks or buttons.noted != noted or ticks_diff(ticks(), began) >= most:
                break
        if not self.saved:
            kept(False)

    def rest(self) -> None:
        """Drops the thought that it is in, as the coach may think for somebody else now."""
        if self._review is not None and self._review.thinking:
            self._review = None

    def _all(self) -> "Slices[None]":
        while True:
            match = self._session.match
            game = yield from self._next()
            if game is not None:
                yield from self._grade(game)
                # Or it would lie in the middle of the free memory; `del` keeps what it deletes.
                self._game = None  # type: ignore[assignment]  # till the next one
            elif match is self._session.match:
                return

    # Which game is next.

    def _next(self) -> "Slices[Game | None]":
        """The first game that is over and not done yet, or None."""
        archive = self._archive
        people = self.people
        yield from people.open()
        ring = archive.ring
        running = ring.running()
        last, done = people.place()
        yield
        runs = [run for run in sorted(archive.runs()) if run < running and ring.is_played(run)]
        runs.append(running)
        yield
        known = last < running  # and given up, unless it is there
        for game in self._games(last, 0) if last in runs else ():
            yield
            known = game is not None and game.number < done and people.knows(game.key)
            if known:
                break
        if not known:  # that log lies in another ring
            last = 0
        for run in runs:
            for game in self._games(run, done if run == last else 0) if run >= last else ():
                yield
                if game is not None and not people.knows(game.key):
                    return game
        return None

    def _games(self, run: int, first: int) -> "Iterator[Game | None]":
        """Yields the games of a log from that number on which are over, and None as a pause."""
        session = self._session
        running = session.match
        earlier = run != self._archive.ring.running()
        log = self._archive.open(run) if earlier else session.log
        number = -1
        match: "Match | None" = None
        settled: bytes | None = None
        agreed: "list[Agreed]" = []
        was_over = False  # True if the game ended elsewhere
        try:
            for _ in log.open() if earlier else ():
                yield None
            for elsewhere in _elsewhere(log):
                yield None
                if session.match is not running:  # the log may be another's now
                    return
                first = max(first, elsewhere)
            for record, _, _ in log.records_from(*log.start):
                yield None
                if session.match is not running:
                    return
                kind = actions.kind_of(record)
                if _begins(kind, number):
                    if match and match.result is not None and not was_over:
                        yield Game(match, run, number, agreed)
                    number += 1
                    match = None if number < first or settled is None else begun(settled)
                    kind = actions.GAME
                if kind == actions.SETTINGS:
                    settled = record
                if match:
                    match.apply(record, True)
                    _note(agreed, match, kind)
                    # Its end may be taken back here.
                    was_over = match.result is not None and (was_over or _is_elsewhere(record))
        except Refusal:
            pass
        except OSError:
            if earlier:
                return  # a match that nobody can read holds no other up
            raise
        if match is not None and match.result is not None and not was_over:
            yield Game(match, run, number, agreed)

    # The game that is graded.

    def _grade(self, game: Game) -> "Slices[None]":
        self._game = game
        self.people.begin()
        for luck in (False, True):
            self._done = 0
            while True:
                review = self._review
                if review is None:
                    review = self._begun(game.match, luck)
                    yield
                if review.done if luck else review.graded:
                    break
                review.step()
                yield
            self._review = None
            yield
            for listener in () if luck else self.listeners:
                if hasattr(listener, "graded"):
                    yield from listener.graded(game)
        log = self._session.log
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

    def _begun(self, match: "Match", luck: bool) -> Review:
        coach = self._session.players.coach
        assert coach is not None  # nobody steps without one
        self._review = Review(coach, match.settings, match.records, self, luck)
        return self._review

    def _stands(self, game: Game) -> "Slices[bool]":
        """False if the game's end was taken back meanwhile."""
        if game.run != self._archive.ring.running():
            return True
        for again in self._games(game.run, game.number):
            yield
            if again is not None:
                return again.key == game.key
        return False

    def known(self, at: int) -> bool:
        """The Review looks at a record: all before it are done."""
        if at < self._done:
            return True
        self._done = at
        return False

    def decided(self, decision: "Decision") -> None:
        """The Review tells of a decision."""
        self._done = decision.at + 1
        name = self._game.person(decision.grade.side, decision.at)
        if name:
            for listener in self.listeners:
                listener.heard(name, decision, self._game.match)
            self.people.heard(name, decision, self._game.match)

    def rolled(self, at: int, side: int, mean: int, got: int, chance: int) -> None:
        """The Review tells of a roll."""
        self._done = at + 1
        name = self._game.person(side, at)
        if name:
            self.people.rolled(name, got - mean)


def _begins(kind: int, number: int) -> bool:
    """True if a record of that kind begins a game after game `number`, -1 for the first game.

    A file's first game has no GAME record.
    """
    return kind == actions.GAME or number < 0 and kind not in (actions.SETTINGS, actions.NOTE)


def _is_elsewhere(record: bytes) -> bool:
    """True for the note that all before it came from a backup or a file."""
    is_note = actions.kind_of(record) == actions.NOTE
    return is_note and actions.topic_of(record) == actions.PLAYED_ON


def _elsewhere(log: "MatchLog") -> "Iterator[int]":
    """Yields, after each record, the number of games that a log took over as finished."""
    number = -1
    elsewhere = 0
    for record, _, _ in log.records_from(*log.start):
        if _begins(actions.kind_of(record), number):
            number += 1
        elif _is_elsewhere(record):
            elsewhere = max(0, number)  # the last one may go on
        yield elsewhere


def _note(agreed: "list[Agreed]", match: "Match", kind: int) -> None:
    """Notes what is agreed from which record of the game on; `kind`: of the record just applied."""
    if kind == actions.GAME:
        agreed[:] = [(0, match.settings)]
    elif kind in (actions.SETTINGS, actions.TAKE_BACK, actions.ACCEPT):
        count = 0
        for _ in match.records():
            count += 1
        agreed[:] = [(min(start, count), settings) for start, settings in agreed]
        if kind == actions.SETTINGS:
            agreed.append((count, match.settings))
