"""A match as it travels (docs/match-files.md), and the games in its records."""

from collections import namedtuple

from picogammon.app.session import recording
from picogammon.app.session.seal import Seal, hex_text
from picogammon.devices import transfer
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import SECTORS, Ring, packed_day
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.actions import Refusal
from reading.image import Image
from tools.matches import MatError, Sealed

PLAYED_ON = actions.note(actions.PLAYED_ON, b"")
NAME = "match.log"  # of the match that a board plays, in a backup
_NO_DAY = (0, 0, 0)
_NO_LOG = "this is not a board's match: save-match writes one into a .log file"

# A game: the Settings at its end, its records (GAME first, nothing taken back), and the number of
# take-backs.
Played = namedtuple("Played", ("settings", "records", "taken_back"))


def match_log(content):
    """Returns the MatchLog, not yet opened, of a match as it travels (bytes)."""
    return MatchLog(_ring(content))


def _ring(content, sectors=None):
    return Ring(Image(bytearray(content), sectors), lambda: _NO_DAY)


def day(content):
    """Returns the day of a match as it travels, as 2026-11-22, or "-"."""
    ring = _ring(content)
    found = ring.day(ring.running())
    try:
        return found if packed_day(found) else "-"
    except ValueError:
        return "-"


def content(records):
    """Returns a match of these records as it travels (bytes). Raises MatError."""
    ring = _ring(b"", SECTORS)
    made = MatchLog(ring)
    try:
        made.restart(records)
    except OSError:
        raise MatError("the match is too long for a board") from None
    return b"".join(transfer.image(ring, made.run))


def last_game(kept):
    """Returns the Match of the last sound game of a MatchLog, or None. Raises OSError."""
    return Thought(recording.last_game(kept)).finish()


def sealed(records):
    """Returns the Sealed of a match log, or None."""
    said, secret = None, ""
    for record in records:
        if actions.kind_of(record) != actions.NOTE:
            continue
        if actions.topic_of(record) == actions.SEAL:
            said = said or Seal(actions.body_of(record))
        elif actions.topic_of(record) == actions.SECRET:
            secret = actions.body_of(record).decode("ascii", "replace")
    if said is None:
        return None
    return Sealed(hex_text(said.seal), said.number, secret, said.game)


def without_origin(records):
    """Returns the records without the note of their origin, if nobody has played on."""
    records = list(records)
    while records[-1:] == [PLAYED_ON]:
        records.pop()
    return records


def games(records):
    """Yields the Played of each game in which anything was done. Raises Refusal."""
    taken_back = 0

    def counted():
        nonlocal taken_back
        for record in records:
            taken_back += actions.kind_of(record) == actions.TAKE_BACK
            yield record

    for match in matches.games(counted()):
        yield Played(match.settings.copy(), list(match.records()), taken_back)
        taken_back = 0


def records_of(kept):
    """Returns the records of a MatchLog. Raises MatError if it has no match, or OSError."""
    records = list(kept.open())
    if not records and kept.damage:
        raise MatError(f"{kept.damage}, and none of it can be read")
    if not kept.run:
        raise MatError(_NO_LOG)
    return records


def played(records):
    """Returns [Played] of a match. Raises MatError if nothing was played."""
    try:
        found = list(games(records))
    except Refusal as refusal:
        raise MatError(f"its records are not a match: {refusal}") from None
    if not found:
        raise MatError("nothing has been played in it yet")
    return found
