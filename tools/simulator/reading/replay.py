"""A match from its whole log, at once: a board reads its journal backwards, game by game."""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.log import Line, Refusal, check_rules
from picogammon.rules.match import Match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = const(255)


def replay(records: "Iterable[bytes]") -> Match:
    """The match of a log. Quick: only the last game is looked at, and plays are not checked
    against the rules again.

    Raises Refusal, saying why, where the records are no match.
    """
    try:
        needed = _running(records)
        match = Match(agreed.unpack(next(needed)[1:]))
        for record in needed:
            match.apply(record, True)
    except RulesError as error:
        raise Refusal(str(error)) from None
    return match


def _running(records: "Iterable[bytes]") -> "Iterator[bytes]":
    """Of a match's whole log the records that resuming needs, as a generator.

    They are the settings that held when the last game began, the notes till then, that game's GAME
    record, and all that follow. Raises Refusal if the log does not begin with settings or changes
    its rules. The records are for `Match.apply` to check.
    """
    first = latest = None
    line = Line()
    notes: "dict[int, bytes]" = {}
    before: "list[bytes]" = []
    for record in records:
        if len(record) > _LONGEST:
            raise Refusal("the log holds what is no record")
        kind = record[0] if record else 0
        if kind == actions.SETTINGS:
            if latest is not None:
                check_rules(agreed.unpack(latest[1:]), agreed.unpack(record[1:]))
            latest = record
        elif latest is None:
            raise Refusal("a match's log begins with its settings")
        if kind == actions.GAME:
            line = Line()
            first = latest
            before = [notes[topic] for topic in sorted(notes)]
        if kind == actions.NOTE and len(record) > 1:
            notes[actions.topic_of(record)] = record
        if first is None:
            first = latest
        else:
            line.append(record)
    if first is None:
        raise Refusal("the log is empty")
    yield first
    for record in before:
        yield record
    for record in line.records():
        yield record
