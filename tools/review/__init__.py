"""A match log's games, reviewed as the board does it: the same code, the same numbers."""

import shutil
import tempfile
from pathlib import Path

from picogammon.devices.journal import Journal
from picogammon.engine.review import Review
from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.match import Match


def records_of(path):
    """The records of a log as the board keeps it (match.log). The file is left as it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, Path(folder) / "match.log")
        return list(Journal(str(copy)).open())


def games(records):
    """(settings, the game's records) of each game in a log, what was taken back left out.

    Raises Refusal where the records are no match.
    """
    match = None
    for record in records:
        if match is None:
            match = Match(agreed.unpack(record[1:]))
            continue
        if actions.kind(record) == actions.GAME:
            yield from _played(match)
        match.apply(record, True)
    if match is not None:
        yield from _played(match)


def _played(match):
    done = list(match.records())
    if len(done) > 1:
        yield match.settings.copy(), done


def review(settings, records, engine):
    """The finished Review of a game."""
    done = Review(engine, settings, lambda: iter(records))
    done.finish()
    return done
