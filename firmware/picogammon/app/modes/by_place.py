"""What a pressed place means to the mode on top.

This module is loaded with the first place that is pressed, so a board that has its firmware in RAM
and no such buttons saves the memory. It answers for the modes that are always loaded. Any other
mode has a `press_place(place, now)` if places mean something to it.
"""

from picogammon.app.display.board_view import point_of
from picogammon.app.modes.hand import HandMode
from picogammon.app.modes.lifted import Lifted, sources
from picogammon.app.modes.turn import Turn
from picogammon.app.modes.watch import Watch
from picogammon.app.session.prefs import SEAT
from picogammon.ground.places import CUBE, DICE, PLACES, opposite
from picogammon.ground.presses import NEXT, OK


def press(mode, place, now):
    """Handles a press of `place` (ground.places, or DICE, CUBE) with `mode` on top."""
    if mode.session.prefs[SEAT] and place < PLACES:
        place = opposite(place)
    if hasattr(mode, "press_place"):
        mode.press_place(place, now)
    elif isinstance(mode, Turn):
        _press_turn(mode, place, now)
    elif isinstance(mode, HandMode):
        _press_hand(mode, place, now)
    elif isinstance(mode, Watch):
        mode.press(OK, now)


def _press_turn(mode, place, now):
    """The dice roll, the cube asks whether to double."""
    if place == DICE:
        mode.press(OK, now)
    elif place == CUBE:
        mode.press(NEXT, now)


def _press_hand(mode, place, now):
    """A checker is lifted; dice and cube end the turn."""
    if place in (DICE, CUBE):
        if mode.hand.complete:
            mode.press(OK, now)
        return
    point = point_of(mode.side, place)
    if point in sources(mode.hand):
        mode.navigator.open(Lifted(mode.navigator, mode.hand, mode.side, point))
