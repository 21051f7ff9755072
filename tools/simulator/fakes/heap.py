"""Code that must not allocate fails where it does. CPython has no such lock."""

import micropython


class no_allocation:
    """`with no_allocation():` MemoryError where something inside allocates."""

    def __enter__(self):
        getattr(micropython, "heap_lock", int)()

    def __exit__(self, kind, error, trace):
        getattr(micropython, "heap_unlock", int)()
