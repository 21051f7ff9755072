"""MicroPython's `micropython` module for CPython, as far as the firmware uses it."""

import builtins


def const(value):
    """The value itself: CPython has no compile-time constants."""
    return value


def native(function):
    """The function itself, run as bytecode."""
    return function


viper = native


def _pointer(kind):
    return lambda buffer: memoryview(buffer).cast("B").cast(kind)


# What viper code knows without importing it. Unlike the chip's, these pointers have an end.
builtins.ptr8 = _pointer("B")
builtins.ptr16 = _pointer("H")
builtins.ptr32 = _pointer("I")
