"""The engine interface, UBGI v0.1 (Universal Backgammon Interface), as text lines.

words.COMMANDS lists the commands. Each command is a method of Ubgi or of asked.Context, called with
the words after the command. The method's docstring is a row of the table in docs/ubgi.md:
command | answer (– for none) | effect. The caller of Ubgi reads and prints the lines.
"""

from array import array
from micropython import const

from picogammon import VERSION
from picogammon.app.advice.wording import decimal
from picogammon.app.ubgi.asked import PLACES, ROLES, Context, decide, match_at
from picogammon.app.ubgi.words import (
    BAD,
    MISSING,
    STATE,
    UNSUPPORTED,
    XGID,
    Trouble,
    error_line,
    exactly,
    number,
    one_of,
    pairs,
    printable,
    refusal,
)
from picogammon.engine import levels
from picogammon.engine.engine import Question, WeightsError
from picogammon.ground import TICKS_MASK
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal, record_text
from picogammon.rules.plays import Plays, format_steps
from picogammon.rules.position import VARIANTS, RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import NoReturn

    from picogammon.app.ubgi.asked import Lines
    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.match import Match

MAX_LINE = const(160)  # the longest XGID has 72 letters
_MOST_BUDGET = const(1000000000)
_BUDGETS = ("movetime", "depth", "nodes", "trials")
_WHO = [
    "id name Picogammon",
    "id author the Picogammon contributors",
    "id version " + VERSION,
    "id extends answer resign beavers crawford",
]
_LEVEL = "Level"
_EVAL_MODE = "EvalMode"
_DETERMINISTIC = "Deterministic"
_VARIANT = "Variant"
_COMBO = "combo default %s var %s"
_VARIANTS = [row[0].lower() for row in VARIANTS]


