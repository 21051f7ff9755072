"""The deck of practice cards on flash, and which of them comes next.

A card that was answered is appended once more, and its newest slot counts. In memory is only an
index, some bytes a card. When it is full, the least useful card makes room: the one that is known
best, in the highest box, and of these the one that gave away least.
"""

from array import array
from binascii import crc32
from micropython import const

from picogammon.app.practice import cards
from picogammon.app.practice.cards import Card, CardError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from picogammon.engine.engine import Slices

    class Slots(Protocol):
        """A devices.files.Slots of cards.BYTES each."""

        count: int
        damaged: int

        @property
        def changed(self) -> bool: ...
        def read(self) -> Iterator[tuple[int, bytes]]: ...
        def at(self, number: int) -> bytes | None: ...
        def append(self, body: bytes) -> int: ...
        def hold(self) -> None: ...
        def release(self) -> bool: ...
        def rewrite(self, numbers: list[int]) -> Iterator[None]: ...


MOST = const(500)  # cards
_SPARE = const(250)  # slots that no longer count before the file is written anew
_MOST_SLOTS = const(2 * MOST)
_SLICE = const(8)  # slots read without a pause
_UNIT = const(66)  # of a loss, in the index: a thousandth of a point, and a little
_MOST_LOSS = const(65535)
_MOST_LEARNERS = const(255)
_NONE = const(0xFFFF)  # a slot's number in the index: there is no such card
_LOOKED = const(25)  # cards that are looked at in the index without a pause


