"""What a player can do to a match, as the bytes that go into its log and as text for a link.

An action is its record: `bytes`, the first the kind. There is a constructor for each kind, the
readers (`kind_of`, `dice_of`, `steps_of`, ...) take one apart, and `check` refuses what is none.
Whether an action is legal now is the match's business, not this module's.

    >>> text(roll(6, 4))
    'roll 6-4'
"""

from binascii import hexlify
from micropython import const

from picogammon.rules import checkpoint as checkpoints
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError

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

# What a NOTE is about. The rules do not read what it says.
# The last of them that a match has is written last, so that a resumed game knows it has them all.
CLOCK = const(1)  # what is left on the clock: tenths of a second, three bytes a side
DUPLICATE = const(2)  # which leg of two this is, and how the first one ended
SECRET = const(3)  # what was sealed, when the match is over
SEAL = const(4)  # of the dice: app/session/seal.py

LAST = const(0)  # turns to take back: not even one, but the last decision alone
MAX_TAKE_BACK = const(65535)
_NOBODY = const(2)  # it is not known who asks
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
_OLD_TAKE_BACK = const(3)  # bytes; it did not say who asks


class ActionError(RulesError):
    """Bytes or a text that are no action; the message says why."""


def settings(agreed_settings: agreed.Settings) -> bytes:
    """The record of a match's Settings."""
    return bytes((SETTINGS,)) + agreed_settings.pack()


def game(checkpoint: checkpoints.Checkpoint) -> bytes:
    """The record that starts a game, or sets up a position by hand, from a Checkpoint."""
    return bytes((GAME,)) + checkpoint.pack()


def roll(first: int, second: int, by_hand: bool = False) -> bytes:
    """A roll. In the opening `first` is player 0's die and `second` player 1's.

    `by_hand`: somebody rolled real dice and entered them.
    """
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ActionError("dice show 1 to 6, not %s-%s" % (first, second))
    return bytes((ROLL, first << 3 | second, _BY_HAND if by_hand else 0))


def play(play_steps: "Sequence[int]" = ()) -> bytes:
    """A whole play from its steps, each 0..255 (none: a pass)."""
    record = bytes((PLAY,)) + bytes(play_steps)
    _check_steps(record)
    return record


def double() -> bytes:
    """Offers a double."""
    return bytes((DOUBLE,))


def take() -> bytes:
    """Takes the offered double, or plays on against a beaver or a raccoon."""
    return bytes((TAKE,))


def drop(on_time: bool = False) -> bytes:
    """Drops the offered double, or drops against a beaver or a raccoon.

    `on_time`: nobody decided so; the side's time was over, and the other claimed the game.
    """
    return bytes((DROP, _ON_TIME)) if on_time else bytes((DROP,))


def beaver() -> bytes:
    """Doubles again at once and keeps the cube (R28)."""
    return bytes((BEAVER,))


def raccoon() -> bytes:
    """Doubles a beaver once more (R28)."""
    return bytes((RACCOON,))


def resign(multiple: int) -> bytes:
    """Offers to lose a SINGLE game, a GAMMON or a BACKGAMMON."""
    if multiple not in (SINGLE, GAMMON, BACKGAMMON):
        raise ActionError("one resigns 1, 2 or 3 times the stake, not %s" % multiple)
    return bytes((RESIGN, multiple))


def accept() -> bytes:
    """Accepts a resignation or a take-back."""
    return bytes((ACCEPT,))


def refuse() -> bytes:
    """Refuses a resignation or a take-back."""
    return bytes((REFUSE,))


def take_back(turns: int, asker: int | None = None) -> bytes:
    """Goes back that many turns, or with LAST to the last decision.

    `asker`: the side (0 or 1) that wants it, or None where that is not known.
    """
    _check_turns(turns, LAST)
    return bytes((TAKE_BACK, turns >> 8, turns & 255, _NOBODY if asker is None else asker))


def note(topic: int, body: bytes) -> bytes:
    """What is kept with a match beside the rules; a later one on the `topic` (CLOCK, ...) replaces
    it."""
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
    """Whether a ROLL was entered by hand."""
    return action[2] == _BY_HAND


def on_time(action: bytes) -> bool:
    """Whether a DROP was none that somebody decided, but a game lost on time."""
    return action == drop(True)


def steps_of(action: bytes) -> bytes:
    """The steps of a PLAY, as bytes: one small integer a step."""
    return action[1:]


def multiple_of(action: bytes) -> int:
    """SINGLE, GAMMON or BACKGAMMON of a RESIGN."""
    return action[1]


def turns_of(action: bytes) -> int:
    """How many turns a TAKE_BACK goes back, or LAST."""
    return action[1] << 8 | action[2]


def asker_of(action: bytes) -> int | None:
    """Who wants a TAKE_BACK: 0, 1, or None where that is not known."""
    return None if is_old(action) or action[3] == _NOBODY else action[3]


def is_old(action: bytes) -> bool:
    """Whether an older version wrote this TAKE_BACK: it asked one side only, and did not say
    which."""
    return len(action) == _OLD_TAKE_BACK


def topic_of(action: bytes) -> int:
    """What a NOTE is about: CLOCK, ..."""
    return action[1]


def body_of(action: bytes) -> bytes:
    """What a NOTE says."""
    return action[2:]


def check(action: bytes) -> int:
    """The kind of the action. Raises ActionError, saying why, if it is none.

    What a SETTINGS or GAME record holds is checked where it is unpacked.
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
        known = a_kind == TAKE_BACK and is_old(action) or on_time(action)
        if len(action) != length and not known:
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
        _check_turns(turns_of(action), 1 if is_old(action) else LAST)
        if not is_old(action) and action[3] > _NOBODY:
            raise ActionError("there is no player %d to take back" % action[3])
    return a_kind


def text(action: bytes) -> str:
    """The action in words, as `parse` reads them; raises ActionError if it is none."""
    a_kind = check(action)
    word = WORDS[a_kind]
    if a_kind == SETTINGS:
        return word + " " + agreed.unpack(action[1:]).text()
    if a_kind == GAME:
        return word + " " + checkpoints.unpack(action[1:]).text()
    if a_kind == ROLL:
        return word + " %d-%d" % dice_of(action) + (" by hand" if by_hand(action) else "")
    if a_kind == PLAY:
        from picogammon.rules.plays_text import format_steps

        return word + " " + format_steps(steps_of(action)) if action[1:] else "pass"
    if a_kind == RESIGN:
        return word + " " + MULTIPLES[action[1]]
    if a_kind == TAKE_BACK:
        how_far = "%d" % turns_of(action) if turns_of(action) else "last"
        return "%s %s%s" % (word, how_far, _by(asker_of(action)))
    if a_kind == NOTE:
        return "%s %d %s" % (word, topic_of(action), hexlify(body_of(action)).decode())
    return word + (" on time" if on_time(action) else "")


def _check_turns(turns: int, least: int) -> None:
    if not least <= turns <= MAX_TAKE_BACK:
        raise ActionError("one takes back 1 turn or more, not %s" % turns)


def _by(side: int | None) -> str:
    return "" if side is None else " by %d" % side


def _check_steps(record: bytes) -> None:
    if len(record) > 5:
        raise ActionError("a play has at most 4 steps, not %d" % (len(record) - 1))
    for i in range(1, len(record)):
        a_step = record[i]
        if not (8 < a_step < 208 and 0 < a_step & 7 < 7):
            raise ActionError("a play has a step that is none: %d" % a_step)
