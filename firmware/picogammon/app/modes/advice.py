"""What the coach says: a hint, the tutor's verdict, and the decisions of a game that is over."""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line, fitting_one
from picogammon.app.modes.mode import Mode
from picogammon.engine.cube import THEIRS
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.review import grade
from picogammon.ground import BACK, NEXT, OK, PREV, reached, ticks_add
from picogammon.rules import actions
from picogammon.rules.match import DOUBLED, RACCOONED, TO_PLAY
from picogammon.rules.plays import format_play, roll_text

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.advice.pondering import Pondering
    from picogammon.app.modes.mode import Stack, Then
    from picogammon.engine.cube import Cube
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.engine.review import Decision, Grade, Review
    from picogammon.rules.situation import Situation

_QUIET_MS = const(400)  # a grade that comes sooner is not announced
_BEST = const(3)  # plays that a hint lists


class Advice(Mode):
    """A list of plays or of cube actions with their worth; PREV and NEXT walk over plays.

    `title` may be ''; below one stands the score with the cube. The lights show the chosen play,
    with marks where its checkers left and landed. Behind the plays is a page that says why the
    first is better, and behind a cube's worth one that says why an action is right, once that is
    known.
    """

    def __init__(self, navigator: "Stack", question: Question) -> None:
        Mode.__init__(self, navigator)
        self.question = question
        self.title = ""
        # The steps of each play; items are what the screen shows of it.
        self.plays: list[bytes] = []
        self.items: "list[Any]" = []
        self.at = 0
        self.why: list[str] = []  # its lines
        self.right = ""  # of a cube: what is right, in words
        self.reads = False  # of a cube: it shows why
        # Thoughts: of what is shown, until it is there, and of why.
        self._thought: "Any" = None
        self._explaining: "Any" = None
        self._pondering: "Pondering | None" = None

    @property
    def busy(self) -> bool:
        return self._thought is not None or self._explaining is not None

    def tick(self, now: int) -> None:
        if self._explaining is not None and self._explaining.step():
            self.why += self._explaining.answer
            self._explaining = None
            self.navigator.changed = True

    def find_ponderer(self) -> "Slices[None]":
        """Prepares what `ponder` needs, in slices: only now, as what was done is lit."""
        while not self.players.prepare():
            yield
        if self.players.find_ponderer is not None:
            from picogammon.app.advice import pondering  # noqa: F401  # as reasons
        yield

    def ponder(self) -> "Slices[list[Ranked]] | None":
        """What ranks the plays two rolls ahead, if they are asked about and something does."""
        if self.players.find_ponderer is not None:
            from picogammon.app.advice import pondering  # as reasons

            self._pondering = pondering.prepare(self.players)
        if self._pondering is None or self.question.phase != TO_PLAY:
            return None
        return self._pondering.ranked(self.question.situation)

    @property
    def judge(self) -> "Engine":
        """Who weighs a cube: what looks furthest ahead. Call `ponder` first."""
        coach = self.players.coach
        if self._pondering is None or self.question.phase == TO_PLAY:
            return coach
        return self._pondering.engine

    def hurry(self, now: int) -> None:
        """Lets nobody wait for long who has asked."""
        if self._pondering is not None:
            self._pondering.hurry_if_late(now)

    def explain(
        self, work: "Slices[list[str]]", before: "Sequence[str]" = (), permutations: int = 0
    ) -> None:
        """Works out why the first play is better: `work` returns lines; `before`: those above.

        Below them it says how sure that is, by an engine.Ranked's `permutations`.
        """
        self.why = []
        after: list[str] = []
        if permutations:
            from picogammon.app.advice.pondering import sureness  # if somebody ponders

            after = sureness(permutations)
        self._explaining = Thought(_between(before, work, after))

    def add_play(self, play_steps: "Sequence[int]", left: str, right: str) -> None:
        """Adds a play, with the details below it."""
        pos = self.question.situation.position
        self.plays.append(bytes(play_steps))
        self.items.append((format_play(pos, play_steps), left, right))

    def add_cube(self, cube: "Cube", best: bytes | None, done: str | None = None) -> None:
        """Adds the cube's equities; the line `done`, a cube action in a word, is chosen.

        `best`: the right action, or None to roll; it also works out why.
        """
        from picogammon.app.advice import reasons  # saves memory if nobody asks why

        self.right = wording.verdict(cube, self.question, best)
        self.explain(reasons.explain_cube(self.players.coach, self.question, cube))
        self.at = -1
        if done in ("Double", "Redouble"):
            done = wording.doubled_word(cube, self.question)
        for words, worth in wording.cube_lines(cube, self.question):
            if words == done:
                self.at = len(self.items)
            self.items.append((words, wording.points(worth)))

    def press(self, button: int, now: int) -> None:
        if button not in (PREV, NEXT):
            return
        if self.plays:
            self.at = (self.at + (1 if button == NEXT else -1)) % self.pages()
        elif self.why:
            self.reads = not self.reads

    def pages(self) -> int:
        """How many there are to walk over: the plays or the cube, and why."""
        return max(len(self.plays), 1) + (1 if self.why else 0)

    def chosen(self) -> bytes:
        """The steps of the chosen play; where it says why, of the first."""
        return self.plays[self.at % len(self.plays)]

    def show_advice(self, view: views.View) -> None:
        """Shows everything but the keys of OK and BACK."""
        situation = self.question.situation
        views.show_situation(view, situation)
        note = self.title and _standing(view)
        if not self.plays:
            view.page = views.MenuView(self.title, self.items, self.at, False, None, note)
            if self.reads:
                view.page = views.TextView(fitting_one("Why: " + self.right, "Why"), self.why)
        elif self.at < len(self.plays):
            view.page = views.PlaysView(self.title, self.items, self.at, note)
        else:
            view.page = views.TextView(fitting_one("Why " + self.items[0][0], "Why"), self.why)
        if self.plays:
            views.show_played(view, situation.position, situation.turn, self.chosen())
        many = self.pages() > 1
        view.keys = ["<" if many else "", ">" if many else "", "", ""]
        if not self.plays and self.why:
            view.keys[:2] = ["CUBE" if self.reads else "WHY", ""]
        elif self.why and not self.at:
            view.keys[0] = "WHY"
        elif self.why and self.at == len(self.plays) - 1:
            view.keys[1] = "WHY"


