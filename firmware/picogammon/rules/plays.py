"""Plays: the steps that make them, all legal ones of a roll, and how they are written.

A step is one checker moved by one die: the small integer ``source << 3 | die``, source 1..25 (25 is
the bar), die 1..6. Its target is ``source - die``; a target below 1 is off. A play is a sequence of
steps. A Hand builds one step by step; Plays generates all that are distinct.

Two sets of points, held as bits, say which steps a die allows. Bit i stands for the place 25 - i:
the bar is bit 0, a die moves a bit up by its number, and the lowest bit set is the checker that is
farthest back.

Players merge the steps of one checker and mark hits: ``bar/22``, ``13/11*``, ``6/off(2)``,
``24/14*/13`` (a point between is written only if a blot was hit there). Engines (UBGI) write each
step by itself and no marks: ``24/18 18/13``. Points are numbered as the player on roll sees them.
tools/simulator/reading reads both forms.
"""

from array import array
from micropython import const

from picogammon.rules import movegen_kernel as _kernel
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.rules.position import Position

    Steps = Sequence[int]  # a play

MORE = "you still have a die to play"
_BAR = const(25)
_OUTSIDE = const((1 << 19) - 1)  # the bar and the points 24..7
_ON_BOARD = const((1 << 25) - 1)  # the bar and the 24 points
# By die, index 0 unused: the bits that stay on the board when moved up by the die, and the bit of
# the point from which the die bears off exactly.
_STAYS = array("I", [0] + [_ON_BOARD >> die for die in range(1, 7)])
_EXACT = array("I", [0] + [1 << (_BAR - die) for die in range(1, 7)])
# PLACE[bit % PLACE_MODULUS] is the place of a single bit: these powers of two all differ modulo 37.
PLACE_MODULUS = const(37)
PLACE = bytearray(PLACE_MODULUS)
for _i in range(25):
    PLACE[(1 << _i) % PLACE_MODULUS] = _BAR - _i
PLACE = bytes(PLACE)  # type: ignore[assignment]

# The ways for fifteen checkers to take a double's four steps on 24 points: no position has more
# (host_tests/properties/test_movegen.py).
MOST_PLAYS = const(2312)
_WIDTH = const(4)  # bytes for each play: its steps, then zeros
_MADE = const((1 << 30) - 1)  # mask for `made`, which stays a small integer

