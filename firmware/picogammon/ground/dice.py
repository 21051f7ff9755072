"""How a digest becomes dice, the board's own and sealed ones."""

from micropython import const

_FAIR = const(252)  # the largest multiple of 6 in a byte


def roll_of(digest: bytes) -> tuple[int, int]:
    """(d1, d2) of the first two fair bytes of a digest; of its 32, two are certain to be fair."""
    fair = [byte % 6 + 1 for byte in digest if byte < _FAIR]
    return fair[0], fair[1]
