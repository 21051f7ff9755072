"""viper's pointers for kernels that run as bytecode on MicroPython; the shim has CPython's.

Each is a buffer's unsigned elements in the buffer's memory. Unlike the chip's, it has an end.
"""

from array import array
from uctypes import ARRAY, UINT16, UINT32, addressof, bytearray_at, struct


def ptr8(buffer):
    """Returns the bytes of a str, of bytes, or of an array of bytes."""
    return bytearray_at(addressof(buffer), len(memoryview(buffer)))


def ptr16(buffer):
    """Returns the elements of an array of two bytes each, or any other buffer's byte pairs."""
    return _words(buffer, UINT16, 2)


def ptr32(buffer):
    """Returns the elements of an array of four bytes each, or any other buffer's fours of bytes."""
    return _words(buffer, UINT32, 4)


def _words(buffer, kind, width):
    count = len(buffer) if isinstance(buffer, array) else len(buffer) // width
    return struct(addressof(buffer), {"all": (ARRAY | 0, kind | count)}).all
