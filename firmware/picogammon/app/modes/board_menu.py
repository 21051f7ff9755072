"""The menu of the board itself: set it up, test it, undo the set-up, or get another image."""

from picogammon.app import workshop
from picogammon.app.modes.base import Confirm
from picogammon.app.modes.menu import Choice, Item


def board_menu(navigator):
    """The Menu with a line for each. The match waits on flash meanwhile."""

    def goes(what):
        return lambda now: navigator.into_workshop(what, now)

    def undo(now):
        navigator.open(Confirm(navigator, "Undo the set-up?", "UNDO", goes(workshop.UNDO)))

    def update(now):
        navigator.open(Confirm(navigator, "Stop for an update?", "STOP", goes(workshop.UPDATE)))

    lines = [
        Item("Set up the board", goes(workshop.SET_UP)),
        Item("Test the board", goes(workshop.TEST)),
        Item("Undo the set-up", undo),
        Item("Update", update),
    ]
    return Choice(navigator, "Hardware set-up", lines)
