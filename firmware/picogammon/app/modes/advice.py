"""The coach's advice: a hint, the tutor's verdict, and the decisions of a finished game.

Each mode lists plays or cube actions with their equities. When the coach has found the reasons, a
last page explains the first play or the correct cube action.
"""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line, fitting_one
from picogammon.app.modes.mode import Mode
from picogammon.engine.cube import THEIRS
from picogammon.engine.engine import Question
from picogammon.engine.numbers import ONE
from picogammon.engine.review import grade
from picogammon.ground import BACK, NEXT, OK, PREV, reached, ticks_add
from picogammon.rules import actions
from picogammon.rules.match import TO_PLAY
from picogammon.rules.plays import format_play, roll_text

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.advice.pondering import Pondering
    from picogammon.app.modes.mode import Stack, Then
    from picogammon.engine.cube import Cube
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.engine.review import Grade, Review

_QUIET_MS = const(400)  # the tutor's thinking is shown only if it takes longer
_BEST = const(3)  # plays in a hint


class Advice(Mode):
    """The base class of modes that list plays, or cube actions, with their equities.

    `work`, a generator that each `tick` continues, finds the equities first, then the reasons.

    - `plays`: the steps of each play; [] for a cube decision.
    - `items`: for each play or cube action, a tuple of the texts to display; [] at first.
    - `page`: the number of the visible page. Each play has a page; all cube actions share a page.
      When the list `why` has lines, a last page shows these reasons.
    - `at`: the index in `items` of the cube action that the player chose, or -1.
    - `title`: the first line. A line with score and cube follows, unless `title` is "".
    """

    def __init__(self, navigator: "Stack", question: Question) -> None:
        Mode.__init__(self, navigator)
        self.question = question
        self._pondering: "Pondering | None" = None
        self.clear()

    def clear(self) -> None:
        self.title = ""
        self.plays: list[bytes] = []
        self.items: "list[Any]" = []
        self.page = 0
        self.at = -1
        self.why: list[str] = []  # lines with the reasons
        self.right = ""  # the right cube action, in words

    def tick(self, now: int) -> None:
        if self._pondering is not None and not self.items:
            self._pondering.hurry_if_late(now)
        Mode.tick(self, now)

    def prepare(self) -> "Slices[tuple[Engine | None, Slices[list[Ranked]] | None]]":
        """Prepares the engine that judges the decision; returns one of four pairs.

        Without a coach: (None, None). If no computer level looks two rolls ahead: (the coach's
        engine, None). Otherwise, for a cube decision: (the engine of that level, None); for a
        checker play: (None, a generator that ranks the plays with that level's engine).
        """
        players = self.players
        while not players.prepare():
            yield
        looks_ahead = players.find_ponderer is not None
        if looks_ahead:
            from picogammon.app.advice import pondering
        yield  # the import took this slice
        if looks_ahead and players.has_coach:
            self._pondering = pondering.prepare(players)
        yield
        if self._pondering is None:
            return players.coach, None
        if self.question.phase == TO_PLAY:
            return None, self._pondering.ranked(self.question.situation)
        return self._pondering.engine, None

    def explain(
        self, work: "Slices[list[str]]", before: "Sequence[str]" = (), permutations: int = 0
    ) -> "Slices[None]":
        """Shows `items`, then runs `work` and stores its result, the reasons, in `why`.

        `before`: lines to put before the reasons, if any. `permutations`: how many sets of 36 roll
        pairs the engine tried for both plays. If not 0, a last line gives the margin of error.
        """
        self.navigator.changed = True
        yield
        found = yield from work
        if found:
            found = list(before) + found
        if permutations:
            from picogammon.app.advice.pondering import sureness

            found = found + sureness(permutations)
        self.why = found

    def add_play(self, play_steps: "Sequence[int]", left: str, right: str) -> None:
        """Adds a play to `plays` and `items`, with the texts `left` and `right` below the play."""
        pos = self.question.situation.position
        self.plays.append(bytes(play_steps))
        self.items.append((format_play(pos, play_steps), left, right))

    def _next_round(self) -> "Slices[None]":
        """Yields, so that the view is refreshed before the caller's slow import."""
        self.navigator.changed = True
        yield

    def add_cube(self, cube: "Cube", best: bytes | None, done: str | None = None) -> "Slices[None]":
        """Adds the cube actions with equities to `items`; returns a generator that fills `why`.

        `best`: the best action, or None for rolling. `done`: the player's action in words, or None.
        """
        from picogammon.app.advice import reasons  # saves memory until a player looks at a cube

        self.right = wording.verdict(cube, self.question, best)
        if done in ("Double", "Redouble"):
            done = wording.doubled_word(cube, self.question)
        for words, equity in wording.cube_lines(cube, self.question):
            if words == done:
                self.at = len(self.items)
            self.items.append((words, wording.points(equity)))
        return self.explain(reasons.explain_cube(self.players.coach, self.question, cube))

    def press(self, button: int, now: int) -> None:
        if button in (OK, BACK):
            self.navigator.leave(self)
        else:
            self.page = (self.page + (1 if button == NEXT else -1)) % self.pages()

    def pages(self) -> int:
        return max(len(self.plays), 1) + bool(self.why)

    @property
    def reads(self) -> bool:
        """True while the page with the reasons is shown."""
        return self.page >= max(len(self.plays), 1)

    def chosen(self) -> bytes:
        """Returns the visible play's steps; while the reasons are shown, the first play's steps."""
        return self.plays[self.page % len(self.plays)]

    def show_advice(self, view: views.View, ok: str, back: str = "BACK") -> None:
        """Fills `view` with the visible page. `ok` and `back` are the labels of OK and BACK."""
        situation = self.question.situation
        views.show_situation(view, situation)
        note = self.title and _standing(view)
        if self.reads:
            reason = " " + self.items[0][0] if self.plays else ": " + self.right
            view.page = views.TextView(fitting_one("Why" + reason, "Why"), self.why)
        elif self.plays:
            view.page = views.PlaysView(self.title, self.items, self.page, note)
        else:
            view.page = views.MenuView(self.title, self.items, self.at, False, None, note)
        if self.plays:
            views.show_played(view, situation.position, situation.turn, self.chosen())
        many = self.pages() > 1
        view.keys = ["<" if many else "", ">" if many else "", ok, back]
        if self.why and not self.plays:
            view.keys[:2] = ["CUBE" if self.reads else "WHY", ""]
        elif self.why and not self.page:
            view.keys[0] = "WHY"
        elif self.why and self.page == len(self.plays) - 1:
            view.keys[1] = "WHY"


