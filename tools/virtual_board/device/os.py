"""MicroPython's `os` for the virtual board: the port's own, and two things that it lacks there."""

import _page
from uos import *  # noqa: F403


def urandom(n):
    """`n` bytes of the browser's cryptographic randomness (or of ?seed=..., for tests)."""
    return bytes.fromhex(_page.random(n))


def sync():
    """Returns when every file is on the page's flash."""
    _page.sync()
