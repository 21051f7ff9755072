"""How the board's dice have fallen in its life, beside what is expected, and how likely that is.

Faces by Pearson's chi-squared over six, doubles by that over two; exact in whole numbers.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.session.dice import DiceBox

# The chi-squared times 1000 from which on each word holds: critical values of 5 degrees of freedom
# for faces, of one for doubles.
_WORDS = ("as usual", "unusual: 1 in 10", "rare: 1 in 100", "very rare: 1 in 1000")
_FACES = (9236, 15086, 20515)
_DOUBLES = (2706, 6635, 10828)
_FEW = const(30)  # dice, or rolls: with fewer, the critical values do not hold


def pages(box: "DiceBox", names: "Sequence[str]") -> list[tuple[str, list[str]]]:
    """[(title, lines)] to read: the faces and the doubles of each side, and of both together."""
    found = []
    for name, sides in ((names[0], (0,)), (names[1], (1,)), ("both", (0, 1))):
        found.append(("Dice: " + name, _of_faces(box.faces(*sides))))
        doubles = _of_doubles(box.rolls(*sides), box.doubles(*sides))
        found.append(("Doubles: " + name, doubles))
    return found


def _of_faces(faces: list[int]) -> list[str]:
    shown = ["%d: %d" % (i + 1, faces[i]) for i in range(6)]
    wide = 3 if max(faces) < 100000 else 2
    lines = ["  ".join(shown[i : i + wide]) for i in range(0, 6, wide)]
    lines.append("expected: %s each" % _tenths(sum(faces), 6))
    return lines + [word_of_faces(faces)]


def _of_doubles(rolls: int, doubles: int) -> list[str]:
    lines = [
        "%d roll%s" % (rolls, "" if rolls == 1 else "s"),
        "doubles: %d" % doubles,
        "expected: %s" % _tenths(rolls, 6),
    ]
    return lines + [word_of_doubles(rolls, doubles)]


def _tenths(count: int, part: int) -> str:
    """count / part with one decimal, as text."""
    tenths = (10 * count + part // 2) // part
    return "%d.%d" % (tenths // 10, tenths % 10)


def word_of_faces(faces: list[int]) -> str:
    """How often a fair die falls so far from evenly, or farther, in words."""
    dice = sum(faces)
    if dice < _FEW:
        return "too few to say"
    squares = sum([count * count for count in faces])
    return _word((6000 * squares - 1000 * dice * dice) // dice, _FACES)


def word_of_doubles(rolls: int, doubles: int) -> str:
    """How often fair dice show so many doubles too many or too few, or more so, in words."""
    if rolls < _FEW:
        return "too few to say"
    off = 6 * doubles - rolls
    return _word(1000 * off * off // (5 * rolls), _DOUBLES)


def _word(value: int, bounds: "Sequence[int]") -> str:
    return _WORDS[sum([value >= bound for bound in bounds])]