def _standing(view: views.View) -> str:
    """Returns a line with the score and the cube of `view`."""
    score = "%d-%d" % tuple(view.scores)
    long = score + (" to %d" % view.length if view.length else ", money")
    short = score + ("/%d" % view.length if view.length else "")
    cube = at = "cube at %d" % view.cube
    if not view.cube_on:
        return long
    if view.crawford:
        return long + ", Crawford"
    if view.offered_by is not None:
        cube = "cube offered at %d" % (2 * view.cube)
    elif view.owner is not None:
        cube = "%s: %s" % (at, view.names[view.owner])
    elif view.cube == 1:
        cube = "cube centred"
    return fitting_line("%s, %s" % (long, cube), "%s, %s" % (short, cube), "%s, %s" % (short, at))


class Hint(Advice):
    """The best plays or the cube actions for a decision; OK makes the moves of the visible play."""

    def __init__(self, navigator: "Stack") -> None:
        Advice.__init__(self, navigator, Question(navigator.session.match))
        self.work = self._think()

    def _think(self) -> "Slices[None]":
        judge, ranked = yield from self.prepare()
        if ranked is None:
            self.navigator.base.think_anew()  # frees the engine, which has one question at a time
        if self.question.phase != TO_PLAY:
            yield from self._weigh((yield from judge.weigh(self.question)))
        else:
            # A copy, as the engine may change the situation.
            plays = yield from ranked or judge.rank(self.session.match.situation())
            yield from self._compare(plays)

    def _compare(self, ranked: "list[Ranked]") -> "Slices[None]":
        for play in ranked[:_BEST]:
            error = play.equity - ranked[0].equity
            left = wording.points(play.equity)
            if error:
                left += " (%s)" % wording.points(error)
            self.add_play(play.steps, left, "win %s" % wording.percent(play.outcome[0]))
        if not ranked:
            self.items = [("No legal play", "")]
        if len(ranked) > 1 and ranked[0].equity > ranked[1].equity:
            yield from self._next_round()
            from picogammon.app.advice import reasons  # here, as a press leaves less stack

            work = reasons.explain_plays(self.question.situation, ranked[:2], self.players.plays)
            sure = min(ranked[0].permutations, ranked[1].permutations)
            yield from self.explain(work, ("not %s:" % self.items[1][0],), sure)

    def _weigh(self, cube: "Cube") -> "Slices[None]":
        best = cube.best(self.question.phase)[0]
        self.title = "Hint: " + wording.verdict(cube, self.question, best)
        yield from self._next_round()
        explaining = self.add_cube(cube, best)
        wins, gammons = cube.outcome[0], cube.outcome[1]
        if self.question.phase in THEIRS:
            wins, gammons = ONE - wins, cube.outcome[3]
        chances = wording.percent(wins), wording.percent(gammons)
        self.items.append(("Win %s, gammon %s" % chances, ""))
        yield from explaining

    def press(self, button: int, now: int) -> None:
        Advice.press(self, button, now)
        if button == OK and self.plays:
            self.navigator.top.lay(self.chosen())

    def show(self, view: views.View) -> None:
        if not self.items:
            self.navigator.below(self).show(view)
            view.headline = "Finding a hint"
            view.keys = ["", "", "", "BACK"]
            return
        self.show_advice(view, "PLAY" if self.plays else "OK")


