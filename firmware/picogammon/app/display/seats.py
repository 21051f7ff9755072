"""The board for other seats: for the player opposite, and with the home boards at the left."""

from picogammon.app.display.view import View
from picogammon.ground import BAR, OFF_0, PLACES, opposite


def seen(view: View) -> View:
    """What the OLED shows of `view` at such a seat: a View for the functions that draw.

    They take player 0 to sit below, with his home at the right.
    """
    other = View()
    for name in ("dice", "dice_used", "version", "cube", "cube_on", "length", "crawford"):
        setattr(other, name, getattr(view, name))
    for name in ("headline", "keys", "large", "asleep"):
        setattr(other, name, getattr(view, name))
    turned = view.turned
    for place in range(PLACES):
        to = opposite(place) if turned else place
        if view.home_left:
            to = _mirrored(to)
        other.marks[to] = view.marks[place]
        if place < OFF_0:
            other.checkers[to] = -view.checkers[place] if turned else view.checkers[place]
    for name in ("off", "scores", "pips"):
        pair = getattr(view, name)
        setattr(other, name, pair[::-1] if turned else pair)
    if view.clocks:
        first, second, running, delay = view.clocks
        if turned:
            first, second, running = second, first, None if running is None else 1 - running
        other.clocks = first, second, running, delay
    for name in ("decider", "dice_side", "owner", "offered_by"):
        side = getattr(view, name)
        setattr(other, name, 1 - side if turned and side is not None else side)
    return other


def _mirrored(place: int) -> int:
    """The place at the mirror image of this one, left for right."""
    if place == 0 or place >= BAR:
        return place
    return 13 - place if place <= 12 else 37 - place
