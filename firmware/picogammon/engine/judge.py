"""What any position is worth: whoever knows that class of position is asked.

A position is judged after a play: seen by the player who made it, the opponent to roll. The outcome
(see numbers) is that player's.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.classes import class_of
from picogammon.engine.numbers import (
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.rules import position as positions

_CONTACT = const(0)  # as in classes; what is imported is no constant
_RACE = const(1)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.net import Net
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.race import Race
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position

    Outcomes = Callable[[Position, Outcome], None]


def load(found: "Weights") -> "Judge":
    """The Judge of Weights; raises weights.WeightsError."""
    from picogammon.engine.net import Net  # later: memory, where there are no weights
    from picogammon.engine.race import Race

    return Judge(Net(found), Race(found))


class Judge:
    """`net` knows positions with contact, `race`, which can be read, those without; both fill an
    outcome. `net` is None where nobody asks about contact.
    """

    def __init__(self, net: "Net | None", race: "Race") -> None:
        self.race = race
        self.outcome = _asking(net.outcome if net else _unasked, race.outcome, class_of)


def _unasked(pos: "Position", out: "Outcome") -> None:
    raise ValueError("there is no net for positions with contact")


def _asking(net: "Outcomes", race: "Outcomes", class_of: "Callable[[Position], int]") -> "Outcomes":
    """Judge.outcome: what it uses is found at once here, which a look ahead at 10,000 notices."""

    def outcome(pos: "Position", out: "Outcome") -> None:
        """Fills out (array('i') of five) for pos; nothing is allocated."""
        found = class_of(pos)
        if found == _CONTACT:
            net(pos, out)
        elif found == _RACE:
            race(pos, out)
        else:
            _won(pos, out)

    return outcome


def _won(pos: "Position", out: "Outcome") -> None:
    """The player has borne off all: R20, R22, R23."""
    out[WIN] = numbers.ONE
    for slot in range(1, numbers.SLOTS):
        out[slot] = 0
    if positions.opponent_off(pos):
        return
    out[WIN_GAMMON] = numbers.ONE
    for place in range(7):
        if pos[place]:
            out[WIN_BACKGAMMON] = numbers.ONE
            return
