"""What `go` asks of an engine, and the lines that answer: role by role.

All are generators that yield None after each slice of thinking, as engines do.
"""

from micropython import const

from picogammon.app.advice.equities import decimal
from picogammon.app.ubgi.context import match_at
from picogammon.app.ubgi.words import BAD, MISSING, Trouble
from picogammon.engine.engine import Question
from picogammon.rules import actions, plays
from picogammon.rules.actions import record_text
from picogammon.rules.match import TO_ROLL
from picogammon.rules.situation import power_of_two

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import TypeVar

    from picogammon.app.ubgi.context import Context
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.rules.situation import Situation

    _T = TypeVar("_T")
    Saying = Generator[str | None, None, _T]  # yields lines, and None after a slice
    Lines = Iterator[str | None]  # likewise, and returns nothing

ROLES = ("chequer", "cube", "turn", "answer", "resign")
PASS = "pass"
PLACES = const(5)


def decide(role: str, engine: "Engine", context: "Context", cubeless: bool) -> "Lines":
    """Yields the lines that answer `go role <role>` in that Context.

    `cubeless`: plays are chosen as if nobody could turn the cube any more. Raises Trouble, Refusal
    or a RulesError.
    """
    if context.offered != (role == "answer"):
        raise Trouble(
            BAD if context.offered else MISSING,
            "an offer is pending: write 'go role answer' or 'setoffer none'"
            if context.offered
            else "nothing is offered: write 'setoffer' first",
        )
    if role == "chequer":
        steps = yield from _play(engine, context.situation(_dice(context)), cubeless)
        yield "bestmove " + steps
    elif role == "cube":
        doubles = yield from _doubles(engine, context)
        yield "bestcube " + doubles
    elif role == "turn":
        dice = _dice(context)
        doubles = yield from _doubles(engine, context)
        situation = context.situation(dice)
        if doubles == "double":  # the play after the double is taken
            situation.cube *= 2
            situation.owner = 1 - situation.turn
        steps = yield from _play(engine, situation, cubeless)
        yield "bestturn cube=%s move=%s" % (doubles, steps)
    elif role == "answer":
        match = match_at(context.situation())
        if context.resigned:
            match.apply(actions.resign(context.resigned))
        yield None
        action = yield from engine.decide(Question(match))
        yield "bestanswer " + record_text(action)
    else:
        yield "bestresign " + _loss(engine, match_at(context.situation()).situation())


def _dice(context: "Context") -> tuple[int, int]:
    if context.rolled is None:
        context.situation()  # a position comes before its dice
        raise Trouble(MISSING, "no dice: write 'dice a b' first")
    return context.rolled


def _play(engine: "Engine", situation: "Situation", cubeless: bool) -> "Saying[str]":
    """Yields the info line, returns the steps of the best play as text."""
    if cubeless:
        situation.max_cube = power_of_two(situation.cube)
    situation = match_at(situation).situation()
    yield None
    if not engine.knows:
        chosen = yield from engine.choose(situation)
        return plays.format_steps(chosen) or PASS
    ranked = yield from _told(engine, engine.rank(situation))
    if not ranked:
        return PASS
    best = ranked[0]
    steps = plays.format_steps(best.steps)
    yield _info("chequer", best.equity, best.outcome) + " pv " + steps
    return steps


def _told(engine: "Engine", work: "Slices[list[Ranked]]") -> "Saying[list[Ranked]]":
    """Yields what work does, and a line whenever it goes on to fewer plays; returns its result."""
    compared = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        if engine.comparing not in (0, compared):
            compared = engine.comparing
            yield "info role chequer depth 2 nodes %d" % engine.judged
        else:
            yield None


def _doubles(engine: "Engine", context: "Context") -> "Saying[str]":
    """Yields the info line, returns `double` or `nodouble`: what to do before the roll."""
    question = Question(match_at(context.situation()))
    yield None
    if not question.can_double:
        return "nodouble"
    if engine.knows:
        cube = yield from engine.weigh(question)
        action, worth = cube.best(TO_ROLL)
        yield _info("cube", worth, cube.outcome)
    else:
        action = yield from engine.answer(question)
    return "double" if action == actions.double() else "nodouble"


def _loss(engine: "Engine", situation: "Situation") -> str:
    """The loss that is certain, in words; only a level that knows positions' worth resigns."""
    if not engine.knows:
        return "none"
    from picogammon.engine import resigning  # saves memory if no level knows

    multiple = resigning.offer(situation)
    return actions.MULTIPLES[multiple] if multiple else "none"


def _info(role: str, equity: int, outcome: "Sequence[int]") -> str:
    numbers = [decimal(number, PLACES) for number in [equity] + list(outcome[:3])]
    return "info role %s eq %s pwin %s pgammon %s pbg %s" % tuple([role] + numbers)
