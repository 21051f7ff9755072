"""Replays a log: how a match is made of its records, the first of which are its settings."""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.log import Refusal
from picogammon.rules.match import Match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def begun(record: bytes) -> Match:
    """The match that a log with this first record begins. Raises Refusal."""
    if actions.kind_of(record) != actions.SETTINGS:
        raise Refusal("a match's log begins with its settings")
    try:
        return Match(agreed.unpack(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def replay(records: "Iterable[bytes]", match: Match | None = None) -> "Iterator[Match]":
    """Yields the match after each record of a log; with `match`, after each that follows on it.

    It is always the same Match, which goes on: look at it before asking for the next one. Raises
    Refusal at a record that makes no sense there; the match stays as it was before it.
    """
    for record in records:
        if match is None:
            match = begun(record)
        else:
            match.apply(record, True)
        yield match
