"""GNU Backgammon's text mode: it does, line by line, what its standard input says."""

import os
import subprocess

PROGRAM = "/usr/games/gnubg"
COMMAND = (PROGRAM, "--tty", "--quiet", "--no-rc")
# Of its environment: it answers in English, and what its Python prints comes at once.
ENVIRONMENT = {"LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
MISSING = "GNU Backgammon is not installed: make setup (on Debian and Ubuntu: apt install gnubg)"


def is_here():
    """Whether gnubg is installed."""
    return os.access(COMMAND[0], os.X_OK)


def run(commands, timeout):
    """All that it says while it does the commands, within `timeout` seconds.

    Raises OSError without gnubg, subprocess.SubprocessError where it fails or takes longer.
    """
    done = subprocess.run(
        COMMAND,
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **ENVIRONMENT},
        check=True,
    )
    return done.stdout
