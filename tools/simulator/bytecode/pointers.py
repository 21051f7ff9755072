"""viper's pointers for kernels that run as bytecode, on MicroPython; CPython has those of the shim.

Each is a buffer's elements, without signs, in the buffer's own memory. Unlike the chip's, these
pointers have an end.
"""

from array import array
from uctypes import ARRAY, UINT16, UINT32, addressof, bytearray_at, struct


def ptr8(buffer):
    """The bytes of a str, of bytes, or of an array of bytes."""
    return bytearray_at(addressof(buffer), len(memoryview(buffer)))


def ptr16(buffer):
    """The elements of an array, which have two bytes; of anything else its bytes, two by two."""
    return _words(buffer, UINT16, 2)


def ptr32(buffer):
    """The elements of an array, which have four bytes; of anything else its bytes, four by four."""
    return _words(buffer, UINT32, 4)


def _words(buffer, kind, width):
    count = len(buffer) if isinstance(buffer, array) else len(buffer) // width
    return struct(addressof(buffer), {"all": (ARRAY | 0, kind | count)}).all