class Verdict(Advice):
    """The pages of a review.Grade: the better play and the play made, or the cube actions.

    `after(now)`, if not None, is called when OK has closed the mode. `row`: the text before the
    player's name in the title, such as "12. "; "" for none.
    """

    after: "Then | None" = None
    row = ""

    def __init__(
        self,
        navigator: "Stack",
        question: Question,
        a_grade: "Grade | None" = None,
        names: list[str] | None = None,
    ) -> None:
        """Shows `a_grade`. If `a_grade` is None, call `tell` when the grade is known.

        `names`: the players' names; the title shows one of them. None: the title has no name.
        """
        Advice.__init__(self, navigator, question)
        self._names = names
        if a_grade is not None:
            self.work = self.tell(a_grade)

    def tell(self, a_grade: "Grade") -> "Slices[None]":
        """Fills the pages with `a_grade`; returns a generator that finds the reasons."""
        self.clear()
        what = wording.name_of(a_grade.loss)
        lost = wording.points(-a_grade.loss)
        self.title = "%s %s" % (what, lost)
        if self._names:
            who = self._names[a_grade.side]
            if a_grade.cube is None:
                who += " " + roll_text(self.question.situation.dice)
            elif a_grade.loss:
                what += " " + lost
            self.title = fitting_one("%s%s: %s" % (self.row, who, what), self.row + what)
        if a_grade.cube is not None:
            done = wording.cube_word(a_grade.action, self.question)
            right = wording.verdict(a_grade.cube, self.question, a_grade.best)
            self.items.append(("Correct: " + right[0].lower() + right[1:], ""))
            return self.add_cube(a_grade.cube, a_grade.best, done)
        made = wording.points(a_grade.equity)
        if a_grade.loss:
            better = wording.points(a_grade.best_equity)
            self.add_play(actions.steps_of(a_grade.best), better, "better")
            made += " (%s)" % lost
        self.add_play(actions.steps_of(a_grade.action), made, "played")
        from picogammon.app.advice import reasons  # saves memory until a player looks at a grade

        why = reasons.explain_grade(a_grade, self.question.situation, self.players.plays)
        return self.explain(why, permutations=a_grade.permutations)

    def press(self, button: int, now: int) -> None:
        Advice.press(self, button, now)
        if button == OK and self.after is not None:
            self.after(now)

    def show(self, view: views.View) -> None:
        view.names = self._names or view.names
        self.show_advice(view, "NEXT" if self.after else "OK")


