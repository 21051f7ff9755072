"""A match's lines with grades, luck and compared plays, on CPython and on the page's MicroPython.

Equities are integers in 1/65536 of a point.
"""

from collections import namedtuple

from picogammon.app.advice import reasons as why
from picogammon.app.advice import wording
from picogammon.app.session import players
from picogammon.engine import levels
from picogammon.engine.engine import Engine, Question, Thought
from picogammon.engine.review import DOUBTFUL, Review, Rows
from picogammon.engine.weights import WeightsError
from picogammon.rules import actions
from picogammon.rules.actions import record_text
from picogammon.rules.match import RESIGNED, TO_PLAY, TO_ROLL, moments
from picogammon.rules.plays import Plays, after_steps, format_play, roll_text
from picogammon.rules.position import BAR

# A decision: the review's Grade, the Question, what was `done` and what was `best`, in words, and
# the `plays` that were compared, as engine.Ranked: none for a cube action or a clear best play.
Decision = namedtuple("Decision", ("grade", "question", "done", "best", "plays"))

# A line of the match: its `row` as match files count, the `side` that did it (None: both), `text`,
# the Moment before it, its Decisions, and of a roll `luck` and the roller's `chance` to win.
Line = namedtuple("Line", ("row", "side", "text", "moment", "decisions", "chance", "luck"))

# The board: `points`, the 26 numbers of a position as player 0 sees them, the `dice`, the `cube`
# (None: there is none), its `owner` (None: the middle), and `each` side's number of checkers.
Moment = namedtuple("Moment", ("points", "dice", "cube", "owner", "each"))

# A game: the scores before it and after it, its Lines, and its result in words.
Game = namedtuple("Game", ("scores", "after", "lines", "result"))

_MULTIPLES = ("", "single game", "gammon", "backgammon")
_LEAST, _MOST = 3, 5  # plays that are compared, and one that was made besides
_FAR = 5 * DOUBTFUL  # more than the least only where they are nearer to the best


def judge(name=None):
    """Returns (level, engine) of a level, or of the board's coach (None).

    Raises WeightsError if the level cannot judge.
    """
    computers = players.computers(Plays())
    if name is None:
        coach = players.coach(computers)
        found = [level for level, player in computers if player is coach]
        name, engine = (found[0], coach.engine) if coach else (None, None)
    else:
        engine = levels.make(name)
    if engine is None or not engine.knows:
        able = [level for level, player in computers if player.engine and player.engine.knows]
        said = "%s cannot compare plays; these levels can: %s"
        raise WeightsError(said % (name or "the coach", ", ".join(able) or "none here"))
    return name, engine


class _Heard(Engine):
    """Keeps the last answer of an Engine's `rank` in `ranked`."""

    knows = True

    def __init__(self, engine):
        self.weigh = engine.weigh
        self.value = engine.value
        self._engine = engine
        self.ranked = []

    def rank(self, situation, also=None):
        """See Engine."""
        self.ranked = yield from self._engine.rank(situation, also)
        return self.ranked


