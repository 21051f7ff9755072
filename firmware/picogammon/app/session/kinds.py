"""What kind of decision somebody made, by simple conditions. The first that holds is its kind:

| kind | the decision is |
| --- | --- |
| takes | the answer to a double, a beaver or a raccoon |
| doubles | whether to double |
| race | a play after the sides have passed each other |
| opening | a play in the first three rows of a game |
| back | a play while a side holds two points or more of the other's home |
| priming | a play while a side has made five of six points in a row before a checker of the other |
| blitz | a play while one is on the bar, and the other has made three points of his home |
| contact | any other play |
"""

from micropython import const

from picogammon.engine.classes import CONTACT
from picogammon.engine.classes_kernel import class_of
from picogammon.ground.places import BAR, OTHER_BAR
from picogammon.rules.match import TO_PLAY, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.review import Decision

KINDS = ("opening", "contact", "priming", "blitz", "back", "race", "doubles", "takes")

_OPENING = const(0)
_CONTACT = const(1)
_PRIMING = const(2)
_BLITZ = const(3)
_BACK = const(4)
_RACE = const(5)
_DOUBLES = const(6)
_TAKES = const(7)

_ROWS = const(3)  # of the opening
_HOME = const(6)
_MADE = const(5)  # points of a prime
_CLOSED = const(3)  # points of a home, in a blitz


def kind_of(decision: "Decision") -> int:
    """The index in KINDS of a review.Decision."""
    question = decision.question
    if question.phase != TO_PLAY:
        return _DOUBLES if question.phase == TO_ROLL else _TAKES
    pos = question.situation.position
    if class_of(pos) != CONTACT:
        return _RACE
    if decision.row <= _ROWS:
        return _OPENING
    mine = [n for n in range(1, BAR) if pos[n] > 1]
    theirs = [BAR - n for n in range(1, BAR) if pos[n] < -1]  # as their player counts
    last = BAR  # the rearmost checker of each, as its player counts
    while pos[last] <= 0:
        last -= 1
    first = OTHER_BAR
    while pos[first] >= 0:
        first += 1
    for made in (mine, theirs):
        if len([n for n in made if n >= BAR - _HOME]) > 1:
            return _BACK
    if _primes(mine, first) or _primes(theirs, BAR - last):
        return _PRIMING
    if last == BAR and _closed(theirs) or first == OTHER_BAR and _closed(mine):
        return _BLITZ
    return _CONTACT


def _primes(made: "Sequence[int]", behind: int) -> bool:
    """True if a prime is among the points `made`, before the other's checker at `behind`."""
    for start in range(behind + 1, BAR - _HOME + 1):
        if len([n for n in made if start <= n < start + _HOME]) >= _MADE:
            return True
    return False


def _closed(made: "Sequence[int]") -> bool:
    return len([n for n in made if n <= _HOME]) >= _CLOSED
