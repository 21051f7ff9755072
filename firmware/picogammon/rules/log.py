"""The running game as its log: records one after another, small enough for a microcontroller.

A match keeps only the game that is being played. Records that were taken back leave this line; the
journal keeps them, as it only grows. The dice that were rolled are kept beside the line, so that
roll number k of a game, once rolled, stays roll k. `asked` says who has to agree to a take-back.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules.plays import roll_text

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

_BY_HAND = const(64)
_SIDE = const(1)
_PASSED = const(2)
_OFFSET_SHIFT = const(2)
_OFFERS = (actions.DOUBLE, actions.BEAVER, actions.RACCOON, actions.RESIGN)


class Refusal(Exception):
    """An action that the match does not allow now; the message tells a player why."""


class Line:
    """Records (bytes, at most 255 long) in one buffer, with marks at the turns' first decisions."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.marks: list[int] = []

    def append(self, record: bytes) -> None:
        """Adds a record at the end."""
        self.buffer.append(len(record))
        self.buffer.extend(record)

    def mark(self, side: int, passed: bool) -> None:
        """Marks the next record as the first decision of a turn of `side`.

        `passed`: the side could only pass.
        """
        flags = side | (_PASSED if passed else 0)
        self.marks.append(len(self.buffer) << _OFFSET_SHIFT | flags)

    def records(self, end: int | None = None, at: int = 0) -> "Iterator[bytes]":
        """Yields the records in their order, from the offset `at` to `end` (None: the last)."""
        buffer = self.buffer
        while at < (len(buffer) if end is None else end):
            size = buffer[at]
            yield bytes(buffer[at + 1 : at + 1 + size])
            at += 1 + size

    def last(self) -> tuple[int, bytes | None]:
        """(offset, record) of the last record; (0, None) if there is none."""
        buffer = self.buffer
        at = 0
        while at < len(buffer):
            following = at + 1 + buffer[at]
            if following == len(buffer):
                return at, bytes(buffer[at + 1 :])
            at = following
        return 0, None

    def upto(self, turn: int) -> "Line":
        """A copy of the line as it was before the first decision of turn number `turn`."""
        line = Line()
        line.buffer = self.buffer[: self.marks[turn] >> _OFFSET_SHIFT]
        line.marks = self.marks[:turn]
        return line

    def turn_start(self, turns: int) -> int:
        """The offset of the first decision of the turn that many decided turns ago (1..len(marks)).

        With 0 turns: the offset of the last decision.
        """
        if turns:
            return self.marks[-turns] >> _OFFSET_SHIFT
        at = last = self.turn_start(1)
        for record in self.records(None, at):
            if actions.kind_of(record) != actions.ROLL:
                last = at
            at += 1 + len(record)
        return last

    def turns_back_to(self, side: int) -> int:
        """The number of turns since `side` last decided anything but a pass; 0 if it never did."""
        for turns in range(1, len(self.marks) + 1):
            flags = self.marks[-turns]
            if flags & _SIDE == side and not flags & _PASSED:
                return turns
        return 0


class Rolls:
    """All rolls of a game in their order. The first `made` stand, the others were taken back."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.made = 0

    def following(self) -> tuple[int, int] | None:
        """The dice that the next roll must show, because it was rolled before; else None."""
        if self.made == len(self.kept):
            return None
        packed = self.kept[self.made]
        return packed >> 3 & 7, packed & 7

    def check(self, action: bytes, ordered: bool) -> None:
        """Raises Refusal if the ROLL differs from what was rolled before in its place.

        Real dice that were entered by hand may be corrected by hand. Unless `ordered`, the two dice
        may come in either order.
        """
        was = self.following()
        if was is None or was == actions.dice_of(action):
            return
        if not ordered and (was[1], was[0]) == actions.dice_of(action):
            return
        if not (actions.by_hand(action) and self.kept[self.made] & _BY_HAND):
            raise Refusal("roll %d of this game was %s" % (self.made + 1, roll_text(was, "-")))

    def add(self, action: bytes) -> None:
        """Adds a ROLL that `check` has let pass."""
        first, second = actions.dice_of(action)
        by_hand = _BY_HAND if actions.by_hand(action) else 0
        if self.made == len(self.kept):
            self.kept.append(by_hand | first << 3 | second)
        else:
            self.kept[self.made] = (self.kept[self.made] & _BY_HAND) | first << 3 | second
        self.made += 1

    def last_by_hand(self) -> bool:
        """True if the last roll that stands was entered by hand."""
        return self.made > 0 and self.kept[self.made - 1] & _BY_HAND != 0


def asked(
    undone: "actions.Records", turn: int, decider: int, asker: int | None = None
) -> tuple[int, ...]:
    """The sides that have to agree to a take-back, in this order, if the rule is to ask (R31).

    Both sides have to agree. The side that asks has agreed, so the other is asked. If it is unknown
    who asks, and only one side's own plays would be undone, that side counts as asking. A double, a
    resignation and the answers to them bind both sides: then both are asked, first the side that
    did not make the last of these decisions.

    `undone`: the records that would be taken back. `turn`: the side on turn before them. `decider`:
    the side that had to act then. `asker`: the side that asks, or None if unknown.
    """
    if asker is not None:
        return (1 - asker,)
    own = decider
    bound = False
    for record in undone:
        kind = actions.kind_of(record)
        if kind == actions.ROLL:
            continue
        bound = bound or kind != actions.PLAY or own == 1 - decider
        own = decider
        if kind == actions.PLAY:
            turn = 1 - turn
            decider = turn
        else:
            decider = 1 - decider if kind in _OFFERS else turn
    return (1 - own, own) if bound else (1 - own,)
