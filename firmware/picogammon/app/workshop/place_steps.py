"""The places' own buttons, a matrix: how its wires are joined, and which button does nothing."""

from micropython import const

from picogammon.app.workshop.wizard import FAINT, Step, capital, name_of
from picogammon.ground import clock
from picogammon.ground.presses import NEXT

_CLOSED_MS = const(20)
_COLUMNS = const(6)
_MANY = const(4)  # so many that are all in one row or column are a wire's fault
_KEYS = ("", "NONE", "", "BACK")
_WHITE = (FAINT, FAINT, FAINT)


class _Places(Step):
    """Asks for one place after another, and lights it. NEXT: its button does nothing.

    A button is its index in the matrix.
    """

    title = "Places"

    def begin(self, now):
        self._stuck = self.bench.closed()
        self._closed = self._stuck
        self._since = now
        self._ready = True
        self._wrong = ""
        self._at = 0
        return self.bench.places != b""

    def _place(self):
        """The place that is asked for."""
        return self.bench.places[self._order[self._at]]

    def lines(self):
        return ([self._wrong] if self._wrong else []) + ["Press " + name_of(self._place())]

    def keys(self):
        return _KEYS

    def tick(self, now):
        closed = self.bench.closed()
        if closed != self._closed:
            self._closed = closed
            self._since = now
        elif clock.diff(now, self._since) >= _CLOSED_MS:
            fresh = [i for i in closed if i not in self._stuck]
            if fresh and self._ready:
                self.redraw()
                self.pressed(fresh, now)
            self._ready = not fresh

    def _refuse(self, pressed):
        """Asks for the place once more: something else was pressed."""
        self._wrong = "That was %s." % name_of(self.bench.places[pressed[0]])

    def _go_on(self, now):
        self._wrong = ""
        self._at += 1
        if self._at == len(self._order):
            self.end()
            self.next(now)

    def back(self, now):
        if not self._at:
            return False
        self._wrong = ""
        self._at -= 1
        return True


class Joined(_Places):
    """Finds out which row and which column each wire is: the first row's buttons, then the others'
    first ones. NEXT leaves that as the board's data have it."""

    _order = (0, 1, 2, 3, 4, 5, 6, 12, 18, 24)

    def begin(self, now):
        self._found = []
        return _Places.begin(self, now)

    def pressed(self, buttons, now):
        row, column = divmod(buttons[0], _COLUMNS)
        found = self._found[: self._at]
        rows = [button // _COLUMNS for button in found]
        if self._at < _COLUMNS:
            fits = buttons[0] not in found and (not found or row == rows[0])
        else:
            fits = column == found[0] % _COLUMNS and row not in rows
        if fits and len(buttons) == 1:
            self._found = found + buttons
            self._go_on(now)
        else:
            self._wrong = "That fits no wire."

    def press(self, button, now):
        if button == NEXT:
            self.next(now)

    def end(self):
        rows, columns = self.bench.place_pins
        found, firsts = self._found[:_COLUMNS], self._found[:1] + self._found[_COLUMNS:]
        self.wizard.found["PLACE_ROW_PINS"] = [rows[button // _COLUMNS] for button in firsts]
        self.wizard.found["PLACE_COLUMN_PINS"] = [columns[button % _COLUMNS] for button in found]

    def light(self, now):
        first = dict(self.wizard.stops).get(self._place())
        each = self.wizard.found["LIGHTS_PER_POINT"]
        self.bench.light(range(first, first + each) if first is not None else (), _WHITE)


class Pressed(_Places):
    """Tests the buttons: those that are stuck, do nothing, or are read as others are faults."""

    def begin(self, now):
        self._dead = []
        self._read = {}  # the buttons that were read for another one
        asked = _Places.begin(self, now)
        self._order = [i for i in range(len(self.bench.places)) if i not in self._stuck]
        return asked

    def pressed(self, buttons, now):
        asked = self._order[self._at]
        if buttons != [asked]:
            if not self._wrong and len(buttons) == 1:
                self._refuse(buttons)
                return
            self._read[asked] = buttons
        self._go_on(now)

    def press(self, button, now):
        if button == NEXT:
            self._dead.append(self._order[self._at])
            self._go_on(now)

    def back(self, now):
        if not _Places.back(self, now):
            return False
        asked = self._order[self._at]
        self._read.pop(asked, None)
        self._dead = [button for button in self._dead if button != asked]
        return True

    def again(self, now):
        self.back(now)

    def end(self):
        self._tell(self._stuck, "is closed all the time")
        self._tell(self._dead, "does nothing")
        wires = set()
        rows = self.bench.place_pins[0]
        grounded = set()
        for asked in self._read:
            if len(self._read[asked]) >= _MANY:  # whichever row is looked at
                grounded.add(asked // _COLUMNS)
                continue
            for button in self._read[asked]:
                if button // _COLUMNS != asked // _COLUMNS:
                    wires.add((0,) + self._both(asked // _COLUMNS, button // _COLUMNS))
                if button % _COLUMNS != asked % _COLUMNS:
                    wires.add((1,) + self._both(asked % _COLUMNS, button % _COLUMNS))
        for row in sorted(grounded):
            self.wizard.fault("Row %d: GP%d touches ground." % (row + 1, rows[row]))
        for kind, one, other in sorted(wires):
            pins = self.bench.place_pins[kind]
            self.wizard.fault(
                "%s %d and %d: GP%d and GP%d are swapped, or touch."
                % (("Rows", "Columns")[kind], one + 1, other + 1, pins[one], pins[other])
            )

    def _both(self, one, other):
        return min(one, other), max(one, other)

    def _tell(self, buttons, what):
        """Names the wires of which many buttons are so, and each other button."""
        for kind in (0, 1):
            pins = self.bench.place_pins[kind]
            for wire in range(len(pins)):
                own = [i for i in buttons if divmod(i, _COLUMNS)[kind] == wire]
                if len(own) >= _MANY:
                    name = "%s %d" % (("Row", "Column")[kind], wire + 1)
                    self.wizard.fault("%s %s: look at GP%d." % (name, what, pins[wire]))
                    buttons = [i for i in buttons if i not in own]
        rows, columns = self.bench.place_pins
        for i in buttons:
            pins = rows[i // _COLUMNS], columns[i % _COLUMNS]
            name = capital(name_of(self.bench.places[i]))
            self.wizard.fault("%s: its button %s: look at GP%d, GP%d." % ((name, what) + pins))

    def light(self, now):
        place = self._place()
        lit = self.bench.wiring.places[place] if place < len(self.bench.wiring.places) else ()
        self.bench.light_own(lit, _WHITE)
