"""Keeps the board going: feeds the watchdog, notes errors, knows when to give up."""

from micropython import const

from picogammon.devices import crashes, watchdog

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable


class Guard:
    """Guards one run of the board, from `begin` to `failed` or `leave`."""

    def __init__(
        self, machine: object, address: int | None, log: crashes.CrashLog, version: str
    ) -> None:
        """`machine`: the module; `address`: the watchdog's registers; `log`: a CrashLog."""
        words = getattr(machine, "mem32", None)
        self._dog = watchdog.Watchdog(getattr(machine, "WDT", None), words, address)
        self._crashes = crashes.Crashes(watchdog.Scratch(words, address), log, version)

    def begin(self, now: int) -> bool:
        """True if the board shall start; False if it failed too often. `now`: ticks_ms."""
        self._crashes.begin(now)
        return not self._crashes.too_many

    def feed(self, now: int) -> None:
        """To be called every few milliseconds: all is well."""
        self._dog.feed()
        self._crashes.settle(now)

    def failed(self, error: BaseException, now: int) -> str:
        """Notes an exception that ended the run; returns its traceback. Never raises."""
        return self._crashes.caught(error, now)

    def note(self, error: BaseException, now: int) -> None:
        """Notes an exception that ended some work, while the board plays on."""
        self._crashes.note(error, now)

    def attempt(self, act: "Callable[..., object]", *what: object) -> bool:
        """Calls `act(*what)`, which may be what fails; True if that went well (Crashes)."""
        return self._crashes.attempt(act, *what)

    def forget(self) -> None:
        """Lets a board that failed too often try again after the next reset."""
        self._crashes.forget()

    def leave(self) -> None:
        """Ends the run for the prompt, where the watchdog must not bite.

        A second Ctrl-C, sent while this method works, must not keep it from that.
        """
        while True:
            try:
                self._crashes.forget()
                self._dog.stop()
                return
            except KeyboardInterrupt:
                pass
