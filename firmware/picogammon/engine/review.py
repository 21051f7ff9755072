"""Grades of decisions, the luck of the dice, and reviews of games and matches.

A review reads only a game's records, so a board and a PC get equal numbers. Equities are in 1/65536
of a point, normalised to the cube at the time of the decision.

A play is a **decision** if other plays are legal. A double or a roll is a decision if the cube can
be turned and is not dead. An answer to a double, a beaver or a raccoon is always a decision. Each
decision counts for PR, except a correct decision to roll if a double would cost 0.2 or more.
Resignations, losses on time, and illegal plays, which a file may contain, are not graded.

The **luck** of a roll is the equity of its best play, minus the mean of this equity over all 36
rolls. A player's luck is the sum over all rolls of the player, without the opening roll.
"""

from array import array
from micropython import const

from picogammon.engine import numbers
from picogammon.engine.cube import THEIRS
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL, Refusal, moments
from picogammon.rules.plays import StepError, after_checked, after_steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    from picogammon.engine.cube import Cube
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.settings import Settings
    from picogammon.rules.situation import Situation

# The least equity (1/65536 of a point: .020, .040 and .080) that errors with these names lose.
DOUBTFUL = const(1311)
MISTAKE = const(2622)
BLUNDER = const(5243)
_CLOSE = const(13107)
_ROLLS = const(36)
_COUNTED = const(32)  # records counted without a pause
# By phase: the kinds of action that may deserve a grade; a roll only if the side could double.
_GRADED = {
    TO_PLAY: (actions.PLAY,),
    TO_ROLL: (actions.DOUBLE, actions.ROLL),
    DOUBLED: (actions.TAKE, actions.DROP, actions.BEAVER),
    BEAVERED: (actions.TAKE, actions.DROP, actions.RACCOON),
    RACCOONED: (actions.TAKE, actions.DROP),
}


class Grade:
    """The grade of an action of `side`: its equity compared with that of the best action.

    `best`: the best action, or None to roll. `loss`: the difference of the equities, 0 or more.
    `cube`: the Cube of a cube action. `counts`: True if the decision counts for PR. For a play,
    `outcomes` are the five chances after the best play and after the play made. `permutations` sets
    of 36 pairs of rolls, or more, judged both plays; 0 without a look ahead (see engine.Ranked).
    """

    permutations = 0

    def __init__(
        self,
        side: int,
        action: bytes,
        equity: int,
        best: bytes | None,
        best_equity: int,
        cube: "Cube | None" = None,
        counts: bool = True,
        outcomes: "tuple[Sequence[int], Sequence[int]] | None" = None,
    ) -> None:
        self.side = side
        self.action = action
        self.equity = equity
        self.best = best
        self.best_equity = best_equity
        self.loss = best_equity - equity
        self.cube = cube
        self.counts = counts
        self.outcomes = outcomes


def is_decision(question: Question, action: bytes) -> bool:
    """True if `action` may get a grade, False if it cannot; a quick check without the engine."""
    kind = actions.kind_of(action)
    if actions.on_time(action) or action == actions.play():
        return False
    if kind == actions.ROLL and not question.can_double:
        return False
    return kind in _GRADED.get(question.phase, ())


def is_legal(moment: "Situation | Match", action: bytes) -> bool:
    """True unless `action` is an illegal play at `moment`; match files may contain such plays."""
    if actions.kind_of(action) != actions.PLAY:
        return True
    try:
        after_checked(moment.position, actions.steps_of(action), moment.dice)
    except StepError:
        return False
    return True


def grade(
    engine: "Engine",
    question: Question,
    action: bytes,
    deeper: "Slices[list[Ranked]] | None" = None,
) -> "Slices[Grade | None]":
    """Returns the Grade of `action`; None for an illegal play or where nothing was to decide.

    `deeper`: for a play, the generator from Engine.rank of a level that looks further ahead.
    """
    if not is_decision(question, action) or not is_legal(question.situation, action):
        return None
    if question.phase == TO_PLAY:
        return (yield from _grade_play(engine, question.situation, action, deeper))
    turn = question.situation.turn
    cube = yield from engine.weigh(question)
    best, most = cube.best(question.phase)
    done = None if actions.kind_of(action) == actions.ROLL else action
    equities = dict(cube.options(question.phase))
    equity = equities[done]
    counts = done is not None or equity < most or most - min(equities.values()) < _CLOSE
    side = 1 - turn if question.phase in THEIRS else turn
    return Grade(side, action, equity, best, most, cube, counts)


