"""Imports what the levels by the net need, one slice after another.

A module of its own: stock MicroPython, which has no room for the weights, never loads it.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Slices


def importing() -> "Slices[None]":
    """Yields after each import, in an order in which none takes a Pico more than 12 ms."""
    from picogammon.engine import net  # noqa: F401

    yield
    from picogammon.engine import bearoff_kernel  # noqa: F401

    yield
    from picogammon.engine import race  # noqa: F401

    yield
    from picogammon.engine import judge  # noqa: F401

    yield
    from picogammon.engine import options  # noqa: F401

    yield
    from picogammon.engine import cubeful  # noqa: F401

    yield
    from picogammon.engine import ending  # noqa: F401

    yield
    from picogammon.engine import cube  # noqa: F401

    yield
    from picogammon.engine import exact  # noqa: F401

    yield
    from picogammon.engine import search  # noqa: F401

    yield
    from picogammon.engine import thinker  # noqa: F401

    yield
