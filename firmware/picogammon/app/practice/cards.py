"""A practice card: a decision that went wrong, what was better, and when it comes again.

It has what the coach's judgement needs and no more: the situation, with the learner as player 0
whoever he was, so that the same decision is the same card in any match.

Cards wait in boxes (Leitner). A new one, and one that was answered wrong, is in box 0 and due at
once. A right answer to a card that is due moves it a box on, where it is due again 1, 2, 4, 8, ...
sittings later; a right answer before its time changes nothing. So two right answers in one sitting
count as one. A board has no calendar: a sitting ends when the power goes, or after an hour without
a press, and counts if a card was answered in it.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import TO_ROLL, Match, match_of
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_CUBE_POWER, MAX_NAME, Settings
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.review import Grade

BYTES = const(79)  # of a packed card
LEARNER = const(0)  # his side in a card's situation
LEARNERS = "You"  # his name, where a card has none
OPPONENT = "Opponent"  # the other side's
LAST_BOX = const(10)
_VERSION = const(1)
_NOBODY = const(2)
_MOST_LOSS = const(0xFFFFFF)
_MOST_COUNT = const(255)
_MOST_SITTING = const(0x3FFFFFFF)
_ACTION = const(5)  # bytes of the longest: a play of four steps
_FIRST_LETTER = const(32)  # of those that can be drawn
_LAST_LETTER = const(126)
# Where things are in a packed card.
_SITTING = const(5)
_LOSS = const(13)
_NAME = const(23)
_QUESTION = const(35)
_DONE = const(69)
# Of a Situation, in a byte of the question, the first in the highest bit.
_FLAGS = ("doubled", "beavered", "raccooned", "crawford", "crawford_rule", "jacoby", "cube_on")


class CardError(Exception):
    """Bytes, or a situation, that are no card; the message says why."""


class Card:
    """A card of the learner `name`.

    `question`: bytes that are the same for the same decision. `played`, `better`: actions, ROLL's
    kind alone for a roll without doubling; b"" where nobody has played it. `loss`: what that lost,
    in 1/65536 of a point.

    `number`: its place in the deck. `source`: tells where it was played, 0 for unknown. `box`:
    0..LAST_BOX. `sitting`: in which it last came into its box; `seen`: in which it was last
    answered. `streak`: how many right answers in a row the learner had given then; None if it was
    not answered yet. `asked`, `missed`: how often it was, and was answered wrong, 255 at most.
    """

    def __init__(
        self, name: str, question: bytes, played: bytes = b"", better: bytes = b"", loss: int = 0
    ) -> None:
        self.name = name
        self.question = question
        self.played = played
        self.better = better
        self.loss = min(loss, _MOST_LOSS)
        self.number = 0
        self.source = 0
        self.box = 0
        self.sitting = 0
        self.seen = 0
        self.streak: int | None = None
        self.asked = 0
        self.missed = 0

    def pack(self) -> bytes:
        """The card as BYTES bytes."""
        streak = 0 if self.streak is None else min(self.streak, _MOST_COUNT - 1) + 1
        head = bytes((_VERSION, self.box, streak, self.asked, self.missed))
        return b"".join(
            (
                head,
                self.sitting.to_bytes(4, "little"),
                self.seen.to_bytes(4, "little"),
                self.loss.to_bytes(4, "little"),
                self.number.to_bytes(2, "little"),
                self.source.to_bytes(4, "little"),
                _padded(self.name.encode(), MAX_NAME),
                self.question,
                _padded(self.played, _ACTION),
                _padded(self.better, _ACTION),
            )
        )

    def due(self) -> int:
        """The sitting from which on it is due."""
        return self.sitting + wait_of(self.box)

    def answer(self, right: bool, sitting: int, streak: int) -> None:
        """Moves the card as an answer in that sitting has it; `streak`: with this answer."""
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
        """A Match that waits for the decision, with the learner on that side.

        Raises CardError if no match can be there, or if it asks nothing of him.
        """
        situation = situation_of(self.question)
        names = [self.name or LEARNERS, OPPONENT]
        if side != LEARNER:
            _mirror(situation)
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
        """What was played, if it is known and can be played there; else None."""
        match = self.match()
        if self.played == bytes((actions.ROLL,)):
            return self.played if match.phase == TO_ROLL else None
        try:
            match.apply(self.played)
        except (RulesError, Refusal):
            return None
        return self.played


def wait_of(box: int) -> int:
    """The sittings after which a card of that box is due: 0, 1, 2, 4, 8, ..."""
    return 1 << box >> 1


def unpack(data: bytes) -> Card:
    """The Card of the bytes that `pack` made; raises CardError for other bytes."""
    if len(data) != BYTES or data[0] != _VERSION:
        raise CardError("a card is of another version")
    name = data[_NAME:_QUESTION].rstrip(b"\0")
    for letter in name:
        if not _FIRST_LETTER <= letter <= _LAST_LETTER:
            raise CardError("a card's name may have plain letters only")
    loss = _number(data, _LOSS)
    played = data[_DONE : _DONE + _ACTION].rstrip(b"\0")
    better = data[_DONE + _ACTION :].rstrip(b"\0")
    card = Card(name.decode(), data[_QUESTION:_DONE], played, better, loss)
    card.box = min(data[1], LAST_BOX)
    card.streak = data[2] - 1 if data[2] else None
    card.asked, card.missed = data[3], data[4]
    card.sitting = _number(data, _SITTING)
    card.seen = _number(data, _SITTING + 4)
    card.number = data[_LOSS + 4] | data[_LOSS + 5] << 8
    card.source = _number(data, _LOSS + 6)
    if card.missed > card.asked or max(card.sitting, card.seen) > _MOST_SITTING:
        raise CardError("a card has impossible counts")
    return card


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def of_grade(name: str, situation: Situation, grade: "Grade") -> Card:
    """The Card of a decision that a review.Grade found wrong.

    `situation`: the one in which it was decided.
    """
    return Card(
        name,
        question_of(situation),
        _kept(grade.action),
        _kept(grade.best),
        grade.loss,
    )


def _kept(action: bytes | None) -> bytes:
    """An action as a card has it."""
    if action is None or actions.kind_of(action) == actions.ROLL:
        return bytes((actions.ROLL,))
    return action


def _padded(data: bytes, size: int) -> bytes:
    return data + bytes(size - len(data))


def learner_of(situation: Situation) -> int:
    """The side that has to decide in a situation."""
    if situation.doubled and (situation.raccooned or not situation.beavered):
        return 1 - situation.turn
    return situation.turn


def question_of(situation: Situation) -> bytes:
    """A situation as the bytes of a card's question: the position, 26; 8 of all else."""
    learner = learner_of(situation)
    low, high = sorted(situation.dice or (0, 0))
    flags = 0
    for name in _FLAGS:
        flags = flags << 1 | bool(getattr(situation, name))
    owner = _NOBODY if situation.owner is None else situation.owner ^ learner
    power = 0
    while 1 << power < situation.cube:
        power += 1
    length = situation.length
    scores = situation.scores if length else (0, 0)  # for money it does not matter
    tail = (
        flags,
        situation.turn ^ learner | owner << 1 | situation.beavers << 3 | situation.variant << 5,
        power,
        situation.max_cube,
        length,
        scores[learner],
        scores[1 - learner],
        high << 3 | low,
    )
    return bytes([n & 255 for n in situation.position]) + bytes(tail)


def situation_of(question: bytes) -> Situation:
    """The Situation of a card's question. Raises CardError for bytes that are none."""
    flags, sides, power, max_cube, length, first, second, dice = question[positions.SLOTS :]
    owner = sides >> 1 & 3
    if sides >> 5 >= len(positions.VARIANTS) or power > MAX_CUBE_POWER or max_cube > MAX_CUBE_POWER:
        raise CardError("a card has an unknown variant or cube")
    pos = [byte - 256 if byte > 127 else byte for byte in question[: positions.SLOTS]]
    try:
        position = positions.from_numbers(pos)
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
    for i in range(len(_FLAGS)):
        setattr(situation, _FLAGS[i], bool(flags >> len(_FLAGS) - 1 - i & 1))
    return situation


def _mirror(situation: Situation) -> None:
    """Exchanges the sides. The position stays, as the side on roll sees it."""
    situation.turn = 1 - situation.turn
    situation.owner = None if situation.owner is None else 1 - situation.owner
    situation.scores.reverse()
