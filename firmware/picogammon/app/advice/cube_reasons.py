"""Why a cube action is right: what decides, in players' words, each with its number.

As in reasons.py a catalogue has the clauses: when each is said, and its words. All speak to the
side that decides; "he" is the opponent. What they count is in Facts.

A take point is the least chance to win with which a take is right if the cube is never turned again
and no gammon is won. Where wins and take point alone give the right answer, they decide it. Where
gammons turn it round, they do; else it is that the taker may redouble.

A market loser is a roll after which, played as well as it can be, a doubled cube in the other
side's hands gives at least what a drop would have given.
"""

from array import array
from micropython import const

from picogammon.app.advice import equities
from picogammon.engine.cubeful import Stakes, jacoby_now
from picogammon.engine.numbers import LOSE_GAMMON, ONE, WIN, WIN_GAMMON, times
from picogammon.engine.options import THEIRS
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, TO_ROLL
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.cubeful import CubeLevel
    from picogammon.engine.engine import Engine, Question, Slices
    from picogammon.engine.options import Cube

_MOST = const(3)  # lines
_LEAST = const(1311)  # two percent: fewer gammons decide nothing
_FEW = const(9)  # with no more rolls that lose it, the market can wait

# What is right.
TAKE, DROP, DOUBLE, CASH, WAIT, TOO_GOOD, ELSE = range(7)
# What decides between a take and a drop.
POINT, GAMMONS, REDOUBLE, NOTHING = range(4)


class Facts:
    """What the clauses count, of one decision.

    `right`: TAKE .. ELSE, the right action of the side that decides. `by`: POINT .. NOTHING, what
    decides about the other side's answer, or one's own. `win`, `gammons`, `lost`: the chances of
    the side that decides to win, to win a gammon and to lose one; `his`: the other side's to win.
    `point`: the take point of who is doubled. `rolls`: after so many of 36 it is a drop, or None if
    nobody counted. `forced`: a lost game loses the match at the present cube already. `dead`: who
    takes can never turn it. `own`: the side on roll has the cube. `jacoby`: gammons do not count
    before a double. `race`: nobody can hit any more; `pips`: its own and the other side's.
    """

    def __init__(self, question: "Question", cube: "Cube", rolls: int | None = None) -> None:
        situation = question.situation
        stakes = Stakes(situation)
        theirs = question.phase in THEIRS
        won, gammons, lost = [cube.outcome[slot] for slot in (WIN, WIN_GAMMON, LOSE_GAMMON)]
        self.right = _right(question, cube)
        self.win = ONE - won if theirs else won
        self.his = ONE - self.win
        self.gammons, self.lost = (lost, gammons) if theirs else (gammons, lost)
        self.point = (ONE - stakes.present.won) // 2
        self.by = _decides(stakes, cube, self.point)
        self.rolls = rolls
        doubled = _doubled(stakes)
        self.forced = stakes.forced
        self.dead = bool(situation.length) and not doubled.other_live
        self.own = situation.owner == situation.turn
        self.jacoby = jacoby_now(situation)
        pos = situation.position
        self.race = not positions.contact(pos)
        pips = positions.pips(pos), positions.opponent_pips(pos)
        self.pips = (pips[1], pips[0]) if theirs else pips


_CHANCES = "wins {win%}, {gammons%} gammons"  # where nothing else is said of them
# The clauses, in the order in which they are said: what must be right (None: anything), when, its
# words. `%` stands for an attribute of Facts in percent, `n` for its number.
CLAUSES = (
    ((TAKE, DROP), lambda f: f.by == POINT, "wins {win%}, take point {point%}"),
    ((TAKE,), lambda f: f.by == GAMMONS, "wins {win%}, {gammons%} gammons"),
    ((DROP,), lambda f: f.by == GAMMONS, "wins {win%}, loses {lost%} gammons"),
    ((TAKE,), lambda f: f.by == REDOUBLE, "wins {win%}, and can redouble"),
    ((CASH,), lambda f: f.by == POINT, "he wins {his%}, take point {point%}"),
    ((CASH,), lambda f: f.by == GAMMONS, "he wins {his%}, loses {gammons%} gammons"),
    ((TOO_GOOD,), lambda f: f.gammons >= _LEAST, "play on for the gammon ({gammons%})"),
    ((WAIT,), lambda f: True, "not strong enough to double: wins {win%}"),
    ((DOUBLE, ELSE), lambda f: True, _CHANCES),
    ((DOUBLE, CASH), lambda f: f.forced, "nothing to lose: double"),
    ((DOUBLE,), lambda f: f.dead, "his cube is dead"),
    (
        (DOUBLE, CASH),
        lambda f: f.jacoby and f.gammons >= _LEAST,
        "Jacoby: double to count gammons",
    ),
    ((DOUBLE,), lambda f: f.rolls, "{rolls} market losers (of 36)"),
    (
        (WAIT,),
        lambda f: f.rolls is not None and 1 < f.rolls <= _FEW,
        "only {rolls} market losers",
    ),
    ((WAIT,), lambda f: f.rolls == 1, "only 1 market loser"),
    ((WAIT,), lambda f: f.rolls == 0, "no market losers"),
    ((WAIT,), lambda f: f.own, "keep your cube"),
    (None, lambda f: f.race, "race: {pips}"),
)


