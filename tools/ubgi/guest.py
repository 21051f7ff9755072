"""Lines from stdin to the engine, its lines to stdout: the part that runs on every runtime.

usage: guest.py LEVEL
"""

import gc
import sys

if hasattr(gc, "threshold"):
    gc.threshold(16384)  # what is imported stays close together, and large blocks find room

from picogammon.app.ubgi.protocol import MAX_LINE, Ubgi  # noqa: E402


def talk(level):
    """Answers line by line until `quit` or the end of stdin. Overlong lines are read past."""
    ubgi = Ubgi(level)
    ubgi.ready()
    while not ubgi.closed:
        line = _read()
        if not line:
            return
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = _read()
        for reply in ubgi.answers("".join([chr(byte) for byte in line])):
            print(reply)


def _read():
    return sys.stdin.buffer.readline(MAX_LINE + 2)


if __name__ == "__main__":
    try:
        talk(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