class Deck:
    """The cards in a devices.files.Slots.

    A card has a number below MOST; some numbers may be nobody's. Before anything else, `open` reads
    the deck. Methods raise OSError if the flash fails or is full, and nothing has changed then.

    `sitting`: the last in which a card was answered. `damaged`: how many slots could not be read.
    `names`: the learners, in the order in which they came.
    """

    def __init__(self, slots: "Slots") -> None:
        self._slots = slots
        self._forget()

    def _forget(self) -> None:
        self.sitting = 0
        self.damaged = 0
        self.names: list[str] = []
        self._streaks: list[int] = []  # by learner
        # The index, by card: its newest slot, a check of its question, box, sitting, loss, learner.
        self._slot = array("H")
        self._check = array("H")
        self._box = bytearray()
        self._sitting = array("I")
        self._loss = array("H")
        self._learner = bytearray()

    def open(self) -> "Slices[None]":
        """Reads the deck, slice by slice."""
        self._forget()
        unfit = 0
        for slot, body in self._slots.read():
            if slot % _SLICE == _SLICE - 1:
                yield
            try:
                self._enter(slot, cards.unpack(body))
            except CardError:
                unfit += 1
        self.damaged = self._slots.damaged + unfit

    def __len__(self) -> int:
        return len(self._numbers())

    def __iter__(self) -> "Iterator[Card]":
        """Its cards, one at a time, those that were written last at the end."""
        for _, number in self._order():
            card = self.card(number)
            if card is not None:
                yield card

    def card(self, number: int) -> Card | None:
        """One of the cards; None if it cannot be read any more."""
        body = self._slots.at(self._slot[number])
        try:
            return None if body is None else cards.unpack(body)
        except CardError:
            return None

    def streak(self, name: str) -> int:
        """How many right answers in a row a learner has given."""
        learner = self._learner_called(name)
        return 0 if learner is None else self._streaks[learner]

    def counts(self, sitting: int) -> "Slices[list[tuple[int, int]]]":
        """Yields between slices, returns (cards due in that sitting, all) of each of `names`."""
        due = [0] * len(self.names)
        all_cards = [0] * len(self.names)
        for i in range(len(self._slot)):
            if i % _LOOKED == _LOOKED - 1:
                yield
            if self._slot[i] != _NONE:
                learner = self._learner[i]
                all_cards[learner] += 1
                due[learner] += self._due(i) <= sitting
        return list(zip(due, all_cards))

    def choose(self, name: str, most: int) -> "Slices[list[int]]":
        """Yields between slices, returns the numbers of at most so many of a learner's cards, those
        that are due first.

        What has been due for longest leads; then the lower box, then the larger loss.
        """
        learner = self._learner_called(name)
        found: list[tuple[int, int, int, int]] = []
        for i in range(len(self._slot)):
            if i % _LOOKED == _LOOKED - 1:
                yield
            if self._slot[i] == _NONE or self._learner[i] != learner:
                continue
            due = self._due(i)
            if len(found) < most or due <= found[-1][0]:
                found.append((due, self._box[i], -self._loss[i], i))
                found.sort()
                del found[most:]
        return [one[3] for one in found]

    def _due(self, number: int) -> int:
        return self._sitting[number] + cards.wait_of(self._box[number])

    # Writing

    def add(self, card: Card) -> bool:
        """Puts a card of a decision that was just graded into box 0, due at once.

        If it is there already, it was forgotten; but a decision counts once, however often it is
        graded (`source`). If the deck is full, the least useful card gives way. Returns True if the
        card was written: nobody gets more while most of the file no longer counts, which ends when
        somebody practises.
        """
        self._look_again()
        return self._add(card)

    def add_all(self, new: list[Card]) -> "Slices[None]":
        """Reads the deck, and adds cards as `add` does, slice by slice, all in one write."""
        while True:
            yield from self.open()
            self._slots.hold()
            for card in new:
                self._add(card)
                yield
            if self._slots.release():
                return

    def _add(self, card: Card) -> bool:
        if self._slots.count >= _MOST_SLOTS:
            return False
        there = self.find(card)
        if there is not None:
            if there.source == card.source:
                return False
            card.asked, card.missed = there.asked, there.missed
        card.sitting = self.sitting
        return self._place(card, there)

    def put(self, card: Card) -> bool:
        """Puts a card there as it is, if it was asked more often than there; True if it did."""
        self._look_again()
        there = self.find(card)
        if there is not None and there.asked >= card.asked:
            return False
        return self._place(card, there)

    def answer(self, card: Card, right: bool, sitting: int) -> Card | None:
        """Notes an answer to a card, and returns it as it is now; None if it is gone."""
        self._look_again()
        there = self.find(card)
        if there is None:
            return None
        there.answer(right, sitting, self.streak(card.name) + 1 if right else 0)
        self._write(there, there.number)
        return there

    def find(self, card: Card) -> Card | None:
        """The card with that question and learner, as it is in the deck; None if there is none."""
        check = _check(card)
        checks = self._check
        for i in range(len(checks)):
            if checks[i] == check and self._slot[i] != _NONE:
                there = self.card(i)
                if there is not None and there.question == card.question:
                    if there.name.lower() == card.name.lower():
                        return there
        return None

    def _look_again(self) -> None:
        """Reads the deck again if somebody else has written to it."""
        if self._slots.changed:
            for _ in self.open():
                pass

    def _place(self, card: Card, there: Card | None) -> bool:
        """Writes a card in place of its older self, or of the least useful one; False if no other
        learner fits, or if all others are more useful."""
        if len(self.names) > _MOST_LEARNERS and self._learner_called(card.name) is None:
            return False
        number = self._place_for(card) if there is None else there.number
        if number is None:
            return False
        self._write(card, number)
        return True

    def _place_for(self, card: Card) -> int | None:
        """The number for a new card; None if all others are more useful."""
        for i in range(len(self._slot)):
            if self._slot[i] == _NONE:
                return i
        if len(self._slot) < MOST:
            return len(self._slot)
        box, loss = card.box, _scaled(card.loss)
        least = None
        for i in range(len(self._slot)):
            here = self._box[i]
            if here > box or here == box and self._loss[i] < loss:
                box, loss, least = here, self._loss[i], i
        return least

    def _write(self, card: Card, number: int) -> None:
        card.number = number
        self._enter(self._slots.append(card.pack()), card)

    @property
    def untidy(self) -> bool:
        """True if `tidy` has work: many slots no longer count."""
        return self._slots.count > len(self) + _SPARE

    def tidy(self) -> "Slices[None]":
        """Writes the file anew with what counts, slice by slice; given up, it changes nothing."""
        slots = [slot for slot in self._slot if slot != _NONE]
        slots.sort()
        yield from self._slots.rewrite(slots)
        yield from self.open()

    # Within

    def _numbers(self) -> list[int]:
        return [i for i in range(len(self._slot)) if self._slot[i] != _NONE]

    def _order(self) -> list[tuple[int, int]]:
        """(slot, number) of each card, in the order of the file."""
        return sorted([(self._slot[i], i) for i in self._numbers()])

    def _enter(self, slot: int, card: Card) -> None:
        """Takes note of a slot."""
        number = card.number
        if number >= MOST:
            raise CardError("a card has an unknown number")
        while len(self._slot) <= number:
            self._slot.append(_NONE)
            self._check.append(0)
            self._box.append(0)
            self._sitting.append(0)
            self._loss.append(0)
            self._learner.append(0)
        learner = self._learner_called(card.name)
        if learner is None:
            learner = len(self.names)
            if learner > _MOST_LEARNERS:
                raise CardError("too many learners")
            self.names.append(card.name)
            self._streaks.append(0)
        if card.streak is not None:
            self._streaks[learner] = card.streak
        self._slot[number] = slot
        self._check[number] = _check(card)
        self._box[number] = card.box
        self._sitting[number] = card.sitting
        self._loss[number] = _scaled(card.loss)
        self._learner[number] = learner
        self.sitting = max(self.sitting, card.sitting, card.seen)

    def _learner_called(self, name: str) -> int | None:
        for i in range(len(self.names)):
            if self.names[i].lower() == name.lower():
                return i
        return None


def _check(card: Card) -> int:
    return crc32(card.question) & 0xFFFF


def _scaled(loss: int) -> int:
    return min(loss // _UNIT, _MOST_LOSS)
