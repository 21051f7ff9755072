"""What a report says, before anybody draws it: a match's lines, grades, luck and dice.

Equities are integers in 1/65536 of a point, as the engine has them. It runs on MicroPython as well:
the virtual board makes its reports with it.
"""

from collections import namedtuple

from picogammon.app.advice import cube_reasons, equities, tutor
from picogammon.app.advice import reasons as why
from picogammon.app.session import players
from picogammon.engine import levels
from picogammon.engine.engine import Question
from picogammon.engine.options import Cube
from picogammon.engine.review import Grade, Review, Rows, Side
from picogammon.engine.weights import WeightsError
from picogammon.rules import actions
from picogammon.rules.match import RESIGNED, TO_PLAY
from picogammon.rules.plays import Plays, format_play, roll_text, source, target
from picogammon.rules.position import BAR
from picogammon.rules.records import moments, record_text

# A decision: the review's Grade, the Question that was answered, what was `done` and what was
# `best`, in words.
Decision = namedtuple("Decision", ("grade", "question", "done", "best"))

# A line of the match: its `row` as match files count, the `side` that did it (None: both), `text`,
# the Moment before it, its Decisions, and of a roll `chance`, that of the roller to win the game
# before it, and `luck`.
Line = namedtuple("Line", ("row", "side", "text", "moment", "decisions", "chance", "luck"))

# How the board stood: `points`, the 26 numbers of a position as player 0 sees them, the `dice`, the
# `cube` and its `owner` (None: the middle), and `each`: how many checkers a side has.
Moment = namedtuple("Moment", ("points", "dice", "cube", "owner", "each"))

# A game: the Settings, the scores before it, its Lines, the review's Side of both players, and its
# result in words.
Game = namedtuple("Game", ("settings", "scores", "lines", "sides", "result"))

_MULTIPLES = ("", "single game", "gammon", "backgammon")


def judge(name=None):
    """(level, engine): of that level, or of the one that gives hints on the board (None). Raises
    WeightsError where it cannot judge, which says what level can."""
    computers = players.computers(Plays())
    if name is None:
        coach = players.coach(computers)
        found = [level for level, player in computers if player is coach]
        name, engine = (found[0], coach.engine) if coach else (None, None)
    else:
        engine = levels.make(name)
    if engine is None or not engine.knows:
        able = [level for level, player in computers if player.engine and player.engine.knows]
        said = "%s cannot tell what a play is worth; these levels can: %s"
        raise WeightsError(said % (name or "No level", ", ".join(able) or "none here"))
    return name, engine


class Judging:
    """A game that an engine judges, slice by slice. `progress`: thousandths of it that are done.

    `found`: what was found, for `game`: what JSON can hold, for games may be judged side by side.
    """

    def __init__(self, played, engine):
        """`played`: a tools.matches.log.Played; `engine` has to know."""
        self.found = {"grades": [], "rolls": []}
        self._review = Review(engine, played.settings, lambda: iter(played.records), self)

    def known(self, at):
        """The Review looks at a record."""
        return False

    def decided(self, decision):
        """The Review tells of a decision."""
        self.found["grades"].append([decision.at] + _packed(decision.grade))

    def rolled(self, at, side, mean, got, chance):
        """The Review tells of a roll."""
        self.found["rolls"].append([at, mean, got, chance])

    @property
    def progress(self):
        return (1000 * self._review.graded + self._review.progress) // 2

    def step(self):
        """Works for one slice; returns whether all is done."""
        return self._review.step()


def _packed(grade):
    cube = grade.cube
    if cube:
        cube = [cube.nd, cube.dt, cube.dp, list(cube.outcome), cube.beaver, cube.raccoon]
    best = None if grade.best is None else grade.best.hex()
    outcomes = grade.outcomes and [list(one) for one in grade.outcomes]
    return [grade.side, grade.action.hex(), grade.equity, best, grade.best_equity, cube, outcomes]


