"""Starts the board, keeps it going, and restarts it when it fails; nothing else."""

import asyncio
import gc
import machine
import os
import sys
import time

from picogammon import VERSION
from picogammon.devices.crashes import CrashLog
from picogammon.devices.guard import Guard
from picogammon.devices.link import Serial

FILE_SYSTEM = "picogammon.devices.file_system"  # loaded if the image's _boot.py has used it
CHIP = getattr(sys.implementation, "_machine", "")

_IN_A_PAGE = sys.platform == "webassembly"
_LOOP_MS = 5
_BUSY_MS = 10  # of work without a pause
# With a pause of 0, asyncio goes on at once in a page: no press arrives, no memory is tidied.
_PAUSE_MS = 1 if _IN_A_PAGE else 0
# Bytes that are allocated between two collections at the start, or objects that stay would lie
# scattered. Firmware that was loaded from files has far less room.
_TIDIED = 16384 if globals().get("__file__", "").endswith(".mpy") else 65536
_SAY_MS = 500  # the time that a traceback waits for somebody to read it


def serial():
    """The link's port; None in a browser, where there is none."""
    if _IN_A_PAGE:
        return None
    import select

    return Serial(select, sys.stdin, sys.stdout)


def tell(port, text):
    """Prints to a port that perhaps nobody reads."""
    if port is None:
        print(text)
        return
    patience = _SAY_MS
    for byte in text.replace("\n", "\r\n").encode():
        while not port.write(byte) and patience:
            time.sleep_ms(1)
            patience -= 1


def breathing(guard):
    """A function that long work calls now and then; it feeds the watchdog and returns ticks_ms."""

    def breathe():
        now = time.ticks_ms()
        guard.feed(now)
        return now

    return breathe


def started(port, breathe=None):
    """The Board, which has resumed its match; the memory that it keeps lies close together."""
    tidied = getattr(gc, "threshold", None) or (lambda bytes: None)
    tidied(_TIDIED)
    from picogammon.board import Board  # now, as this may load the firmware from files

    board = Board(port)
    board.start(time.ticks_ms(), breathe)
    tidied(-1)  # from here on the board tidies memory itself
    return board


async def play(guard, port):
    """Runs the board until it shall start anew."""
    file_system = sys.modules.get(FILE_SYSTEM)
    if file_system and file_system.missing:
        from picogammon.erasing import Erasing  # hardly ever needed

        erasing = Erasing(lambda text: tell(port, text), file_system.newer)
        await answered(erasing, guard)
        if erasing.yes:
            erasing.erase(file_system, breathing(guard))
            guard.forget()
            machine.reset()
    paused = time.ticks_ms()
    board = started(port, breathing(guard))
    while not board.over:
        now = time.ticks_ms()
        board.run_round(now)
        guard.feed(now)
        if not board.busy:
            await asyncio.sleep_ms(_LOOP_MS)
        elif time.ticks_diff(time.ticks_ms(), paused) >= _BUSY_MS:
            await asyncio.sleep_ms(_PAUSE_MS)
        else:
            continue
        paused = time.ticks_ms()
    guard.forget()
    if board.softly:
        machine.soft_reset()
    machine.reset()


async def answered(asking, guard):
    """Waits until somebody has pressed a button."""
    while not asking.run_round(time.ticks_ms()):
        guard.feed(time.ticks_ms())
        await asyncio.sleep_ms(_LOOP_MS)


async def stopped(guard, port):
    """Says that the board failed again and again, and waits to be told to try once more."""
    from picogammon.alarm import Alarm

    await answered(Alarm(lambda text: tell(port, text), guard.attempt, breathing(guard)), guard)
    guard.forget()
    machine.reset()


async def main(guard, port):
    """One run; a failure is noted, and the board restarted."""
    trying = guard.begin(time.ticks_ms())
    try:
        if trying:
            await play(guard, port)
        await stopped(guard, port)
    except Exception as error:
        if trying:
            restart(guard, port, error)
        tell(port, "Picogammon failed, and its alarm as well: %r\n" % error)
    while True:  # even the alarm failed: somebody who comes with a cable must get in
        guard.feed(time.ticks_ms())
        await asyncio.sleep_ms(_LOOP_MS)


def restart(guard, port, error):
    """Notes what went wrong as well as possible, and restarts the board."""
    try:
        tell(port, guard.failed(error, time.ticks_ms()))
    except Exception:  # there is not even memory for that
        pass
    machine.reset()


def run():
    """Runs the board from power-on, and stops the watchdog for the prompt."""
    log = CrashLog("crash.log", getattr(os, "sync", None))
    guard = Guard(machine, CHIP, log, VERSION)
    port = serial()
    if not hasattr(asyncio, "run"):  # WebAssembly: the page's event loop is already running
        asyncio.create_task(main(guard, port))
        return
    try:
        asyncio.run(main(guard, port))
    finally:
        guard.leave()
        asyncio.new_event_loop()  # run() again from the prompt shall not find the tasks of this run


if __name__ == "__main__":
    run()
