"""How a digest becomes dice, for the board's own and for sealed ones."""

from micropython import const

_FAIR = const(252)  # the largest multiple of 6 in a byte


def roll_of(digest: bytes) -> tuple[int, int]:
    """(d1, d2) of a digest's first two fair bytes. It has 32: that 31 are not is no case at all."""
    fair = [byte % 6 + 1 for byte in digest if byte < _FAIR]
    return fair[0], fair[1]
