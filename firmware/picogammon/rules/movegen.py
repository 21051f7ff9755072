"""All distinct legal plays of a roll.

The generator keeps its results in buffers made once and allocates nothing while it works.
movegen_kernel does the search.
"""

from array import array
from micropython import const

from picogammon.rules import movegen_kernel as _kernel

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

# The ways for fifteen checkers to take a double's four steps on 24 points: no position has more
# (host_tests/properties/test_movegen.py).
MOST_PLAYS = const(2312)
_WIDTH = const(4)  # bytes for each play: its steps, then zeros
_MADE = const((1 << 30) - 1)  # mask for `made`, which stays a small integer


class Plays:
    """The distinct legal plays of one roll; make one object and use it again and again.

    After ``generate`` there are ``count`` plays, each of ``dice_used`` steps. ``buffer`` holds four
    bytes for each: its steps, then zeros. ``result(i, pos, out)`` fills out (26 numbers) with what
    play i makes of pos, still in the mover's view.

    One object is enough for all who take turns. Its buffer is the board's largest block of memory,
    and a board that has read a match has no room for a second. ``made`` counts the calls of
    ``generate``: whoever goes on after a pause and finds another number there generates its own
    plays again.
    """

    def __init__(self) -> None:
        self.count = 0
        self.dice_used = 0
        self.made = 0
        self.buffer = bytearray(MOST_PLAYS * _WIDTH)
        self._words = array("I", bytes(4 * _kernel.WORDS))
        make = _kernel.result  # found once, and not for each play
        buffer = self.buffer

        def result(i: int, pos: "Position", out: "Position") -> None:
            make(buffer, i, pos, out)

        self.result = result

    def generate(self, pos: "Position", first: int, second: int) -> int:
        """Finds all distinct legal plays of pos (26 numbers) with two dice; returns how many.

        0 means that nothing can be played (R9): the player passes.
        """
        found = _kernel.generate(pos, first, second, self.buffer, self._words)
        self.made = self.made + 1 & _MADE
        self.count = found >> 3
        self.dice_used = found & 7
        return self.count

    def again(self, pos: "Position", first: int, second: int) -> int:
        """Generates the plays again, after another user of the buffer; returns `made`."""
        self.generate(pos, first, second)
        return self.made

    def steps(self, i: int) -> list[int]:
        """The steps of play i, in an order in which they can be made."""
        at = i * _WIDTH
        return [s for s in self.buffer[at : at + _WIDTH] if s]

    def find(self, pos: "Position", result: "Position") -> int:
        """The number of the play that turns pos into result (array('b'), mover's view), or -1."""
        out = array("b", pos)
        for i in range(self.count):
            self.result(i, pos, out)
            if out == result:
                return i
        return -1
