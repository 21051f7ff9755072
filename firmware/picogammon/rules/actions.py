"""The actions of a match as bytes, the form in which its log stores them; the records of a game.

An action is a player's change to a match, such as a roll, a play or a double. An action's bytes are
a record; the first byte is the action's kind. Each kind has a constructor (`roll`, `play`, ...),
which raises ActionError for impossible arguments. The match decides if an action is legal now.

A take-back removes records from GameRecords, but not from the log, which only grows. Rolls keeps
the dice that were taken back, so that roll number k of a game always has the same dice.

    >>> dice_of(roll(6, 4))
    (6, 4)
"""

from binascii import hexlify
from micropython import const

from picogammon.rules import settings as agreed
from picogammon.rules.plays import format_steps, roll_text
from picogammon.rules.position import RulesError
from picogammon.rules.situation import Checkpoint, unpack_checkpoint

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Records = Iterable[bytes]

SETTINGS = const(1)
GAME = const(2)
ROLL = const(3)
PLAY = const(4)
DOUBLE = const(5)
TAKE = const(6)
DROP = const(7)
BEAVER = const(8)
RACCOON = const(9)
RESIGN = const(10)
ACCEPT = const(11)
REFUSE = const(12)
TAKE_BACK = const(13)
NOTE = const(14)

SINGLE = const(1)
GAMMON = const(2)
BACKGAMMON = const(3)

# The topics of a NOTE, whose contents the rules ignore. A board stores a match's notes in the order
# of their topics, so the last one shows that all are stored.
PLAYED_ON = const(0)  # the match came from a backup or a file, and was played on; empty
# Time left on the clock, in tenths of a second, three bytes per side; then perhaps the rest of the
# turn's delay, in one byte.
CLOCK = const(1)
SCORE = const(2)  # the score, four bytes per side, when another match replaces this one
SECRET = const(3)  # the secret of sealed dice, written when the match is over
SEAL = const(4)  # the seal of sealed dice: app/session/dice.py

LAST = const(0)  # a TAKE_BACK's number of turns if only the last decision is taken back
MAX_TAKE_BACK = const(65535)
_NOBODY = const(2)  # in the asker's byte: the side is unknown
_BY_HAND = const(1)
_ON_TIME = const(1)
_LONGEST_NOTE = const(100)

WORDS = (
    "",
    "settings",
    "game",
    "roll",
    "play",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "resign",
    "accept",
    "refuse",
    "take back",
    "note",
)
MULTIPLES = ("", "single", "gammon", "backgammon")
_LENGTHS = {ROLL: 3, RESIGN: 2, TAKE_BACK: 4}
_ENTERED = const(64)  # flag of a roll in Rolls.kept: entered by hand
_SIDE = const(1)  # flags of a mark
_PASSED = const(2)
_OFFSET_SHIFT = const(2)
_OFFERS = (DOUBLE, BEAVER, RACCOON, RESIGN)


class ActionError(RulesError):
    """The error for bytes or text that are not an action; the message gives the reason."""


class Refusal(Exception):
    """The error for an action that is not allowed now; its message gives a player the reason."""


def settings(agreed_settings: agreed.Settings) -> bytes:
    """Returns a SETTINGS record."""
    return bytes((SETTINGS,)) + agreed_settings.pack()


def game(checkpoint: Checkpoint) -> bytes:
    """Returns a GAME record, which starts a game, perhaps from a position set up by hand."""
    return bytes((GAME,)) + checkpoint.pack()


def roll(first: int, second: int, by_hand: bool = False) -> bytes:
    """Returns a ROLL record. In the opening, `first` is the die of player 0.

    `by_hand`: True for real dice, whose numbers were entered by hand.
    """
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ActionError("dice show 1 to 6, not %s-%s" % (first, second))
    return bytes((ROLL, first << 3 | second, _BY_HAND if by_hand else 0))


def play(play_steps: "Sequence[int]" = ()) -> bytes:
    """Returns a PLAY record with the steps of a whole play, or without steps for a pass."""
    if len(play_steps) > 4:
        raise ActionError("a play has at most 4 steps, not %d" % len(play_steps))
    for a_step in play_steps:
        if not (8 < a_step < 208 and 0 < a_step & 7 < 7):
            raise ActionError("a play has an impossible move: %d" % a_step)
    return bytes((PLAY,)) + bytes(play_steps)


