"""Stage 1: GNU Backgammon labels positions of its own games. One job, one seed, one file.

gnubg runs as a program and prints nothing of use: labels_guest.py inside it writes to a pipe. It
answers fast only while it is tied to one core, with a thread of its own to wait for.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

_GUEST = Path(__file__).with_name("labels_guest.py")


class MissingError(Exception):
    """A program is not here; the message says what to install."""


def gnubg():
    """The path of gnubg. Raises MissingError."""
    found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if not found:
        raise MissingError(
            "GNU Backgammon, the teacher, is missing. Debian, Ubuntu: apt-get install gnubg"
        )
    if not shutil.which("taskset"):
        raise MissingError("taskset is missing. Debian, Ubuntu: apt-get install util-linux")
    return found


@contextmanager
def core():
    """The number of a core that no other job on this machine has taken, if there is one."""
    cores = sorted(os.sched_getaffinity(0))
    for number in cores:
        path = Path(tempfile.gettempdir()) / f"picogammon-core-{os.getuid()}-{number}"
        with open(path, "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            yield number
            return
    yield cores[os.getpid() % len(cores)]


def label(seed, lists):
    """The job: so many labelled lists by this seed, as the bytes of records."""
    program = gnubg()
    reading, writing = os.pipe()
    settings = {"LABELS_SEED": str(seed), "LABELS_LISTS": str(lists), "LABELS_TO": str(writing)}
    with core() as number, open(reading, "rb") as records, tempfile.TemporaryFile() as said:
        try:
            guest = subprocess.Popen(
                ["taskset", "-c", str(number), program, "-t", "-q", "-r", "-p", str(_GUEST)],
                env={**os.environ, **settings},
                pass_fds=[writing],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
        finally:
            os.close(writing)
        with guest:
            data = records.read()
        if guest.returncode or not data:
            said.seek(0, os.SEEK_END)
            said.seek(max(0, said.tell() - 2000))
            told = said.read().decode(errors="replace")
            raise RuntimeError(f"gnubg made no labels by seed {seed}. It said:\n{told}")
    return data