def _standing(view: views.View) -> str:
    """The score and the cube that are shown, in a line."""
    score = "%d-%d" % tuple(view.scores)
    long = score + (" to %d" % view.length if view.length else ", money")
    short = score + ("/%d" % view.length if view.length else "")
    if not view.cube_on:
        return long
    if view.crawford:
        return long + ", Crawford"
    value = view.cube
    cube = ", cube at %d" % value
    if view.offered_by is not None:
        cube = ", cube offered at %d" % (2 * value)
    elif view.owner is not None:
        cube += ": " + view.names[view.owner]
    elif value == 1:
        cube = ", cube centred"
    return fitting_line(long + cube, short + cube, "%s, cube at %d" % (short, value))


def _between(
    before: "Sequence[str]", work: "Slices[list[str]]", after: list[str]
) -> "Slices[list[str]]":
    """Yields between slices, returns the lines of `work`, with those before if there are any."""
    lines = yield from work
    return (list(before) + lines if lines else lines) + after


class Hint(Advice):
    """Thinks in slices; then PREV and NEXT show each play, OK lays it out, BACK leaves."""

    def __init__(self, navigator: "Stack") -> None:
        Advice.__init__(self, navigator, Question(navigator.session.match))
        self._thought = Thought(self._compared(Question(navigator.session.match).situation))

    def _compared(self, situation: "Situation") -> "Slices[Any]":
        yield from self.find_ponderer()
        deeper: "Any" = self.ponder()
        yield
        if deeper is None:
            self.navigator.base.think_anew()  # it has one thought at a time
            judge = self.judge
            asked = self.question
            play = asked.phase == TO_PLAY
            deeper = judge.rank(situation) if play else judge.weigh(asked)
        return (yield from deeper)

    def tick(self, now: int) -> None:
        thought = self._thought
        if thought is None:
            Advice.tick(self, now)
            return
        self.hurry(now)
        if not thought.step():
            return
        self._thought = None
        self.navigator.changed = True
        if self.question.phase == TO_PLAY:
            self._list(thought.answer)
        else:
            self._weigh(thought.answer)

    def _list(self, ranked: "list[Ranked]") -> None:
        for play in ranked[:_BEST]:
            less = play.equity - ranked[0].equity
            left = wording.points(play.equity)
            if less:
                left += " (%s)" % wording.points(less)
            wins = play.outcome[0]
            self.add_play(play.steps, left, "win %s" % wording.percent(wins))
        if not ranked:
            self.items = [("No legal play", "")]
            self.at = -1
        if len(ranked) > 1 and ranked[0].equity > ranked[1].equity:
            from picogammon.app.advice import reasons  # saves stack: a press opens this from far in

            work = reasons.explain_plays(self.question.situation, ranked[:2], self.players.plays)
            sure = min(ranked[0].permutations, ranked[1].permutations)
            self.explain(work, ("not %s:" % self.items[1][0],), sure)

    def _weigh(self, cube: "Cube") -> None:
        best = cube.best(self.question.phase)[0]
        self.title = "Hint: " + wording.verdict(cube, self.question, best)
        self.add_cube(cube, best)
        wins, gammons = cube.outcome[0], cube.outcome[1]
        if self.question.phase in THEIRS:
            wins, gammons = ONE - wins, cube.outcome[3]
        chances = wording.percent(wins), wording.percent(gammons)
        self.items.append(("Win %s, gammon %s" % chances, ""))

    def press(self, button: int, now: int) -> None:
        if button == BACK or (button == OK and not self.plays):
            self.navigator.leave(self)
        elif button == OK:
            self.navigator.leave(self)
            self.navigator.top.lay(self.chosen())
        else:
            Advice.press(self, button, now)

    def show(self, view: views.View) -> None:
        if self._thought is not None:
            self.navigator.below(self).show(view)
            view.headline = "Finding a hint"
            view.keys = ["", "", "", "BACK"]
            return
        self.show_advice(view)
        view.keys[2] = "PLAY" if self.plays else "OK"
        view.keys[3] = "BACK"


