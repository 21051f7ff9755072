"""MicroPython's `micropython` module for CPython, and other names that CPython lacks."""

import builtins
import sys
import traceback


def const(value):
    return value


def native(function):
    return function


viper = native


def _pointer(kind):
    def point(buffer):
        data = buffer.encode() if isinstance(buffer, str) else buffer
        return memoryview(data).cast("B").cast(kind)

    return point


# Names that viper code has without an import. Unlike the chip's, these pointers have an end.
builtins.ptr8 = _pointer("B")
builtins.ptr16 = _pointer("H")
builtins.ptr32 = _pointer("I")
sys.print_exception = lambda error, file: traceback.print_exception(error, file=file)
