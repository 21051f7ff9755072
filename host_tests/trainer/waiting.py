"""Waiting for what another process does."""

import subprocess
import time

_LOOK_S = 0.1


def until(done, process, patience):
    """Returns once done() is true; AssertionError if `process` ends first or after `patience` s."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "it takes too long"
        try:
            code = process.wait(_LOOK_S)
        except subprocess.TimeoutExpired:
            continue
        assert done(), f"it ended with {code}"