class Judging:
    """Judges a game, slice by slice. `progress`: the thousandths that are done."""

    def __init__(self, played, engine, part=0, parts=1):
        """`played`: a tools.matches.log.Played. `engine` knows equities; if it has `rolls`, as
        tools.players.deeper.TwoRolls, that counts luck. Of each `parts` lines only the one numbered
        `part` is judged."""
        self._played = played
        self._engine = _Heard(engine)
        self._count = getattr(engine, "rolls", None)
        self._grades, self._rolls = {}, {}  # by the number of the record
        self._judged = []  # for each record: True if it is judged
        line = -1
        for record in played.records:
            self._judged.append(line % parts == part)
            line += actions.kind_of(record) != actions.ROLL
        self._review = Review(self._engine, played.settings, lambda: iter(played.records), self)
        self._work = Thought(self._all())

    def known(self, at):
        """See Review: True if the Review skips a record."""
        return not self._judged[at]

    def decided(self, decision):
        """See Review."""
        grade = decision.grade
        plays = [] if grade.cube else _compared(grade, decision.question, self._engine.ranked)
        self._grades[decision.at] = grade, plays

    def rolled(self, at, side, mean, got, chance):
        """See Review."""
        self._rolls[at] = got - mean, chance

    @property
    def progress(self):
        review = self._review
        if self._count:
            return 1000 if review.graded else review.progress
        return (1000 * review.graded + review.progress) // 2

    def step(self):
        """Works for one slice; returns True once all is done."""
        return self._work.step()

    def _all(self):
        review = self._review
        while not (review.graded if self._count else review.done):
            review.step()
            yield
        played = self._played
        for at, (match, record) in enumerate(moments(played.records, played.settings)):
            rolls = match.phase == TO_ROLL and actions.kind_of(record) == actions.ROLL
            if self._count and rolls and self._judged[at]:
                worths, mean, chance = yield from self._count(match.situation())
                dice = actions.dice_of(record)
                self._rolls[at] = worths[max(dice), min(dice)] - mean, chance

    def game(self, end=""):
        """Returns the Game, once all is done.

        `end`: how its file says that it ended, if the rules have no action for that.
        """
        rows = Rows()
        told, rolled = [], None
        scores = (0, 0)
        for at, (match, record) in enumerate(moments(self._played.records, self._played.settings)):
            if at:
                row, side = rows.of(match), match.decider
                decision = _decision(match, *self._grades.get(at, (None, ())))
                rows.note(match, record)
                if actions.kind_of(record) == actions.ROLL:
                    rolled = (row, side, moment_of(match), decision, self._rolls.get(at))
                else:
                    told.append(_line(match, record, row, side, decision, rolled))
                    rolled = None
            if at == 1:
                scores = tuple(match.scores)
        return Game(scores, tuple(match.scores), told, _result(match, end))


def _compared(grade, question, ranked):
    """Returns the plays to compare, of engine.Ranked, the best first."""
    if not grade.loss and ranked[0].equity - ranked[1].equity >= DOUBTFUL:
        return []
    pos = question.situation.position
    best = ranked[0]
    made = after_steps(pos, actions.steps_of(grade.action))
    near = [play for play in ranked[:_MOST] if play.permutations == best.permutations]
    found = [play for i, play in enumerate(near) if i < _LEAST or best.equity - play.equity < _FAR]
    if all(after_steps(pos, play.steps) != made for play in found):
        found += [play for play in ranked if after_steps(pos, play.steps) == made]
    return found


def _line(match, record, row, side, decision, rolled):
    text = record_text(record)
    moment = moment_of(match)
    decisions = [decision] if decision else []
    chance = luck = None
    if actions.kind_of(record) == actions.PLAY:
        play = format_play(match.position, actions.steps_of(record))
        text = "%s: %s" % (roll_text(match.dice), play or "no play")
        row, _, _, before, luckily = rolled or (row, side, moment, None, None)
        if before:
            decisions.insert(0, before)
        if luckily:
            luck, chance = luckily
    return Line(row, side, text, moment, decisions, chance, luck)


def _decision(match, grade, plays):
    if grade is None:
        return None
    question = Question(match)
    done, best = [words_of(action, question) for action in (grade.action, grade.best)]
    if grade.cube:
        best = wording.verdict(grade.cube, question, grade.best)
    return Decision(grade, question, done, best, plays)


def words_of(action, question):
    """Returns an answer to a Question in words."""
    if question.phase == TO_PLAY:
        return format_play(question.situation.position, actions.steps_of(action))
    return wording.cube_word(action, question)


def moment_of(match):
    points = list(match.position)
    if match.turn:
        points = [-points[BAR - i] for i in range(BAR + 1)]
    settings = match.settings
    has_cube = settings.cube_on and settings.length != 1 and not match.crawford
    cube = match.cube if has_cube else None
    return Moment(points, match.dice, cube, match.owner, settings.checkers)


def _result(match, end):
    won = match.result
    if won is None:
        return "unfinished: " + end if end else "unfinished"
    name, points = match.settings.names[won.winner], won.points
    resigned = won.how == RESIGNED
    how = f": {match.settings.names[1 - won.winner]} resigned" if resigned else ""
    return f"{name} wins a {_MULTIPLES[won.multiple]}, {points} point{'s' * (points > 1)}{how}"


def reasons(decision, plays, engine=None):
    """Yields between slices, returns texts that say why the best action was better.

    `engine`: counts the market losers, if it is given.
    """
    grade, question = decision.grade, decision.question
    if grade.cube:
        return (yield from why.explain_cube(engine, question, grade.cube))
    return (yield from why.explain_grade(grade, question.situation, plays))
