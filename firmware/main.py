"""The board's program: runs the board, feeds its watchdog, and restarts it after a failure."""

import gc
import micropython
import sys
from micropython import const

# Switches Ctrl-C off, which would lead to the prompt before `main` runs. MicroPython reads USB at
# each branch, so no code before this line may branch.
(int, getattr(micropython, "kbd_intr", int))[sys.platform == "rp2"](-1)

from picogammon.devices.guard import Guard, asks_for_prompt
from picogammon.host import of_chip

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.board import Board
    from picogammon.host import Host

_LOOP_MS = 5  # the pause after a round in which the board is not busy
_BUSY_MS = 10  # the longest work without a pause
# Bytes that are allocated between two garbage collections during the start. Without collections,
# lasting objects would be scattered. Firmware that is loaded from files has far less room.
_TIDIED = 16384 if globals().get("__file__", "").endswith(".mpy") else 65536


def keep_alive(host: "Host", guard: Guard) -> int:
    """Feeds the watchdog; returns the time in ms (ticks_ms). Long work calls this repeatedly."""
    now = host.ticks_ms()
    guard.feed(now)
    return now


def started(
    host: "Host", keep_alive: "Callable[[], int] | None" = None, dim: bool = False
) -> "Board":
    """Returns a Board that has resumed its match. Calls `keep_alive` often until then.

    `dim`: True if the lights must stay dim at first.
    """
    tidied = getattr(gc, "threshold", None) or (lambda bytes: None)
    tidied(_TIDIED)
    from picogammon.board import Board  # after the guard: this may load the firmware from files

    board = Board(host)
    board.panel.strip.dim(dim)
    board.start(host.ticks_ms(), keep_alive)
    tidied(-1)  # from here on the board tidies memory itself
    return board


async def play(host: "Host", guard: Guard) -> bool:
    """Runs the board until it must restart; True if USB should stay connected then."""
    if host.file_system and host.file_system.missing:
        from picogammon.alarm import Erasing  # saves memory: hardly ever needed

        if await answer(host, guard, Erasing(host).run_round):
            try:
                host.file_system.erase_own()
            except OSError as error:
                host.tell("The flash cannot be erased: %r\n" % error)
            return False
    from picogammon import board_data

    pins = board_data.held_pins(host)
    if pins:
        from picogammon.alarm import Undoing  # saves memory: hardly ever needed

        undoes = await answer(host, guard, Undoing(host, pins).run_round)
        if undoes and board_data.forget(host):
            return False
    paused = host.ticks_ms()
    board = started(host, lambda: keep_alive(host, guard), guard.starting)
    board.navigator.note_crash = lambda error: guard.note(error, host.ticks_ms())
    while not board.over:
        now = keep_alive(host, guard)
        board.run_round(now)
        if guard.starting:
            shown, untouched = not board.panel.behind, board.panel.untouched(now)
            if guard.follow_start(now, shown, untouched):
                board.brighten(guard.weak)
        if not board.busy:
            await host.pause(_LOOP_MS)
        elif host.passed(paused) >= _BUSY_MS:
            await host.pause(host.breath_ms)
        else:
            continue
        paused = host.ticks_ms()
    board.navigator.keep_clock()
    return board.softly


async def answer(host: "Host", guard: Guard, ask: "Callable[[int], bool | None]") -> bool:
    """Calls `ask(now)` every few milliseconds; returns the first answer that is not None."""
    while True:
        found = ask(keep_alive(host, guard))
        if found is not None:
            return found
        await host.pause(_LOOP_MS)


def start_again(host: "Host", guard: Guard, softly: bool) -> None:
    """Restarts the board; clears its count of crashes. `softly`: True to keep USB connected."""
    guard.forget()
    if softly:
        host.machine.soft_reset()
    host.machine.reset()


async def main(host: "Host", guard: Guard) -> None:
    """Runs the board until it restarts; Ctrl-C restarts it at once.

    Raises KeyboardInterrupt instead if mpremote sent the Ctrl-C, so that the prompt appears.
    """
    try:
        try:
            host.let_ctrl_c(True)
            await run_once(host, guard)
        finally:
            host.let_ctrl_c(False)
    except KeyboardInterrupt:
        host.let_ctrl_c(False)  # again: a second Ctrl-C may have cut the line above short
        if await asks_for_prompt(host, guard):
            raise
        start_again(host, guard, True)  # a program only tried the port; the match is on flash


async def run_once(host: "Host", guard: Guard) -> None:
    """Runs the board, or the alarm after repeated failures, and then restarts the chip."""
    trying = guard.begin(host.ticks_ms())
    try:
        softly = False
        if trying:
            softly = await play(host, guard)
        else:
            from picogammon.alarm import Alarm  # saves memory: hardly ever needed

            await answer(host, guard, Alarm(host).run_round)
        start_again(host, guard, softly)
    except Exception as error:
        if trying:
            try:
                host.tell(guard.failed(error, host.ticks_ms()))
            except Exception:  # perhaps memory lacks even for this
                pass
            host.machine.reset()
        host.tell("Picogammon failed, and so did its alarm: %r\n" % error)
    # Even the alarm failed. Ctrl-C must work for a maker with a cable.
    await answer(host, guard, lambda now: None)


def run(host: "Host | None" = None) -> None:
    """Runs the board on `host`, or on the chip that runs this code if `host` is None."""
    host = host or of_chip()
    guard = Guard(host.machine, host.watchdog, host.files, host.counts_starts)
    host.run(main(host, guard), guard.leave)


if __name__ == "__main__":
    run(globals().get("host"))  # a web page sets its own host
