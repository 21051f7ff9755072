"""What a learner has done of the practice sets, and a set in the place of a deck of cards.

The progress is kept as one small blob: the streak, and a few bytes for each set. Old answers weigh
less and less, for counts are halved now and then.
"""

from micropython import const

from picogammon.app.practice import sets
from picogammon.app.practice.cards import Card, question_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Protocol

    from picogammon.app.practice.sets import Sets
    from picogammon.engine.engine import Slices

    class Store(Protocol):
        """A devices.files.Store."""

        damage: str | None

        def load(self) -> bytes | None: ...
        def reject(self) -> None: ...
        def save(self, blob: bytes) -> None: ...


PIPS = len(sets.NAMES)  # counting pips, after the sets
MIXED = PIPS + 1  # all sets, the weak ones more often
_VERSION = const(1)
_SET = const(4)  # bytes of a set: the next decision in 2, asked, right
_HEAD = const(2)
_SIZE = _HEAD + _SET * (PIPS + 1)
_MOST = const(48)  # asked; then both counts are halved
_MOST_STREAK = const(255)
_STRIDE = const(17)  # from one decision of a set to the next: no set is a multiple of it


class Progress:
    """What was answered of each set, in a Store.

    `damaged`: what was kept is damaged; all begins anew, as it does where it cannot be read.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._state = bytearray(_SIZE)
        self._state[0] = _VERSION
        try:
            kept = store.load()
        except OSError:
            kept = None  # the store puts the file aside before it saves
        if kept is not None:
            if _is_sound(kept):
                self._state[:] = kept
            else:
                store.reject()
        self.damaged = bool(store.damage)

    @property
    def streak(self) -> int:
        """How many right answers in a row were given, in whatever set."""
        return self._state[1]

    def answers(self, of: int) -> tuple[int, int]:
        """(right, asked) of a set lately."""
        at = _HEAD + _SET * of
        return self._state[at + 3], self._state[at + 2]

    def weakness(self, of: int) -> int:
        """How weak the learner is in a set: 1 to 100, and 50 where nothing was asked yet."""
        right, asked = self.answers(of)
        return 100 * (asked - right + 1) // (asked + 2)

    def next(self, of: int, count: int) -> int:
        """The decision of a set of so many that comes now; all come before one comes again."""
        return self._turn(of) * _STRIDE % count

    def _turn(self, of: int) -> int:
        """How many answers were given in a set."""
        at = _HEAD + _SET * of
        return self._state[at] | self._state[at + 1] << 8

    def share(self, of: int) -> str:
        """How much of a set was right lately, in words."""
        right, asked = self.answers(of)
        return "%d %%" % ((100 * right + asked // 2) // asked) if asked else "new"

    def answer(self, of: int, right: bool) -> None:
        """Notes an answer to the decision that came, and keeps it.

        Raises OSError if the flash fails or is full; until the power goes it counts all the same.
        """
        at = _HEAD + _SET * of
        state = self._state
        turn = self._turn(of) + 1
        state[at], state[at + 1] = turn & 255, turn >> 8 & 255
        if state[at + 2] >= _MOST:
            state[at + 2] >>= 1
            state[at + 3] >>= 1
        state[at + 2] += 1
        state[at + 3] += right
        state[1] = min(state[1] + 1, _MOST_STREAK) if right else 0
        self._store.save(bytes(state))

    def turns(self) -> int:
        """How many answers were given in all."""
        return sum([self._turn(of) for of in range(PIPS + 1)])

    def lay_in(self, other: "Progress") -> None:
        """Takes in what another board's progress has, or an older one of this board, and keeps it.

        Of each set the side counts on which more answers were given, with how many of them were
        right; the streak is that of the side with more answers in all. So nothing counts twice, as
        often as one likes. Raises OSError if the flash fails or is full, and nothing is kept then.
        """
        state = self._state
        theirs = other._state
        if other.turns() > self.turns():
            state[1] = theirs[1]
        for of in range(PIPS + 1):
            at = _HEAD + _SET * of
            if other._turn(of) > self._turn(of):
                state[at : at + _SET] = theirs[at : at + _SET]
        self._store.save(bytes(state))

    def weakest(self, among: list[int]) -> int:
        """One of these sets, a weak one more often: as often as its weakness has it."""
        total = sum([self.weakness(of) for of in among])
        drawn = (self.turns() * 40503 + 12345 >> 4) % total
        for of in among:
            drawn -= self.weakness(of)
            if drawn < 0:
                return of
        return among[0]


def _is_sound(kept: bytes) -> bool:
    if len(kept) != _SIZE or kept[0] != _VERSION:
        return False
    for at in range(_HEAD, _SIZE, _SET):
        if not kept[at + 3] <= kept[at + 2] <= _MOST:
            return False
    return True


class SetDeck:
    """A set, as a deck.Deck is asked for cards. `of`: a set, or MIXED.

    Its cards have no number of their own: each is the one that comes now.
    """

    damaged = 0
    untidy = False
    sitting = 0

    def __init__(self, of: int, found: "Sets", progress: Progress) -> None:
        self.progress = progress
        self.of = of  # the set of the card that was asked last; before that as given
        self._mixed = of == MIXED
        self._sets = found
        self.names = [name_of(of)]

    def open(self) -> "Slices[None]":
        """Deck.open: there is nothing to be read."""
        yield

    def choose(self, name: str, most: int) -> "Slices[list[int]]":
        """Deck.choose."""
        yield
        return list(range(most))

    def counts(self, sitting: int) -> "Slices[list[tuple[int, int]]]":
        """Deck.counts: no card of a set is due."""
        yield
        return [(0, 0)]

    def card(self, number: int) -> Card:
        """The card that comes now."""
        if self._mixed:
            self.of = self.progress.weakest(list(range(PIPS)))
        at = self.progress.next(self.of, self._sets.counts[self.of])
        return Card("", question_of(self._sets.situation(self.of, at)))

    def answer(self, card: Card, right: bool, sitting: int) -> Card:
        """Deck.answer."""
        self.progress.answer(self.of, right)
        card.streak = self.progress.streak
        return card

    def told(self) -> str:
        """How the learner is doing, in a line; of all sets, which one is the weakest."""
        if not self._mixed:
            return "Recently %s correct" % self.progress.share(self.of)
        weakest = max(range(PIPS), key=self.progress.weakness)
        return "Weakest: %s" % name_of(weakest)


def name_of(of: int) -> str:
    """The name of a set, PIPS and MIXED included."""
    return "Counting pips" if of == PIPS else "All sets" if of == MIXED else sets.NAMES[of]
