"""The records of a match, read: game by game, moment by moment, and as text.

`games` and `moments` always yield the same Match, which goes on: look at it before asking for the
next one. The text is for people, links and files; tools/simulator/reading reads it back.

>>> record_text(actions.roll(6, 4))
'roll 6-4'
"""

from binascii import hexlify
from micropython import const

from picogammon.rules import actions
from picogammon.rules.match import Match, begun
from picogammon.rules.plays import format_steps
from picogammon.rules.settings import FIELDS, Settings, unpack
from picogammon.rules.situation import Checkpoint, unpack_checkpoint

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHECKPOINT_KEYS = ("scores", "crawford", "turn", "cube", "owner", "automatic", "position")


def moments(records: "Iterable[bytes]", settings: Settings) -> "Iterator[tuple[Match, bytes]]":
    """Yields (the match before it, the record) for each record of a game. Raises Refusal.

    After the last one the match stands at the game's end.
    """
    match = Match(settings)
    for record in records:
        yield match, record
        match.apply(record, True)


def games(records: "Iterable[bytes | None]", last: bool = True) -> "Iterator[Match | None]":
    """Yields the match as it stands at the end of each game in which anything was done.

    A None among the `records` is a pause, and is passed on. Without `last`, the game that the
    records end with is left out. Raises Refusal if the records do not make a match.
    """
    match = None
    for record in records:
        if record is None:
            yield None
        elif match is None:
            match = begun(record)
        else:
            if actions.kind_of(record) == actions.GAME and _is_played(match):
                yield match
            match.apply(record, True)
    if last and match is not None and _is_played(match):
        yield match


def _is_played(match: Match) -> bool:
    """True if anything was done in the match's game."""
    records = match.records()
    next(records)
    return next(records, None) is not None


def record_text(action: bytes) -> str:
    """The action in words; raises ActionError if the bytes are not an action."""
    kind = actions.check(action)
    word = actions.WORDS[kind]
    if kind == actions.SETTINGS:
        return word + " " + settings_text(unpack(action[1:]))
    if kind == actions.GAME:
        return word + " " + checkpoint_text(unpack_checkpoint(action[1:]))
    if kind == actions.ROLL:
        by_hand = " by hand" if actions.by_hand(action) else ""
        return word + " %d-%d" % actions.dice_of(action) + by_hand
    if kind == actions.PLAY:
        steps = actions.steps_of(actions.play(action[1:]))
        return word + " " + format_steps(steps) if steps else "pass"
    if kind == actions.RESIGN:
        return word + " " + actions.MULTIPLES[action[1]]
    if kind == actions.TAKE_BACK:
        turns = actions.turns_of(action)
        return "%s %s%s" % (word, "%d" % turns if turns else "last", _by(actions.asker_of(action)))
    if kind == actions.NOTE:
        body = hexlify(actions.body_of(action)).decode()
        return "%s %d %s" % (word, actions.topic_of(action), body)
    return word + (" on time" if actions.on_time(action) else "")


def settings_text(settings: Settings) -> str:
    """The settings as one line of `key=value` words."""
    words = []
    for name, _, _, _, _, _, told, _, _ in FIELDS:
        value = getattr(settings, name)
        if told or value:
            words.append("%s=%d" % (name, value))
    for side in (0, 1):
        name = settings.names[side].replace("%", "%25").replace(" ", "%20")
        words.append("name%d=%s" % (side, name))
    for side in (0, 1):
        words.append("player%d=%d" % (side, settings.players[side]))
    return " ".join(words)


def checkpoint_text(checkpoint: Checkpoint) -> str:
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
