"""Asks, before the board starts, whether to erase a flash that cannot be mounted, or to undo a
set-up. Neither is done without a person's yes.
"""

from micropython import const

from picogammon import board_data
from picogammon.alarm import Alarm
from picogammon.app.workshop import UNDO
from picogammon.ground import BACK, OK, REPEAT, SHORT, press_of, ticks_diff
from picogammon.held import LONGER, SAID, SINCE_MS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from machine import Pin
    from typing import Any

    from picogammon.host import Host

_ROUNDS = const(32)  # repeats of a held button: 5 s
_NEWER = ("Install newer firmware:", "all files are safe.", "OK: play anyway.")


class Erasing(Alarm):
    """The question, on as many devices as work and over USB, where a line can answer it.

    `yes`: True if the files are to be erased.
    """

    title = "Files unreadable"
    lines = (
        "Matches are safe.",
        "OK: play anyway.",
        "Hold BACK 5 s: erase preferences and records.",
    )
    key = "PLAY"
    every = 2
    long = ()
    by_line = "Over USB: type play or erase, then Enter."

    def __init__(self, host: "Host") -> None:
        system = host.file_system
        self._kept = system.newer or system.needs > 0  # it cannot be erased from here
        if system.needs:
            self.title = "Flash too small"
            self.lines = (
                "Use a Pico with %d MB." % system.needs,
                "Nothing is saved.",
                "OK: play anyway.",
            )
        elif system.newer:
            self.title = "Newer flash layout"
            self.lines = _NEWER
        if self._kept:
            self.by_line = "Over USB: type play, then Enter."
        Alarm.__init__(self, host)
        self.yes = False
        self._held = 0
        self._sent = ""  # the answer that came over USB

    def run_round(self, now: int) -> bool:
        """One round; True once the question is answered.

        While BACK is held, more and more lights are white.
        """
        self._look(now)
        self._link_on(now)
        if self._sent and not (self._link and self._link.busy):
            self.yes = self._sent == "erase"
            return True
        if self._buttons is None:
            return True
        press = self._buttons.scan(now)
        held = self._held
        if press == press_of(BACK, REPEAT) and not self._kept:
            held += 1
        elif press >= 0 or self._buttons.settled:
            held = 0
        if held != self._held:
            self._held = held
            self._redden(256 * held // _ROUNDS)
        self.yes = held >= _ROUNDS
        return self.yes or press == press_of(OK, SHORT)

    def _answered(self, line: str) -> "Iterator[str]":
        word = line.strip()
        if word == "mirror":
            return self._mirrored()
        if word == "play" or word == "erase" and not self._kept:
            self._sent = word
            return iter((word + " end",))
        return iter(("error unsupported_feature " + self.title + ". " + self.by_line,))

    def erase(self) -> None:
        """Makes a new file system; if that fails, says so."""
        try:
            self._host.file_system.erase_own()
        except OSError as error:
            self._host.tell("The flash cannot be erased: %r\n" % error)

    def _made(self, make: "Callable[[Host, Any], Any]") -> "Any":
        # The board knows already that its files cannot be read.
        return board_data.first_of(self._host, make)[0]


class Undoing(Alarm):
    """Waits before the board starts, while a button of the image's is held that the set-up lacks.

    `yes`: it was held for ten seconds, so the set-up is to be undone; what is low for longer than
    fifteen is no finger.
    """

    title, lines = "Undo the set-up", (LONGER,)
    key = ""
    every = 2
    long = ()
    linked = False

    def __init__(self, host: "Host", pins: "list[Pin]") -> None:
        """`pins`: what board_data.held_pins has found."""
        Alarm.__init__(self, host)
        self.yes = False
        self._pins = pins
        self._began: int | None = None

    def run_round(self, now: int) -> bool:
        """One round; True once the board can start, or be restarted."""
        if self._began is None:
            self._began = now
        _, _, longer, too_long = [ticks_diff(now, self._began) >= ms for ms in SINCE_MS]
        if too_long or all(pin.value() for pin in self._pins):
            self.yes = longer and not too_long
            return True
        if longer and self.every > 1:
            self.every, _, lines = SAID[UNDO]
            self.view.page.lines = list(lines)  # as an Alarm adds to them
            self._looked_at = None  # it is shown anew
        self._look(now)
        return False
