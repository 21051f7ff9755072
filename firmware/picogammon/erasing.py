"""What a board asks if its flash cannot be mounted: nothing is erased without a person's yes."""

from micropython import const

from picogammon import board_data
from picogammon.alarm import Alarm
from picogammon.ground.presses import BACK, OK, REPEAT, SHORT, pack
from picogammon.panel import make_buttons

_ROUNDS = const(32)  # repeats of a held button: 5 s
_NEWER = ("Use newer firmware:", "its match is kept.", "OK: play, keep nothing.")


class Erasing(Alarm):
    """The question, on as many devices as work. `yes`: True if all is to be erased."""

    title = "Flash unreadable"
    lines = ("Nothing is erased.", "OK: play, keep nothing.", "Hold BACK 5 s: erase all.")
    key = "PLAY"
    every = 2

    def __init__(self, say, newer=False):
        """`newer`: the flash was laid out by newer firmware, and cannot be erased from here."""
        if newer:
            self.title = "Newer flash layout"
            self.lines = _NEWER
        Alarm.__init__(self, say)
        self.yes = False
        self._newer = newer
        self._held = 0

    def run_round(self, now):
        """One round; True once the question is answered.

        While BACK is held, more and more lights are white.
        """
        self._look(now)
        if self._buttons is None:
            return True
        press = self._buttons.scan(now)
        held = self._held
        if press == pack(BACK, REPEAT) and not self._newer:
            held += 1
        elif press >= 0 or self._buttons.settled:
            held = 0
        if held != self._held:
            self._held = held
            self._redden(256 * held // _ROUNDS)
        self.yes = held >= _ROUNDS
        return self.yes or press == pack(OK, SHORT)

    def erase(self, file_system, breathe):
        """Makes a new file system; if that fails, says so."""
        try:
            file_system.erase_own(breathe)
        except OSError as error:
            self._say("The flash cannot be erased: %r\n" % error)

    def _made(self, make):
        return board_data.first_of(make)[0]  # the board knows already that its files cannot be read

    def _make_buttons(self, data):
        return make_buttons(data, ())
