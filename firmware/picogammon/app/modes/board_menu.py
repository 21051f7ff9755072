"""The hardware: measured, set up, tested, its set-up undone, or another image for it."""

from micropython import const

from picogammon.app import workshop
from picogammon.app.display import view as views
from picogammon.app.modes.base import Confirm, Message, Mode, Pages
from picogammon.app.modes.menu import Choice, Item
from picogammon.ground.presses import BACK

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.base import Then
    from picogammon.app.modes.menu import Menu
    from picogammon.app.modes.navigator import Navigator

# The part of the report that is shown: (title, (label in the report, label here), ...).
_PAGES = (
    (
        "The board",
        ("chip", ""),
        ("flash", "Flash"),
        ("clock", "Clock"),
        ("free heap after", "Free"),
    ),
    (
        "Longest plays",
        ("casual, long look", "casual"),
        ("club, long look", "club"),
        ("expert, long look", "expert"),
        ("master, long look", "master"),
        ("all plays, doubles", "all 343 plays"),
    ),
    (
        "Lights and OLED",
        ("OLED", ""),
        ("I2C byte", "A byte"),
        ("screen sent", "Screen"),
        ("frame of lights", "Lights"),
    ),
    (
        "Flash",
        ("sector erase", "Erase"),
        ("sector erase, slowest", "at worst"),
        ("page program", "Program"),
        ("first word of a line", "Cache miss"),
    ),
    (
        "Random bits",
        ("ring oscillator", "Oscillator"),
        ("ones", "Ones"),
        ("longest run", "Longest run"),
        ("correlation, strongest", "Alike"),
    ),
)


def board_menu(navigator: "Navigator") -> "Menu":
    """The Menu with a line for each. The match waits on flash meanwhile."""

    def goes(what: int) -> "Then":
        return lambda now: navigator.workshop(what, now)

    def undo(now: int) -> None:
        navigator.open(Confirm(navigator, "Undo the set-up?", "UNDO", goes(workshop.UNDO)))

    def update(now: int) -> None:
        navigator.open(Confirm(navigator, "Stop for an update?", "STOP", goes(workshop.UPDATE)))

    lines = [
        Item("Set up the board", goes(workshop.SET_UP)),
        Item("Test the board", goes(workshop.TEST)),
        Item("Undo the set-up", undo),
        Item("Update", update),
    ]
    return Choice(navigator, "Hardware set-up", lines)


class Measuring(Mode):
    """Lets the hardware measure itself, some seconds; BACK stops that."""

    busy = True

    def __init__(self, navigator: "Navigator", now: int) -> None:
        Mode.__init__(self, navigator)
        self._lines = navigator.measure(now)
        self._found: dict[str, str] = {}
        self._last = ""

    def tick(self, now: int) -> None:
        try:
            line = next(self._lines)
        except StopIteration:
            self._show_all()
            return
        if line:
            label, _, text = line.partition(": ")
            self._found[label] = text
            self._last = line
            self.navigator.changed = True

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self.closed(now)
            self.navigator.leave(self)

    def closed(self, now: int) -> None:
        self._lines.close()

    def show(self, view: views.View) -> None:
        lines = ["The whole report goes out over USB.", self._last.partition(": ")[0]]
        view.page = views.TextView("Measuring", lines)
        view.keys = ["", "", "", "STOP"]

    def _show_all(self) -> None:
        pages = pages_of(self._found)
        self.navigator.leave(self)
        if pages:
            self.navigator.open(Pages(self.navigator, pages))
        else:
            self.navigator.open(Message(self.navigator, "Not here", [self._last]))


def pages_of(found: dict[str, str]) -> list[tuple[str, list[str]]]:
    """[(title, lines)] of a report, {label: text}; pages without any of its labels are left out."""
    pages = []
    for title, *rows in _PAGES:
        known = [(name, found[label]) for label, name in rows if label in found]
        if known:
            lines = [name + ": " + text if name else text for name, text in known]
            pages.append((title, lines))
    return pages
