"""What Linux, macOS and Windows do differently: how to find the cores and lock a file."""

import contextlib
import os

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    import msvcrt


def cores():
    """The numbers of the cores that this process may use, sorted."""
    try:
        return sorted(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows do not say
        return list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def locked(path, wait=True):
    """Holds the lock file `path`, created if missing: one process at a time has it.

    Raises OSError where another one has it, unless it is to `wait`.
    """
    with open(path, "w") as file:
        if os.name == "nt":
            _lock_on_windows(file, wait)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield


def _lock_on_windows(file, wait):
    while True:
        try:
            return msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:  # LK_LOCK waits for ten seconds
            if not wait:
                raise
