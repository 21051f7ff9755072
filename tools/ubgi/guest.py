"""Answers lines of stdin on stdout; runs on every runtime.

usage: guest.py LEVEL
"""

import gc
import sys
import time

if hasattr(gc, "threshold"):
    # Of 8 MB: large blocks find room, and the weights are seldom gone through.
    gc.threshold(1 << 20)

from picogammon.app.ubgi.protocol import MAX_LINE, Ubgi  # noqa: E402
from picogammon.ground import TICKS_MASK  # noqa: E402


def talk(level):
    """Answers line by line until `quit` or the end of stdin. Skips the rest of overlong lines."""
    ubgi = Ubgi(level, now=getattr(time, "ticks_ms", _ms))
    ubgi.ready()
    while not ubgi.closed:
        line = _read()
        if not line:
            return
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = _read()
        for reply in ubgi.slices("".join([chr(byte) for byte in line])):
            if reply is not None:
                print(reply)


def _ms():
    """Returns the time as MicroPython's ticks_ms does."""
    return time.monotonic_ns() // 1000000 & TICKS_MASK


def _read():
    return sys.stdin.buffer.readline(MAX_LINE + 2)


if __name__ == "__main__":
    talk(sys.argv[1])
