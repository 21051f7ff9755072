"""Questions that find the wiring and the faults of the buttons at points, bars and trays.

These buttons form a matrix with rows of six. A button is given by its index in the matrix.
"""

from micropython import const

from picogammon.app.workshop.strip import name_of
from picogammon.app.workshop.wizard import Question
from picogammon.ground import PLACES, ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.app.workshop.wizard import Flow, Wizard

    # The closed buttons as the pins report them, and as the PIO does (None if it does not watch).
    Read = tuple[list[int], list[int] | None]

_CLOSED_MS = const(20)
_COLUMNS = const(6)
_BUTTONS = const(30)
_ROW_AND_COLUMN = (0, 1, 2, 3, 4, 5, 6, 12, 18, 24)  # the buttons of the first row and column


class _Place(Question):
    """A question that asks for a press of `button`, and lights its point, bar or tray.

    The answer is a pair of lists: the closed buttons as read from the pins, and the closed buttons
    as the PIO reports them (None if the PIO does not watch). NONE gives the answer ([], None).

    `stuck`: buttons to ignore. `fits(closed)`: True if the closed buttons can be the answer;
    otherwise the page says "Not that one." and the question stays. `insists`: True to accept a
    second wrong press as the answer.
    """

    def __init__(
        self,
        wizard: "Wizard",
        button: int,
        stuck: list[int],
        fits: "Callable[[list[int]], bool]",
        insists: bool = False,
    ) -> None:
        place = wizard.bench.places[button]
        lights = wizard.bench.wiring.places[place] if place < PLACES else ()
        lines = ["Press " + name_of(place), ""]
        Question.__init__(self, wizard, "Places", lines, ("", "NONE", "", "BACK"), lights)
        self._stuck = stuck
        self._fits = fits
        self._insists = insists
        self._closed: list[int] | None = None
        self._ready = self._wrong = False

    def press(self, button: int, now: int) -> "Read":
        return [], None

    def tick(self, now: int) -> "Read | None":
        closed = self.bench.matrix.closed()
        if closed != self._closed:
            self._closed = closed
            self._since = now
        elif ticks_diff(now, self._since) >= _CLOSED_MS:
            fresh = [button for button in closed if button not in self._stuck]
            ready, self._ready = self._ready, not fresh
            if fresh and ready:
                if self._fits(fresh) or self._insists and self._wrong:
                    return fresh, self.bench.matrix.noted
                self._wrong = self.wizard.changed = True
                self.lines[1] = "Not that one."
        return None


def find_wires(wizard: "Wizard") -> "Flow":
    """Finds the row and column pins: asks for a press of each button in the first row and column.

    Changes no pins if a button is stuck or the player chooses NONE.
    """
    bench = wizard.bench
    stuck = wizard.once(bench.matrix.closed)
    if stuck:
        return
    found: list[list[int]] = []  # for each of _ROW_AND_COLUMN, the closed buttons
    for asked in _ROW_AND_COLUMN:

        def fits(closed: list[int], asked: int = asked) -> bool:
            if not asked:
                return True
            if closed in found:
                return False
            first, button = found[0][0], closed[0]
            if asked < _COLUMNS:
                return button // _COLUMNS == first // _COLUMNS
            return button % _COLUMNS == first % _COLUMNS

        closed, _ = yield _Place(wizard, asked, stuck, fits)
        if not closed:
            return
        found.append(closed)
    rows, columns = bench.place_pins
    buttons = [closed[0] for closed in found]
    in_column = [buttons[0]] + buttons[_COLUMNS:]
    wizard.found["PLACE_ROW_PINS"] = [rows[button // _COLUMNS] for button in in_column]
    in_row = buttons[:_COLUMNS]
    wizard.found["PLACE_COLUMN_PINS"] = [columns[button % _COLUMNS] for button in in_row]


def test_places(wizard: "Wizard") -> "Flow":
    """Asks for a press of each button; reports buttons that are stuck, dead, swapped or misread."""
    bench = wizard.bench
    stuck = wizard.once(bench.matrix.closed)
    swapped = set()
    for button in range(_BUTTONS):

        def fits(closed: list[int], button: int = button) -> bool:
            return closed == [button] or len(closed) > 1

        closed: list[int] = []
        if button not in stuck:
            closed, noted = yield _Place(wizard, button, stuck, fits, True)
        name = name_of(bench.places[button])
        pins = _pins(bench, button)
        if not closed:
            what = "is always closed" if button in stuck else "does nothing"
            wizard.fault("The button of %s %s: check GP%d, GP%d." % ((name, what) + pins))
        elif noted not in (None, closed):
            text = "The button of %s: pins and PIO disagree. Check GP%d, GP%d."
            wizard.fault(text % ((name,) + pins))
        for other in closed:
            for pair in zip(pins, _pins(bench, other)):
                if pair[0] != pair[1]:
                    swapped.add("GP%d and GP%d are swapped or touching." % tuple(sorted(pair)))
    for text in sorted(swapped):
        wizard.fault(text)


def _pins(bench: "Any", button: int) -> tuple[int, int]:
    rows, columns = bench.place_pins
    return rows[button // _COLUMNS], columns[button % _COLUMNS]