class Grading(Verdict):
    """The tutor's grading of `action`, which a player has committed as the answer to `question`.

    The mode closes by itself if the tutor finds no error. Otherwise the mode hides the better
    answer until PREV is pressed, so that the player can look for it first. A person who decides
    next need not wait for the grade: a press closes this mode and acts on the mode below.
    """

    lasts = True

    def __init__(self, navigator: "Stack", question: Question, action: bytes, now: int) -> None:
        Verdict.__init__(self, navigator, question)
        self._action = action
        self._grade: "Grade | None" = None
        self._hides = True  # True while the better answer is hidden
        self._announced = ticks_add(now, _QUIET_MS)
        self._slow = False
        self.work = self._think()

    @property
    def _can_retry(self) -> bool:
        """True if `action` can be taken back and is the last decision (rolls do not count)."""
        last = self.session.turns_back() and next(self.session.match.latest(actions.LAST))
        return last == self._action

    def think_anew(self) -> None:
        if self._grade is None:
            self.work = self._think()
        elif self.work is not None:
            self.work = self._tell()

    def _think(self) -> "Slices[None]":
        judge, ranked = yield from self.prepare()
        judge = judge or self.players.coach
        found = None
        if judge is not None and wording.least(self.session) is not None:
            found = yield from grade(judge, self.question, self._action, ranked)
        least = wording.least(self.session)
        if found is None or least is None or found.loss < least:
            self.navigator.leave(self)
            return
        yield from self._next_round()
        from picogammon.app.advice import reasons  # noqa: F401  # for `tell`

        yield
        self._grade = found
        yield from self._tell()

    def _tell(self) -> "Slices[None]":
        reads = self.reads
        explaining = self.tell(self._grade)
        if self.plays:
            self.page = len(self.plays) - 1 if self._hides else 0
        else:
            self.page = int(reads)
        return explaining

    def tick(self, now: int) -> None:
        if self._grade is not None:
            Verdict.tick(self, now)
        elif self.navigator.background("Tutor", self._advance, now) is None:
            self.navigator.leave(self)
        elif self._grade is None and not self._slow and reached(now, self._announced):
            self._slow = True
            self.navigator.changed = True

    def _advance(self, now: int) -> bool:
        Verdict.tick(self, now)
        return True

    def press(self, button: int, now: int) -> None:
        if self._grade is None:
            if self.players.person_decides():
                self.navigator.leave(self)
                self.navigator.top.press(button, now)
        elif button == BACK:
            if self._can_retry:
                self.navigator.commit(actions.take_back(actions.LAST, self._grade.side), now)
        elif self._hides and button == PREV:
            self._hides = False
            self.page = self.pages() - 1 if self.why else 0
        elif button == OK or not self._hides:
            Verdict.press(self, button, now)

    def show(self, view: views.View) -> None:
        if self._grade is None:
            self.navigator.below(self).show(view)
            if self._slow:
                tutor_too = view.headline + ". Tutor is thinking"
                view.headline = fitting_line(tutor_too, "The tutor is thinking")
            return
        self.show_advice(view, "GO ON", "RETRY" if self._can_retry else "")
        if self._hides:  # shows only the player's own answer
            note = _standing(view)
            if self.plays:
                view.page = views.PlaysView(self.title, self.items[-1:], 0, note)
            else:
                done = wording.cube_word(self._action, self.question)
                view.page = views.MenuView(self.title, [(done, "chosen")], -1, False, None, note)
            view.keys[:2] = ["WHY", ""]


class Decisions(Verdict):
    """The verdicts on a game's decisions. PREV and NEXT select a decision; OK turns the page."""

    def __init__(
        self,
        navigator: "Stack",
        review: "Review",
        found: list[int],
        is_free: "Callable[[], bool]",
    ) -> None:
        """Shows the decisions with the record numbers `found`, a result of `review.decisions`.

        `is_free()`: returns True if the coach has no other unfinished analysis.
        """
        Verdict.__init__(self, navigator, None, names=navigator.session.match.settings.names)
        self._review = review
        self._is_free = is_free
        self._found = found
        self._game = 0  # the number of the game in its match, once it is counted
        self.played: "tuple[int, int, int] | None" = None
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        self._number = number
        self._looks = True  # until the decision is graded
        self.why = []
        self.page %= max(len(self.plays), 1)
        self.work = self._look_at(self._found[number])

    def _look_at(self, at: int) -> "Slices[None]":
        """Grades and shows the decision in record `at`; sets `played` to its stop in playback."""
        log = self.session.log
        game = self._game
        try:
            for starts, _ in () if game else log.skim(actions.GAME):
                game += len(starts)
                yield
            self._game = game
        except OSError:
            pass  # only `played` stays unknown
        decision = yield from self._review.look_at(at, self.players.judge)
        stop = -1  # a roll and its play are one stop
        for record in self.session.match.records():
            stop += actions.kind_of(record) != actions.PLAY
            at -= 1
            if at < 0:
                break
        self.played = (log.run, self._game, stop) if self._game else None
        self.question = decision.question
        self.row = "%d. " % decision.row
        self._looks = False
        yield from self.tell(decision.grade)

    def tick(self, now: int) -> None:
        if self._is_free():
            Verdict.tick(self, now)

    def press(self, button: int, now: int) -> None:
        by = (button == NEXT) - (button == PREV)
        if button == BACK:
            self.navigator.leave(self)
        elif button == OK and len(self.plays) != 1:
            self.page = (self.page + 1) % self.pages()
        elif 0 <= self._number + by < len(self._found) and by:
            self._go_to(self._number + by)

    def show(self, view: views.View) -> None:
        last = len(self._found) - 1
        if self.question is not None:
            self.show_advice(view, "")  # of the previous decision, until this one is graded
        other = ""
        if self._looks:
            where = "Decision %d of %d" % (self._number + 1, last + 1)
            view.page = views.MessageView(where, ["One moment"])
        elif len(self.plays) > 1:
            other = ("BETTER", "PLAYED", "WHY")[(self.page + 1) % self.pages()]
        elif self.why and not self.plays:
            other = "CUBE" if self.reads else "WHY"
        view.keys = ["<" if self._number else "", ">" if self._number < last else "", other, "BACK"]