class Verdict(Advice):
    """Shows a review.Grade: the better play and the one made, or the cube's equities.

    OK and BACK leave; OK then does what `after` does, if that is set.
    """

    after: "Then | None" = None

    def __init__(
        self,
        navigator: "Stack",
        question: Question,
        a_grade: "Grade | None" = None,
        names: list[str] | None = None,
    ) -> None:
        """`names`: the players' if the running match has others."""
        Advice.__init__(self, navigator, question)
        self._names = names
        if a_grade is not None:
            self.tell(a_grade)

    def tell(self, a_grade: "Grade") -> None:
        """Fills the screen with a grade."""
        lost = wording.points(-a_grade.loss)
        self.title = "%s %s" % (wording.name_of(a_grade.loss), lost)
        if self._names:
            self.title = self.titled(a_grade, self._names[a_grade.side])
        if a_grade.cube is None:
            best = wording.points(a_grade.best_equity)
            made = wording.points(a_grade.equity)
            if a_grade.loss:
                self.add_play(actions.steps_of(a_grade.best), best, "better")
                made += " (%s)" % lost
            self.add_play(actions.steps_of(a_grade.action), made, "played")
            from picogammon.app.advice import reasons  # saves memory if nobody asks why

            plays = self.players.plays
            why = reasons.explain_grade(a_grade, self.question.situation, plays)
            self.explain(why, permutations=a_grade.permutations)
            return
        done = wording.cube_word(a_grade.action, self.question)
        right = wording.verdict(a_grade.cube, self.question, a_grade.best)
        self.items.append(("Correct: " + right[0].lower() + right[1:], ""))
        self.add_cube(a_grade.cube, a_grade.best, done)

    def titled(self, a_grade: "Grade", name: str, row: str = "") -> str:
        """Returns a title: `row`, who decided, the roll, the grade; with plays stands the loss."""
        what = wording.name_of(a_grade.loss)
        if a_grade.cube is None:
            name += " " + roll_text(self.question.situation.dice)
        elif a_grade.loss:
            what += " " + wording.points(-a_grade.loss)
        return fitting_one("%s%s: %s" % (row, name, what), row + what)

    def press(self, button: int, now: int) -> None:
        if button in (OK, BACK):
            self.navigator.leave(self)
            if button == OK and self.after is not None:
                self.after(now)
        else:
            Advice.press(self, button, now)

    def show(self, view: views.View) -> None:
        view.names = self._names or view.names
        self.show_advice(view)
        view.keys[2] = "NEXT" if self.after else "OK"
        view.keys[3] = "BACK"


