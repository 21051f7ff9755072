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


def load(found):
    """The Judge of Weights; raises weights.WeightsError."""
    from picogammon.engine.net import Net  # later: memory, where there are no weights
    from picogammon.engine.race import Race

    return Judge(Net(found), Race(found))


class Judge:
    """`net` knows positions with contact, `race`, which can be read, those without; both fill an
    outcome. `net` is None where nobody asks about contact.
    """

    def __init__(self, net, race):
        self.race = race
        self.outcome = _asking(net and net.outcome, race.outcome, class_of)


def _asking(net, race, class_of):
    """Judge.outcome: what it uses is found at once here, which a look ahead at 10,000 notices."""

    def outcome(pos, out):
        """Fills out (array('i') of five) for pos; nothing is allocated."""
        found = class_of(pos)
        if found == _CONTACT:
            net(pos, out)
        elif found == _RACE:
            race(pos, out)
        else:
            _won(pos, out)

    return outcome


def _won(pos, out):
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
