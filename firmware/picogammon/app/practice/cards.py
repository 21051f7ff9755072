"""Practice cards, each made from a mistake in a past game, and their deck on flash.

The question of a card is the situation of one decision, with the learner as player 0. A question
contains only what the coach needs, so equal decisions of different matches have equal questions.

Cards are in boxes, as in the Leitner system. A new or wrongly answered card is in box 0, and is
due now. A right answer to a due card moves the card up by one box. In the boxes 1, 2, 3, 4, ... a
card becomes due after 1, 2, 4, 8, ... sittings. A board has no calendar, so a sitting ends at
power-off, or after an hour without a press. A sitting without an answer does not count.

Each answer appends a new copy of the card to the file, and only the newest copy counts. In memory,
the deck has an index of 12 bytes per card.
"""

from array import array
from binascii import crc32
from micropython import const
from struct import pack, unpack_from

from picogammon.engine.review import MISTAKE
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import TO_ROLL, Match, match_of
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_CUBE_POWER, Settings
from picogammon.rules.situation import Situation, power_of_two

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    from picogammon.app.session.people import Game
    from picogammon.devices.files import Slots
    from picogammon.devices.match_log import Archive
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Decision, Grade

BYTES = const(79)  # of a packed card
LEARNER = const(0)  # the learner's side in a card's situation
LEARNERS = "You"  # the learner's name, where a card has none
OPPONENT = "Opponent"  # the other side's name
LAST_BOX = const(10)
_VERSION = const(1)
_NOBODY = const(2)
_MOST_LOSS = const(0xFFFFFF)
_MOST_COUNT = const(255)
_MOST_SITTING = const(0x3FFFFFFF)
# Version, box, streak, asked, missed; sitting, seen, loss; number; source; name, question, played,
# better.
_FORMAT = "<5B3IHI12s34s5s5s"
# The attributes of a Situation that are the bits of a question's byte, the highest bit first.
_FLAGS = ("doubled", "beavered", "raccooned", "crawford", "crawford_rule", "jacoby", "cube_on")

MOST = const(500)  # cards in a deck
_SPARE = const(250)  # stale slots before the file is compacted
_MOST_SLOTS = const(2 * MOST)
_SLICE = const(8)  # slots read without a pause
_UNIT = const(66)  # of a loss in the index, in 1/65536 of a point: about a thousandth of a point
_MOST_UNITS = const(65535)
_MOST_LEARNERS = const(255)
_NONE = const(0xFFFF)  # in the index, in place of a slot: no card has that number
_LOOKED = const(25)  # entries of the index read without a pause


class CardError(Exception):
    """Raised for an invalid card; the message gives the reason."""


class Card:
    """A practice card of one learner: a decision, and counts of the learner's answers so far."""

    def __init__(
        self, name: str, question: bytes, played: bytes = b"", better: bytes = b"", loss: int = 0
    ) -> None:
        self.name = name  # the learner's
        self.question = question  # as question_of returns it
        # The records of the learner's action and of a better action: only the byte ROLL for a roll
        # without a double, and empty if the decision comes from no game.
        self.played = played
        self.better = better
        self.loss = min(loss, _MOST_LOSS)  # the error of `played`, in 1/65536 of a point
        self.number = 0  # in the deck
        self.source = 0  # a CRC that identifies the decision in its game; 0 if unknown
        self.box = 0  # 0 to LAST_BOX
        self.sitting = 0  # in which the card came into the box
        self.seen = 0  # the sitting of the last answer
        self.streak: int | None = None  # right answers in a row after it; None before any answer
        self.asked = 0  # answers, 255 at most
        self.missed = 0  # wrong answers, 255 at most

    def pack(self) -> bytes:
        """Returns the card as a bytes object of length BYTES."""
        streak = 0 if self.streak is None else min(self.streak, _MOST_COUNT - 1) + 1
        counts = _VERSION, self.box, streak, self.asked, self.missed
        numbers = counts + (self.sitting, self.seen, self.loss, self.number, self.source)
        texts = self.name.encode(), self.question, self.played, self.better
        return pack(_FORMAT, *(numbers + texts))

    def due(self) -> int:
        """Returns the number of the sitting in which the card becomes due."""
        return self.sitting + wait_of(self.box)

    def answer(self, right: bool, sitting: int, streak: int) -> None:
        """Counts an answer and updates the box; `streak`: right answers in a row up to this one."""
        self.asked = min(self.asked + 1, _MOST_COUNT)
        self.streak = streak
        self.seen = sitting
        if not right:
            self.missed = min(self.missed + 1, _MOST_COUNT)
            self.box = 0
            self.sitting = sitting
        elif self.due() <= sitting:
            self.box = min(self.box + 1, LAST_BOX)
            self.sitting = sitting

    def match(self, side: int = LEARNER) -> Match:
        """Returns a Match that waits for the card's decision, with the learner on `side`.

        Raises CardError if no match can reach the situation, or if there is nothing to decide.
        """
        situation = situation_of(self.question)
        names = [self.name or LEARNERS, OPPONENT]
        if side != LEARNER:  # the position stays, from the view of the side on roll
            situation.turn = 1 - situation.turn
            situation.owner = None if situation.owner is None else 1 - situation.owner
            situation.scores.reverse()
            names.reverse()
        try:
            settings = Settings(
                crawford=situation.crawford_rule, variant=situation.variant, names=names
            )
            match = match_of(situation, settings)
        except (RulesError, Refusal) as error:
            raise CardError(str(error)) from None
        if match.phase == TO_ROLL and not match.offers_double() or match.decider != side:
            raise CardError("a card has nothing to decide")
        return match

    def legal(self) -> bytes | None:
        """Returns `played`, the learner's action in the game, if it is legal; otherwise None."""
        match = self.match()
        if self.played == bytes((actions.ROLL,)):
            return self.played if match.phase == TO_ROLL else None
        try:
            match.apply(self.played)
        except (RulesError, Refusal):
            return None
        return self.played


