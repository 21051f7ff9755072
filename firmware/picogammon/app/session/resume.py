"""Resumes a saved match, from as much of its log as makes sense, and what happened last in it."""

from array import array
from micropython import const

from picogammon.rules import actions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import Match, replay

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from picogammon.app.session.keeper import Log

    Roll = tuple[tuple[int, int], int | None]

PLAYED_ON = actions.note(actions.PLAYED_ON, b"")
_TRIES = const(3)
_SLICE = const(16)
_TURNS = const(2)  # the last turn may be decided and not yet played


def played_on(records: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields a match's records, and a note that it came from a backup or a file."""
    yield from records
    yield PLAYED_ON


def beginning(match: Match) -> tuple[bytes, ...]:
    """The records that a log with this match begins with: its settings, its running game."""
    return (actions.settings(match.settings),) + tuple(match.records()) + notes(match)


def notes(match: Match) -> tuple[bytes, ...]:
    """The match's notes as records, sorted by topic.

    They follow a game's GAME record, because the game is read from there.
    """
    return tuple([actions.note(topic, match.notes[topic]) for topic in sorted(match.notes)])


def closing(match: Match | None) -> tuple[bytes, ...]:
    """The records that end a log when another match takes its place: the score after a game."""
    return (actions.score(match.scores),) if match and match.result else ()


def saved_match(
    log: "Log", keep_alive: "Callable[[], Any] | None" = None
) -> "tuple[Match | None, str | None]":
    """(the saved match or None, what was wrong in words or None).

    Only the running game is read. If the records are sound but do not make a match, the longest
    beginning of the log that does is the match, and the log is cut there. Nothing is
    written. `keep_alive()` is called every few milliseconds.
    """
    trouble = None
    for _ in range(_TRIES):
        try:
            return _read_match(log, keep_alive)
        except OSError as error:
            trouble = "The saved match cannot be read (%s). It stays on the flash." % error
    return None, trouble


def _read_match(
    log: "Log", keep_alive: "Callable[[], Any] | None"
) -> "tuple[Match | None, str | None]":
    match, refused = _replayed(log, log.open(actions.GAME, actions.SETTINGS), 2, keep_alive)
    if refused and match is None:  # not even the beginning of that game makes sense
        match, again = _replayed(log, log.open(), 1, keep_alive)
        refused = again or refused
    elif match is not None and not _has_notes(match):
        # The power went between a game's first record and its notes: the game before has them.
        match, refused = _replayed(log, log.open(), 1, keep_alive)
    if refused:
        return match, "%s. The damaged match was set aside." % refused
    return match, log.damage


def _has_notes(match: Match) -> bool:
    """True if a match has the notes that its settings ask for."""
    if match.settings.sealed:
        return actions.SEAL in match.notes
    return not (match.settings.clock and match.settings.length) or actions.CLOCK in match.notes


def _replayed(
    log: "Log", records: "Iterable[bytes]", least: int, keep_alive: "Callable[[], Any] | None"
) -> "tuple[Match | None, str | None]":
    """(the match of the records, why it does not have all of them or None).

    The match is None if fewer than `least` records make sense. The log is cut at a record that
    does not.
    """
    match = None
    count = 0
    try:
        for so_far in replay(records):
            match = so_far
            count += 1
            if keep_alive and count % _SLICE == 0:
                keep_alive()
    except Refusal as refusal:
        log.cut()
        return (match if count >= least else None), str(refusal)
    return match, None


class Play:
    """A play that was made.

    `side`: its player. `before`: the position before it (26 numbers, that side's view). `dice`: the
    roll. `steps`: its steps.
    """

    def __init__(self, match: Match, record: bytes) -> None:
        """`match`: the Match before the PLAY `record`."""
        self.side = match.turn
        self.before = array("b", match.position)
        self.dice = match.dice
        self.steps = actions.steps_of(record)


def latest(match: Match) -> "tuple[Play | None, Roll | None]":
    """(the last Play or None, the last roll or None) of a match's running game.

    A roll is ((d1, d2), side); the side is None for equal dice in the opening. Only the game's end
    is replayed, which is quick in a long game.
    """
    play = roll = None
    if not match.rolls_made():
        return play, roll
    turns = min(_TURNS, match.decided_turns())
    if turns:
        past, records = match.before(turns), match.latest(turns)
        if past.dice:
            roll = past.dice, past.turn
    else:
        past, records = Match(match.settings), match.records()
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.PLAY:
            play = Play(past, record)
        past.apply(record, True)
        if kind == actions.ROLL:
            roll = actions.dice_of(record), past.turn
    return play, roll