def _grade_play(
    engine: "Engine",
    situation: "Situation",
    action: bytes,
    deeper: "Slices[list[Ranked]] | None",
) -> "Slices[Grade | None]":
    pos = array("b", situation.position)
    wanted = after_steps(pos, actions.steps_of(action))
    ranked = [] if deeper is None else (yield from deeper)
    yield
    best = _best(ranked)
    made = _leading_to(wanted, ranked, pos)
    yield
    if made is None:  # `deeper` has not compared the play; the engine can rank any play
        usual = yield from engine.rank(situation, actions.steps_of(action))
        yield
        made = _leading_to(wanted, usual, pos)
        same = best and _leading_to(after_steps(pos, best.steps), usual, pos)
        if same:  # the loss is the difference of both plays as `engine` ranks them
            made.equity = best.equity - max(0, same.equity - made.equity)
        else:
            ranked = usual
            best = _best(usual)
    if len(ranked) < 2:
        return None
    outcomes = (best.outcome, made.outcome)
    better = actions.play(best.steps)
    graded = Grade(situation.turn, action, made.equity, better, best.equity, outcomes=outcomes)
    graded.permutations = min(best.permutations, made.permutations)
    return graded


def _best(ranked: "Sequence[Ranked]") -> "Ranked | None":
    return max(ranked, key=lambda play: play.equity) if ranked else None


def _leading_to(wanted: "Position", ranked: "Sequence[Ranked]", pos: "Position") -> "Ranked | None":
    for play in ranked:
        if after_steps(pos, play.steps) == wanted:
            return play
    return None


class Decision:
    """A graded decision, with its place in the game.

    `at`: the number of its record in the game; the GAME record is 0. `row`: the row in a .mat file.
    """

    def __init__(self, at: int, row: int, question: Question, a_grade: Grade) -> None:
        self.at = at
        self.row = row
        self.question = question
        self.grade = a_grade


class Side:
    """One player's totals in a review, and the player's worst decision."""

    def __init__(self) -> None:
        self.decisions = 0  # that count
        self.lost = 0  # the equity that these decisions lost
        self.worst: Decision | None = None  # the decision that lost most
        self.luck = 0
        self.illegal = 0  # plays

    @property
    def pr(self) -> int | None:
        """The PR in hundredths, or None without decisions."""
        return numbers.pr(self.lost, self.decisions) if self.decisions else None

    def add(self, other: "Side") -> None:
        """Adds the totals of `other` to the totals of this Side; `worst` stays unchanged."""
        self.decisions += other.decisions
        self.lost += other.lost
        self.luck += other.luck
        self.illegal += other.illegal


if _TYPE_CHECKING:

    class Listener(Protocol):
        """A receiver of a Review's results; `at` is the number of a record in the game."""

        def known(self, at: int) -> bool:
            """True if the results of record `at` are known: the Review then skips the record."""

        def decided(self, decision: Decision) -> None:
            """Receives a decision that counts for PR."""

        def rolled(self, at: int, side: int, mean: int, got: int, chance: int) -> None:
            """Receives the equity `got` of a roll, and the `mean` equity of all 36 rolls.

            `chance`: the roller's mean chance to win over all 36 rolls, 0..ONE.
            """


