"""A match log's games, reviewed as the board does it: the same code, the same numbers."""

import shutil
import tempfile
from pathlib import Path

from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.engine.review import Review
from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match, Refusal


def records_of(path):
    """The records of a log as the board keeps it, match.log and beside it match.log.newest.

    The files are left as they are.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = str(Path(folder) / "match.log")
        shutil.copy(path, copy)
        newest = Path(f"{path}.newest")
        if newest.exists():
            shutil.copy(newest, copy + ".newest")
        return list(Recent(Journal(copy), copy).open())


def games(records):
    """(settings, the game's records) of each game in a log, what was taken back left out.

    Raises Refusal where the records are no match.
    """
    match = None
    for record in records:
        if match is None:
            if actions.kind(record) != actions.SETTINGS:
                raise Refusal("a match's log begins with its settings")
            match = _settled(record)
            continue
        if actions.kind(record) == actions.GAME:
            yield from _played(match)
        match.apply(record, True)
    if match is not None:
        yield from _played(match)


def _settled(record):
    try:
        return Match(agreed.unpack(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def _played(match):
    done = list(match.records())
    if len(done) > 1:
        yield match.settings.copy(), done


def review(settings, records, engine):
    """The finished Review of a game."""
    done = Review(engine, settings, lambda: iter(records))
    done.finish()
    return done
