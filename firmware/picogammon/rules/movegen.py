"""All distinct legal plays of a roll.

The generator keeps its results in buffers made once and allocates nothing while it works. Where
native code runs, movegen_kernel does the search; movegen_twin has the same, the same plays in the
same order, for a reader and for WebAssembly. Why they are found as they are is said there.
"""

from array import array
from micropython import const

from picogammon.ground.native import VIPER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.rules.position import Position

if VIPER:
    from picogammon.rules import movegen_kernel as _kernel
else:
    _kernel: "Any" = None

# The ways for fifteen checkers to take a double's four steps on 24 points: no position has more
# (host_tests/rules/test_most_plays.py).
MOST_PLAYS = const(2312)
_WIDTH = const(4)  # steps kept for each play, unused ones 0


class Plays:
    """The distinct legal plays of one roll; make one and use it again and again.

    After ``generate`` there are ``count`` plays, each of ``dice_used`` steps; ``buffer`` holds four
    bytes for each: its steps, then zeros. ``result(i, pos, out)`` fills out (26 numbers) with what
    play i makes of pos, still in the mover's view. ``native`` says whether the kernel finds them;
    it does where it can, unless told not to.
    """

    def __init__(self, native: bool = True) -> None:
        self.native = native and _kernel is not None
        self.count = 0
        self.dice_used = 0
        self.buffer = bytearray(MOST_PLAYS * _WIDTH)
        if self.native:
            self._words = array("I", bytes(4 * _kernel.WORDS))
            make = _kernel.result  # found once, and not for each play
            buffer = self.buffer

            def result(i: int, pos: "Position", out: "Position") -> None:
                make(buffer, i, pos, out)

            self.result = result
        else:
            from picogammon.rules.movegen_twin import Search  # later: 2 KB, where a kernel does it

            self._search = Search(self.buffer)
            self.result = self._search.result

    def generate(self, pos: "Position", first: int, second: int) -> int:
        """Finds all distinct legal plays of pos (26 numbers) with the two dice; returns count.

        0 means that nothing can be played (R9): the player passes.
        """
        if self.native:
            found = _kernel.generate(pos, first, second, self.buffer, self._words)
        else:
            found = self._search.generate(pos, first, second)
        self.count = found >> 3
        self.dice_used = found & 7
        return self.count

    def steps(self, i: int) -> list[int]:
        """The steps that make play i, as a list, in an order in which they can be made."""
        at = i * _WIDTH
        return [s for s in self.buffer[at : at + _WIDTH] if s]

    def find(self, pos: "Position", result: "Position") -> int:
        """The number of the play that makes result (array('b'), mover's view) of pos, or -1."""
        out = array("b", pos)
        for i in range(self.count):
            self.result(i, pos, out)
            if out == result:
                return i
        return -1
