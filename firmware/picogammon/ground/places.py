"""How the places of a board, where a checker can be, are numbered.

A player counts points 1..24, his own bar as 25 and the other side's as 0. What is seen (the view's
marks, a board's wiring) counts points as player 0 does and has a place for each side's bar and off.
"""

from micropython import const

BAR = const(25)
OTHER_BAR = const(0)

BAR_1 = const(0)
BAR_0 = BAR
OFF_0 = const(26)
OFF_1 = const(27)
PLACES = const(28)

DICE = const(28)  # not places, but pressed like places
CUBE = const(29)


def opposite(place: int) -> int:
    """The same place as the player opposite numbers it: 24 for 1, the other side's bar or off."""
    return BAR - place if place < OFF_0 else OFF_0 + OFF_1 - place