NO_PLAY = "no play"
# By place. To look these strings up is faster than to make them.
_POINTS: "tuple[str, ...]" = ("off", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
_POINTS += ("13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "bar")


class StepError(RulesError):
    """A step that the rules do not allow in this position with these dice."""


def step(place: int, die: int) -> int:
    """The step that moves a checker from place (1..25) by die (1..6)."""
    return place << 3 | die


def source(a_step: int) -> int:
    """Where the step starts: 1..24, or 25 for the bar."""
    return a_step >> 3


def die(a_step: int) -> int:
    """The die that the step uses, 1..6."""
    return a_step & 7


def target(a_step: int) -> int:
    """Where the step ends: 1..24, or 0 for off."""
    to = (a_step >> 3) - (a_step & 7)
    return to if to > 0 else 0


def sets(pos: "Sequence[int]") -> tuple[int, int]:
    """(places of the mover's checkers, points with two or more opposing checkers, R5), as bits."""
    own = blocked = 0
    bit = 1 << _BAR
    for n in pos:  # begins at the opponent's bar, whose bit is masked out
        if n > 0:
            own |= bit
        elif n < -1:
            blocked |= bit
        bit >>= 1
    return own, blocked & _ON_BOARD


def movable(own: int, blocked: int, die: int) -> int:
    """The places, as bits, from which this die alone may move a checker (R5, R11, R12, R15-R17)."""
    if own & 1:
        return 0 if blocked >> die & 1 else 1
    free = own & ~(blocked >> die) & _STAYS[die]
    if not own & _OUTSIDE:
        exact = _EXACT[die]
        free |= own & exact
        rearmost = own & -own
        if rearmost > exact:
            free |= rearmost
    return free


def make(pos: "Position", a_step: int) -> bool:
    """Moves the checker in pos; returns True if a blot was hit (R10). The step must be legal."""
    place = a_step >> 3
    to = place - (a_step & 7)
    pos[place] -= 1
    if to <= 0:
        return False
    if pos[to] == -1:
        pos[to] = 1
        pos[0] -= 1
        return True
    pos[to] += 1
    return False


def unmake(pos: "Position", a_step: int, hit: bool) -> None:
    """Takes back a step that `make` made; `hit`: what `make` returned."""
    place = a_step >> 3
    to = place - (a_step & 7)
    pos[place] += 1
    if to > 0:
        if hit:
            pos[to] = -1
            pos[0] += 1
        else:
            pos[to] -= 1


def places(bits: int) -> list[int]:
    """The places of the bits set, farthest back first."""
    found = []
    while bits:
        bit = bits & -bits
        found.append(PLACE[bit % PLACE_MODULUS])
        bits ^= bit
    return found


def dice_of(roll: "Sequence[int]") -> list[int]:
    """The dice to play with this roll, the larger first: two, or four of a double (R4, R7)."""
    first, second = roll
    if first == second:
        return [first] * 4
    return [first, second] if first > second else [second, first]


class Hand:
    """A play being built step by step from pos (26 numbers, copied) with the roll's dice.

    ``legal()`` lists exactly the steps that can still lead to a legal play: as many dice as
    possible will be used, and the larger one where only one can be (R7, R8, R12). ``position`` is
    the position now, ``dice`` are the dice left, ``steps`` the steps made.
    """

    def __init__(self, pos: "Sequence[int]", roll: "Sequence[int]") -> None:
        self.position = array("b", pos)
        self.dice = dice_of(roll)
        self.steps: list[int] = []
        self._hits: list[bool] = []
        self._legal: list[int] | None = None

    @property
    def complete(self) -> bool:
        """True if the steps so far are a legal play."""
        return not self.legal()

    def legal(self) -> list[int]:
        """The steps that may come next, larger die first, then farthest back first.

        Callers must not change the list.
        """
        if self._legal is None:
            self._legal = _legal_steps(self.position, self.dice)
        return self._legal

    def make(self, a_step: int) -> None:
        """Makes the step; raises StepError, changing nothing, if it cannot lead to a legal play."""
        if a_step not in self.legal():
            raise StepError(self.why_not(a_step))
        self._hits.append(make(self.position, a_step))
        self.steps.append(a_step)
        self.dice.remove(a_step & 7)
        self._legal = None

    def undo(self) -> int | None:
        """Takes the last step back and returns it; None if no step was made."""
        if not self.steps:
            return None
        a_step = self.steps.pop()
        unmake(self.position, a_step, self._hits.pop())
        self.dice.append(a_step & 7)
        self.dice.sort()
        self.dice.reverse()
        self._legal = None
        return a_step

    def hits(self) -> tuple[bool, ...]:
        """For each step so far, True if it hit."""
        return tuple(self._hits)

    def why_not(self, a_step: int) -> str:
        """Why a step that is not legal is not. It may be cut at a comma."""
        place = a_step >> 3
        a_die = a_step & 7
        if not 1 <= a_die <= 6 or not 1 <= place <= _BAR:
            return "there is no such move"
        if a_die not in self.dice:
            return "no %d is left to play" % a_die
        if self.position[place] <= 0:
            return "no checker there to move" if place < _BAR else "no checker on the bar"
        own, blocked = sets(self.position)
        if own & 1 and place != _BAR:
            return "enter from the bar first"
        if place in places(movable(own, blocked, a_die)):
            larger, smaller = self.dice  # R8 matters only while both dice are left
            if most_dice(self.position, self.dice) < 2:
                return "the %d must be used, as only one die can be" % larger
            other = smaller if a_die == larger else larger
            return "both dice must be used, and this leaves no %d" % other
        if place > a_die and self.position[place - a_die] < -1:
            return "the %d-point is blocked" % (place - a_die)
        if own & _OUTSIDE:
            return "not all checkers are home"
        return "a checker farther back goes first"


def made(pos: "Sequence[int]", play: "Steps", roll: "Sequence[int]") -> "Position | None":
    """The position (array of 26) after a play with all dice of the roll.

    None if a die is left, or a step is not allowed. A play with all dice is legal if each of its
    steps is (R7, R8), so this check is fast.
    """
    left = dice_of(roll)
    if len(play) != len(left):
        return None
    after = array("b", pos)
    own, blocked = sets(after)
    for a_step in play:
        a_die = a_step & 7
        place = a_step >> 3
        if a_die not in left or place > _BAR:
            return None
        here = _BAR - place
        if not movable(own, blocked, a_die) >> here & 1:
            return None
        left.remove(a_die)
        make(after, a_step)
        if not after[place]:
            own &= ~(1 << here)
        if place > a_die:
            own |= 1 << (here + a_die)
    return after


def played(pos: "Position", play: bytes, dice: tuple[int, int]) -> "Position":
    """The position (array of 26) after a play that was legal when it was written.

    Raises StepError if no rules ever allowed it.
    """
    after = pos[:]
    first, second = dice
    if not _kernel.play(after, play, len(play), first, second):
        raise StepError("the log has an impossible play")
    return after


def checked(pos: "Position", play: bytes, dice: tuple[int, int]) -> "Position":
    """The position after a play that was not checked before; raises StepError."""
    after = made(pos, play, dice)
    if after is not None:
        return after
    hand = Hand(pos, dice)
    for a_step in play:
        hand.make(a_step)
    if not hand.complete:
        raise StepError(MORE if play else "you have a legal play")
    return hand.position


def most_dice(pos: "Sequence[int]", roll: "Sequence[int]") -> int:
    """The number of the roll's dice that can be used (R7, R8), 0 to 4."""
    hand = Hand(pos, roll)
    used = 0
    while True:
        legal = hand.legal()
        if not legal:
            return used
        hand.make(legal[0])
        used += 1


def _legal_steps(pos: "Sequence[int]", dice: list[int]) -> list[int]:
    """The steps with the dice left (larger first) after which R7 and R8 can still be kept."""
    if not dice:
        return []
    own, blocked = sets(pos)
    first = dice[0]
    last = dice[-1]
    if first == last:
        # One number: no order of its steps prevents another, so each leads to as many as possible.
        return [place << 3 | first for place in places(movable(own, blocked, first))]
    both = _leading_on(pos, own, blocked, first, last)
    both += _leading_on(pos, own, blocked, last, first)
    if both:
        return both
    one = first if movable(own, blocked, first) else last
    return [place << 3 | one for place in places(movable(own, blocked, one))]


def _leading_on(pos: "Sequence[int]", own: int, blocked: int, a_die: int, other: int) -> list[int]:
    """The steps with a_die after which the other die can be played too."""
    found = []
    for place in places(movable(own, blocked, a_die)):
        left = own
        if pos[place] == 1:
            left &= ~(1 << (_BAR - place))
        if place > a_die:
            left |= 1 << (_BAR - place + a_die)
        if movable(left, blocked, other):
            found.append(place << 3 | a_die)
    return found


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
        kernel = _kernel.result  # found once, and not for each play
        buffer = self.buffer

        def result(i: int, pos: "Position", out: "Position") -> None:
            kernel(buffer, i, pos, out)

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


def format_play(pos: "Position | list[int]", steps: "Steps") -> str:
    """The play as players write it, highest point first; `no play` for a play without steps.

    pos: the position before the play. steps: a legal play of it, in any order.
    """
    chains = _chains(pos, steps)
    words = []
    hit = 0
    i = 0
    while i < len(chains):
        chain = chains[i]
        same = 1
        while i + same < len(chains) and chains[i + same] == chain:
            same += 1
        parts = [_POINTS[chain[0]]]
        for place in chain[1:]:
            parts.append("/")
            parts.append(_POINTS[place])
            if place and pos[place] == -1 and not hit >> place & 1:
                hit |= 1 << place
                parts.append("*")
        if same > 1:
            parts.append("(%d)" % same)
        words.append("".join(parts))
        i += same
    return " ".join(words) or NO_PLAY


def roll_text(dice: "list[int] | tuple[int, ...]", between: str = "") -> str:
    """A roll as it is written everywhere, the larger die first: `21`."""
    return "%d%s%d" % (max(dice), between, min(dice))


def format_steps(steps: "Steps") -> str:
    """Each step by itself, without hit marks, as UBGI wants it; '' for a play without steps."""
    return " ".join([step_text(a_step) for a_step in steps])


def _chains(pos: "Position | list[int]", steps: "Steps") -> list[list[int]]:
    """The way of each moved checker, as lists of places, farthest back first.

    Points between are left out unless a blot was hit there.
    """
    ordered = sorted(steps, key=farthest_first)
    chains: list[list[int]] = []
    for a_step in ordered:
        place = source(a_step)
        for chain in chains:
            if chain[-1] == place:
                if pos[place] != -1:
                    chain.pop()
                chain.append(target(a_step))
                break
        else:
            chains.append([place, target(a_step)])
    return chains


def farthest_first(a_step: int) -> tuple[int, int, int]:
    """Sort key for steps: the checker farthest back first, of two that bear off the larger die."""
    return (-source(a_step), -target(a_step), -a_step)


def point(place: int) -> str:
    """The name of a place: a number, `bar` or `off`."""
    return _POINTS[place]


def step_text(a_step: int) -> str:
    """A step as text, like `13/8`."""
    return hop_text((source(a_step), target(a_step)))


def hop_text(hop: list[int] | tuple[int, int]) -> str:
    """A (source, target) as text, like `13/8`."""
    return point(hop[0]) + "/" + point(hop[1])
