"""What a test needs that runs on CPython and MicroPython alike, where there is no pytest to ask."""

import micropython
import os
import sys

from reference_data import data_lines  # noqa: F401 - the tests' own way to it

_LOCK = getattr(micropython, "heap_lock", None)
assert _LOCK or sys.implementation.name == "cpython"


class raises:
    """`with raises(Refusal, "not your turn"):` passes only if the block raises that, in such words.

    After the block `error` is what was raised. Any other error goes its way.
    """

    def __init__(self, error_class, part_of_message=""):
        self.error = None
        self._class = error_class
        self._part = part_of_message

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            raise AssertionError("%s was not raised" % self._class.__name__)
        if not issubclass(kind, self._class):
            return False
        assert self._part in str(error), "%r is not in %r" % (self._part, str(error))
        self.error = error
        return True


def some(numbers):
    """A test's cases, a list or range: all of them on CPython, every seventh where Python is slow.

    For what has many cases of one kind, and no runtime of its own: MicroPython shows there that it
    runs the code as CPython does.
    """
    return numbers if sys.implementation.name == "cpython" else numbers[::7]


def sample(cases, every, long=1):
    """One in `every` of many cases, a list or range; with ALL=1 one in `long`. On MicroPython as
    `some`."""
    return some(cases[:: long if whole() else every])


def whole():
    """Whether the long forms run."""
    ask = getattr(os, "getenv", None)  # not in WebAssembly
    return bool(ask) and ask("ALL") not in (None, "", "0")


class NoNativeCode(Exception):
    """There is nothing to test: only in WebAssembly there is no native code."""


def native(test):
    """Marks a test of what only native code does. In WebAssembly, and nowhere else, it raises
    NoNativeCode instead: `run_portable` counts it neither as passed nor as failed.
    """
    if sys.platform != "webassembly":
        return test

    def nothing():
        raise NoNativeCode

    return nothing


class no_allocation:
    """`with no_allocation():` MemoryError where something inside allocates; not on CPython."""

    def __enter__(self):
        if _LOCK:
            _LOCK()

    def __exit__(self, kind, error, trace):
        if _LOCK:
            micropython.heap_unlock()
