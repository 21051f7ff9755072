"""What a player can do to a match, as the bytes that go into its log.

An action is its own record: `bytes`, and the first byte is its kind. Each kind has a constructor.
Readers (`kind_of`, `dice_of`, `steps_of`, ...) take an action apart, and `check` refuses bytes that
are no action. Whether an action is legal now is for the match to decide, not for this module.

    >>> dice_of(roll(6, 4))
    (6, 4)
"""

from micropython import const

from picogammon.rules import settings as agreed
from picogammon.rules.position import RulesError
from picogammon.rules.situation import Checkpoint

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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

# The topics of a NOTE. The rules do not read what a note says.
# A match's notes are written by their topics, so a resumed game that has the last one that it needs
# has them all.
RESTORED = const(0)  # from a backup: later rolls that were seen, a byte; empty once told
CLOCK = const(1)  # time left on the clock, in tenths of a second, three bytes a side
SECRET = const(3)  # the secret of sealed dice, written when the match is over
SEAL = const(4)  # the seal of sealed dice: app/session/seal.py

LAST = const(0)  # a TAKE_BACK's number of turns if only the last decision is taken back
MAX_TAKE_BACK = const(65535)
_NOBODY = const(2)  # in the asker's byte: unknown who asks
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


class ActionError(RulesError):
    """Bytes or a text that are not an action; the message says why."""


def settings(agreed_settings: agreed.Settings) -> bytes:
    """SETTINGS: the record of a match's settings."""
    return bytes((SETTINGS,)) + agreed_settings.pack()


def game(checkpoint: Checkpoint) -> bytes:
    """GAME: the record that starts a game, or that sets up a position by hand."""
    return bytes((GAME,)) + checkpoint.pack()


def roll(first: int, second: int, by_hand: bool = False) -> bytes:
    """ROLL. In the opening roll `first` is player 0's die and `second` player 1's.

    `by_hand`: somebody rolled real dice and entered them. Raises ActionError unless both are 1..6.
    """
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ActionError("dice show 1 to 6, not %s-%s" % (first, second))
    return bytes((ROLL, first << 3 | second, _BY_HAND if by_hand else 0))


def play(play_steps: "Sequence[int]" = ()) -> bytes:
    """PLAY: a whole play from its steps, at most four, each a number 0..255. No steps: a pass.

    Raises ActionError for anything else.
    """
    record = bytes((PLAY,)) + bytes(play_steps)
    _check_steps(record)
    return record


def double() -> bytes:
    """DOUBLE: offers a double."""
    return bytes((DOUBLE,))


def take() -> bytes:
    """TAKE: takes the offered double, or plays on after a beaver or a raccoon."""
    return bytes((TAKE,))


def drop(on_time: bool = False) -> bytes:
    """DROP: drops the offered double, or drops after a beaver or a raccoon.

    `on_time`: the side did not decide this; its time was over, and the other side claimed the game.
    """
    return bytes((DROP, _ON_TIME)) if on_time else bytes((DROP,))


def beaver() -> bytes:
    """BEAVER: doubles again at once and keeps the cube (R28)."""
    return bytes((BEAVER,))


def raccoon() -> bytes:
    """RACCOON: doubles once more after a beaver (R28)."""
    return bytes((RACCOON,))


def resign(multiple: int) -> bytes:
    """RESIGN: offers to lose a SINGLE game, a GAMMON or a BACKGAMMON.

    Raises ActionError for any other multiple.
    """
    if multiple not in (SINGLE, GAMMON, BACKGAMMON):
        raise ActionError("one resigns 1, 2 or 3 times the stake, not %s" % multiple)
    return bytes((RESIGN, multiple))


def accept() -> bytes:
    """ACCEPT: accepts a resignation or a take-back."""
    return bytes((ACCEPT,))


def refuse() -> bytes:
    """REFUSE: refuses a resignation or a take-back."""
    return bytes((REFUSE,))


def take_back(turns: int, asker: int | None = None) -> bytes:
    """TAKE_BACK: goes back that many turns, or with LAST to the last decision.

    `asker`: the side (0 or 1) that wants it, or None if unknown.
    """
    _check_turns(turns)
    return bytes((TAKE_BACK, turns >> 8, turns & 255, _NOBODY if asker is None else asker))


def note(topic: int, body: bytes) -> bytes:
    """NOTE: something kept with a match that the rules do not read.

    A later note on the same `topic` (CLOCK, ...) replaces it. Raises ActionError if `body` is too
    long.
    """
    record = bytes((NOTE, topic)) + body
    check(record)
    return record


def kind_of(action: bytes) -> int:
    """The kind of an action: SETTINGS, GAME, ROLL, ..."""
    return action[0]


def dice_of(action: bytes) -> tuple[int, int]:
    """(d1, d2) of a ROLL."""
    return action[1] >> 3, action[1] & 7


def by_hand(action: bytes) -> bool:
    """True if this ROLL was entered by hand."""
    return action[2] == _BY_HAND


def on_time(action: bytes) -> bool:
    """True if this DROP records a loss on time."""
    return action == drop(True)


def steps_of(action: bytes) -> bytes:
    """The steps of a PLAY, as bytes: one small integer a step."""
    return action[1:]


def multiple_of(action: bytes) -> int:
    """SINGLE, GAMMON or BACKGAMMON of a RESIGN."""
    return action[1]


def turns_of(action: bytes) -> int:
    """The number of turns that a TAKE_BACK goes back, or LAST."""
    return action[1] << 8 | action[2]


def asker_of(action: bytes) -> int | None:
    """The side that wants a TAKE_BACK: 0, 1, or None if unknown."""
    return None if action[3] == _NOBODY else action[3]


def topic_of(action: bytes) -> int:
    """The topic of a NOTE: CLOCK, ..."""
    return action[1]


def body_of(action: bytes) -> bytes:
    """The bytes that a NOTE holds."""
    return action[2:]


def check(action: bytes) -> int:
    """The kind of the action. Raises ActionError, saying why, if the bytes are not an action.

    The contents of SETTINGS and GAME records are checked where they are unpacked.
    """
    if not isinstance(action, bytes) or not action:
        raise ActionError("an action is bytes, at least one")
    a_kind = action[0]
    if not SETTINGS <= a_kind <= NOTE:
        raise ActionError("there is no action of kind %d" % a_kind)
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
        first, second = dice_of(action)
        if not (1 <= first <= 6 and 1 <= second <= 6 and action[2] <= _BY_HAND):
            raise ActionError("a roll's bytes are no dice")
    elif a_kind == PLAY:
        _check_steps(action)
    elif a_kind == RESIGN:
        resign(action[1])
    elif a_kind == TAKE_BACK:
        _check_turns(turns_of(action))
        if action[3] > _NOBODY:
            raise ActionError("there is no player %d to take back" % action[3])
    return a_kind


def _check_turns(turns: int) -> None:
    if not LAST <= turns <= MAX_TAKE_BACK:
        raise ActionError("one takes back 1 turn or more, not %s" % turns)


def _check_steps(record: bytes) -> None:
    if len(record) > 5:
        raise ActionError("a play has at most 4 steps, not %d" % (len(record) - 1))
    for i in range(1, len(record)):
        a_step = record[i]
        if not (8 < a_step < 208 and 0 < a_step & 7 < 7):
            raise ActionError("a play has a step that is none: %d" % a_step)