def _unpacked(side, action, equity, best, best_equity, cube, outcomes):
    best = None if best is None else bytes.fromhex(best)
    cube = cube and Cube(*cube)
    done = bytes.fromhex(action)
    return Grade(side, done, equity, best, best_equity, cube, outcomes=outcomes)


def game(played, found, end=""):
    """The Game of a tools.matches.log.Played of which a Judging found that. `end`: how its file
    says that it ended, where the rules have no action for it."""
    grades = {row[0]: _unpacked(*row[1:]) for row in found["grades"]}
    rolls = {at: (got - mean, chance) for at, mean, got, chance in found["rolls"]}
    rows = Rows()
    told, rolled = [], None
    scores = (0, 0)
    for at, (match, record) in enumerate(moments(played.records, played.settings)):
        if at:
            row, side = rows.of(match), match.decider
            decision = _decision(grades.get(at), match)
            rows.note(match, record)
            if actions.kind_of(record) == actions.ROLL:
                rolled = (row, side, moment_of(match), decision, rolls.get(at))
            else:
                told.append(_line(match, record, row, side, decision, rolled))
                rolled = None
        if at == 1:
            scores = tuple(match.scores)
    return Game(match.settings, scores, told, _sides(told, grades.values()), _result(match, end))


def _sides(told, grades):
    """The review's Side of both players."""
    sides = (Side(), Side())
    for grade in grades:
        sides[grade.side].decisions += 1
        sides[grade.side].lost += grade.loss
    for line in told:
        if line.luck is not None:
            sides[line.side].luck += line.luck
    return sides


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


def _decision(grade, match):
    if grade is None:
        return None
    question = Question(match)
    return Decision(grade, question, _words(grade.action, question), _words(grade.best, question))


def _words(action, question):
    if question.phase == TO_PLAY:
        return format_play(question.situation.position, actions.steps_of(action))
    return tutor.cube_word(action, question)


def moment_of(match):
    points = list(match.position)
    if match.turn:
        points = [-points[BAR - i] for i in range(BAR + 1)]
    return Moment(points, match.dice, match.cube, match.owner, match.settings.checkers)


def _result(match, end):
    won = match.result
    if won is None:
        return "unfinished: " + end if end else "unfinished"
    name, points = match.settings.names[won.winner], won.points
    resigned = won.how == RESIGNED
    how = f": {match.settings.names[1 - won.winner]} gave up" if resigned else ""
    return f"{name} wins a {_MULTIPLES[won.multiple]}, {points} point{'s' * (points > 1)}{how}"


def arrows(decision):
    """[(from, to, whether it is the best play)] of the checkers that a play moves and the best one
    would; places as its player counts them. [] of a cube action."""
    if decision.grade.cube:
        return []
    found = []
    for action, is_best in ((decision.grade.action, False), (decision.grade.best, True)):
        for step in actions.steps_of(action):
            arrow = source(step), target(step), is_best
            if arrow not in found:
                found.append(arrow)
    return found


def reasons(decision, plays, engine=None):
    """Yields between slices, returns why the best was better, as texts: what decides, a reason and
    its price, or what the cube's ways are worth and why. `plays`: a plays.Plays; `engine`: counts
    the rolls after which a double is a drop, or None."""
    grade = decision.grade
    if grade.cube:
        lines = tutor.cube_lines(grade.cube, decision.question)
        worths = ["%s %s" % (words, equities.points(worth)) for words, worth in lines]
        found = yield from cube_reasons.lines(engine, decision.question, grade.cube)
        return worths + found
    found = yield from why.of(grade, decision.question.situation, plays)
    return found


def worst(games, most=5):
    """The `most` costliest decisions of a match, costliest first, then as they came: as (game's
    number, Line, Decision)."""
    found = [
        (number, line, decision)
        for number, game in enumerate(games, 1)
        for line in game.lines
        for decision in line.decisions
        if decision.grade.loss
    ]
    # MicroPython's sort mixes equals.
    order = sorted([(-one[2].grade.loss, i) for i, one in enumerate(found)])
    return [found[i] for _, i in order[:most]]