def double() -> bytes:
    """Returns a DOUBLE record, which offers a double."""
    return bytes((DOUBLE,))


def take() -> bytes:
    """Returns a TAKE record, which takes a double, a beaver or a raccoon."""
    return bytes((TAKE,))


def drop(on_time: bool = False) -> bytes:
    """Returns a DROP record, which drops a double, beaver or raccoon, or records a loss on time."""
    return bytes((DROP, _ON_TIME)) if on_time else bytes((DROP,))


def beaver() -> bytes:
    """Returns a BEAVER record, which doubles again at once and keeps the cube (rule R28)."""
    return bytes((BEAVER,))


def raccoon() -> bytes:
    """Returns a RACCOON record, which doubles once more after a beaver (rule R28)."""
    return bytes((RACCOON,))


def resign(multiple: int) -> bytes:
    """Returns a RESIGN record, which offers to lose a SINGLE game, a GAMMON or a BACKGAMMON."""
    if multiple not in (SINGLE, GAMMON, BACKGAMMON):
        raise ActionError("a resignation is for 1, 2 or 3 times the stake, not %s" % multiple)
    return bytes((RESIGN, multiple))


def accept() -> bytes:
    """Returns an ACCEPT record, which accepts a resignation or a take-back."""
    return bytes((ACCEPT,))


def refuse() -> bytes:
    """Returns a REFUSE record, which refuses a resignation or a take-back."""
    return bytes((REFUSE,))


def take_back(turns: int, asker: int | None = None) -> bytes:
    """Returns a TAKE_BACK record, which undoes `turns` turns; LAST undoes only the last decision.

    `asker`: the side (0 or 1) that wants the take-back, or None if unknown.
    """
    if not LAST <= turns <= MAX_TAKE_BACK:
        raise ActionError("a take-back undoes 1 to %d turns, not %s" % (MAX_TAKE_BACK, turns))
    return bytes((TAKE_BACK, turns >> 8, turns & 255, _NOBODY if asker is None else asker))


def note(topic: int, body: bytes) -> bytes:
    """Returns a NOTE record, which replaces the earlier note on the same topic."""
    record = bytes((NOTE, topic)) + body
    check(record)
    return record


def score(scores: "Sequence[int]") -> bytes:
    """Returns a NOTE with the score of both sides, so that a list of matches needs no replay."""
    return note(SCORE, scores[0].to_bytes(4, "big") + scores[1].to_bytes(4, "big"))


def scores_of(action: bytes) -> tuple[int, int]:
    """Returns the scores of both sides in `action`, a GAME record or a NOTE on the topic SCORE."""
    at, count = (1, 3) if kind_of(action) == GAME else (2, 4)
    first, second = action[at : at + count], action[at + count : at + 2 * count]
    return int.from_bytes(first, "big"), int.from_bytes(second, "big")


def kind_of(action: bytes) -> int:
    """Returns the kind of an action: SETTINGS, GAME, ROLL, ..."""
    return action[0]


def dice_of(action: bytes) -> tuple[int, int]:
    """Returns the dice (d1, d2) of a ROLL."""
    return action[1] >> 3, action[1] & 7


def by_hand(action: bytes) -> bool:
    """True if the dice of a ROLL were entered by hand."""
    return action[2] == _BY_HAND


def on_time(action: bytes) -> bool:
    """True if the action is a DROP that records a loss on time."""
    return action == drop(True)


def steps_of(action: bytes) -> bytes:
    """Returns the steps of a PLAY as bytes, one byte per step."""
    return action[1:]


def multiple_of(action: bytes) -> int:
    """Returns the multiple of a RESIGN: SINGLE, GAMMON or BACKGAMMON."""
    return action[1]


def turns_of(action: bytes) -> int:
    """Returns the number of turns that a TAKE_BACK undoes, or LAST."""
    return action[1] << 8 | action[2]


