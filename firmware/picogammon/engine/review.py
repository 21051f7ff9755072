"""What decisions lose, and what luck the dice gave: the grade of a decision, the review of a game.

A game is reviewed from its records alone, so the board and a program that reads an exported match
come to the same numbers. They are integers in 1/65536 of a point, normalised to the cube at the
time of the decision.

A **decision** is a play if another one is legal as well; doubling or not, if the cube can be turned
and is not dead; the answer to a double or a beaver. All decisions count for PR, with one exception:
a roll without doubling counts only if it was an error or a close decision, in which the cube's two
actions are less than 0.2 apart. Resigning, answering a resignation, and a loss on time are not
judged. Decisions that were taken back have left the records and do not count. A play that is not
legal, as a file or other rules may have it, is not judged either.

**Luck** is the sum, over a player's rolls, of the worth of the roll's best play less the mean of
that worth over all 36 rolls. The opening roll belongs to nobody. Doubles and answers to them carry
no luck.
"""

from array import array
from micropython import const

from picogammon.engine import rating
from picogammon.engine.engine import Question
from picogammon.engine.numbers import WIN
from picogammon.engine.options import THEIRS
from picogammon.rules import actions, plays
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL, moments

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.engine.options import Cube
    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.settings import Settings
    from picogammon.rules.situation import Situation

# The least loss (1/65536 of a point: .020, .040 and .080) at which a decision is called so.
DOUBTFUL = const(1311)
MISTAKE = const(2622)
BLUNDER = const(5243)
_CLOSE = const(13107)
_ROLLS = const(36)
_COUNTED = const(32)  # records counted without a pause


