"""The firmware's own kernels for numba: viper's pointers, and the names that a kernel calls.

What a PC asks a hundred million times is compiled from the very source that the chip runs.
"""

import builtins

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

_WIDTHS = {"ptr8": np.uint8, "ptr16": np.uint16, "ptr32": np.uint32}


def jitable(module, names):
    """Lets compiled code call these functions (`names`, with spaces between) of a module."""
    for name in names.split():
        register_jitable(getattr(module, name))


def _pointer(name):
    """Makes the pointer: to bytes; to an array of int64, a number each; to any other's memory."""
    width = _WIDTHS[name]

    def point(buffer):
        if isinstance(buffer, types.Bytes):
            return lambda buffer: np.frombuffer(buffer, np.uint8).astype(np.int64)
        if buffer.dtype == types.int64:
            return lambda buffer: buffer
        return lambda buffer: buffer.view(width)

    overload(getattr(builtins, name))(point)


for _name in _WIDTHS:
    _pointer(_name)
