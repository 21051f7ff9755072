"""Which turns end without a press: where nothing can be decided, and people like it so."""

from picogammon.app.session.prefs import BEARING_OFF, FORCED_PLAYS, PASSING
from picogammon.rules import position as positions
from picogammon.rules import steps


def ends_turn(session, hand, plays):
    """Whether a turn with so many legal `plays` ends by itself; `hand` holds the only one, and is
    given the steps if checkers are borne off without a choice."""
    field = PASSING if plays == 0 else FORCED_PLAYS if plays == 1 else BEARING_OFF
    goes = session.prefs.goes_by_itself(field, session.match.turn)
    return goes and (field != BEARING_OFF or bears_off(hand))


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