class Grade:
    """What an action lost: `loss`, 0 or more, against `best`, an action or None for the roll.

    `action` was done by `side`. `equity` and `best_equity` are the worth of the two to that side.
    `counts`: it counts for PR. `cube`: the options.Cube of a cube action, else None. `outcomes`: of
    a play, the outcome of the best one and its own, or None where they are not known.
    `permutations`: as of a Ranked, by which both were compared.
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
    """True if `action` may deserve a grade as the answer to `question`; a quick check."""
    kind = actions.kind_of(action)
    phase = question.phase
    if actions.on_time(action):
        return False
    if phase == TO_PLAY:
        return kind == actions.PLAY and len(action) > 1
    if phase == TO_ROLL:
        return kind == actions.DOUBLE or (kind == actions.ROLL and question.can_double)
    if phase == DOUBLED:
        return kind in (actions.TAKE, actions.DROP, actions.BEAVER)
    if phase == RACCOONED:
        return kind in (actions.TAKE, actions.DROP)
    return phase == BEAVERED and kind in (actions.TAKE, actions.DROP, actions.RACCOON)


def is_legal(moment: "Situation | Match", action: bytes) -> bool:
    """True if an action is no PLAY, or a legal one: not each play of records from outside is."""
    if actions.kind_of(action) != actions.PLAY:
        return True
    try:
        plays.after_checked(moment.position, actions.steps_of(action), moment.dice)
    except plays.StepError:
        return False
    return True


def grade(
    engine: "Engine",
    question: Question,
    action: bytes,
    deeper: "Slices[list[Ranked]] | None" = None,
) -> "Slices[Grade | None]":
    """Yields between slices, returns the Grade of an action.

    None if it was not a decision, or if the play is not legal.
    `question`: the engine.Question that the action answered. `deeper`: what another engine's `rank`
    gives for it, one that looks further ahead, or None.
    """
    if not is_decision(question, action):
        return None
    if not is_legal(question.situation, action):
        return None
    if question.phase == TO_PLAY:
        found = yield from _grade_play(engine, question.situation, action, deeper)
        return found
    turn = question.situation.turn
    cube = yield from engine.weigh(question)
    best, most = cube.best(question.phase)
    done = None if actions.kind_of(action) == actions.ROLL else action
    worth = equity = None
    for option, value in cube.options(question.phase):
        if option == done:
            equity = value
        if worth is None or value < worth:
            worth = value
    counts = done is not None or equity < most or most - worth < _CLOSE
    side = 1 - turn if question.phase in THEIRS else turn
    return Grade(side, action, equity, best, most, cube, counts)


def _grade_play(
    engine: "Engine",
    situation: "Situation",
    action: bytes,
    deeper: "Slices[list[Ranked]] | None",
) -> "Slices[Grade | None]":
    pos = array("b", situation.position)
    wanted = after(pos, actions.steps_of(action))
    ranked = [] if deeper is None else (yield from deeper)
    yield
    best = _best(ranked)
    made = _leading_to(wanted, ranked, pos)
    yield
    if made is None:  # the engine knows of any play what it is worth
        usual = yield from engine.rank(situation, actions.steps_of(action))
        yield
        made = _leading_to(wanted, usual, pos)
        same = best and _leading_to(after(pos, best.steps), usual, pos)
        if same:  # what the better one is worth more, by the same look
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
    best = None
    for play in ranked:
        if best is None or play.equity > best.equity:
            best = play
    return best


def _leading_to(wanted: bytes, ranked: "Sequence[Ranked]", pos: "Position") -> "Ranked | None":
    """The first of these plays that leads to a position."""
    for play in ranked:
        if after(pos, play.steps) == wanted:
            return play
    return None


def after(pos: "Position", play_steps: "Sequence[int]") -> bytes:
    """The bytes of the position after a play, as its player sees it."""
    made = array("b", pos)
    for a_step in play_steps:
        plays.make(made, a_step)
    return bytes(made)


class Decision:
    """A graded decision of a game.

    `grade`: its Grade. `question`: the engine.Question that it answered. `at`: the number of its
    record in the game (GAME's is 0). `row`: its row, as match files number them: player 0's and
    player 1's actions side by side are one row.
    """

    def __init__(self, at: int, row: int, question: Question, a_grade: Grade) -> None:
        self.at = at
        self.row = row
        self.question = question
        self.grade = a_grade


class Side:
    """What one player did: `decisions`, `lost` with them, `worst` (a Decision or None), `luck`.

    `lost` and `luck` are in 1/65536 of a point. `illegal`: plays that are not legal.
    """

    def __init__(self) -> None:
        self.decisions = 0
        self.lost = 0
        self.worst: Decision | None = None
        self.luck = 0
        self.illegal = 0

    @property
    def pr(self) -> int | None:
        """PR in hundredths; None if there was nothing to decide."""
        return rating.pr(self.lost, self.decisions) if self.decisions else None

    def add(self, other: "Side") -> None:
        """Adds what the same player did in another game; `worst` stays as it is."""
        self.decisions += other.decisions
        self.lost += other.lost
        self.luck += other.luck
        self.illegal += other.illegal


if _TYPE_CHECKING:

    class Listener(Protocol):
        """Hears what a Review finds; `at` is the number of the game's record."""

        def known(self, at: int) -> bool:
            """True if that record is to be left out; asked of each that is looked at."""

        def decided(self, decision: Decision) -> None:
            """That record was a decision that counts."""

        def rolled(self, at: int, side: int, mean: int, got: int, chance: int) -> None:
            """`mean`: the mean worth of all 36 rolls to the roller, `side`; `got`: that of the one
            that fell; `chance`: the roller's chance to win the game, before it."""


class Slicewise:
    """Work that is done slice by slice; `done`: nothing is left."""

    def __init__(self, work: "Slices[None]") -> None:
        self.done = False
        self._work: "Slices[None] | None" = work

    def step(self) -> bool:
        """Works for one slice, some milliseconds; returns True once all is done."""
        if not self.done:
            try:
                next(self._work)
            except StopIteration:
                self.done = True
                self._work = None
        return self.done

    def finish(self) -> None:
        """Works to the end, without a pause."""
        while not self.step():
            pass


class Review(Slicewise):
    """Reviews a game slice by slice.

    `sides`: a Side for each player, as far as the review has come. `graded`: all decisions are
    graded. `done`: the luck is counted as well. `progress`: thousandths of the present pass.
    `thinking`: the engine is in the middle of a thought, and must not be asked anything else.
    """

    def __init__(
        self,
        engine: "Engine",
        settings: "Settings",
        records: "Callable[[], Iterator[bytes]]",
        listener: "Listener | None" = None,
        graded: bool = False,
    ) -> None:
        """`records()` returns an iterator over the game's records, GAME first (Match.records).

        Records that were taken back are left out. `engine` has to know what positions are worth; a
        slice is one of its slices. `listener` hears of each decision and each roll. `graded`: count
        only luck.
        """
        Slicewise.__init__(self, self._all())
        self.sides = (Side(), Side())
        self.graded = graded
        self.thinking = False
        self.progress = 0
        self._rolls = 0  # of the 36 rolls of a record whose luck is counted
        self._engine = engine
        self._settings = settings
        self._records = records
        self._listener = listener
        self._at = 0  # number of the record that is looked at, GAME's being 0
        self._decided = array("H")  # for each decision: number of its record << 1 | side
        self._losses = array("i")  # for each decision: its loss

    def decisions(self, least: int = 0, side: int | None = None) -> list[int]:
        """The numbers of the records, in their order, that were decisions with at least this loss.

        `side`: only those of one side; None: of both.
        """
        found = []
        for i in range(len(self._decided)):
            whose = self._decided[i]
            if self._losses[i] >= least and (side is None or side == whose & 1):
                found.append(whose >> 1)
        return found

    def look_at(self, number: int, engine: "Engine | None" = None) -> "Slices[Decision]":
        """Yields between slices, returns the Decision that a record was.

        It grades the record anew, by `engine` if there is one: to keep all grades would take too
        much memory.
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
            for _ in self._each(self._grade):
                yield
        self.graded = True
        for _ in self._each(self._luck):
            yield

    def _each(self, look: "Callable[[Match, bytes, int], Slices[None]]") -> "Slices[None]":
        """Plays the game through; before each record, `look(match, record, row)` works."""
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
        if self._listener:
            self._listener.decided(Decision(self._at, row, Question(match), found))
        self._decided.append(self._at << 1 | found.side)
        self._losses.append(found.loss)
        side = self.sides[found.side]
        side.decisions += 1
        side.lost += found.loss
        worst = side.worst
        if found.loss and (worst is None or found.loss > worst.grade.loss):
            side.worst = Decision(self._at, row, Question(match), found)

    def _luck(self, match: "Match", record: bytes, row: int) -> "Slices[None]":
        if match.phase != TO_ROLL or actions.kind_of(record) != actions.ROLL:
            return
        if self._listener and self._listener.known(self._at):
            return
        first, second = actions.dice_of(record)
        total = got = wins = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                situation = match.situation()
                situation.dice = (high, low)
                self.thinking = True
                value = yield from self._engine.value(situation)
                self.thinking = False
                ways = 1 if high == low else 2
                total += value.cubeful * ways
                wins += value.outcome[WIN] * ways
                self._rolls += ways
                if high == max(first, second) and low == min(first, second):
                    got = value.cubeful
                yield
        mean = (total + _ROLLS // 2) // _ROLLS
        self.sides[match.turn].luck += got - mean
        if self._listener:
            chance = (wins + _ROLLS // 2) // _ROLLS
            self._listener.rolled(self._at, match.turn, mean, got, chance)


class Rows:
    """Numbers a game's rows as match files do: an action of each player makes a row."""

    def __init__(self) -> None:
        self._row = 1
        self._last: int | None = None

    def of(self, match: "Match") -> int:
        """The row of an action that the side to act does now."""
        decider = match.decider
        if self._last is None or decider is None or decider > self._last:
            return self._row
        return self._row + 1

    def note(self, match: "Match", record: bytes) -> None:
        """Takes note of an action that is about to be applied."""
        if actions.PLAY <= actions.kind_of(record) <= actions.RACCOON:
            self._row = self.of(match)
            self._last = match.decider
