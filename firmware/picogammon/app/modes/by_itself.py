"""Which turns end without a press: where nothing can be decided, and people like it so."""

from picogammon.app.session.prefs import BEARING_OFF, FORCED_PLAYS, PASSING
from picogammon.ground.places import BAR
from picogammon.rules import position as positions
from picogammon.rules import steps

_HOME = 6


def ends_turn(session, hand, plays):
    """Whether a turn with so many legal `plays` ends by itself; `hand` holds the only one, and is
    given the steps if checkers are borne off without a choice."""
    prefs = session.prefs
    if plays == 0:
        return prefs[PASSING] == 1 or shut_out(hand.position)
    if plays == 1:
        return prefs[FORCED_PLAYS] == 1
    return prefs[BEARING_OFF] == 1 and bears_off(hand)


def shut_out(pos):
    """Whether a checker is on the bar and all six points it could enter on are blocked."""
    return pos[BAR] > 0 and max(pos[BAR - _HOME : BAR]) < -1


def bears_off(hand):
    """Makes the steps that bear off a checker with each die of a race; returns whether there are
    such. Where not, the hand is as it was."""
    if positions.contact(hand.position):
        return False
    while not hand.complete:
        off = [a_step for a_step in hand.legal() if steps.target(a_step) == 0]
        if not off:
            while hand.undo() is not None:
                pass
            return False
        hand.make(off[0])
    return True
