"""MicroPython's `os` for the virtual board: the port's own, and the two things that it lacks on WebAssembly."""

from uos import *

import _page


def urandom(n):
    """`n` bytes of the browser's cryptographic randomness (or of ?seed=..., for tests)."""
    return bytes.fromhex(_page.random(n))


def sync():
    """Returns when every file is on the page's flash."""
    _page.sync()
