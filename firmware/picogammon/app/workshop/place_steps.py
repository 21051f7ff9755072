"""The places' own buttons, a matrix: how its wires are joined, and which button does nothing.

A button is its index in the matrix: in rows of six.
"""

from micropython import const

from picogammon.app.workshop.wizard import FAINT, Step, name_of
from picogammon.ground import NEXT, PLACES, ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_CLOSED_MS = const(20)
_COLUMNS = const(6)
_BUTTONS = const(30)


class _Places(Step):
    """Asks for one of the `buttons` after another, and lights its place.

    `read`: by button that was asked for, those that were closed then.
    """

    buttons: "Sequence[int]"
    fits: "Callable[[int, list[int]], bool]"  # True if that was read of the button asked for
    end: "Callable[[], None]"

    title = "Places"

    def begin(self, now: int) -> bool:
        self.stuck = self._closed = self.bench.closed()
        self._order = [button for button in self.buttons if button not in self.stuck]
        self._since = now
        self._ready = True
        self._wrong = False
        self._at = 0
        self.read: dict[int, list[int]] = {}
        return len(self._order) > 0

    def _place(self) -> int:
        return self.bench.places[self._order[self._at]]

    def lines(self) -> list[str]:
        return ["Press " + name_of(self._place()), "Not that one." if self._wrong else ""]

    def keys(self) -> list[str]:
        return ["", "NONE", "", "BACK"]

    def light(self, now: int) -> None:
        place = self._place()
        lit = self.bench.wiring.places[place] if place < PLACES else ()
        self.bench.light(lit, (FAINT, FAINT, FAINT))

    def tick(self, now: int) -> None:
        closed = self.bench.closed()
        if closed != self._closed:
            self._closed = closed
            self._since = now
        elif ticks_diff(now, self._since) >= _CLOSED_MS:
            fresh = [button for button in closed if button not in self.stuck]
            if fresh and self._ready:
                if self.fits(self._order[self._at], fresh):
                    self.answer(fresh, now)
                else:
                    self._wrong = True
                self.redraw()
            self._ready = not fresh

    def answer(self, read: list[int], now: int) -> None:
        self.read[self._order[self._at]] = read
        self._wrong = False
        self._at += 1
        if self._at == len(self._order):
            self.end()
            self.next(now)

    def back(self, now: int) -> bool:
        self._wrong = False
        self._at -= 1
        return self.read.pop(self._order[self._at], None) is not None


class Joined(_Places):
    """Finds out which row and which column each wire is, by a row's buttons and a column's.

    NEXT leaves that as the board's data have it; so does a button that is stuck.
    """

    buttons = (0, 1, 2, 3, 4, 5, 6, 12, 18, 24)

    def begin(self, now: int) -> bool:
        return _Places.begin(self, now) and not self.stuck

    def fits(self, asked: int, read: list[int]) -> bool:
        if not asked:
            return True
        if read in self.read.values():
            return False
        first, (button,) = self.read[0][0], read[:1]
        if asked < _COLUMNS:
            return button // _COLUMNS == first // _COLUMNS
        return button % _COLUMNS == first % _COLUMNS

    def press(self, button: int, now: int) -> None:
        if button == NEXT:
            self.next(now)

    def end(self) -> None:
        rows, columns = self.bench.place_pins
        found, read = self.wizard.found, self.read
        found["PLACE_ROW_PINS"] = [rows[read[i][0] // _COLUMNS] for i in range(0, _BUTTONS, 6)]
        found["PLACE_COLUMN_PINS"] = [columns[read[i][0] % _COLUMNS] for i in range(_COLUMNS)]


class Pressed(_Places):
    """Tests the buttons: those that are stuck, do nothing, or are read as others are faults. So are
    those that the PIO reads otherwise."""

    buttons = range(_BUTTONS)

    def begin(self, now: int) -> bool:
        self._noted: dict[int, list[int] | None] = {}
        if _Places.begin(self, now):
            return True
        self.end()
        return False

    def answer(self, read: list[int], now: int) -> None:
        self._noted[self._order[self._at]] = self.bench.matrix.noted if read else None
        _Places.answer(self, read, now)

    def fits(self, asked: int, read: list[int]) -> bool:
        return read == [asked] or self._wrong or len(read) > 1

    def press(self, button: int, now: int) -> None:
        if button == NEXT:
            self.answer([], now)

    def end(self) -> None:
        swapped = set()
        for button in self.buttons:
            pins = self._pins(button)
            read = self.read.get(button, ())
            if not read:
                what = "is always closed" if button in self.stuck else "does nothing"
                name = name_of(self.bench.places[button])
                text = "The button of %s %s: check GP%d, GP%d."
                self.wizard.fault(text % ((name, what) + pins))
            elif self._noted[button] not in (None, read):
                text = "The button of %s: pins and PIO disagree. Check GP%d, GP%d."
                self.wizard.fault(text % ((name_of(self.bench.places[button]),) + pins))
            for other in read:
                for pair in zip(pins, self._pins(other)):
                    if pair[0] != pair[1]:
                        swapped.add("GP%d and GP%d are swapped or touching." % tuple(sorted(pair)))
        for text in sorted(swapped):
            self.wizard.fault(text)

    def _pins(self, button: int) -> tuple[int, int]:
        rows, columns = self.bench.place_pins
        return rows[button // _COLUMNS], columns[button % _COLUMNS]
