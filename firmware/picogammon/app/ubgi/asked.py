"""The state that a connected program sets line by line, and the answers to its requests."""

from micropython import const

from picogammon.app.advice.wording import decimal
from picogammon.app.ubgi.words import BAD, MISSING, Trouble, exactly, number, one_of, pairs
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions, notation, plays
from picogammon.rules import position as positions
from picogammon.rules.actions import record_text
from picogammon.rules.match import TO_ROLL, match_of
from picogammon.rules.position import BACKGAMMON
from picogammon.rules.settings import MAX_LENGTH
from picogammon.rules.situation import MOST_CUBE_POWER, MOST_POINTS, Situation, power_of_two

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import TypeVar

    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.rules.match import Match

    _T = TypeVar("_T")
    Lines = Iterator[str | None]  # lines, and None after each slice
    Saying = Generator[str | None, None, _T]  # like Lines, and returns a result

ROLES = ("chequer", "cube", "turn", "answer", "resign")
PASS = "pass"
PLACES = const(5)

_SIDES = ("p0", "p1")
_OWNERS = ("center", "p0", "p1")
_SWITCH = ("off", "on")
_BEAVERS = ("off", "on", "raccoons")
_DOUBLES = ("none", "double", "beaver", "raccoon")
_OFFERS = _DOUBLES + actions.MULTIPLES[1:]
_CUBE_LIMIT = Situation().max_cube


class Context:
    """The state that a program sets: session, score, cube, turn, position, dice, an offer.

    Each command is a method, which may raise Trouble, Refusal or RulesError. The docstring of a
    command has three columns: command | answer (– for none) | effect.
    """

    def __init__(self) -> None:
        self.variant = BACKGAMMON  # the program sets it as an option
        self._begin(Situation())

    def _begin(self, situation: Situation) -> None:
        self._situation = situation
        self._crawford: bool | None = None  # True in the Crawford game, None if unknown
        self.newgame(())

    def newsession(self, words: "Sequence[str]") -> None:
        """`newsession type money/match [length n] [jacoby on/off] [crawford on/off] [beavers
        on/off/raccoons]` | – | resets everything except the options; the score is 0-0. The first
        session is for money. Jacoby and beavers are off by default. A match (1 to 64 points) has
        the Crawford rule unless `crawford off`. `beavers` is an extension
        """
        told = pairs(words, ("type", "length", "jacoby", "crawford", "beavers"))
        length = 0
        if one_of("type", told.get("type"), ("money", "match")) == "match":
            length = number("length", told.get("length"), 1, MAX_LENGTH)
        elif told.get("length", "0") != "0":
            raise Trouble(BAD, "a money session has no length")
        jacoby = one_of("jacoby", told.get("jacoby", "off"), _SWITCH) == "on"
        crawford = one_of("crawford", told.get("crawford", "on"), _SWITCH) == "on"
        beavers = _BEAVERS.index(one_of("beavers", told.get("beavers", "off"), _BEAVERS))
        self._begin(
            Situation(
                length=length,
                jacoby=jacoby and not length,
                beavers=0 if length else beavers,
                crawford_rule=crawford,
            )
        )

    def newgame(self, words: "Sequence[str]") -> None:
        """`newgame` | – | resets position, dice, turn, cube and offer; keeps session and score"""
        exactly(words, 0, "newgame")
        self._situation.turn = 0
        self._place(None)
        self._turn_cube(1, None)

    def setscore(self, words: "Sequence[str]") -> None:
        """`setscore p0 p1 [crawford on/off]` | – | sets both scores. `crawford on/off` (an
        extension) says whether this is the Crawford game; by default it is if exactly one player
        needs one point, the cube is centred at 1, and the session has that rule
        """
        exactly(words[:2], 2, "setscore p0 p1")
        scores = [number("score", word, 0, MOST_POINTS) for word in words[:2]]
        said = pairs(words[2:], ("crawford",)).get("crawford")
        self._crawford = None if said is None else one_of("crawford", said, _SWITCH) == "on"
        self._situation.scores = scores

    def setcube(self, words: "Sequence[str]") -> None:
        """`setcube value n owner center/p0/p1` | – | sets the cube, which begins centred at 1"""
        told = pairs(words, ("value", "owner"))
        value = number("value", told.get("value"), 1, 1 << MOST_CUBE_POWER)
        power_of_two(value)
        owner = _OWNERS.index(one_of("owner", told.get("owner"), _OWNERS))
        self._turn_cube(value, owner - 1 if owner else None)

    def setturn(self, words: "Sequence[str]") -> None:
        """`setturn p0/p1` | – | sets the player on turn, who is p0 in a new game. The position is
        read from this player's view
        """
        (side,) = exactly(words, 1, "setturn p0/p1")
        self._situation.turn = _SIDES.index(one_of("side", side, _SIDES))

    def position(self, words: "Sequence[str]") -> None:
        """`position gnubgid ID`, `position xgid XGID` | – | sets the checkers, and resets dice and
        offer. A Position ID is read from the view of the player on turn. An XGID, or a Position ID
        with `:` and a Match ID, also sets the rest of the state
        """
        what, text = exactly(words, 2, "position gnubgid ID' or 'position xgid XGID")
        if one_of("position", what, ("gnubgid", "xgid")) == "xgid":
            self._take(notation.from_xgid(text))
        elif ":" in text:
            self._take(notation.from_gnubg_id(text))
        else:
            self._place(notation.from_position_id(text))

    def dice(self, words: "Sequence[str]") -> None:
        """`dice a b` | – | sets the roll to play"""
        first, second = exactly(words, 2, "dice a b")
        self._situation.dice = number("die", first, 1, 6), number("die", second, 1, 6)

    def setoffer(self, words: "Sequence[str]") -> None:
        """`setoffer double/beaver/raccoon/single/gammon/backgammon/none` | – | sets the offer to
        answer: a double or a resignation of the player on turn, or the beaver or raccoon that
        followed the double. The cube stays as before the double. This command is an extension
        """
        (offer,) = exactly(words, 1, "setoffer " + "/".join(_OFFERS))
        at = _OFFERS.index(one_of("offer", offer, _OFFERS))
        self._offer(at if at < len(_DOUBLES) else 0)
        self.resigned = max(0, at - len(_DOUBLES) + 1)

    @property
    def offered(self) -> bool:
        """True if a double or a resignation waits for an answer."""
        return self._situation.doubled or self.resigned > 0

    def situation(self, rolled: bool = False) -> Situation:
        """Returns the state as a Situation, with the dice if `rolled`.

        Raises Trouble if position or dice are missing, RulesError if the state is contradictory.
        """
        if self._situation.position is None:
            raise Trouble(MISSING, "no position: write 'position gnubgid ID' first")
        dice = self._situation.dice if rolled else None
        crawford = self._is_crawford()
        situation = self._situation.copy(dice=dice, crawford=crawford, variant=self.variant)
        situation.check()
        if rolled and dice is None:
            raise Trouble(MISSING, "no dice: write 'dice a b' first")
        return situation

    def _take(self, situation: Situation) -> None:
        self._situation = situation
        self._crawford = situation.crawford
        self.resigned = 0

    def _place(self, pos: "positions.Position | None") -> None:
        self._situation.position = pos
        self._situation.dice = None
        self._offer(0)
        self.resigned = 0  # the multiple of the stake that the player on turn offers to lose

    def _turn_cube(self, value: int, owner: int | None) -> None:
        self._situation.cube = value
        self._situation.owner = owner
        self._situation.max_cube = max(_CUBE_LIMIT, power_of_two(value))

    def _offer(self, times: int) -> None:
        situation = self._situation
        situation.doubled = times > 0
        situation.beavered = times > 1
        situation.raccooned = times > 2

    def _is_crawford(self) -> bool:
        if self._crawford is not None:
            return self._crawford
        situation = self._situation
        short = situation.length - 1
        first, second = [score == short for score in situation.scores]
        centred = situation.cube == 1 and situation.owner is None
        return situation.crawford_rule and short > 0 and centred and first != second