class Grading(Verdict):
    """Grades `action`, the committed answer to `question`; leaves if there is nothing to say.

    Otherwise OK goes on and BACK takes the action back, as the match's rules allow. Until PREV asks
    why, the screen shows the error alone, so that the player can look for the better answer. A
    press before the grade is there does what it would do without a tutor, if a person is to act.
    """

    lasts = True

    def __init__(self, navigator: "Stack", question: Question, action: bytes, now: int) -> None:
        Verdict.__init__(self, navigator, question)
        self._action = action
        self._thought = Thought(self._graded())
        self._found: "Grade | None" = None
        self._hides = True  # what would have been better
        self._announced = ticks_add(now, _QUIET_MS)
        self._slow = False
        turn = question.situation.turn
        self._side = 1 - turn if question.phase in (DOUBLED, RACCOONED) else turn

    @property
    def _can_retry(self) -> bool:
        """True if the action can be taken back, and was the last decision; a roll is none."""
        last = self.session.turns_back() and next(self.session.match.latest(actions.LAST))
        return last == self._action

    def think_anew(self) -> None:
        if self._thought is not None:
            self._thought = Thought(self._graded())
        elif self._explaining is not None:
            self._tell()

    def _tell(self) -> None:
        """Fills the screen with the grade that was found."""
        self.plays = []
        self.items = []
        self.at = 0
        self.tell(self._found)
        if self._hides and self.plays:
            self.at = len(self.plays) - 1

    def _graded(self) -> "Slices[Grade | None]":
        yield from self.find_ponderer()
        if self.players.coach is None:
            return None
        deeper = self.ponder()
        yield
        found = yield from grade(self.judge, self.question, self._action, deeper)
        if found and found.loss:
            from picogammon.app.advice import reasons  # noqa: F401  # for `tell`

            yield
        return found

    def tick(self, now: int) -> None:
        if self._thought is None:
            Verdict.tick(self, now)
            return
        self.hurry(now)
        done = self.navigator.background("Tutor", self._thought.step)
        if done is None:
            self.navigator.leave(self)
        elif done:
            found = self._thought.answer
            self._thought = None
            self.navigator.changed = True
            least = wording.least(self.session)
            if found is None or least is None or found.loss < least:
                self.navigator.leave(self)
            else:
                self._found = found
                self._tell()
        elif not self._slow and reached(now, self._announced):
            self._slow = True
            self.navigator.changed = True

    def press(self, button: int, now: int) -> None:
        if self._thought is not None:
            if self.players.person_decides():
                self.navigator.leave(self)
                self.navigator.top.press(button, now)
        elif button == BACK:
            if self._can_retry:
                self.navigator.commit(actions.take_back(actions.LAST, self._side), now)
        elif self._hides and button == PREV:
            self._hides = False
            if self.plays:
                self.at = len(self.plays) if self.why else 0
            self.reads = bool(self.why)
        elif button == OK or not self._hides:
            Verdict.press(self, button, now)

    def show(self, view: views.View) -> None:
        if self._thought is not None:
            self.navigator.below(self).show(view)
            if self._slow:
                tutor_too = view.headline + ". Tutor is thinking"
                view.headline = fitting_line(tutor_too, "The tutor is thinking")
            return
        self.show_advice(view)
        if self._hides:
            view.page = self._error(view)
            view.keys[:2] = ["WHY", ""]
        view.keys[2] = "GO ON"
        view.keys[3] = "RETRY" if self._can_retry else ""

    def _error(self, view: views.View) -> "Any":
        """A page with the grade and the answer that got it, and nothing of the better one."""
        note = _standing(view)
        if self.plays:
            return views.PlaysView(self.title, self.items[-1:], 0, note)
        done = wording.cube_word(self._action, self.question)
        return views.MenuView(self.title, [(done, "chosen")], -1, False, None, note)


