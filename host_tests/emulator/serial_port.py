"""The emulated board's USB as a serial port of this machine, for programs that want one."""

import contextlib
import os
import pty
import subprocess
import sys
import tty

from tools import runtimes

_STEP_MS = 2


def run(board, module, *arguments, until=None, env=None):
    """Runs `python -m module arguments --port PORT`, where PORT is the emulated board's.

    The board's time goes on as long as the program runs, and no longer. When `until()` becomes true
    the cable is pulled. `env`: its environment, this one if None. Returns a
    subprocess.CompletedProcess; stdout is all it said, as text.
    """
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    board.received()  # what it said before anybody listened
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments, "--port", os.ttyname(theirs)],
        cwd=runtimes.ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _carry(board, process, ours, until)
        os.close(theirs)
        os.close(ours)
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, said)


def _carry(board, process, port, until):
    while process.poll() is None and not (until and until()):
        with contextlib.suppress(BlockingIOError):
            board.send(os.read(port, 4096))
        board.run(_STEP_MS)
        said = board.received()
        while said:
            with contextlib.suppress(BlockingIOError):
                said = said[os.write(port, said) :]
