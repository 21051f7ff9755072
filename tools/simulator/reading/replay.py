"""Replays a whole log at once; a board reads its log from the end."""

from picogammon.rules import match as rules
from picogammon.rules.actions import Refusal

_TYPE_CHECKING = False
if _TYPE_CHECKING:
    from collections.abc import Iterable

    from picogammon.rules.match import Match


def replay(records: "Iterable[bytes]") -> "Match":
    """Returns the match after all records. Raises Refusal if they are no match."""
    match = None
    for so_far in rules.replay(records):
        match = so_far
    if match is None:
        raise Refusal("the log is empty")
    return match
