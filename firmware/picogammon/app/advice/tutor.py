"""The tutor: whether it grades a decision, and what a grade is called."""

from micropython import const

from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import Question
from picogammon.engine.review import BLUNDER, DOUBTFUL, MISTAKE, is_decision
from picogammon.rules import actions
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.session import Session
    from picogammon.engine.options import Cube

_LEAST = (None, BLUNDER, DOUBTFUL)  # the least loss that is mentioned, by the preference's value
_WORDS = {actions.TAKE: "Take", actions.DROP: "Drop", actions.BEAVER: "Beaver"}
_WORDS[actions.RACCOON] = "Raccoon"
_UNDOUBLED = ("No double", "No redouble")


def least(session: "Session") -> int | None:
    """The least loss (1/65536 of a point) that the tutor mentions; None if it is off or cannot."""
    return _LEAST[session.prefs[TUTOR]] if session.players.has_coach else None


def question(session: "Session", action: bytes) -> Question | None:
    """The engine.Question that a person answers with `action`; None if it gets no grade.

    Whether the coach can give one is found out after the action, as to make a coach takes time.
    """
    players = session.players
    if players.find_coach is None or not (session.match.helped() and players.person_decides()):
        return None
    asked = Question(session.match)
    return asked if is_decision(asked, action) else None


def name_of(loss: int) -> str:
    """The word for a loss (in 1/65536 of a point)."""
    if loss >= BLUNDER:
        return "Blunder"
    if loss >= MISTAKE:
        return "Mistake"
    if loss >= DOUBTFUL:
        return "Doubtful"
    return "Fine" if loss else "Best"


def cube_word(action: bytes | None, asked: Question) -> str:
    """The word for a cube action; None stands for the roll."""
    if action is None or actions.kind_of(action) == actions.ROLL:
        return _UNDOUBLED[asked.situation.owner is not None]
    if actions.kind_of(action) == actions.DOUBLE:
        return "Double" if asked.situation.owner is None else "Redouble"
    if actions.kind_of(action) == actions.TAKE and asked.phase in (BEAVERED, RACCOONED):
        return "Accept"
    return _WORDS[actions.kind_of(action)]


def cube_lines(cube: "Cube", asked: Question) -> list[tuple[str, int]]:
    """[(words, worth)] of each option of the cube, for the side that is asked; worth in 1/65536."""
    if asked.phase != TO_ROLL:
        lines = [(cube_word(action, asked), worth) for action, worth in cube.options(asked.phase)]
        return lines if len(lines) > 2 else lines + _undoubled(cube, asked)
    double = cube_word(actions.double(), asked)
    taken = (double + ", take", cube.dt)
    if cube.beaver is not None and cube.beavered < cube.dt:
        taken = (double + ", beaver", cube.beavered)
    return [(cube_word(None, asked), cube.nd), taken, (double + ", drop", cube.dp)]


def doubled_word(cube: "Cube", asked: Question) -> str:
    """A double and its best answer, in words."""
    return cube_word(actions.double(), asked) + _answered(cube, asked)


def _answered(cube: "Cube", asked: Question) -> str:
    return ", " + cube_word(cube.answer, asked).lower()


def _undoubled(cube: "Cube", asked: Question) -> list[tuple[str, int]]:
    if asked.phase != DOUBLED:
        return []
    return [(_UNDOUBLED[asked.situation.owner is not None], -cube.nd)]


def verdict(cube: "Cube", asked: Question, best: bytes | None) -> str:
    """The right decision, in the players' words; `best`: the best action, or None to roll."""
    if asked.phase != TO_ROLL:
        return cube_word(best, asked)
    if best is None and cube.answer == actions.drop():
        return "Too good to double"
    return cube_word(best, asked) + _answered(cube, asked)
