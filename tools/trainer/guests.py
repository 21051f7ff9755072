"""What GNU Backgammon says of positions: jobs that run a guest, a program inside of it.

gnubg prints nothing of use, so a guest writes to a pipe.

gnubg answers fast only while it is tied to one core, with a thread of its own to wait for.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from tools.trainer.records import CERTAIN, OUTPUTS

_HERE = Path(__file__).parent


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


def run(guest, name, settings, given=b""):
    """The bytes that a guest, the path of a program, writes.

    It finds its settings in the environment as NAME_KEY, the number of the open file to write to as
    NAME_TO, and of one with the bytes `given` as NAME_FROM.
    """
    program = gnubg()
    reading, writing = os.pipe()
    with core() as number, open(reading, "rb") as written, tempfile.TemporaryFile() as said:
        with tempfile.TemporaryFile() as file:
            file.write(given)
            file.seek(0)
            settings = {**settings, "TO": writing, "FROM": file.fileno()}
            try:
                process = subprocess.Popen(
                    ["taskset", "-c", str(number), program, "-t", "-q", "-r", "-p", str(guest)],
                    env={**os.environ, **{f"{name}_{key}": str(settings[key]) for key in settings}},
                    pass_fds=[writing, file.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=subprocess.STDOUT,
                )
            finally:
                os.close(writing)
        with process:
            data = written.read()
        if process.returncode or not data:
            said.seek(0, os.SEEK_END)
            said.seek(max(0, said.tell() - 2000))
            told = said.read().decode(errors="replace")
            raise RuntimeError(f"gnubg made nothing of {settings}. It said:\n{told}")
    return data


def label(seed, lists):
    """The job: so many labelled lists of its own games by this seed, as the bytes of records."""
    return run(_HERE / "labels_guest.py", "LABELS", {"SEED": seed, "LISTS": lists})


def judge(positions, plies):
    """The job: chances (uint16 [n, 5], 1/65535) as bytes, of positions (int8 [n, 26]) as bytes.

    Both are as the one who has just played sees them. Unlike gnubg's hints this needs no play that
    leads there: a position after a pass is one like any other.
    """
    return run(_HERE / "outcomes_guest.py", "OUTCOMES", {"PLIES": plies}, positions)


def chances_of(data):
    """The chances that `judge` gave as bytes: [n, 5], 0 to 1."""
    return np.frombuffer(data, "<u2").reshape(-1, OUTPUTS) / CERTAIN


def chances(positions, plies):
    """The same at once, of an array of positions."""
    return chances_of(judge(np.ascontiguousarray(positions, np.int8).tobytes(), plies))
