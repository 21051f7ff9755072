"""What a board asks if its flash cannot be mounted: nothing is erased without a person's yes."""

from micropython import const

from picogammon import board_data
from picogammon.alarm import Alarm
from picogammon.ground.presses import BACK, OK, REPEAT, SHORT, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.host import Host

_ROUNDS = const(32)  # repeats of a held button: 5 s
_NEWER = ("Use newer firmware:", "it is all kept.", "OK: play without.")


class Erasing(Alarm):
    """The question, on as many devices as work. `yes`: True if the files are to be erased."""

    title = "Settings unreadable"
    lines = ("Matches are safe.", "OK: play without.", "Hold BACK 5 s: erase settings.")
    key = "PLAY"
    every = 2
    long = ()
    linked = False

    def __init__(self, host: "Host") -> None:
        self._newer = host.file_system.newer  # it cannot be erased from here
        if self._newer:
            self.title = "Newer flash layout"
            self.lines = _NEWER
        Alarm.__init__(self, host)
        self.yes = False
        self._held = 0

    def run_round(self, now: int) -> bool:
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

    def erase(self) -> None:
        """Makes a new file system; if that fails, says so."""
        try:
            self._host.file_system.erase_own()
        except OSError as error:
            self._host.tell("The flash cannot be erased: %r\n" % error)

    def _made(self, make: "Callable[[Host, Any], Any]") -> "Any":
        # The board knows already that its files cannot be read.
        return board_data.first_of(self._host, make)[0]
