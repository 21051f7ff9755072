"""Earlier matches: the menu that lists them, and the playback of a match on the lights.

Playback rests at stops: the start of a game, a roll with its play, or a cube action.
A run is the series of flash sectors that contain one match.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import MENU_ROOM, fitting_line, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens.board import short_score
from picogammon.app.modes.answer import Agree, agree, leave_match
from picogammon.app.modes.menu import Ask, Choice, Item, Menu
from picogammon.app.modes.mode import Mode
from picogammon.app.session.recording import Cursor, Recording, standing
from picogammon.engine.engine import Question
from picogammon.ground import BACK, NEXT, OK, PREV, ticks_diff
from picogammon.rules import actions, match, plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.view import View
    from picogammon.app.modes.mode import Stack, Then
    from picogammon.app.session.session import Session
    from picogammon.devices.match_log import MatchLog
    from picogammon.engine.engine import Slices
    from picogammon.rules.settings import Settings

    _Row = tuple[str, str]  # (the players' names, or the words for damage; the score)

_UNREAD = ("...", "")
_DAMAGED = ("damaged", "")
_PARTLY = "partly damaged"
_TRIES = const(3)
_UNREADABLE = ("cannot be read", "")
_PLAY_ON = "play on from here"
_SHOWN_MS = const(250)  # between two updates of a search's progress


class MatchesMenu(Menu):
    """The menu of the running match and earlier ones; reads a match when its line is visible."""

    title = "Earlier matches"

    def __init__(self, navigator: "Stack") -> None:
        # With engines and grader, too little memory would be left for a long match.
        navigator.base.think_anew()
        navigator.session.forget_grader()
        navigator.session.players.forget()
        self._list(navigator.session)
        Menu.__init__(self, navigator)

    def _list(self, session: "Session") -> None:
        self._runs = session.archive.runs()
        self._rows = [_UNREAD] * len(self._runs)
        if not session.fresh:
            self._runs.insert(0, 0)
            score = _row(session.match.settings, session.match.scores)[1]
            self._rows.insert(0, ("This match", score))
        self.work = None

    def items(self) -> list[Item]:
        return [
            Item(row[0], self._choose, value=lambda value=row[1]: value)  # type: ignore[misc]
            for row in self._rows  # mypy infers no lambda that has a default
        ] or [Item("None", lambda now: self.navigator.leave(self))]

    @property
    def busy(self) -> bool:
        return self.work is not None or self._unread() is not None

    def _unread(self) -> int | None:
        first = self.first_row()
        shown = self._rows[first : first + self.navigator.display.menu_rows]
        return first + shown.index(_UNREAD) if _UNREAD in shown else None

    def tick(self, now: int) -> None:
        if self.work is None:
            unread = self._unread()
            if unread is not None:
                self.work = self._read(unread)
        Menu.tick(self, now)

    def _read(self, row: int) -> "Slices[None]":
        log = self.session.archive.open(self._runs[row])
        self._rows[row] = yield from _line(log)
        self.lines = self.items()

    def _choose(self, now: int) -> None:
        run = self._runs[self.at]
        row = self._rows[self.at]
        if row is _DAMAGED:
            question = "Damaged. Delete it?"
            self.navigator.open(Ask(self.navigator, question, "Delete", self._remove))
        elif row is _UNREADABLE:
            self._rows[self.at] = _UNREAD  # the next tick tries again
        elif not run:
            self.navigator.open(Playback(self.navigator, self.session.log))
        else:
            log = self.session.archive.open(run)
            self.navigator.open(Playback(self.navigator, log, self._remove))

    def _remove(self, now: int) -> None:
        try:
            self.session.archive.ring.drop(self._runs[self.at])
        except OSError as error:
            self.navigator.say("Not deleted", str(error))
        self._list(self.session)
        self.lines = self.items()
        self.at = min(self.at, len(self.lines) - 1)

    def show(self, view: "View") -> None:
        Menu.show(self, view)
        if self._runs:
            view.keys[2] = "OPEN"
            run = self._runs[self.at]
            view.page.title = run and self.session.archive.ring.day(run) or self.title


def _line(log: "MatchLog") -> "Slices[_Row]":
    """Returns the menu line of the match in `log`. Yields between slices of work."""
    for _ in range(_TRIES):
        try:
            found = yield from standing(log)
        except OSError:
            continue
        if found is None:
            return _DAMAGED
        settings, scores, sound = found
        row = _row(settings, scores)
        return row if sound else (_PARTLY, row[1])
    return _UNREADABLE


def _row(settings: "Settings", scores: "Sequence[int]") -> "_Row":
    """Returns the menu line (players, score) of a match; shortens long names to fit the line."""
    score = "%s-%s" % tuple([short_score(points) for points in settings.shown(scores)])
    room = MENU_ROOM - text_width(TEXT, score)
    names = list(settings.names)
    while True:
        line = "%s - %s" % tuple(names)
        if text_width(SMALL, line) <= room:
            return line, score
        longer = int(len(names[1]) > len(names[0]))
        names[longer] = names[longer][:-1]


class Playback(Mode):
    """The playback of the match in a log: PREV and NEXT go from stop to stop, OK opens a menu.

    The mode shows the start of a game while it reads the rest of the game; a press waits until the
    game is read. Any press ends a search for blunders.

    - `game`: the Recording, which contains one game at a time.
    - `cursor`: the Cursor at the present stop, or None until a game is shown.
    - `run`: the match's run number.
    """

    game: Recording
    cursor: Cursor
    to_play = "Play on from here"

    def __init__(self, navigator: "Stack", log: "MatchLog", remove: "Then | None" = None) -> None:
        """`log`: the match's log. `remove(now)`: deletes the match; None for the running match."""
        Mode.__init__(self, navigator)
        self.game = self.cursor = None
        ring = navigator.session.archive.ring
        self._unfinished = bool(remove) and not ring.is_over(log.run)
        self._brought = bool(remove) and not ring.is_played(log.run)  # came from a backup or a file
        self._remove = remove
        self._log = log
        self.run = log.run
        self.work = self._read(1)
        self._searches = False
        self._graded = False
        self._illegal: "set[tuple[int, int]]" = set()  # (game, stop) of each illegal play found
        self._shown_at = 0

    @property
    def played(self) -> tuple[int, int, int] | None:  # type: ignore[override]  # an attribute in Mode
        """The place of playback: (log number, game number, stop number). None before a game."""
        cursor = self.cursor
        # A Cursor is always true.
        return cursor and (self.run, cursor.number, cursor.at + cursor.is_mid())  # type: ignore[return-value]

    def go(self, number: int, stops: int) -> None:
        """Goes to stop `stops` of game `number`, or to the last stop if the game has fewer stops.

        Games count from 1, stops from 0. Must not be called while the mode is `busy`.
        """
        self.work = self._read(max(1, number), stops)

    def tick(self, now: int) -> None:
        try:
            Mode.tick(self, now)
        except OSError as error:
            self.work = self.cursor = None
            self.navigator.leave(self)
            self.navigator.say("Match not readable", str(error))
        self._searches = self._searches and self.busy
        if self._searches and ticks_diff(now, self._shown_at) >= _SHOWN_MS:
            self._shown_at = now
            self.navigator.changed = True

    def press(self, button: int, now: int) -> None:
        if self._searches:
            self.work = None if self.game.whole else self._read(self.game.number)
            self._searches = False
            return
        while self.work is not None:
            self.tick(now)
            self._log.feed()
        cursor = self.cursor
        if cursor is None:
            return
        if button == BACK:
            self.navigator.leave(self)
            self.closed(now)
        elif button == OK:
            self._open_menu()
        elif button == NEXT and cursor.following is not None:
            cursor.forward()
        elif button == NEXT and self.game.more:
            self.work = self._read(self.game.number + 1)
        elif button == PREV and cursor.at:
            self.work = self._go_to(cursor.at if cursor.is_mid() else cursor.at - 1)
        elif button == PREV and self.game.number > 1:
            self.work = self._read(self.game.number - 1, None)

    def closed(self, now: int) -> None:
        self.session.archive.ring.reading = 0
        if self._graded:
            self.navigator.base.think_anew()

    def _read(self, number: int, stops: int | None = 0) -> "Slices[None]":
        """Reads game `number` and goes to stop `stops`, or to the last stop if `stops` is None."""
        if self.game is None:
            self.game = Recording(self._log)
        game = self.game
        while not game.whole or game.number > number or game.number < number and game.more:
            reading = game.read(min(number, game.number + 1))
            for _ in reading:
                break
            if game.number == number and stops == 0:
                yield from self._go_to(0)  # shows the start at once
                self.navigator.changed = True
            yield from reading
        yield from self._go_to(stops)

    def _go_to(self, stops: int | None) -> "Slices[None]":
        cursor = Cursor(self.game)
        while cursor.following is not None and (stops is None or cursor.at < stops):
            cursor.forward()
            yield
        self.cursor = cursor

    def _search(self) -> "Slices[None]":
        """Searches for the next blunder; opens its Verdict, or a message if no blunder follows."""
        while not self.players.prepare():
            yield
        from picogammon.engine.review import BLUNDER, grade, is_legal  # saves memory until a search

        yield
        from picogammon.app.modes.advice import Verdict

        yield
        coach = self.players.judge
        yield
        while coach is not None and self.game.match.helped():
            cursor = self.cursor
            while cursor.following is not None:
                asked = Question(cursor.match)
                found = yield from grade(coach, asked, cursor.following)
                if found is None:
                    if not is_legal(cursor.match, cursor.following):
                        self._illegal.add((cursor.number, cursor.at))
                elif found.loss >= BLUNDER:
                    asked = Question(cursor.match)  # grading may have changed the Question above
                    cursor.step()
                    names = cursor.match.settings.names
                    verdict = Verdict(self.navigator, asked, found, names)
                    verdict.after = self._look
                    self.navigator.open(verdict)
                    return
                cursor.step()
                yield
            if not self.game.more:
                break
            yield from self._read(self.game.number + 1)
        said = [self.players.no_coach or "No more blunders."]
        if self._illegal:
            said.append("Illegal plays: %d." % len(self._illegal))
        self.navigator.say("Match", *said)

    def _open_menu(self) -> None:
        game = self.game
        number = game.number
        coached = self.players.find_coach is not None and game.match.helped()
        rows: "Sequence[tuple[str, object, Then]]" = (
            ("Next blunder", coached, self._look),
            ("Next game", game.more, lambda now: self.go(number + 1, 0)),
            ("Previous game", number > 1, lambda now: self.go(number - 1, 0)),
            (self.to_play, self.cursor.match.phase != match.MATCH_OVER, self.ask_to_play),
            ("Delete", self._remove, self._ask_to_delete),
        )
        lines = [Item(label, do) for label, there, do in rows if there]
        if lines:
            self.navigator.open(Choice(self.navigator, "Game %d" % number, lines, True))

    def _look(self, now: int) -> None:
        self._graded = self._searches = True
        self._shown_at = now
        self.work = self._search()

    @property
    def _at_end(self) -> bool:
        return self.cursor.following is None and not self.game.more

    def ask_to_play(self, now: int) -> None:
        """Plays on from the present stop; if the players have to agree, asks them first."""

        def ask_its(now: int) -> None:
            if not self._asks_its(_PLAY_ON, self._play_on, self._brought):
                self._play_on(now)

        if self._remove:
            leave_match(self.navigator, ask_its, now)
        elif self._at_end:
            self.navigator.close_all(now)
        elif self.session.under_way and self.players.two_people:
            agree(self.navigator, _PLAY_ON, self._play_on, now)
        else:
            leave_match(self.navigator, self._play_on, now)

    def _play_on(self, now: int) -> None:
        session = self.session
        if not (self._unfinished and self._at_end):
            self.navigator.begin(now, session.play_on, self.cursor.match, self._brought)
        elif self.navigator.begin(now, session.resume, self._log, self._brought):
            if not self._log.damage:
                self._remove(now)  # or players could continue the match twice

    def _asks_its(self, what: str, then: "Then", always: bool = False) -> bool:
        """Asks both people of the shown match to agree to `what`; if both do, calls `then(now)`.

        Returns True if the people are asked. Asks nobody and returns False if a computer plays in
        the match, or if the match is over and `always` is False.
        """
        settings = self.cursor.match.settings
        if any(settings.players) or not (self._unfinished or always):
            return False
        asked = Agree(self.navigator, what, then)
        asked.names = settings.names
        self.navigator.open(asked)
        return True

    def _ask_to_delete(self, now: int) -> None:
        if not self._asks_its("delete this match", self._delete):
            self.navigator.open(Ask(self.navigator, "Delete this match?", "Delete", self._delete))

    def _delete(self, now: int) -> None:
        self.navigator.leave(self)
        self._remove(now)
        self.closed(now)

    def show(self, view: "View") -> None:
        cursor = self.cursor
        if cursor is None:
            self.navigator.below(self).show(view)
            return
        views.show_match(view, cursor.match)
        play = cursor.play
        if play is not None:
            views.show_played(view, play.before, play.side, play.steps)
            views.show_dice(view, play.dice, play.side)
            view.decider = play.side
        elif actions.kind_of(cursor.last) == actions.ROLL:
            views.show_dice(view, actions.dice_of(cursor.last), cursor.side)
        if self._searches:
            view.headline = "Searching game %d" % cursor.number
            view.keys = ["STOP"] * 4
            return
        view.headline = self._headline(cursor, view.names)
        back = cursor.at or self.game.number > 1
        on = cursor.following is not None or self.game.more
        view.keys = ["<" if back else "", ">" if on else "", "MORE", "BACK"]

    def _headline(self, cursor: Cursor, names: "Sequence[str]") -> str:
        """Returns a headline that describes the last action before the present stop of `cursor`."""
        a_match = cursor.match
        kind = actions.kind_of(cursor.last)
        if a_match.result is not None:
            wins = "%s wins %d pt" % (names[a_match.result.winner], a_match.result.points)
            score = "%d-%d" % tuple(a_match.settings.shown(a_match.scores))
            return fitting_line("%s: %s" % (wins, score), wins)
        if kind == actions.GAME:
            game = "Game %d" % cursor.number
            return fitting_line("%s: %d-%d" % (game, a_match.scores[0], a_match.scores[1]), game)
        if kind == actions.ROLL:
            side = a_match.turn if cursor.side is None else cursor.side
            return "Tie" if side is None else "%s rolls" % names[side]
        name = names[cursor.side]
        if kind == actions.PLAY:
            play = plays.format_play(cursor.play.before, cursor.play.steps)
            return fitting_line("%s: %s" % (name, play), play)
        what = actions.WORDS[kind] + "s"
        if kind == actions.RESIGN:
            what += " a " + actions.MULTIPLES[actions.multiple_of(cursor.last)]
        return fitting_line("%s %s" % (name, what), what)
