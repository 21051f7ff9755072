"""The practice sets that come with the board, and a learner's progress in them.

Section SETS of the weights file contains a record of each decision (tools/trainer/README.md says
how the records are made). A board with its firmware in RAM has no weights, and therefore no sets.

The decisions are clear, but not too easy. The levels grandmaster and expert (the board's coach)
choose the same action. According to grandmaster, the right play leads by 0.050 to 0.300 points, the
right cube action by 0.060 to 0.400. GNU Backgammon at 2-ply agreed on 181 of 189 decisions.

A record has 13 bytes. Bytes 0 to 9 are a GNU Position ID with the opponent's half first. Byte 10 is
the question: DOUBLE, TAKE, or a roll as higher die << 3 | lower die. Byte 11 is the learner's away
score << 4 | the opponent's. Byte 12 is log2(cube value) << 2 | the owner's number in _CUBE.

The saved progress is a version byte, the streak, and four bytes for each set: all answers ever (two
bytes), recent answers, and right answers among the recent ones. After 48 recent answers, the next
answer first halves both counts of recent answers, so that old answers lose weight.
"""

from binascii import b2a_base64
from micropython import const

from picogammon.app.practice.cards import Card, question_of
from picogammon.engine import weights
from picogammon.rules import notation
from picogammon.rules.position import swapped
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.files import Store
    from picogammon.rules.position import Position

BYTES = const(13)  # of a record
EACH = const(44)  # decisions in each set
_QUESTION = const(10)  # offset in a record
_AWAY = const(11)  # the learner's points to go << 4 | the opponent's; 0 for money
_CUBE = const(12)  # log2 of its value << 2 | its owner: 0 nobody, 1 the learner, 2 the opponent

# The values of the byte for the question. A larger value is a roll: higher die << 3 | lower die.
DOUBLE = const(0)  # roll or double?
TAKE = const(1)  # the opponent has doubled

# The numbers of the sets, in the order of section SETS.
OPENINGS, BEAR_OFF, RACING_CUBES, TAKES, TOO_GOOD, SHOTS, BLITZ, PRIME, HOLDING, ACE_POINT, BACK = (
    range(11)
)
NAMES = (
    "Openings",
    "Bear-off",
    "Racing cubes",
    "Take or drop",
    "Too good?",
    "Shots",
    "Blitz",
    "Prime",
    "Holding game",
    "Ace-point game",
    "Back game",
)
POSITIONS = EACH * (len(NAMES) - 1)  # number of positions for counting pips
PIPS = len(NAMES)  # in place of a set's number: counting pips
MIXED = PIPS + 1  # in place of a set's number: all sets, the weak sets more often

_VERSION = const(1)
_SET = const(4)  # bytes of a set: all answers ever (2 bytes), recent answers, right ones of these
_HEAD = const(2)
_SIZE = _HEAD + _SET * (PIPS + 1)
_MOST_ASKED = const(48)  # recent answers; more of them halve both counts
_MOST_STREAK = const(255)
_STRIDE = const(17)  # between successive decisions of a set; no set's size is a multiple of 17


def name_of(which: int) -> str:
    """Returns the name of a set. `which`: the set's number, or PIPS or MIXED."""
    return "Counting pips" if which == PIPS else "All sets" if which == MIXED else NAMES[which]


def position(number: int) -> "Position":
    """Returns position `number` (below POSITIONS) for counting pips, from the learner's view."""
    found = situation(OPENINGS, EACH + number)  # begins with the set after the openings
    return swapped(found.position) if found.turn else found.position


def situation(of: int, number: int) -> Situation:
    """Returns decision `number` of set `of`; the learner is player 0. May raise WeightsError."""
    data = weights.load().section("SETS", BYTES * EACH * len(NAMES))
    start = BYTES * (EACH * of + number)
    record = bytes(data[start : start + BYTES])
    text = b2a_base64(record[:_QUESTION]).decode().rstrip("=\n")
    question, away, cube = record[_QUESTION], record[_AWAY], record[_CUBE]
    ours, theirs = away >> 4, away & 15
    length = max(ours, theirs)
    owner = cube & 3
    return Situation(
        position=notation.from_position_id(text),
        turn=1 if question == TAKE else 0,
        dice=(question >> 3, question & 7) if question > TAKE else None,
        doubled=question == TAKE,
        cube=1 << (cube >> 2),
        owner=owner - 1 if owner else None,
        scores=[length - ours, length - theirs],
        length=length,
    )