def wait_of(box: int) -> int:
    """Returns the number of sittings that a card waits in `box`: 0, 1, 2, 4, 8, ..."""
    return 1 << box >> 1


def unpack(data: bytes) -> Card:
    """Returns the Card from the result of Card.pack; raises CardError for an invalid card."""
    if len(data) != BYTES or data[0] != _VERSION:
        raise CardError("a card is of another version")
    fields = unpack_from(_FORMAT, data)
    name, question, played, better = fields[10:]
    name = name.rstrip(b"\0")
    if not all(32 <= letter < 127 for letter in name):
        raise CardError("a card's name may have plain letters only")
    loss = fields[7]
    card = Card(name.decode(), question, played.rstrip(b"\0"), better.rstrip(b"\0"), loss)
    _, box, streak, card.asked, card.missed, card.sitting, card.seen = fields[:7]
    card.box = min(box, LAST_BOX)
    card.streak = streak - 1 if streak else None
    card.number, card.source = fields[8:10]
    if card.missed > card.asked or max(card.sitting, card.seen) > _MOST_SITTING:
        raise CardError("a card has impossible counts")
    return card


def of_grade(name: str, situation: Situation, grade: "Grade") -> Card:
    """Returns a Card for the decision that the learner `name` got wrong in `situation`."""
    question = question_of(situation)
    return Card(name, question, _kept(grade.action), _kept(grade.best), grade.loss)


def _kept(action: bytes | None) -> bytes:
    """Returns `action` as a card saves it; the decision to roll (None, or a roll) as byte ROLL."""
    if action is None or actions.kind_of(action) == actions.ROLL:
        return bytes((actions.ROLL,))
    return action


def learner_of(situation: Situation) -> int:
    """Returns the side that has to decide in `situation`."""
    if situation.doubled and (situation.raccooned or not situation.beavered):
        return 1 - situation.turn
    return situation.turn


def question_of(situation: Situation) -> bytes:
    """Returns `situation` as a card's question: 26 bytes for the position, 8 for the rest."""
    learner = learner_of(situation)
    low, high = sorted(situation.dice or (0, 0))
    flags = 0
    for name in _FLAGS:
        flags = flags << 1 | bool(getattr(situation, name))
    owner = _NOBODY if situation.owner is None else situation.owner ^ learner
    length = situation.length
    scores = situation.scores if length else (0, 0)  # a money score changes no decision
    tail = (
        flags,
        situation.turn ^ learner | owner << 1 | situation.beavers << 3 | situation.variant << 5,
        power_of_two(situation.cube),
        situation.max_cube,
        length,
        scores[learner],
        scores[1 - learner],
        high << 3 | low,
    )
    return bytes(situation.position) + bytes(tail)


