"""The games of a match, one after another, from the records of its whole log; and the moments of
a game from its own.

The Match that is yielded is always the same, which goes on: look at it before asking for the next
one.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules.match import Match, begun

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from picogammon.rules.settings import Settings


def moments(records: "Iterable[bytes]", settings: "Settings") -> "Iterator[tuple[Match, bytes]]":
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
