"""Which turns end by themselves, if people like that."""

from micropython import const

from picogammon.app.session.prefs import BEARING_OFF, FORCED_PLAYS, PASSING
from picogammon.rules import position as positions
from picogammon.rules import steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.session import Session


def ends_turn(session: "Session", hand: steps.Hand, plays: int) -> bool:
    """True if a turn with so many legal `plays` ends by itself.

    `hand` holds the only play, or gets the steps if checkers are borne off without a choice.
    """
    field = PASSING if plays == 0 else FORCED_PLAYS if plays == 1 else BEARING_OFF
    goes = session.prefs.goes_by_itself(field, session.match.turn)
    return goes and (field != BEARING_OFF or bears_off(hand))


def bears_off(hand: steps.Hand) -> bool:
    """Makes the steps that bear off a checker with each die of a race; True if there are any.

    If there are none, the hand is as it was.
    """
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
