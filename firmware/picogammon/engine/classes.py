"""The classes of positions that the engine tells apart."""

from micropython import const

from picogammon.ground.native import VIPER
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

CONTACT = const(0)  # the sides have still to pass each other
RACE = const(1)
OVER = const(2)  # the player has borne off all


def twin(pos: "Position") -> int:
    """The class of a position that has just been played, seen by the player who played."""
    if positions.contact(pos):
        return CONTACT
    return OVER if positions.off(pos) == positions.CHECKERS else RACE


if VIPER:
    from picogammon.engine.classes_kernel import class_of
else:
    class_of = twin
