"""Starts the board, keeps it going, and starts it again when it fails; nothing else."""

import asyncio
import machine
import os
import sys
import time

from picogammon import VERSION
from picogammon.devices.crashes import CrashLog
from picogammon.devices.guard import Guard
from picogammon.devices.link import Serial

CHIP = getattr(sys.implementation, "_machine", "")

_IN_A_PAGE = sys.platform == "webassembly"
_LOOP_MS = 5
_BUSY_MS = 10  # of work without a pause
# After no time at all asyncio goes on at once in a page: no press arrives, no memory is tidied.
_PAUSE_MS = 1 if _IN_A_PAGE else 0
_SAY_MS = 500  # as long as a traceback waits for somebody to read it


def serial():
    """The link's port; None in a browser, whose page has no such thing."""
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


async def play(guard, port):
    """Runs the board until it shall start anew."""
    from picogammon.board import Board

    def rest():
        now = time.ticks_ms()
        guard.feed(now)
        return now

    board = Board(port)
    paused = time.ticks_ms()
    board.start(paused, rest)
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
    machine.reset()


async def stopped(guard, port):
    """The board failed again and again: says so, and waits to be told to try once more."""
    from picogammon.alarm import Alarm

    alarm = Alarm(lambda text: tell(port, text))
    while not alarm.run_round(time.ticks_ms()):
        guard.feed(time.ticks_ms())
        await asyncio.sleep_ms(_LOOP_MS)
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
    while True:  # even the alarm failed: whoever comes with a cable must get in
        guard.feed(time.ticks_ms())
        await asyncio.sleep_ms(_LOOP_MS)


def restart(guard, port, error):
    """Notes what went wrong as well as can be, and restarts the board."""
    try:
        tell(port, guard.failed(error, time.ticks_ms()))
    except Exception:  # no memory even for that
        pass
    machine.reset()


def run():
    """What power-on does."""
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
        asyncio.new_event_loop()  # run() again from the prompt shall not find this run's rest


if __name__ == "__main__":
    run()