class Decisions(Verdict):
    """PREV and NEXT walk over the decisions of a game; OK shows the other play on the lights, and
    why the better one is better.

    `played`: as a Playback's, where the decision was made.
    """

    def __init__(
        self,
        navigator: "Stack",
        review: "Review",
        found: list[int],
        is_free: "Callable[[], bool]",
    ) -> None:
        """`found`: the numbers of their records, as Review.decisions returns them.

        `is_free`: returns True if the coach has no other thought under way.
        """
        Verdict.__init__(self, navigator, None)
        self._review = review
        self._is_free = is_free
        self._found = found
        self._game = 0  # the number of the game in its match, once it is counted
        self.played: "tuple[int, int, int] | None" = None
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        self._number = number
        self.why = []
        self.reads = False
        self._explaining = None
        self._thought = Thought(self._look_at(self._found[number]))

    def _look_at(self, at: int) -> "Slices[Decision]":
        """Yields between slices, returns the Decision that a record was; sets `played`."""
        log = self.session.log
        game = self._game
        try:
            for starts, _ in () if game else log.skim(actions.GAME):
                game += len(starts)
                yield
            self._game = game
        except OSError:
            pass  # the decision is in memory
        decision = yield from self._review.look_at(at, self.players.judge)
        stop = -1  # a roll and its play are one, as in playback
        for record in self.session.match.records():
            stop += actions.kind_of(record) != actions.PLAY
            at -= 1
            if at < 0:
                break
        self.played = (log.run, self._game, stop) if self._game else None
        return decision

    def tick(self, now: int) -> None:
        if self._thought is None:
            Verdict.tick(self, now)
        elif self._is_free() and self._thought.step():
            self._tell(self._thought.answer)
            self._thought = None
            self.navigator.changed = True

    def _tell(self, decision: "Decision") -> None:
        grade = decision.grade
        self.question = decision.question
        self.plays = []
        self.items = []
        self.at = 0
        self.tell(grade)
        name = self.session.match.settings.names[grade.side]
        self.title = self.titled(grade, name, "%d. " % decision.row)

    def press(self, button: int, now: int) -> None:
        by = (button == NEXT) - (button == PREV)
        if button == BACK:
            self.navigator.leave(self)
        elif button == OK and not self.plays:
            self.reads = bool(self.why) and not self.reads
        elif button == OK and len(self.plays) > 1:
            self.at = (self.at + 1) % self.pages()
        elif 0 <= self._number + by < len(self._found) and by:
            self._go_to(self._number + by)

    def show(self, view: views.View) -> None:
        last = len(self._found) - 1
        if self.question is not None:
            self.show_advice(view)  # the one before, until this one is there
        if self._thought is not None:
            where = "Decision %d of %d" % (self._number + 1, last + 1)
            view.page = views.MessageView(where, ["One moment"])
        other = ""
        if self._thought is None and len(self.plays) > 1:
            next_one = (self.at + 1) % self.pages()
            other = ("BETTER", "PLAYED", "WHY")[next_one]
        elif self._thought is None and self.why and not self.plays:
            other = "CUBE" if self.reads else "WHY"
        view.keys = ["<" if self._number else "", ">" if self._number < last else "", other, "BACK"]