def asker_of(action: bytes) -> int | None:
    """Returns the side (0 or 1) that wants a TAKE_BACK, or None if unknown."""
    return None if action[3] == _NOBODY else action[3]


def topic_of(action: bytes) -> int:
    """Returns the topic of a NOTE (CLOCK, SCORE, ...), or -1 if it has none."""
    return action[1] if len(action) > 1 else -1


def body_of(action: bytes) -> bytes:
    """Returns the bytes of a NOTE after its topic."""
    return action[2:]


def check(action: bytes) -> int:
    """Returns the kind of the action; raises ActionError if the bytes are not an action.

    The contents of SETTINGS, GAME and PLAY are not checked.
    """
    if not isinstance(action, bytes) or not action:
        raise ActionError("an action is bytes, at least one")
    a_kind = action[0]
    if not SETTINGS <= a_kind <= NOTE:
        raise ActionError("unknown kind of action: %d" % a_kind)
    if a_kind == NOTE:
        if not 2 <= len(action) <= _LONGEST_NOTE:
            raise ActionError("a note has 2 to %d bytes, not %d" % (_LONGEST_NOTE, len(action)))
    elif a_kind > PLAY or a_kind == ROLL:
        length = _LENGTHS.get(a_kind, 1)
        if len(action) != length and not on_time(action):
            raise ActionError(
                "'%s' is %d bytes long, not %d" % (WORDS[a_kind], length, len(action))
            )
    if a_kind == ROLL:
        dice = action[1]
        if not (1 <= dice >> 3 <= 6 and 1 <= dice & 7 <= 6 and action[2] <= _BY_HAND):
            raise ActionError("a roll has impossible dice")
    elif a_kind == RESIGN:
        resign(action[1])
    elif a_kind == TAKE_BACK:
        if action[3] > _NOBODY:
            raise ActionError("there is no player %d to take back" % action[3])
    return a_kind


def record_text(action: bytes) -> str:
    """Returns the action as text that tools/simulator/reading can read. May raise RulesError."""
    kind = check(action)
    word = WORDS[kind]
    if kind == SETTINGS:
        return word + " " + agreed.unpack_settings(action[1:]).text()
    if kind == GAME:
        return word + " " + unpack_checkpoint(action[1:]).text()
    if kind == ROLL:
        return word + " %d-%d" % dice_of(action) + (" by hand" if by_hand(action) else "")
    if kind == PLAY:
        steps = steps_of(play(action[1:]))
        return word + " " + format_steps(steps) if steps else "pass"
    if kind == RESIGN:
        return word + " " + MULTIPLES[action[1]]
    if kind == TAKE_BACK:
        turns = turns_of(action)
        asker = asker_of(action)
        by = "" if asker is None else " by %d" % asker
        return "%s %s%s" % (word, "%d" % turns if turns else "last", by)
    if kind == NOTE:
        return "%s %d %s" % (word, topic_of(action), hexlify(body_of(action)).decode())
    return word + (" on time" if on_time(action) else "")


