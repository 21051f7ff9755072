"""The shape of the board, as all that draws it sees it: the page, reports, pictures, templates.

board_shape.json has it, in widths of a point; but pointLength is a part of the field's height, and
pipRadius and pipStep of a die's side. `below` and `above` are places from left to right, numbered
as in picogammon.ground; `pips` lie on a grid of three by three, counted row by row.
"""

import json

with open(__file__[:-2] + "json") as text:  # no Path: the page's reports run on MicroPython
    SHAPE = json.load(text)


def seen(place):
    """(how many places lie left of a place, is it in the lower row?)."""
    below = place in SHAPE["below"]
    return SHAPE["below" if below else "above"].index(place), below


def middle(place, point=1, bar=SHAPE["barWidth"], tray=SHAPE["trayWidth"]):
    """(x of a place's middle from the field's left edge, is it in the lower row?), by the widths of
    a point, the bar and a tray.
    """
    left, below = seen(place)
    widths = 6 * [point] + [bar] + 6 * [point] + [tray]
    return sum(widths[:left]) + widths[left] / 2, below
