"""What any position is worth, from the module that knows its class.

A position is judged after a play: seen by the player who made it, with the opponent to roll. The
outcome (numbers.py) is that player's.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.classes import CONTACT, OVER, RACE
from picogammon.engine.numbers import (
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Slices
    from picogammon.engine.net import Net
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.race import Race
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position


def loading(
    found: "Weights", checkers: int = positions.CHECKERS, room: bytearray | None = None
) -> "Slices[Judge]":
    """Yields between slices, returns the Judge that reads these Weights; raises WeightsError.

    `checkers`: how many a side has, 15 or 3. `room`: as for Net.
    """
    from picogammon.engine.net import Net  # saves memory if there are no weights
    from picogammon.engine.race import Race
    from picogammon.engine.weights import FEW, USUAL

    kind = USUAL if checkers == positions.CHECKERS else FEW
    net = Net(found, kind, room)
    yield
    return Judge(net, Race(found, checkers=checkers), checkers)


class Judge:
    """Judges positions of every class.

    `net` judges positions with contact, `race` (public) those without; `checkers`: how many a side
    has. `by_class`: for each class
    of positions a function like `outcome`. `outcome(pos, out)` fills out (array('i') of five) for
    pos, and allocates nothing.
    """

    def __init__(self, net: "Net", race: "Race", checkers: int = positions.CHECKERS) -> None:
        self.race = race
        self._checkers = checkers
        known = {CONTACT: net.outcome, RACE: race.outcome, OVER: self._won}
        self.by_class = by_class = tuple([known[number] for number in range(len(known))])
        find = class_of  # looked up once, not for each position

        def outcome(pos: "Position", out: "Outcome") -> None:
            by_class[find(pos)](pos, out)

        self.outcome = outcome

    def _won(self, pos: "Position", out: "Outcome") -> None:
        """Fills out with the outcome of a player who has borne off all: R20, R22, R23."""
        multiple = positions.multiple_of(pos, self._checkers)
        for slot in range(numbers.SLOTS):
            out[slot] = 0
        for slot in (WIN, WIN_GAMMON, WIN_BACKGAMMON)[:multiple]:
            out[slot] = numbers.ONE
