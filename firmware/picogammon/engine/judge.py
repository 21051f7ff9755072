"""What any position is worth, from the module that knows its class.

A position is judged after a play: seen by the player who made it, with the opponent to roll. The
outcome (numbers.py) is that player's.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.classes import CONTACT, OVER, RACE
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.numbers import (
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.net import Net
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.race import Race
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position


def load(found: "Weights") -> "Judge":
    """The Judge that reads these Weights; raises weights.WeightsError."""
    from picogammon.engine.net import Net  # saves memory if there are no weights
    from picogammon.engine.race import Race

    return Judge(Net(found), Race(found))


class Judge:
    """Judges positions of every class.

    `net` judges positions with contact, `race` (public) those without. `by_class`: for each class
    of positions a function like `outcome`. `outcome(pos, out)` fills out (array('i') of five) for
    pos, and allocates nothing.
    """

    def __init__(self, net: "Net", race: "Race") -> None:
        self.race = race
        known = {CONTACT: net.outcome, RACE: race.outcome, OVER: _won}
        self.by_class = by_class = tuple([known[number] for number in range(len(known))])
        find = class_of  # looked up once, not for each position

        def outcome(pos: "Position", out: "Outcome") -> None:
            by_class[find(pos)](pos, out)

        self.outcome = outcome


def _won(pos: "Position", out: "Outcome") -> None:
    """The outcome of a player who has borne off all: R20, R22, R23."""
    out[WIN] = numbers.ONE
    for slot in range(1, numbers.SLOTS):
        out[slot] = 0
    if positions.opponent_left(pos) < positions.CHECKERS:
        return
    out[WIN_GAMMON] = numbers.ONE
    for place in range(7):
        if pos[place]:
            out[WIN_BACKGAMMON] = numbers.ONE
            return
