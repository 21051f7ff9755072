"""Records as text, for people, links and files; tools/simulator/reading reads them back.

>>> text(actions.roll(6, 4))
'roll 6-4'
"""

from binascii import hexlify
from micropython import const

from picogammon.rules import actions
from picogammon.rules import checkpoint as checkpoints
from picogammon.rules import settings as agreed
from picogammon.rules.plays_text import format_steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.checkpoint import Checkpoint
    from picogammon.rules.settings import Settings

CHECKPOINT_KEYS = ("scores", "crawford", "turn", "cube", "owner", "automatic", "position")


def text(action: bytes) -> str:
    """The action in words; raises ActionError if the bytes are not an action."""
    kind = actions.check(action)
    word = actions.WORDS[kind]
    if kind == actions.SETTINGS:
        return word + " " + settings_text(agreed.unpack(action[1:]))
    if kind == actions.GAME:
        return word + " " + checkpoint_text(checkpoints.unpack(action[1:]))
    if kind == actions.ROLL:
        by_hand = " by hand" if actions.by_hand(action) else ""
        return word + " %d-%d" % actions.dice_of(action) + by_hand
    if kind == actions.PLAY:
        return word + " " + format_steps(actions.steps_of(action)) if action[1:] else "pass"
    if kind == actions.RESIGN:
        return word + " " + actions.MULTIPLES[action[1]]
    if kind == actions.TAKE_BACK:
        turns = actions.turns_of(action)
        return "%s %s%s" % (word, "%d" % turns if turns else "last", _by(actions.asker_of(action)))
    if kind == actions.NOTE:
        body = hexlify(actions.body_of(action)).decode()
        return "%s %d %s" % (word, actions.topic_of(action), body)
    return word + (" on time" if actions.on_time(action) else "")


def settings_text(settings: "Settings") -> str:
    """The settings as one line of `key=value` words."""
    words = []
    for name, _, _, _, _, _, told, _, _ in agreed.FIELDS:
        value = getattr(settings, name)
        if told or value:
            words.append("%s=%d" % (name, value))
    for side in (0, 1):
        name = settings.names[side].replace("%", "%25").replace(" ", "%20")
        words.append("name%d=%s" % (side, name))
    for side in (0, 1):
        words.append("player%d=%d" % (side, settings.players[side]))
    return " ".join(words)


def checkpoint_text(checkpoint: "Checkpoint") -> str:
    """The checkpoint as one line of `key=value` words."""
    values = (
        "%d-%d" % checkpoint.scores,
        "%d" % checkpoint.crawford,
        "opening" if checkpoint.turn is None else "%d" % checkpoint.turn,
        "%d" % checkpoint.cube,
        "none" if checkpoint.owner is None else "%d" % checkpoint.owner,
        "%d" % checkpoint.automatic,
        ",".join(["%d" % checkers for checkers in checkpoint.position]),
    )
    return " ".join(["%s=%s" % pair for pair in zip(CHECKPOINT_KEYS, values)])


def _by(side: int | None) -> str:
    return "" if side is None else " by %d" % side