class Ubgi:
    """A conversation between a program and an engine, one line at a time."""

    def __init__(
        self,
        level: str,
        make: "Callable[[str, Plays], Engine]" = levels.make,
        plays: Plays | None = None,
        now: "Callable[[], int] | None" = None,
    ) -> None:
        self.closed = False  # True after the command `quit`
        self._default = level
        self._make = make
        self._generated = Plays() if plays is None else plays
        self._now = now  # returns the time in ms; without it, `movetime` is ignored
        self._engine: "Engine" = None
        self._level: str | None = None  # the level of _engine
        self._begin()

    def _begin(self) -> None:
        self._context = Context()
        self._declared = (
            (_LEVEL, _COMBO % (self._default, " var ".join(levels.levels()))),
            (_EVAL_MODE, _COMBO % ("cubeful", "cubeless var cubeful")),
            (_DETERMINISTIC, "check default true"),
            ("Seed", "spin default 0 min 0 max 2147483647"),
            ("Threads", "spin default 1 min 1 max 1"),
            (_VARIANT, _COMBO % (_VARIANTS[0], " var ".join(_VARIANTS))),
        )
        self._options = {name: says.split()[2] for name, says in self._declared}

    def ready(self) -> "Engine":
        """Returns the Engine of the option Level, made if necessary (see levels.make)."""
        level = self._options[_LEVEL]
        if self._level != level:
            self._engine = self._make(level, self._generated)
            self._level = level
        return self._engine

    def rest(self) -> None:
        """Releases the Engine, to free memory until the next line that needs it."""
        self._engine = self._level = None

    def line(self, text: str) -> list[str]:
        """Returns the lines that answer the line `text`, perhaps none. Never raises."""
        return [reply for reply in self.slices(text) if reply is not None]

    def slices(self, text: str) -> "Lines":
        """Yields the lines that answer `text`, and None after each slice of work. Never raises."""
        try:
            yield from self._answers(text) or ()
        except (Trouble, Refusal, RulesError, WeightsError) as error:
            code = getattr(error, "code", UNSUPPORTED if isinstance(error, WeightsError) else BAD)
            yield error_line(code, error)
        except MemoryError:
            yield "error unsupported_feature this board lacks the memory for that"
        except Exception as error:  # the other end needs an answer
            yield error_line("internal", "unexpected failure: %r" % error)

    def _answers(self, text: str) -> "Iterable[str | None] | None":
        if len(text.rstrip("\r\n")) > MAX_LINE:
            raise Trouble(BAD, "line too long: more than %d characters" % MAX_LINE)
        text = printable(text)
        if text.startswith(XGID):
            return self._xgid([text])
        refused = refusal(text)
        if refused:
            return (refused,)
        words = text.split()
        if not words:
            return None
        word = words.pop(0)
        if word in STATE:
            return getattr(self._context, word)(words)
        return getattr(self, "_" + word)(words)

    def _ubgi(self, words: "Sequence[str]") -> list[str]:
        """`ubgi` | `id name …`, `id author …`, `id version …`, `id extends …`, `option …`,
        `ubgiok` | identifies the engine, and resets everything sent before
        """
        exactly(words, 0, "ubgi")
        self._begin()
        options = ["option name %s type %s" % declared for declared in self._declared]
        return _WHO + options + ["ubgiok"]

    def _isready(self, words: "Sequence[str]") -> tuple[str]:
        """`isready` | `readyok` | shows that all lines before this one have been answered"""
        exactly(words, 0, "isready")
        return ("readyok",)

    def _setoption(self, words: "Sequence[str]") -> None:
        """`setoption name N value V` | – | sets one of the options that `ubgi` lists"""
        told = pairs(words, ("name", "value"))
        name, value = told.get("name", ""), told.get("value", "")
        if name not in self._options:
            names = ", ".join([known for known, _ in self._declared])
            raise Trouble(BAD, "no option '%s'. Options: %s" % (name, names))
        kind, *limits = [says for known, says in self._declared if known == name][0].split()
        if kind == "spin":
            number(name, value, int(limits[3]), int(limits[5]))
        else:
            one_of(name, value, limits[3::2] if kind == "combo" else ("true", "false"))
        if name == _DETERMINISTIC and value == "false":
            raise Trouble(UNSUPPORTED, "all answers are deterministic: leave Deterministic at true")
        self._options[name] = value
        self._context.variant = _VARIANTS.index(self._options[_VARIANT])

    def _go(self, words: "Sequence[str]") -> "Lines":
        """`go role chequer/cube/turn/answer/resign [movetime n] [depth n] [nodes n] [trials n]` |
        one of: `bestmove 24/18 18/13` (`bar/22`, `6/off`, or `pass` without a legal play);
        `bestcube double/nodouble`; `bestturn cube=double/nodouble move=…` (with `double`, the move
        after a take); `bestanswer take/drop/beaver/raccoon/accept/refuse` to the offer of
        `setoffer`; `bestresign none/single/gammon/backgammon`. Levels with equities first send
        `info role … eq … pwin … pgammon … pbg … pv …`. Levels that look two rolls ahead also send
        `info role chequer depth 2 nodes …` | makes the decision of this role. `answer` and `resign`
        are extensions. `depth`, `nodes` and `trials` change nothing: a level plays the same on
        every machine. After `movetime` milliseconds the level gives its best answer so far, which
        may differ on a slower machine
        """
        told = pairs(words, ("role",) + _BUDGETS)
        role = one_of("role", told.pop("role", ""), ROLES)
        for budget in told:
            number(budget, told[budget], 0, _MOST_BUDGET)
        cubeless = self._options[_EVAL_MODE] == "cubeless"
        engine = self.ready()
        replies = decide(role, engine, self._context, cubeless)
        if "movetime" in told and self._now is not None:
            return self._within(int(told["movetime"]), engine, replies)
        return replies

    def _within(self, ms: int, engine: "Engine", replies: "Lines") -> "Lines":
        """Yields `replies`; when `ms` ms have passed, hurries the engine after each slice.

        A single `hurry` is not enough: `go role turn` asks the engine two questions in succession.
        """
        began = self._now()
        for reply in replies:
            yield reply
            if self._now() - began & TICKS_MASK >= ms:
                engine.hurry()

    def _stop(self, words: "Sequence[str]") -> None:
        """`stop` | – | does nothing, because each line is read only after the line before it has
        been answered
        """
        exactly(words, 0, "stop")

    def _xgid(self, words: "Sequence[str]") -> "Lines":
        """`XGID=…` | Before the roll: `roll` or `double` (also `roll` if a player would resign).
        With dice: a play, its moves in full, or an empty line if no play is legal. To a double
        (`D`): `take`, `drop` or `beaver`. To a beaver (`B`) or a raccoon (`R`): `take` or `drop` |
        gives the best action in this situation. Of the lines before, only `setoption` matters
        """
        match = yield from self._match("", words)
        yield None
        engine = self.ready()
        yield None
        action = yield from engine.decide(Question(match))
        if action is None or actions.kind_of(action) == actions.RESIGN:
            yield "roll"  # programs do not expect `resign`
        elif actions.kind_of(action) == actions.PLAY:
            yield format_steps(actions.steps_of(action))
        else:
            yield record_text(action)

    def _plays(self, words: "Sequence[str]") -> "Lines":
        """`plays XGID=…` | `play <moves> <Position ID as the opponent, next on roll, sees it>` for
        each play with a distinct result, then `readyok` | lists the legal plays
        """
        match = yield from self._match("plays", words)
        if not match.dice:
            raise Trouble(MISSING, "there is no roll to play")
        self.ready()
        pos = match.position
        plays = self._generated
        after = array("b", pos)
        made = plays.again(pos, *match.dice)
        for i in range(plays.count):
            if plays.made != made:
                made = plays.again(pos, *match.dice)
            plays.result(i, pos, after)
            positions.swap(after)
            yield "play %s %s" % (format_steps(plays.steps(i)), notation.position_id(after))
        yield "readyok"

    def _eval(self, words: "Sequence[str]") -> "Lines":
        """`eval XGID=…` | Seven numbers with five decimals: five chances, the cubeless and the
        cubeful equity | evaluates the position, or with dice the position after the best play. The
        numbers are those of the player on turn, who is the doubler if a double is offered. The
        chances are to win, to win a gammon or more, to win a backgammon, to lose a gammon or more,
        to lose a backgammon. Equities are in points at the present cube (in a match +1 is a single
        game won). A level without equities answers with an error
        """
        match = yield from self._match("eval", words)
        yield None
        engine = self.ready()
        if not engine.knows:
            raise Trouble(UNSUPPORTED, "level %s cannot estimate equity" % self._level)
        yield None
        value = yield from engine.value(match.situation())
        numbers = list(value.outcome) + [value.cubeless, value.cubeful]
        yield " ".join([decimal(number, PLACES) for number in numbers])

    def _hardware(self, words: "Sequence[str]") -> "NoReturn":
        """`hardware` | [a report](../tools/hardware/README.md), whose last line is
        `hardware end` | measures the board; only a board can do this
        """
        raise Trouble(UNSUPPORTED, "only a board can measure itself")

    def _quit(self, words: "Sequence[str]") -> None:
        """`quit` | – | ends the program; a board resets everything instead, and keeps reading"""
        exactly(words, 0, "quit")
        self.closed = True

    def _match(self, word: str, words: "Sequence[str]") -> "Slices[Match]":
        """Returns the Match of the XGID in `words`; error messages quote the command `word`."""
        if len(words) != 1 or not words[0].startswith(XGID):
            raise Trouble(BAD, "write one XGID=... after '%s'" % word)
        situation = notation.from_xgid(words[0])
        situation.variant = self._context.variant
        yield
        return match_at(situation)
