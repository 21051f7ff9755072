"""Code that must not allocate fails where it does. CPython has no such lock."""

import micropython
import sys

_LOCK = getattr(micropython, "heap_lock", None)
_UNLOCK = getattr(micropython, "heap_unlock", None)
assert _LOCK or sys.implementation.name == "cpython"


class no_allocation:
    """`with no_allocation():` MemoryError where something inside allocates."""

    def __enter__(self):
        if _LOCK:
            _LOCK()

    def __exit__(self, kind, error, trace):
        if _UNLOCK:
            _UNLOCK()
