"""Equities, ratings, grades and dice statistics in players' words.

Numbers are rounded with integer arithmetic, so that every runtime shows the same text.
"""

from micropython import const

from picogammon.app.session.prefs import TUTOR
from picogammon.engine import numbers
from picogammon.engine.engine import Question
from picogammon.engine.numbers import ONE
from picogammon.ground import capital
from picogammon.rules import actions
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.session.dice import DiceBox
    from picogammon.app.session.session import Session
    from picogammon.engine.cube import Cube


# Equities, chances and ratings.


def decimal(value: int, decimals: int, sign: str = "") -> str:
    """Returns `value` / 65536 with `decimals` decimals; `sign` precedes 0 and positive numbers."""
    power = 10**decimals
    digits = (abs(value) * power + ONE // 2) // ONE
    text = "%d.%0*d" % (digits // power, decimals, digits % power)
    return ("-" if value < 0 and digits else sign) + text


def points(equity: int) -> str:
    """Returns text in points, like +0.123, for an equity or error in 1/65536 of a point."""
    return decimal(equity, 3, "+")


def percent(chance: int) -> str:
    """Returns `chance`, in 1/65536, as text in whole percent, like 54 %."""
    return "%d %%" % ((100 * chance + ONE // 2) // ONE)


def pr_number(hundredths: int) -> str:
    """Returns the text of a PR, such as `4.5` for 450 hundredths."""
    return _tenths(hundredths, 100)


def pr_text(hundredths: int) -> str:
    """Returns the text of a PR with its name, such as `PR 4.5` for 450 hundredths."""
    return "PR " + pr_number(hundredths)


def rated(hundredths: int, decisions: int, judges: bool = False) -> str:
    """Returns text like "PR 4.5, expert", or a note that the player's level did the grading."""
    if judges:
        return "This level is the judge"
    band = numbers.band(hundredths, decisions)
    return pr_text(hundredths) + (band and ", " + band)


def race(pips: int, his: int) -> str:
    """Returns both pip counts in words; `his` is the opponent's count."""
    return "%d pip%s, his %d" % (pips, "" if pips == 1 else "s", his)


def _tenths(count: int, part: int) -> str:
    tenths = (10 * count + part // 2) // part
    return "%d.%d" % (tenths // 10, tenths % 10)


# The tutor. Functions import `engine.review`, so that most users of this module do not load it.


def least(session: "Session") -> int | None:
    """Returns the least error that the tutor mentions, in 1/65536 point; None without a tutor."""
    from picogammon.engine import review

    if not session.players.has_coach:
        return None
    return (None, review.BLUNDER, review.DOUBTFUL)[session.prefs[TUTOR]]


def question(session: "Session", action: bytes) -> Question | None:
    """Returns the Question that a person's `action` answers; None if the action gets no grade.

    Does not check whether the coach works, because the check takes time.
    """
    from picogammon.engine import review

    players = session.players
    if players.find_coach is None or not (session.match.helped() and players.person_decides()):
        return None
    asked = Question(session.match)
    return asked if review.is_decision(asked, action) else None


def name_of(loss: int) -> str:
    """Returns the word for an error of `loss`, in 1/65536 of a point."""
    from picogammon.engine import review

    if loss >= review.BLUNDER:
        return "Blunder"
    if loss >= review.MISTAKE:
        return "Mistake"
    if loss >= review.DOUBTFUL:
        return "Doubtful"
    return "Fine" if loss else "Best"


def cube_word(action: bytes | None, asked: Question) -> str:
    """Returns the word for `action` (None: a roll) in the decision `asked`, such as "Redouble"."""
    kind = actions.ROLL if action is None else actions.kind_of(action)
    centred = asked.situation.owner is None
    if kind == actions.ROLL:
        return "No double" if centred else "No redouble"
    if kind == actions.DOUBLE:
        return "Double" if centred else "Redouble"
    if kind == actions.TAKE and asked.phase in (BEAVERED, RACCOONED):
        return "Accept"
    return capital(actions.WORDS[kind])


def cube_lines(cube: "Cube", asked: Question) -> list[tuple[str, int]]:
    """Returns the possible actions: [(words, equity for the player who decides in `asked`)]."""
    if asked.phase == TO_ROLL:
        double = cube_word(actions.double(), asked)
        taken = (double + ", take", cube.dt)
        if cube.beaver is not None and cube.beavered < cube.dt:
            taken = (double + ", beaver", cube.beavered)
        return [(cube_word(None, asked), cube.nd), taken, (double + ", drop", cube.dp)]
    lines = [(cube_word(action, asked), worth) for action, worth in cube.options(asked.phase)]
    if len(lines) == 2 and asked.phase == DOUBLED:
        lines.append((cube_word(None, asked), -cube.nd))
    return lines


def doubled_word(cube: "Cube", asked: Question) -> str:
    """Returns a double and the best answer to it in words, such as "Double, take"."""
    return _answered(actions.double(), cube, asked)


def verdict(cube: "Cube", asked: Question, best: bytes | None) -> str:
    """Returns the right decision in words; `best`: the best action, or None to roll."""
    if asked.phase != TO_ROLL:
        return cube_word(best, asked)
    if best is None and cube.answer == actions.drop():
        return "Too good to double"
    return _answered(best, cube, asked)


def _answered(action: bytes | None, cube: "Cube", asked: Question) -> str:
    return cube_word(action, asked) + ", " + cube_word(cube.answer, asked).lower()


# Dice statistics: a chi-squared test, in integers.

# The critical values of chi-squared, times 1000, for all words but the first: with 5 degrees of
# freedom for faces, with one for doubles.
_WORDS = ("as usual", "unusual: 1 in 10", "rare: 1 in 100", "very rare: 1 in 1000")
_FACES = (9236, 15086, 20515)
_DOUBLES = (2706, 6635, 10828)
_FEW = const(30)  # dice, or rolls: with fewer, the critical values are invalid
_TOO_FEW = "too few to say"


def dice_pages(box: "DiceBox", names: "Sequence[str]") -> list[tuple[str, list[str]]]:
    """Returns six pages [(title, lines)]: faces and doubles for each player, then for both."""
    found = []
    for name, sides in ((names[0], (0,)), (names[1], (1,)), ("both", (0, 1))):
        counts = box.counts(*sides)
        faces, rolls, doubles = counts[:6], counts[6], counts[7]
        shown = ["%d: %d" % (i + 1, faces[i]) for i in range(6)]
        wide = 3 if max(faces) < 100000 else 2
        lines = ["  ".join(shown[i : i + wide]) for i in range(0, 6, wide)]
        lines.append("expected: %s each" % _tenths(sum(faces), 6))
        found.append(("Dice: " + name, lines + [word_of_faces(faces)]))
        lines = [
            "%d roll%s" % (rolls, "" if rolls == 1 else "s"),
            "doubles: %d" % doubles,
            "expected: %s" % _tenths(rolls, 6),
            word_of_doubles(rolls, doubles),
        ]
        found.append(("Doubles: " + name, lines))
    return found


def word_of_faces(faces: list[int]) -> str:
    """Returns in words how unusual the dice are; `faces`: how often each of 1 to 6 was rolled."""
    dice = sum(faces)
    if dice < _FEW:
        return _TOO_FEW
    squares = sum([count * count for count in faces])
    return _word((6000 * squares - 1000 * dice * dice) // dice, _FACES)


def word_of_doubles(rolls: int, doubles: int) -> str:
    """Returns in words how unusual it is to roll `doubles` doubles in `rolls` rolls."""
    if rolls < _FEW:
        return _TOO_FEW
    off = 6 * doubles - rolls
    return _word(1000 * off * off // (5 * rolls), _DOUBLES)


def _word(value: int, bounds: "Sequence[int]") -> str:
    return _WORDS[sum([value >= bound for bound in bounds])]
