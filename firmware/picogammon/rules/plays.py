"""Steps and plays: all legal plays of a roll, and plays as text.

A step is one checker moved by one die, as a small integer: ``source << 3 | die``. The source is a
place 1..25, where 25 is the bar. The target is ``source - die``; a target below 1 is off. A play is
a sequence of steps. A Hand builds a play step by step; Plays generates all distinct plays.

A set of places is an integer: bit i stands for the place 25 - i. So the bar is bit 0, and the
lowest bit set is the rearmost place. A move by a die shifts a bit left by that die.

Players merge the steps of one checker and mark hits: ``bar/22``, ``13/11*``, ``6/off(2)``. They
write a point on a checker's way only if a blot was hit there: ``24/14*/13``. UBGI, the engine
protocol, writes each step separately and without marks: ``24/18 18/13``.
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
_MADE = const((1 << 30) - 1)  # mask of `made`, which stays a small integer

NO_PLAY = "no play"
# By place: looking these strings up is faster than making them.
_POINTS: "tuple[str, ...]" = ("off", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
_POINTS += ("13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "bar")


class StepError(RulesError):
    """The error for a step that the rules do not allow in this position with these dice."""


def step(place: int, die: int) -> int:
    """Returns the step that moves a checker from `place` (1..25) by `die` (1..6)."""
    return place << 3 | die


def source(a_step: int) -> int:
    """Returns the place where the step starts: 1..24, or 25 for the bar."""
    return a_step >> 3


def die(a_step: int) -> int:
    """Returns the die that the step uses, 1..6."""
    return a_step & 7


def target(a_step: int) -> int:
    """Returns the place where the step ends: 1..24, or 0 for off."""
    to = (a_step >> 3) - (a_step & 7)
    return to if to > 0 else 0


def sets(pos: "Sequence[int]") -> tuple[int, int]:
    """Returns two sets, (own, blocked): the mover's places and the blocked points (rule R5)."""
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
    """Returns the set of places from which `die` can be played (rules R5, R11, R12, R15 to R17)."""
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
    """Makes a legal step in `pos`, in place; returns True if it hit a blot (rule R10)."""
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


def after_steps(pos: "Sequence[int]", steps: "Steps") -> "Position":
    """Returns the position after a legal play from `pos`, as the mover sees it."""
    after = array("b", pos)
    for a_step in steps:
        make(after, a_step)
    return after


def places(bits: int) -> list[int]:
    """Returns the places in the set `bits`, the rearmost first."""
    found = []
    while bits:
        bit = bits & -bits
        found.append(PLACE[bit % PLACE_MODULUS])
        bits ^= bit
    return found


def dice_of(roll: "Sequence[int]") -> list[int]:
    """Returns the dice to play with `roll`, larger first; a double gives four (rules R4, R7)."""
    first, second = roll
    if first == second:
        return [first] * 4
    return [first, second] if first > second else [second, first]


class Hand:
    """A play that is built step by step.

    `position`: the position after the `steps` so far. `dice`: the unused dice, larger first.
    """

    def __init__(self, pos: "Sequence[int]", roll: "Sequence[int]") -> None:
        self.position = array("b", pos)
        self.dice = dice_of(roll)
        self.steps: list[int] = []
        self._before: "list[tuple[Position, list[int]]]" = []  # position and dice before each step
        self._legal: list[int] | None = None

    @property
    def complete(self) -> bool:
        """True if the steps so far make a legal play."""
        return not self.legal()

    def legal(self) -> list[int]:
        """Returns the legal next steps, sorted by die, then by place, the highest first.

        A legal play uses as many dice as possible; if it can use only one, it uses the larger die
        (rules R7, R8, R12). Do not change the returned list.
        """
        if self._legal is None:
            self._legal = _legal_steps(self.position, self.dice)
        return self._legal

    def make(self, a_step: int) -> None:
        """Makes a step. If no legal play has this step, raises StepError and changes nothing."""
        if a_step not in self.legal():
            raise StepError(self.why_not(a_step))
        self._before.append((self.position[:], self.dice[:]))
        make(self.position, a_step)
        self.steps.append(a_step)
        self.dice.remove(a_step & 7)
        self._legal = None

    def undo(self) -> int | None:
        """Undoes the last step; returns it, or None if no step was made."""
        if not self.steps:
            return None
        a_step = self.steps.pop()
        self.position[:], self.dice[:] = self._before.pop()
        self._legal = None
        return a_step

    def why_not(self, a_step: int) -> str:
        """Returns the reason why `a_step` is not legal; the text before a comma suffices alone."""
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


