"""Runs a program at the emulated board's USB."""

import subprocess
import sys
from contextlib import closing

from tools import runtimes
from tools.cable import Cable

_STEP_MS = 2


def run(board, module, *arguments, until=None, env=None):
    """Runs `python -m module arguments --port PORT`, where PORT is the emulated board's.

    The board's time passes only while the program runs. The cable is pulled when `until()` becomes
    true. `env`: the program's environment, by default this one. Returns a CompletedProcess whose
    stdout has stderr, too.
    """
    board.received()  # what it said before anybody listened
    with closing(Cable()) as cable:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments, "--port", cable.url],
            cwd=runtimes.ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            while process.poll() is None and not (until and until()):
                cable.carry_in(board)
                board.run(_STEP_MS)
                cable.carry_out(board)
            cable.pull_out()
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, said)
