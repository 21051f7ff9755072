"""The firmware's own kernels, compiled by numba from the source that the chip runs.

Positions are int8 [26], as the player on roll sees them.
"""

import builtins

import numpy as np
from numba import njit, types
from numba.extending import overload, register_jitable

from picogammon.rules import movegen_kernel
from picogammon.rules.plays import MOST_PLAYS

ROOM = MOST_PLAYS  # results of one roll
WORK = 4 * (MOST_PLAYS + movegen_kernel.WORDS)  # bytes of scratch memory


def jitable(module, names):
    """Lets compiled code call these functions (`names`, with spaces between) of a module."""
    for name in names.split():
        register_jitable(getattr(module, name))


def _pointer(name, width):
    """Defines viper's pointer: to bytes, to an array of int64, or to another array's memory."""

    def point(buffer):
        if isinstance(buffer, types.Bytes):
            return lambda buffer: np.frombuffer(buffer, np.uint8).astype(np.int64)
        if buffer.dtype == types.int64:
            return lambda buffer: buffer
        return lambda buffer: buffer.view(width)

    overload(getattr(builtins, name))(point)


_pointer("ptr8", np.uint8)
_pointer("ptr16", np.uint16)
_pointer("ptr32", np.uint32)
jitable(movegen_kernel, "_movable _single _high_first _low_first _double generate result")


@njit(cache=True)
def copy(source, target):
    """Copies one array into another. For a slice, numba would allocate memory as no page can."""
    for i in range(len(source)):
        target[i] = source[i]


@njit(cache=True)
def results_of(pos, first, second, results, work):
    """Fills results (int8 [ROOM, 26]) with the positions after each play of a roll.

    Returns the number of plays, 0 without a legal one. `work`: uint8 [WORK].
    """
    plays = work[: 4 * ROOM]
    count = movegen_kernel.generate(pos, first, second, plays, work[4 * ROOM :]) >> 3
    for i in range(count):
        movegen_kernel.result(plays, i, pos, results[i])
    return count
