"""The shape of the board in drawings: the page, reports, pictures, templates.

The numbers in board_shape.json are in widths of a point; but pointLength is a part of the field's
height, and pipRadius and pipStep of a die's side. `below` and `above` are places from left to
right, numbered as in picogammon.ground; `pips` are on a grid of three by three, row by row.
"""

import json

with open(__file__[:-2] + "json") as text:  # no Path: the page's reports run on MicroPython
    SHAPE = json.load(text)


def seen(place):
    """Returns (the number of places left of a place, True if it is in the lower row)."""
    below = place in SHAPE["below"]
    return SHAPE["below" if below else "above"].index(place), below


def middle(place, point=1, bar=SHAPE["barWidth"], tray=SHAPE["trayWidth"]):
    """Returns (x of a place's middle from the field's left edge, True if it is in the lower row).

    `point`, `bar`, `tray`: widths.
    """
    left, below = seen(place)
    widths = 6 * [point] + [bar] + 6 * [point] + [tray]
    return sum(widths[:left]) + widths[left] / 2, below
