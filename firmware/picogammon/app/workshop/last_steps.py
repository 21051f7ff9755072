"""The last questions: how bright, is there a piezo, who sits where, and is all right."""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.session.prefs import BRIGHTNESS, PALETTE, SEAT, choices
from picogammon.app.workshop.wizard import Step
from picogammon.ground import NEXT, OK, PREV, TUNE_DOUBLE, reached, ticks_add

_AGAIN_MS = const(2000)
_START = ((1, -2), (6, 5), (8, 3), (12, -5), (13, 5), (17, -3), (19, -5), (24, 2))


class _Seen(Step):
    """Shows the start of a game on the lights, with all that was found out."""

    def begin(self, now: int) -> bool:
        self._view = self.wizard.view
        for point, count in _START:
            self._view.checkers[point] = count
        self.bench.use_found(self.wizard.found)
        return True

    def light(self, now: int) -> None:
        prefs = self.wizard.prefs
        view = self._view
        view.palette, view.brightness = prefs[PALETTE], prefs[BRIGHTNESS]
        view.turned = prefs[SEAT] == 1
        self.bench.paint(view, now)


class Brightness(_Seen):
    """Asks for the brightness: PREV darker, NEXT brighter."""

    title = "7: brightness"

    def lines(self) -> list[str]:
        return ["How bright?", "< %s >" % self.wizard.prefs.text(BRIGHTNESS)]

    def keys(self) -> list[str]:
        return ["-", "+", "OK", "BACK"]

    def press(self, button: int, now: int) -> None:
        prefs = self.wizard.prefs
        if button == OK:
            self.next(now)
        elif button == NEXT and prefs[BRIGHTNESS] < choices(BRIGHTNESS) - 1:
            prefs.change(BRIGHTNESS, 1)
        elif button == PREV and prefs[BRIGHTNESS]:
            prefs.change(BRIGHTNESS, -1)


class Piezo(_Seen):
    """Asks whether there is a piezo: OK yes, NEXT no."""

    title = "8: sound"

    def begin(self, now: int) -> bool:
        self._until = now
        return self.bench.has_piezo and _Seen.begin(self, now)

    def lines(self) -> list[str]:
        return ["Do you hear a tune?"]

    def keys(self) -> list[str]:
        return ["", "NO", "YES", "BACK"]

    def tick(self, now: int) -> None:
        if reached(now, self._until):
            self._until = ticks_add(now, _AGAIN_MS)
            self.bench.play(TUNE_DOUBLE, now)

    def press(self, button: int, now: int) -> None:
        if button != PREV:
            self.wizard.found["PIEZO_PIN"] = self.bench.piezo_pin if button == OK else None
            self.next(now)


class Seat(_Seen):
    """Asks who sits at the display's side: PREV the first player, NEXT the second."""

    title = "9: seats"

    def lines(self) -> list[str]:
        return ["Who sits at the", "display's side?"]

    def keys(self) -> list[str]:
        names = PALETTES[self.wizard.prefs[PALETTE]]
        return [names[0].upper(), names[1].upper(), "", "BACK"]

    def press(self, button: int, now: int) -> None:
        if button == OK:
            return
        if self.wizard.prefs[SEAT] != (button == NEXT):
            self.wizard.prefs.change(SEAT, 1)
        self.next(now)


class Keep(_Seen):
    """The last look; OK keeps all. Until then nothing is kept."""

    title = "Done"

    def begin(self, now: int) -> bool:
        self._trouble = ""
        return _Seen.begin(self, now)

    def lines(self) -> list[str]:
        if self._trouble:
            return [self._trouble, "OK: try again."]
        return ["Do the lights show", "the start of a game?"]

    def keys(self) -> list[str]:
        return ["", "", "SAVE", "BACK"]

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self._trouble = self.bench.keep(self.wizard.found, self.wizard.prefs)
            if not self._trouble:
                self.next(now)


KINDS = (Brightness, Piezo, Seat, Keep)
