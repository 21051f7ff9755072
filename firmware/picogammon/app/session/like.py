"""A level that plays like a person: expert with errors, that loses what the person did lately.

All of it lies in its number in Settings.players: FIRST, and quarters of PR. So a match keeps it as
it keeps any level, and it plays the same after a power cut and on another board. It errs where
there is contact; in races it knows as much as expert does.
"""

from micropython import const

from picogammon.app.advice import equities
from picogammon.engine import levels

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.people import Person
    from picogammon.engine.engine import Engine
    from picogammon.rules.plays import Plays

LEVEL = "expert"
FIRST = const(64)
END = const(192)
_STEP = const(25)  # hundredths of PR
_LATEST = const(200)  # decisions that tell how somebody plays now
# (hundredths of PR, the noise with which expert has it), measured by the board's coach, which
# grades people as well (docs/strength.md, Like a person). In between it is drawn straight.
# The last pair goes on as the two before it.
_NOISES = (
    (0, 0),
    (159, 1500),
    (303, 2200),
    (448, 3000),
    (668, 4000),
    (1061, 5500),
    (1552, 7500),
    (2262, 10000),
    (3463, 14200),
)


def number_of(person: "Person") -> int | None:
    """The number of the level that plays as the person did in the last 200 decisions.

    None if there were not so many yet.
    """
    lost = decisions = 0
    for found, many in reversed(list(person.games())):
        lost += found * many
        decisions += many
        if decisions >= _LATEST:
            step = (lost // decisions + _STEP // 2) // _STEP
            return min(FIRST + step, END - 1)
    return None


def pr_of(number: int) -> int:
    """PR in hundredths of the level of that number."""
    return (number - FIRST) * _STEP


def called(number: int) -> str:
    """What it is called: its PR."""
    return equities.pr_text(pr_of(number))


def noise_of(number: int) -> int:
    """Its noise, as levels.make takes it."""
    pr = pr_of(number)
    below = _NOISES[0]
    for above in _NOISES[1:]:
        if pr <= above[0]:
            break
        below = above
    return below[1] + (above[1] - below[1]) * (pr - below[0]) // (above[0] - below[0])


def make(number: int, plays: "Plays") -> "Engine":
    """Its Engine. Raises WeightsError without usable weights."""
    return levels.make(LEVEL, plays, noise=noise_of(number))
