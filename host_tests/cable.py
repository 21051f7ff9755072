"""A serial line of this machine, and a board that plays at its other end: main.py on MicroPython's
unix port."""

import os
import pty
import select
import subprocess
import tty
from contextlib import contextmanager

from tools import runtimes


@contextmanager
def wire():
    """(one end as a file number, the other's path) of a serial line."""
    ours, theirs = pty.openpty()
    try:
        tty.setraw(theirs)
        yield ours, os.ttyname(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


@contextmanager
def plugged(folder):
    """The port of a board that plays; its files are in `folder`."""
    command = runtimes.unix_command(
        runtimes.ROOT / "tools" / "simulator" / "run_board.py", [folder], "8m"
    )
    with wire() as (end, path):
        with subprocess.Popen(
            command, env=runtimes.unix_env(), stdin=end, stdout=end, stderr=subprocess.PIPE
        ) as board:
            try:
                _wait(path)
                yield path
                assert board.poll() is None, board.stderr.read()
            finally:
                board.kill()


def _wait(path):
    line = os.open(path, os.O_RDONLY | os.O_NOCTTY)
    said = b""
    while b"plays on bench\r\n" not in said:
        ready, _, _ = select.select([line], [], [], 60)
        assert ready, said
        said += os.read(line, 1000)
    os.close(line)