class Progress:
    """Counts of the answers to each set, saved in a Store."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._state = bytearray(_SIZE)
        self._state[0] = _VERSION
        try:
            kept = store.load()
        except OSError:
            kept = None  # before its next save, the store sets the unreadable file aside
        if kept is not None:
            if _is_sound(kept):
                self._state[:] = kept
            else:
                store.reject()
        self.damaged = bool(store.damage)  # the counts then start over from zero

    @property
    def streak(self) -> int:
        """The number of right answers in a row, over all sets."""
        return self._state[1]

    def answers(self, of: int) -> tuple[int, int]:
        """Returns (right answers, all answers) among the recent answers to the set `of`."""
        at = _HEAD + _SET * of
        return self._state[at + 3], self._state[at + 2]

    def weakness(self, of: int) -> int:
        """Returns an estimate of the percentage of wrong answers to the set `of`; 50 at first."""
        right, asked = self.answers(of)
        return 100 * (asked - right + 1) // (asked + 2)

    def next(self, of: int, count: int) -> int:
        """Returns the number of the next question in set `of`, which has `count` questions."""
        return self._turn(of) * _STRIDE % count

    def _turn(self, of: int) -> int:
        at = _HEAD + _SET * of
        return self._state[at] | self._state[at + 1] << 8

    def share(self, of: int) -> str:
        """Returns the share of right recent answers to the set `of` as text: `75 %`, or `new`."""
        right, asked = self.answers(of)
        return "%d %%" % ((100 * right + asked // 2) // asked) if asked else "new"

    def answer(self, of: int, right: bool) -> None:
        """Counts an answer to the set `of`, and saves; raises OSError if the write fails."""
        at = _HEAD + _SET * of
        state = self._state
        turn = self._turn(of) + 1
        state[at], state[at + 1] = turn & 255, turn >> 8 & 255
        if state[at + 2] >= _MOST_ASKED:
            state[at + 2] >>= 1
            state[at + 3] >>= 1
        state[at + 2] += 1
        state[at + 3] += right
        state[1] = min(state[1] + 1, _MOST_STREAK) if right else 0
        self._store.save(bytes(state))

    def turns(self) -> int:
        """Returns the number of all answers ever, to all sets together."""
        return sum([self._turn(of) for of in range(PIPS + 1)])

    def merge(self, other: "Progress") -> None:
        """Merges `other`, the Progress of another board or of a backup, and saves the result.

        For each set, keeps the counts of the Progress with more answers to this set.
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

    def weakest(self) -> int:
        """Chooses a set, more often a set with a higher `weakness`; returns the set's number."""
        total = sum([self.weakness(of) for of in range(PIPS)])
        drawn = (self.turns() * 40503 + 12345 >> 4) % total
        of = 0
        while drawn >= self.weakness(of):
            drawn -= self.weakness(of)
            of += 1
        return of


def _is_sound(kept: bytes) -> bool:
    if len(kept) != _SIZE or kept[0] != _VERSION:
        return False
    for at in range(_HEAD, _SIZE, _SET):
        if not kept[at + 3] <= kept[at + 2] <= _MOST_ASKED:
            return False
    return True


class SetDeck:
    """A stand-in for cards.Deck whose cards are the next decisions of set `of`, or of all sets."""

    def __init__(self, of: int, progress: Progress) -> None:
        self.progress = progress
        self.of = of  # the set of the last card; at first it may be MIXED
        self._mixed = of == MIXED

    def card(self, number: int) -> Card:
        """Returns the Card of the next decision; ignores `number`."""
        if self._mixed:
            self.of = self.progress.weakest()
        at = self.progress.next(self.of, EACH)
        return Card("", question_of(situation(self.of, at)))

    def answer(self, card: Card, right: bool, sitting: int) -> Card:
        """Counts an answer; returns `card`, with the new streak over all sets in `card.streak`."""
        self.progress.answer(self.of, right)
        card.streak = self.progress.streak
        return card

    def streak(self, name: str) -> int:
        return self.progress.streak

    def standing(self) -> str:
        """Returns a line that shows the share of right answers or, for MIXED, the weakest set."""
        if not self._mixed:
            return "Recently %s correct" % self.progress.share(self.of)
        weakest = max(range(PIPS), key=self.progress.weakness)
        return "Weakest: %s" % name_of(weakest)