def of(facts: Facts) -> list[str]:
    """Up to three lines of text."""
    found = []
    for rights, holds, words in CLAUSES:
        if (rights is None or facts.right in rights) and holds(facts):
            found.append(worded(words, facts))
    if len(found) == facts.race:
        found.insert(0, worded(_CHANCES, facts))
    return found[:_MOST]


def worded(words: str, facts: Facts) -> str:
    """A clause's words with the numbers in place of the names."""
    while "{" in words:
        start = words.index("{")
        end = words.index("}")
        name = words[start + 1 : end]
        words = words[:start] + _number(name, facts) + words[end + 1 :]
    return words


def _number(name: str, facts: Facts) -> str:
    if name == "pips":
        return equities.race(*facts.pips)
    if name[-1] == "%":
        return equities.decimal(100 * getattr(facts, name[:-1]), 1) + " %"
    return str(getattr(facts, name))


def lines(engine: "Engine | None", question: "Question", cube: "Cube") -> "Slices[list[str]]":
    """Yields between slices, returns why the right action is right, up to three lines.

    `engine`: counts the rolls after which a double is a drop; None: nobody does.
    """
    rolls = None
    if engine is not None and _right(question, cube) in (DOUBLE, WAIT):
        rolls = yield from count_rolls(engine, question.situation)
    return of(Facts(question, cube, rolls))


def count_rolls(engine: "Engine", situation: Situation) -> "Slices[int]":
    """Yields between slices, returns after how many of 36 rolls a double would be a drop."""
    stakes = Stakes(situation)
    turn = situation.turn
    found = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            then = Situation(
                position=array("b", situation.position),
                turn=turn,
                dice=(high, low),
                cube=2 * situation.cube,
                owner=1 - turn,
                scores=situation.scores,
                length=situation.length,
                crawford=situation.crawford,
                crawford_rule=situation.crawford_rule,
                cube_on=situation.cube_on,
                max_cube=situation.max_cube,
                variant=situation.variant,
            )
            value = yield from engine.value(then)
            if stakes.lowered(1, value.cubeful) >= ONE:
                found += 1 if high == low else 2
            yield
    return found


def _right(question: "Question", cube: "Cube") -> int:
    """TAKE .. ELSE, of the side that is asked."""
    drop = actions.drop()
    if question.phase == DOUBLED:
        return DROP if cube.answer == drop else TAKE
    if question.phase != TO_ROLL:
        return ELSE
    if cube.best(TO_ROLL)[0] is None:
        return TOO_GOOD if cube.answer == drop else WAIT
    return CASH if cube.answer == drop else DOUBLE


def _doubled(stakes: Stakes) -> "CubeLevel":
    """The CubeLevel of the cube once it is turned; for money all are alike."""
    return stakes.levels[min(1, len(stakes.levels) - 1)]


def _decides(stakes: Stakes, cube: "Cube", point: int) -> int:
    """What makes the answer to a double right: POINT .. NOTHING."""
    outcome = cube.outcome
    level = _doubled(stakes)
    by_point = ONE - outcome[WIN] < point
    dead = 2 * outcome[WIN] - ONE
    worths = (level.gammon, level.backgammon, -level.lost_gammon, -level.lost_backgammon)
    for slot, worth in enumerate(worths):
        dead += (1 if worth > 0 else -1) * times(outcome[WIN_GAMMON + slot], abs(worth))
    by_gammons = stakes.lowered(1, dead) >= ONE
    drops = cube.answer == actions.drop()
    if drops == by_point and drops == by_gammons:
        return POINT
    if drops == by_gammons:
        return GAMMONS
    if not drops and level.other_live:
        return REDOUBLE
    return NOTHING
