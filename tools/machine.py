"""The cores of this machine, and lock files."""

import contextlib
import os


def cores():
    """Returns the numbers of the cores that this process may use, sorted."""
    try:
        return sorted(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def locked(path, wait=True):
    """Holds the lock file `path`, created if missing: one process at a time has it.

    Raises OSError if another process has it, unless `wait`.
    """
    import fcntl  # Windows has none, and makes no images

    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