class GameRecords:
    """The records of one game in their order, with a mark at the first decision of each turn.

    `buffer`: all records; a byte with the record's length precedes each record. (Many small objects
    would leave no large block of memory free.)
    `marks`: offset << 2 | passed << 1 | side for each turn with a decision. `offset`: that of the
    turn's first decision in `buffer`. `passed`: 1 if the side had to pass, otherwise 0.
    `moments`: the match's state (Match._moment) before every eighth turn, from marks[0] on.
    """

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.marks: list[int] = []
        self.moments = bytearray()

    def append(self, record: bytes) -> None:
        self.buffer.append(len(record))
        self.buffer.extend(record)

    def mark(self, side: int, passed: bool) -> None:
        """Marks the next record as a turn's first decision. `passed`: True if `side` must pass."""
        flags = side | (_PASSED if passed else 0)
        self.marks.append(len(self.buffer) << _OFFSET_SHIFT | flags)

    def records(self, end: int | None = None, at: int = 0) -> "Iterator[bytes]":
        """Yields the records in `buffer` from offset `at` to `end`, by default to the last."""
        buffer = self.buffer
        while at < (len(buffer) if end is None else end):
            size = buffer[at]
            yield bytes(buffer[at + 1 : at + 1 + size])
            at += 1 + size

    def last(self) -> tuple[int, bytes | None]:
        """Returns (offset, record) of the last record, or (0, None) if there is none."""
        buffer = self.buffer
        at = 0
        while at < len(buffer):
            following = at + 1 + buffer[at]
            if following == len(buffer):
                return at, bytes(buffer[at + 1 :])
            at = following
        return 0, None

    def upto(self, turn: int, moments: int) -> "GameRecords":
        """Returns a copy that ends before turn `turn`. `moments`: bytes of self.moments to copy."""
        earlier = GameRecords()
        earlier.buffer = self.buffer[: self.marks[turn] >> _OFFSET_SHIFT]
        earlier.marks = self.marks[:turn]
        earlier.moments = self.moments[:moments]
        return earlier

    def turn_start(self, turns: int) -> int:
        """Returns the offset of the first decision that a take-back of `turns` (or LAST) undoes."""
        if turns:
            return self.marks[-turns] >> _OFFSET_SHIFT
        at = last = self.turn_start(1)
        for record in self.records(None, at):
            if kind_of(record) != ROLL:
                last = at
            at += 1 + len(record)
        return last

    def turns_back_to(self, side: int) -> int:
        """Returns how many turns a take-back of `side`'s last decision undoes; 0 if there is none.

        A pass does not count as a decision.
        """
        for turns in range(1, len(self.marks) + 1):
            flags = self.marks[-turns]
            if flags & _SIDE == side and not flags & _PASSED:
                return turns
        return 0


class Rolls:
    """The dice of all rolls in a game. The first `made` rolls count; the others were taken back."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.made = 0

    def following(self) -> tuple[int, int] | None:
        """Returns the dice that the next roll must repeat, or None if it may be any roll."""
        if self.made == len(self.kept):
            return None
        packed = self.kept[self.made]
        return packed >> 3 & 7, packed & 7

    def check(self, action: bytes, ordered: bool) -> None:
        """Raises Refusal if a ROLL differs from the earlier roll that it has to repeat.

        Dice entered by hand may be corrected by hand. `ordered`: True if the order of the dice
        matters, as in the opening roll.
        """
        was = self.following()
        if was is None or was == dice_of(action):
            return
        if not ordered and (was[1], was[0]) == dice_of(action):
            return
        if not (by_hand(action) and self.kept[self.made] & _ENTERED):
            raise Refusal("roll %d of this game was %s" % (self.made + 1, roll_text(was, "-")))

    def add(self, action: bytes) -> None:
        """Adds a ROLL that `check` has accepted."""
        dice = action[1]
        if self.made == len(self.kept):
            self.kept.append(dice | (_ENTERED if by_hand(action) else 0))
        else:
            self.kept[self.made] = dice | self.kept[self.made] & _ENTERED
        self.made += 1

    def last_by_hand(self) -> bool:
        """True if the last roll that was not taken back was entered by hand."""
        return self.made > 0 and self.kept[self.made - 1] & _ENTERED != 0


def sides_to_ask(
    undone: "Records", turn: int, decider: int, asker: int | None = None
) -> tuple[int, ...]:
    """Returns the sides that have to agree to a take-back, in the order in which they answer.

    If `asker` is known, only the other side answers (rule R31). If `asker` is None, rolls do not
    matter: if all other undone records are plays of one side, that side counts as the asker. If
    not, both sides answer, and the side that made the last decision answers second.

    `undone`: the records that the take-back would remove. `turn`: the side on turn before these
    records. `decider`: the side that had to act before these records.
    """
    if asker is not None:
        return (1 - asker,)
    own = decider
    bound = False
    for record in undone:
        kind = kind_of(record)
        if kind == ROLL:
            continue
        bound = bound or kind != PLAY or own == 1 - decider
        own = decider
        if kind == PLAY:
            turn = 1 - turn
            decider = turn
        else:
            decider = 1 - decider if kind in _OFFERS else turn
    return (1 - own, own) if bound else (1 - own,)
