"""Runs Python on an emulated board, over USB as mpremote does it."""

_INTERRUPT = b"\r\x03\x03"
_ENTER_RAW = b"\r\x01"
_LEAVE_RAW = b"\x02"
_END = b"\x04"
_BANNER = "raw REPL; CTRL-B to exit\r\n>"
# MicroPython stores so many bytes that it has not yet read.
_CHUNK = 128
_ANSWER_MS = 3000
_STOPPED_MS = 50  # from the interrupt until the program has stopped, as a rule
_TRIES = 3


class EmulatorError(Exception):
    """The board stopped, or could not do what it was told; the text says why."""


def execute(emulator, code, ms):
    """Runs `code` in the raw REPL within `ms`; returns what it printed (str).

    The board stays in the raw REPL. Raises EmulatorError, with the traceback or what went wrong.
    """
    enter(emulator)
    data = code.encode()
    for start in range(0, len(data), _CHUNK):
        emulator.send(data[start : start + _CHUNK])
        emulator.run(_ANSWER_MS, usb="sent")
        emulator.run(1)
    emulator.send(_END)
    if not emulator.run(ms, output="\x04>"):
        raise EmulatorError(f"no end within {ms} ms: {emulator.received()[-400:]!r}")
    said = emulator.received()
    if not said.startswith(b"OK"):
        raise EmulatorError(f"the board did not take the code: {said[-400:]!r}")
    printed, trace, _ = said[2:].split(_END)
    if trace:
        raise EmulatorError(trace.decode())
    return printed.decode().replace("\r\n", "\n")


def enter(emulator):
    """Interrupts the program and enters the raw REPL.

    What comes right behind the interrupt a program that reads its input may still take for its own:
    so one waits a moment, as mpremote does, and tries again. Raises EmulatorError where no REPL
    comes.
    """
    for _ in range(_TRIES):
        emulator.received()
        emulator.send(_INTERRUPT)
        emulator.run(_ANSWER_MS, usb="sent")
        emulator.run(_STOPPED_MS)
        emulator.send(_ENTER_RAW)
        if emulator.run(_ANSWER_MS, output=_BANNER):
            emulator.received()
            return
    raise EmulatorError(f"no REPL on the board: {emulator.received()[-400:]!r}")


def bare(emulator):
    """A soft reset from the raw REPL into it: nothing of the firmware is left, not even the part of
    it that is found by chance, as MicroPython takes whatever looks like an address for one.

    Raises EmulatorError where no REPL comes.
    """
    execute(emulator, "pass", _ANSWER_MS)
    emulator.send(_END)
    if not emulator.run(_ANSWER_MS, output=_BANNER):
        raise EmulatorError(f"no REPL after a reset: {emulator.received()[-400:]!r}")


def leave(emulator):
    """From the raw REPL to the friendly one."""
    emulator.send(_LEAVE_RAW)
    emulator.run(100)


def restart(emulator):
    """A soft reset from the REPL: boot.py and main.py run again."""
    emulator.send(_INTERRUPT + _LEAVE_RAW)
    emulator.run(100)
    emulator.received()
    emulator.send(_END)
