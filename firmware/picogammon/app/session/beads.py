"""Dice of two boards far apart, which neither can choose: a roll follows from a bead of each.

A board draws a seed and strings beads: the last is the SHA-256 of the seed, and each other the
SHA-256 of the one after it. Bead 0, the anchor, is told before the first roll, and fixes all
others. Then a roll takes one bead of each board. Whoever gets bead k checks that its SHA-256 is
bead k - 1, and learns nothing about bead k + 1. docs/friend.md says what that proves.
"""

from hashlib import sha256
from micropython import const

from picogammon.app.session.seal import hex_text
from picogammon.ground.dice import roll_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.app.session.dice_box import Store

LENGTH = const(4096)  # rolls that a string of beads is good for; part of the protocol's version
SIZE = const(32)  # bytes of a bead
SLICE = const(16)  # digests at a time: some 5 ms of a board
_SEED = const(16)  # bytes
_KEPT = const(8)  # seeds: a match that was put aside may go on


def before(bead: bytes) -> bytes:
    """The bead before this one."""
    return sha256(bead).digest()


def far_before(bead: bytes, count: int) -> bytes:
    """The bead so many before this one."""
    digest = sha256
    for _ in range(count):
        bead = digest(bead).digest()
    return bead


def roll(first: bytes, second: bytes, count: int) -> tuple[int, int]:
    """(d1, d2) of a roll from bead `count` (1..) of player 0 and of player 1."""
    text = "%s %s %d" % (hex_text(first), hex_text(second), count)
    return roll_of(sha256(text.encode()).digest())


class Beads:
    """The beads of a seed, in the order of rolls, without keeping them all.

    Some are kept, each about half as far away as the one before it: 14 at most of 4096. So a bead
    takes 6 digests on average, and 2047 at worst, of which `work` does some at a time.
    """

    def __init__(self, seed: bytes, length: int = LENGTH) -> None:
        self.length = length
        self._kept = [(length, sha256(seed).digest())]  # (number, bead), the highest number first
        self._walk = self._kept[0]  # how far `work` has come

    def work(self, number: int, digests: int) -> bool:
        """Does so many digests on the way to a bead (0..length); True if it is there."""
        kept = self._kept
        while kept[-1][0] < number:
            kept.pop()
        high = kept[-1][0]
        at, bead = self._walk if number <= self._walk[0] < high else kept[-1]
        while at > number and digests:
            middle = number + (high - number) // 2  # is kept on the way
            count = min(digests, at - (middle if at > middle else number))
            bead = far_before(bead, count)
            at -= count
            digests -= count
            if at == middle:
                kept.append((at, bead))
                high = at
        self._walk = (at, bead)
        return at == number

    def bead(self, number: int) -> bytes:
        """Bead `number` (0..length); all the work for it is done, if `work` has not."""
        while not self.work(number, SLICE):
            pass
        return self._kept[-1][1]


class Strings:
    """A board's own strings of beads. `store` keeps their seeds, the newest first.

    A seed is kept before its anchor is told: a pulled plug leaves log and beads together. All the
    digests of a string take 0.6 s on a board: `work` and `prepare` do them in slices, before they
    are needed. `lost`: True once no seed that was kept is that of the string to go on with.
    """

    def __init__(
        self, store: "Store", draw: "Callable[[], bytes | None]", length: int = LENGTH
    ) -> None:
        """`draw()` returns 16 bytes that nobody can guess, or None if the dice cannot be used."""
        self._store = store
        self._draw = draw
        self._length = length
        self._beads: Beads | None = None
        self._due = 0  # the number of the bead that comes next
        self._sought: bytes | None = None  # the bead by which the string in use is looked for
        self._untried: list[bytes] = []  # seeds that may be the string's
        self._fresh: "tuple[bytes, Beads] | None" = None  # a seed that nobody knows of yet
        self.lost = False

    def prepare(self) -> bool:
        """Does a slice of the work for the next new string; True if there is more."""
        if self._fresh is None:
            seed = self._draw()
            if seed is None:
                return False
            self._fresh = seed, Beads(seed, self._length)
        return not self._fresh[1].work(0, SLICE)

    def anchor(self) -> bytes:
        """The anchor of a new string. Raises OSError if none can be drawn, or kept."""
        self.prepare()
        if self._fresh is None:
            raise OSError("the dice cannot be used")
        seed, string = self._fresh
        self._store.save(b"".join([seed] + self._seeds()[: _KEPT - 1]))
        self._fresh = self._sought = None
        self._beads = string
        self._due = 1
        self.lost = False
        return string.bead(0)

    def take_up(self, number: int, bead: bytes) -> None:
        """Goes on with the string that has this bead; which one it is takes `work`."""
        self.lost = False
        self._due = number
        self._sought = bead
        self._untried = self._seeds()
        if self._beads is not None and not self._beads.work(number, SLICE):
            self._beads = None  # not the string that was in use

    def work(self) -> bool:
        """Does a slice of the work for the next bead; True if there is more."""
        if self._beads is None:
            if self._sought is None or not self._untried:
                self.lost = self._sought is not None
                return False
            self._beads = Beads(self._untried.pop(0), self._length)
        if self._due > self._length:  # it is used up, and a new one begins
            return self.prepare()
        if not self._beads.work(self._due, SLICE):
            return True
        if self._sought is None:
            return False
        if self._beads.bead(self._due) == self._sought:
            self._sought = None
            self._due += 1
        else:
            self._beads = None
        return True

    def bead(self, number: int) -> bytes:
        """A bead of the string in use. Raises OSError if its seed is lost."""
        while self._sought is not None and self.work():
            pass
        if self._beads is None:
            raise OSError("the seed of this match's dice is lost")
        self._due = number + 1
        return self._beads.bead(number)

    def _seeds(self) -> list[bytes]:
        blob = self._store.load() or b""
        return [blob[at : at + _SEED] for at in range(0, len(blob), _SEED)]