def after_all_dice(pos: "Sequence[int]", play: "Steps", roll: "Sequence[int]") -> "Position | None":
    """Returns the position after `play`, or None if it is illegal or leaves a die unused.

    A play that uses all dice is legal if each step is legal (rules R7, R8). So the check is fast.
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


def after_logged(pos: "Position", play: bytes, dice: tuple[int, int]) -> "Position":
    """Returns the position after a play from a log; raises StepError if the play is impossible.

    Checks only that each step has an unused die, a checker, and a target that is not blocked.
    """
    after = pos[:]
    first, second = dice
    if not _kernel.play(after, play, len(play), first, second):
        raise StepError("the log has an impossible play")
    return after


def after_checked(pos: "Position", play: bytes, dice: tuple[int, int]) -> "Position":
    """Returns the position after a play; raises StepError if the play is not legal."""
    after = after_all_dice(pos, play, dice)
    if after is not None:
        return after
    hand = Hand(pos, dice)
    for a_step in play:
        hand.make(a_step)
    if not hand.complete:
        raise StepError(MORE if play else "you have a legal play")
    return hand.position


def most_dice(pos: "Sequence[int]", roll: "Sequence[int]") -> int:
    """Returns the number of dice (0 to 4) that every legal play of `roll` uses (rules R7, R8)."""
    hand = Hand(pos, roll)
    while not hand.complete:
        hand.make(hand.legal()[0])
    return len(hand.steps)


def _legal_steps(pos: "Sequence[int]", dice: list[int]) -> list[int]:
    """Returns each step with which a legal play can begin (rules R7, R8).

    `dice`: the unused dice, the larger first.
    """
    if not dice:
        return []
    own, blocked = sets(pos)
    first = dice[0]
    last = dice[-1]
    if first == last:
        # The order of a double's steps does not matter: each step leads to the most steps.
        return [place << 3 | first for place in places(movable(own, blocked, first))]
    both = _leading_on(pos, own, blocked, first, last)
    both += _leading_on(pos, own, blocked, last, first)
    if both:
        return both
    one = first if movable(own, blocked, first) else last
    return [place << 3 | one for place in places(movable(own, blocked, one))]


def _leading_on(pos: "Sequence[int]", own: int, blocked: int, a_die: int, other: int) -> list[int]:
    """Returns the steps with `a_die` after which the die `other` can be played."""
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
    """The distinct legal plays of a roll, in a buffer that each call of ``generate`` overwrites.

    ``count`` is the number of plays, and each play has ``dice_used`` steps. ``buffer`` has four
    bytes per play: its steps, then zeros. ``result(i, pos, out)`` writes to `out` the position
    after play `i` from `pos`, still as the mover sees it.

    The buffer is the board's largest block of memory, so several callers share it. ``made`` counts
    the calls of ``generate``. If ``made`` has changed since your own call, call ``again``.
    """

    def __init__(self) -> None:
        self.count = 0
        self.dice_used = 0
        self.made = 0
        self.buffer = bytearray(MOST_PLAYS * _WIDTH)
        self._words = array("I", bytes(4 * _kernel.WORDS))
        kernel = _kernel.result  # looked up once, not for each play
        buffer = self.buffer

        def result(i: int, pos: "Position", out: "Position") -> None:
            kernel(buffer, i, pos, out)

        self.result = result

    def generate(self, pos: "Position", first: int, second: int) -> int:
        """Finds all distinct legal plays; returns their number, 0 for a pass (rule R9)."""
        found = _kernel.generate(pos, first, second, self.buffer, self._words)
        self.made = self.made + 1 & _MADE
        self.count = found >> 3
        self.dice_used = found & 7
        return self.count

    def again(self, pos: "Position", first: int, second: int) -> int:
        """Generates the plays again after another caller overwrote them; returns the new `made`."""
        self.generate(pos, first, second)
        return self.made

    def steps(self, i: int) -> list[int]:
        """Returns the steps of play `i`, in an order in which they can be made."""
        at = i * _WIDTH
        return [s for s in self.buffer[at : at + _WIDTH] if s]


def format_play(pos: "Position | list[int]", steps: "Steps") -> str:
    """Returns a legal play from `pos` as players write it, highest point first, or `no play`."""
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
    """Returns the text of a roll, such as `21`. `between`: the text between the two dice."""
    return "%d%s%d" % (max(dice), between, min(dice))


def format_steps(steps: "Steps") -> str:
    """Returns the steps as the UBGI protocol requires, without hit marks: `24/18 18/13`."""
    return " ".join([step_text(a_step) for a_step in steps])


def _chains(pos: "Position | list[int]", steps: "Steps") -> list[list[int]]:
    """Returns a path for each moved checker: its start, each point where it hits, and its end."""
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
    """Returns a key that sorts steps by source, target and die, each from the highest down."""
    return (-source(a_step), -target(a_step), -a_step)


def point(place: int) -> str:
    """Returns the text of a place: its number, `bar` or `off`."""
    return _POINTS[place]


def step_text(a_step: int) -> str:
    """Returns the text of a step, such as `13/8`."""
    return hop_text((source(a_step), target(a_step)))


def hop_text(hop: list[int] | tuple[int, int]) -> str:
    """Returns the text of `hop` (source, target), such as `13/8`."""
    return point(hop[0]) + "/" + point(hop[1])
