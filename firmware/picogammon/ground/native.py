"""Where native code runs. Nothing else decides between a kernel and its twin in plain Python.

    >>> if ASSEMBLER:
    ...     from picogammon.engine.net_kernel import Net
    ... else:
    ...     from picogammon.engine.net_twin import Net

So a kernel that fails where native code runs says so, and no twin takes its place unseen. A kernel
of viper code alone needs no twin: elsewhere it runs as the plain Python that it is as well.
"""

import micropython
import sys
from micropython import const

_ARMV6M = const(4)  # MicroPython's numbers for processors: from here on they know Thumb,
_ARMV7EMDP = const(8)  # and up to here

# What MicroPython makes native code for, 0 where it makes none (WebAssembly) and on CPython.
_PROCESSOR = getattr(sys.implementation, "_mpy", 0) >> 10 & 15

# Whether functions marked @micropython.viper run: compiled, or, where micropython is a module that
# has such a decorator (tools/simulator/shim), as the plain Python that they are as well.
VIPER = _PROCESSOR != 0 or hasattr(micropython, "viper")
# Whether those marked @micropython.asm_thumb do.
ASSEMBLER = _ARMV6M <= _PROCESSOR <= _ARMV7EMDP
