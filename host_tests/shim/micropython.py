"""MicroPython's `micropython` module for CPython, as far as the firmware uses it."""


def const(value):
    """The value itself: CPython has no compile-time constants."""
    return value


def native(function):
    """The function itself, run as bytecode."""
    return function


viper = native