def match_at(situation: Situation) -> "Match":
    """Returns a Match in the state of `situation`; raises Trouble, Refusal or RulesError."""
    pos = situation.position
    if not positions.left(pos) or not positions.opponent_left(pos):
        raise Trouble(BAD, "the game is over")
    return match_of(situation)


def decide(role: str, engine: "Engine", context: "Context", cubeless: bool) -> "Lines":
    """Yields the lines that answer `go role <role>`, and None after each slice of work.

    `cubeless`: True to choose plays for a dead cube. Raises Trouble, Refusal or RulesError.
    """
    if context.offered and role != "answer":
        raise Trouble(BAD, "an offer is pending: write 'go role answer' or 'setoffer none'")
    if role == "answer" and not context.offered:
        raise Trouble(MISSING, "nothing is offered: write 'setoffer' first")
    if role == "chequer":
        steps = yield from _play(engine, context.situation(rolled=True), cubeless)
        yield "bestmove " + steps
    elif role == "cube":
        doubles = yield from _doubles(engine, context)
        yield "bestcube " + doubles
    elif role == "turn":
        situation = context.situation(rolled=True)
        doubles = yield from _doubles(engine, context)
        if doubles == "double":  # the play follows a double that was taken
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
        yield "bestresign " + _resigns(engine, match_at(context.situation()).situation())


def _play(engine: "Engine", situation: "Situation", cubeless: bool) -> "Saying[str]":
    """Yields an `info` line if the engine estimates equity; returns the best play as text."""
    if cubeless:
        situation.max_cube = power_of_two(situation.cube)
    situation = match_at(situation).situation()
    yield None
    if not engine.knows:
        chosen = yield from engine.choose(situation)
        return plays.format_steps(chosen) or PASS
    ranked = yield from _ranked(engine, engine.rank(situation))
    if not ranked:
        return PASS
    best = ranked[0]
    steps = plays.format_steps(best.steps)
    yield _info("chequer", best.equity, best.outcome) + " pv " + steps
    return steps


def _ranked(engine: "Engine", work: "Slices[list[Ranked]]") -> "Saying[list[Ranked]]":
    thought = Thought(work)
    compared = 0
    while not thought.step():
        if engine.comparing not in (0, compared):
            compared = engine.comparing
            yield "info role chequer depth 2 nodes %d" % engine.judged
        else:
            yield None
    return thought.answer


def _doubles(engine: "Engine", context: "Context") -> "Saying[str]":
    """Yields an `info` line if the engine estimates equity; returns `double` or `nodouble`."""
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


def _resigns(engine: "Engine", situation: "Situation") -> str:
    """Returns what to resign in a lost game (`single`, `gammon` or `backgammon`), or `none`."""
    if not engine.knows:
        return "none"
    from picogammon.engine import resigning  # here, to save memory if no program asks

    return actions.MULTIPLES[resigning.offer(situation)] or "none"


def _info(role: str, equity: int, outcome: "Sequence[int]") -> str:
    numbers = [decimal(number, PLACES) for number in [equity] + list(outcome[:3])]
    return "info role %s eq %s pwin %s pgammon %s pbg %s" % tuple([role] + numbers)
