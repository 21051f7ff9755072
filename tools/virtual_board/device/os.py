"""MicroPython's `os` for the virtual board: the port's own, and two things that it lacks there."""

from uctypes import addressof

import _page
from uos import *  # noqa: F403


def urandom(n):
    """`n` bytes of the browser's cryptographic randomness (or of ?seed=..., for tests)."""
    found = bytearray(n)
    _page.random(addressof(found), n)
    return bytes(found)


def sync():
    """Returns when every file is on the page's flash."""
    _page.sync()