class Review(Thought):
    """A review of a game, in slices: grades all decisions, then counts the luck of all rolls.

    `sides`: the players' totals so far. `graded`: True once all decisions are graded. `done`: True
    once the luck is counted as well. `progress`: the finished part of the present pass, in
    thousandths. `thinking`: True while the engine must not get another question.
    """

    def __init__(
        self,
        engine: "Engine",
        settings: "Settings",
        records: "Callable[[], Iterator[bytes]]",
        listener: "Listener | None" = None,
        graded: bool = False,
    ) -> None:
        """Prepares the review of a game.

        `engine`: must be able to estimate equities. `records()`: yields the game's records.
        `graded`: True to skip the decisions and count only luck.
        """
        Thought.__init__(self, self._all())
        self.sides = (Side(), Side())
        self.graded = graded
        self.thinking = False
        self.progress = 0
        self._rolls = 0  # rolls evaluated, of 36, for the luck of the present record
        self._engine = engine
        self._settings = settings
        self._records = records
        self._listener = listener
        self._at = 0  # the number of the present record; the GAME record is 0
        self._decided = array("H")  # for each decision: number of its record << 1 | side
        self._losses = array("i")  # for each decision: its loss

    def decisions(self, least: int = 0, side: int | None = None) -> list[int]:
        """Returns record numbers of decisions of `side` (None: both) that lost `least` or more."""
        return [
            at >> 1
            for at, loss in zip(self._decided, self._losses)
            if loss >= least and (side is None or side == at & 1)
        ]

    def look_at(self, number: int, engine: "Engine | None" = None) -> "Slices[Decision]":
        """Returns the Decision of record `number`, graded again because Grades are not kept.

        `engine`: None for the Review's engine. Raises ValueError if the game has no such record.
        """
        rows = Rows()
        at = 0
        for match, record in moments(self._records(), self._settings):
            yield
            if at == number:
                row = rows.of(match)
                found = yield from grade(engine or self._engine, Question(match), record)
                return Decision(at, row, Question(match), found)
            rows.note(match, record)
            at += 1
        raise ValueError("the game has no record %d" % number)

    def _all(self) -> "Slices[None]":
        if not self.graded:
            yield from self._each(self._grade)
        self.graded = True
        yield from self._each(self._luck)

    def _each(self, look: "Callable[[Match, bytes, int], Slices[None]]") -> "Slices[None]":
        """Runs the generator `look(match, record, row)` before `match` applies each `record`."""
        self.progress = 0
        total = 0
        for _ in self._records():
            total += 1
            if total % _COUNTED == 0:
                yield
        rows = Rows()
        self._at = 0
        for match, record in moments(self._records(), self._settings):
            yield
            if self._at:
                for _ in look(match, record, rows.of(match)):
                    self.progress = 1000 * (_ROLLS * self._at + self._rolls) // (_ROLLS * total)
                    yield
            rows.note(match, record)
            self._at += 1
            self._rolls = 0
            self.progress = 1000 * self._at // total
        yield

    def _grade(self, match: "Match", record: bytes, row: int) -> "Slices[None]":
        if self._listener and self._listener.known(self._at):
            return
        self.thinking = True
        found = yield from grade(self._engine, Question(match), record)
        self.thinking = False
        if found is None:
            if match.turn is not None:
                self.sides[match.turn].illegal += not is_legal(match, record)
            return
        if not found.counts:
            return
        decision = Decision(self._at, row, Question(match), found)
        if self._listener:
            self._listener.decided(decision)
        self._decided.append(self._at << 1 | found.side)
        self._losses.append(found.loss)
        side = self.sides[found.side]
        side.decisions += 1
        side.lost += found.loss
        worst = side.worst
        if found.loss and (worst is None or found.loss > worst.grade.loss):
            side.worst = decision

    def _luck(self, match: "Match", record: bytes, row: int) -> "Slices[None]":
        if match.phase != TO_ROLL or actions.kind_of(record) != actions.ROLL:
            return
        if self._listener and self._listener.known(self._at):
            return
        dice = actions.dice_of(record)
        total = got = wins = 0
        for high, low, ways in numbers.rolls():
            situation = match.situation()
            situation.dice = (high, low)
            self.thinking = True
            value = yield from self._engine.value(situation)
            self.thinking = False
            total += value.cubeful * ways
            wins += value.outcome[numbers.WIN] * ways
            self._rolls += ways
            if high == max(dice) and low == min(dice):
                got = value.cubeful
            yield
        mean = (total + _ROLLS // 2) // _ROLLS
        self.sides[match.turn].luck += got - mean
        if self._listener:
            chance = (wins + _ROLLS // 2) // _ROLLS
            self._listener.rolled(self._at, match.turn, mean, got, chance)


class MatchReview(Thought):
    """A review of a match without its last game: a pass grades decisions, then one counts luck.

    `sides`: the players' totals, without the worst decisions. `games`: how many games the last
    finished pass covered. `game`: the number, from 1, of the game under review.
    """

    def __init__(self, engine: "Engine", games: "Callable[[], Iterator[Match | None]]") -> None:
        """Prepares the review of a match.

        `games()`: yields the Match at the end of each game but the last (see rules.match.games).
        If it raises OSError or Refusal, the review covers only the games before the error.
        """
        Thought.__init__(self, self._all())
        self.sides = (Side(), Side())
        self.games = 0
        self.game = 1
        self.graded = False
        self._engine = engine
        self._games = games
        self._review: Review | None = None  # of `game`

    @property
    def progress(self) -> int:
        return self._review.progress if self._review else 0

    @property
    def thinking(self) -> bool:
        return self._review is not None and self._review.thinking

    def _all(self) -> "Slices[None]":
        for luck in (False, True):
            try:
                yield from self._each(luck)
            except (OSError, Refusal):
                pass  # a game is damaged: the games before it count
            self._review = None
            self.games = self.game - 1
            self.graded = True

    def _each(self, luck: bool) -> "Slices[None]":
        self.game = 1
        for match in self._games():
            yield
            if match is None:
                continue
            review = Review(self._engine, match.settings, match.records, None, luck)
            self._review = review
            while not (review.done if luck else review.graded):
                review.step()
                yield
            for i in (0, 1):
                self.sides[i].add(review.sides[i])
            self.game += 1


class Rows:
    """A counter of rows in a .mat file; a row has an action of player 0, then one of player 1."""

    def __init__(self) -> None:
        self._row = 1
        self._last: int | None = None

    def of(self, match: "Match") -> int:
        """Returns the row number of the next action of `match`."""
        decider = match.decider
        if self._last is None or decider is None or decider > self._last:
            return self._row
        return self._row + 1

    def note(self, match: "Match", record: bytes) -> None:
        """Counts `record`. Call this before `match` applies the record."""
        if actions.PLAY <= actions.kind_of(record) <= actions.RACCOON:
            self._row = self.of(match)
            self._last = match.decider
