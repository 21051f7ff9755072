"""The games of a match, one after another, from the records of its whole log."""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match, Refusal

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def games(records: "Iterable[bytes | None]", last: bool = True) -> "Iterator[Match | None]":
    """Yields the match as it stands at the end of each game in which anything was done.

    It is always the same Match, which goes on: look at it before asking for the next one. A None
    among the `records` is a pause, and is passed on. Without `last`, the game that the records end
    with is left out. Raises Refusal if the records do not make a match.
    """
    match = None
    for record in records:
        if record is None:
            yield None
        elif match is None:
            match = _settled(record)
        else:
            if actions.kind_of(record) == actions.GAME and _begun(match):
                yield match
            match.apply(record, True)
    if last and match is not None and _begun(match):
        yield match


def _settled(record: bytes) -> Match:
    if actions.kind_of(record) != actions.SETTINGS:
        raise Refusal("a match's log begins with its settings")
    try:
        return Match(agreed.unpack(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def _begun(match: Match) -> bool:
    """True if anything was done in the match's game."""
    records = match.records()
    next(records)
    return next(records, None) is not None
