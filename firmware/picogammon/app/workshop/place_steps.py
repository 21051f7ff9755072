"""The places' own buttons, a matrix: how its wires are joined, and which button does nothing.

A button is its index in the matrix: of rows of six.
"""

from micropython import const

from picogammon.app.workshop.wizard import FAINT, Step, name_of
from picogammon.ground import clock
from picogammon.ground.places import PLACES
from picogammon.ground.presses import NEXT

_CLOSED_MS = const(20)
_COLUMNS = const(6)
_MANY = const(4)  # so many that are all in one row or column are a wire's fault


class _Places(Step):
    """Asks for one place of `order` after another, and lights it. NEXT: there is no answer."""

    title = "Places"

    def begin(self, now):
        self._stuck = self._closed = self.bench.closed()
        self._since = now
        self._ready = True
        self._wrong = False
        self._at = 0
        self.read = {}  # by button that was asked for: those that were read; [] if none was
        self.order = [i for i in range(len(self.bench.places)) if i not in self._stuck]
        return self.bench.places != b""

    def lines(self):
        name = "Press " + name_of(self._place())
        return ["Not that one.", name] if self._wrong else [name]

    def keys(self):
        return ["", "NONE", "", "BACK"]

    def tick(self, now):
        closed = self.bench.closed()
        if closed != self._closed:
            self._closed = closed
            self._since = now
        elif clock.diff(now, self._since) >= _CLOSED_MS:
            fresh = [i for i in closed if i not in self._stuck]
            if fresh and self._ready:
                self.redraw()
                if self.fits(self.order[self._at], fresh):
                    self.answer(fresh, now)
                else:
                    self._wrong = True
            self._ready = not fresh

    def answer(self, read, now):
        self._wrong = False
        self.read[self.order[self._at]] = read
        self._at += 1
        if self._at == len(self.order):
            self.end()
            self.next(now)

    def back(self, now):
        self._wrong = False
        self._at -= 1
        return self._at >= 0

    def light(self, now):
        place = self._place()
        lit = self.bench.wiring.places[place] if place < PLACES else ()
        self.bench.light(lit, (FAINT, FAINT, FAINT))

    def _place(self):
        return self.bench.places[self.order[self._at]]


class Joined(_Places):
    """Finds out which row and which column each wire is: the first row's buttons, then the others'
    first ones. NEXT leaves that as the board's data have it."""

    def begin(self, now):
        asked = _Places.begin(self, now)
        self.order = (0, 1, 2, 3, 4, 5, 6, 12, 18, 24)
        return asked

    def fits(self, asked, read):
        before = [divmod(self.read[i][0], _COLUMNS) for i in self.order if i < asked]
        row, column = divmod(read[0], _COLUMNS)
        in_row = [pair for pair in before if pair[0] == row]
        if asked < _COLUMNS:
            return len(in_row) == len(before) and (row, column) not in before
        return not in_row and column == before[0][1]

    def press(self, button, now):
        if button == NEXT:
            self.next(now)

    def end(self):
        rows, columns = self.bench.place_pins
        read = [self.read[i][0] for i in self.order]
        found = self.wizard.found
        found["PLACE_ROW_PINS"] = [rows[i // _COLUMNS] for i in read[:1] + read[_COLUMNS:]]
        found["PLACE_COLUMN_PINS"] = [columns[i % _COLUMNS] for i in read[:_COLUMNS]]


class Pressed(_Places):
    """Tests the buttons: those that are stuck, do nothing, or are read as others are faults."""

    def fits(self, asked, read):
        return read == [asked] or self._wrong or len(read) > 1

    def press(self, button, now):
        if button == NEXT:
            self.answer([], now)

    def end(self):
        self._tell(self._stuck, "is always closed")
        self._tell([i for i in self.order if not self.read[i]], "does nothing")
        found = set()
        for asked in self.order:
            for button in self.read[asked]:
                for kind in (0, 1):
                    one, other = sorted([divmod(i, _COLUMNS)[kind] for i in (asked, button)])
                    if one != other:
                        pins = self.bench.place_pins[kind]
                        found.add(
                            "GP%d and GP%d: swapped, or they touch." % (pins[one], pins[other])
                        )
        for text in sorted(found):
            self.wizard.fault(text)

    def _tell(self, buttons, what):
        """Names the wires of which many buttons are so, and each other button."""
        for kind in (0, 1):
            pins = self.bench.place_pins[kind]
            for wire in range(len(pins)):
                own = [i for i in buttons if divmod(i, _COLUMNS)[kind] == wire]
                if len(own) >= _MANY:
                    name = ("Row", "Column")[kind]
                    self.wizard.fault(
                        "%s %d %s: look at GP%d." % (name, wire + 1, what, pins[wire])
                    )
                    buttons = [i for i in buttons if i not in own]
        rows, columns = self.bench.place_pins
        for i in buttons:
            pins = what, rows[i // _COLUMNS], columns[i % _COLUMNS]
            name = name_of(self.bench.places[i])
            self.wizard.fault("The button of %s %s: look at GP%d, GP%d." % ((name,) + pins))
