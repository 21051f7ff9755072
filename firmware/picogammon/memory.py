"""Whether a chip has memory to spare."""

import gc
from micropython import const

_ROOMY = const(57344)  # bytes: the link's engine, or one that looks far ahead, and all menus
_LARGE = const(2048)  # bytes: the largest block that these take


def roomy() -> bool:
    """True if there is memory for more than the match, in blocks that are large enough."""
    gc.collect()
    try:
        bytearray(_LARGE)
    except MemoryError:
        return False
    return gc.mem_free() >= _ROOMY