def situation_of(question: bytes) -> Situation:
    """Returns the Situation of a card's `question`; raises CardError for an invalid question."""
    flags, sides, power, max_cube, length, first, second, dice = question[positions.SLOTS :]
    owner = sides >> 1 & 3
    if sides >> 5 >= len(positions.VARIANTS) or power > MAX_CUBE_POWER or max_cube > MAX_CUBE_POWER:
        raise CardError("a card has an unknown variant or cube")
    try:
        position = positions.from_numbers(array("b", question[: positions.SLOTS]))
    except positions.PositionError as error:
        raise CardError(str(error)) from None
    situation = Situation(
        position=position,
        turn=sides & 1,
        dice=(dice >> 3, dice & 7) if dice else None,
        cube=1 << power,
        owner=None if owner >= _NOBODY else owner,
        scores=[first, second],
        length=length,
        max_cube=max_cube,
        beavers=sides >> 3 & 3,
        variant=sides >> 5,
    )
    for name in reversed(_FLAGS):
        setattr(situation, name, bool(flags & 1))
        flags >>= 1
    return situation


class Deck:
    """All learners' practice cards, in a file of class devices.files.Slots. Call `open` first.

    Each card has a number below MOST. In a full deck, a new card replaces the least useful card: of
    the cards in the highest box in use, the card with the smallest error. Methods raise OSError if
    the flash fails or is full; the deck is then unchanged.
    """

    def __init__(self, slots: "Slots") -> None:
        self._slots = slots
        self._forget()

    def _forget(self) -> None:
        self.sitting = 0  # the last one in which a card was answered
        self.damaged = 0  # slots that could not be read
        self.names: list[str] = []  # the learners', in the order of their first cards
        self._streaks: list[int] = []  # right answers in a row, by index in `names`
        # The index: lists of each card's newest slot, CRC of its question, box, sitting, loss (in
        # _UNIT) and learner (an index in `names`), by the card's number.
        self._slot = array("H")
        self._check = array("H")
        self._box = bytearray()
        self._sitting = array("I")
        self._loss = array("H")
        self._learner = bytearray()

    def open(self) -> "Slices[None]":
        """Reads the deck."""
        self._forget()
        unfit = 0
        for slot, body in self._slots.read():
            if slot % _SLICE == _SLICE - 1:
                yield
            try:
                self._enter(slot, unpack(body))
            except CardError:
                unfit += 1
        self.damaged = self._slots.damaged + unfit

    def __len__(self) -> int:
        return len([slot for slot in self._slot if slot != _NONE])

    def __iter__(self) -> "Iterator[Card]":
        """Yields the cards in the order in which they were last written, oldest first."""
        order = [(slot, number) for number, slot in enumerate(self._slot) if slot != _NONE]
        for _, number in sorted(order):
            card = self.card(number)
            if card is not None:
                yield card

    def card(self, number: int) -> Card | None:
        """Returns card `number`, or None if the card can no longer be read."""
        body = self._slots.at(self._slot[number])
        try:
            return None if body is None else unpack(body)
        except CardError:
            return None

    def streak(self, name: str) -> int:
        """Returns how many answers in a row the learner `name` got right."""
        learner = self._learner_called(name)
        return 0 if learner is None else self._streaks[learner]

    def counts(self, sitting: int) -> "Slices[list[tuple[int, int]]]":
        """Returns (number of due cards, number of all cards) for each learner in `names`."""
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
        """Returns the numbers of the cards to ask the learner `name` next, `most` at most.

        Sorts by the sitting in which a card is due, then by box, then by error (largest first).
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
        return self._sitting[number] + wait_of(self._box[number])

    def add_all(self, new: list[Card]) -> "Slices[None]":
        """Reads the deck, then adds the cards in `new` in one write."""
        while True:
            yield from self.open()
            self._slots.hold()
            for card in new:
                self.add(card)
                yield
            if self._slots.release():
                return

    def add(self, card: Card) -> bool:
        """Writes the new `card`; returns False if the deck has no room or this decision's card.

        Replaces the learner's card with the same question if this card is from another decision.
        """
        if self._slots.count >= _MOST_SLOTS:
            return False
        there = self.find(card)
        if there is not None:
            if there.source == card.source:
                return False
            card.asked, card.missed = there.asked, there.missed
        card.sitting = self.sitting
        return self._write(card, self._number_for(card, there))

    def put(self, card: Card) -> bool:
        """Writes `card` and returns True.

        Returns False, without writing, if the deck has no room, or if the deck has a copy of the
        card with as many answers as `card` or more.
        """
        self._look_again()
        there = self.find(card)
        if there is not None and there.asked >= card.asked:
            return False
        return self._write(card, self._number_for(card, there))

    def answer(self, card: Card, right: bool, sitting: int) -> Card | None:
        """Saves an answer; returns the changed card, or None if the deck no longer has the card."""
        self._look_again()
        there = self.find(card)
        if there is None:
            return None
        there.answer(right, sitting, self.streak(card.name) + 1 if right else 0)
        self._write(there, there.number)
        return there

    def find(self, card: Card) -> Card | None:
        """Returns the deck's card with the question and learner of `card`, or None."""
        wanted = _check(card)
        for number, check in enumerate(self._check):
            if check == wanted and self._slot[number] != _NONE:
                there = self.card(number)
                if there is not None and there.question == card.question:
                    if there.name.lower() == card.name.lower():
                        return there
        return None

    def _look_again(self) -> None:
        if self._slots.changed:
            for _ in self.open():
                pass

    def _number_for(self, card: Card, there: Card | None) -> int | None:
        """Returns a number for `card`, or None if the deck has no room.

        `there`: the deck's card that `card` replaces, or None if `card` is new to the deck.
        """
        if there is not None:
            return there.number
        if len(self.names) > _MOST_LEARNERS and self._learner_called(card.name) is None:
            return None
        for number, slot in enumerate(self._slot):
            if slot == _NONE:
                return number
        if len(self._slot) < MOST:
            return len(self._slot)
        box, loss = card.box, _units(card.loss)
        least = None
        for number, here in enumerate(self._box):
            if here > box or here == box and self._loss[number] < loss:
                box, loss, least = here, self._loss[number], number
        return least

    def _write(self, card: Card, number: int | None) -> bool:
        if number is None:
            return False
        card.number = number
        self._enter(self._slots.append(card.pack()), card)
        return True

    @property
    def untidy(self) -> bool:
        """True if the file has many old copies of cards, which `tidy` removes."""
        return self._slots.count > len(self) + _SPARE

    def tidy(self) -> "Slices[None]":
        """Rewrites the file without old copies of cards; an interruption leaves the old file."""
        yield from self._slots.rewrite(sorted([slot for slot in self._slot if slot != _NONE]))
        yield from self.open()

    def _enter(self, slot: int, card: Card) -> None:
        """Adds `card` to the index; `slot`: the number of the card's slot in the file."""
        number = card.number
        if number >= MOST:
            raise CardError("a card has an unknown number")
        while len(self._slot) <= number:
            self._slot.append(_NONE)
            for column in (self._check, self._box, self._sitting, self._loss, self._learner):
                column.append(0)
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
        self._loss[number] = _units(card.loss)
        self._learner[number] = learner
        self.sitting = max(self.sitting, card.sitting, card.seen)

    def _learner_called(self, name: str) -> int | None:
        for learner, known in enumerate(self.names):
            if known.lower() == name.lower():
                return learner
        return None


def _check(card: Card) -> int:
    return crc32(card.question) & 0xFFFF


def _units(loss: int) -> int:
    return min(loss // _UNIT, _MOST_UNITS)


class Collector:
    """A grading.Listener that puts mistakes into the deck as soon as a game is graded.

    Errors smaller than a mistake make no cards, because the coach can be wrong about them.
    """

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive
        self._found: list[Card] = []

    def heard(self, name: str, decision: "Decision") -> None:
        """Makes a card if the `decision` of the person `name` was a mistake or worse."""
        if decision.grade.loss >= MISTAKE:
            card = of_grade(name, decision.question.situation, decision.grade)
            card.source = decision.at  # `graded` replaces the number by a CRC
            self._found.append(card)

    def graded(self, game: "Game") -> "Slices[None]":
        """Writes the cards of `game` to the deck; raises OSError if the flash fails."""
        found, self._found = self._found, []
        for card in found:
            card.source = crc32(card.source.to_bytes(2, "little"), game.key)
        if found:
            yield from Deck(self._archive.cards(BYTES)).add_all(found)
