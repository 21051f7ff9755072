"""MicroPython's `micropython` module for CPython, and other names that CPython lacks."""

import builtins
import sys
import traceback


def const(value):
    """The value itself: CPython has no compile-time constants."""
    return value


def native(function):
    """The function itself, run as bytecode."""
    return function


viper = native


def _pointer(kind):
    def point(buffer):
        data = buffer.encode() if isinstance(buffer, str) else buffer
        return memoryview(data).cast("B").cast(kind)

    return point


# What viper code knows without importing it. Unlike the chip's, these pointers have an end.
builtins.ptr8 = _pointer("B")
builtins.ptr16 = _pointer("H")
builtins.ptr32 = _pointer("I")
sys.print_exception = lambda error, file: traceback.print_exception(error, file=file)
