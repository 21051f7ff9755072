"""Tests that compare native code with its twin: they run wherever there is native code."""

import sys


class NoNativeCode(Exception):
    """A test has nothing to compare: only in WebAssembly there is no native code."""


def native(test):
    """Marks a test that compares native code with its twin. In WebAssembly, and nowhere else, it
    raises NoNativeCode instead: `run_portable` counts it neither as passed nor as failed.
    """
    if sys.platform != "webassembly":
        return test

    def nothing():
        raise NoNativeCode

    return nothing
