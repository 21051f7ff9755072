"""The games of a match log, as a board keeps it."""

import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

from picogammon.app.session.seal import Seal, hex_text
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match, Refusal
from tools.matches import Sealed

# A game as it stands: the Settings at its end, its records (GAME first, nothing that was taken
# back), and how many take-backs there were.
Played = namedtuple("Played", ("settings", "records", "taken_back"))


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


def sealed(records):
    """The Sealed of a match log, or None."""
    said, secret = None, ""
    for record in records:
        if actions.kind_of(record) != actions.NOTE:
            continue
        if actions.topic_of(record) == actions.SEAL:
            said = said or Seal(actions.body_of(record))
        elif actions.topic_of(record) == actions.SECRET:
            secret = actions.body_of(record).decode("ascii", "replace")
    return said and Sealed(hex_text(said.seal), said.number, secret, said.game)


def games(records):
    """The Played of each game in a log in which anything was done.

    Raises Refusal where the records are no match.
    """
    match = None
    taken_back = 0
    for record in records:
        if match is None:
            if actions.kind_of(record) != actions.SETTINGS:
                raise Refusal("a match's log begins with its settings")
            match = _settled(record)
            continue
        kind = actions.kind_of(record)
        if kind == actions.GAME:
            yield from _played(match, taken_back)
            taken_back = 0
        match.apply(record, True)
        taken_back += kind == actions.TAKE_BACK
    if match is not None:
        yield from _played(match, taken_back)


def _settled(record):
    try:
        return Match(agreed.unpack(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def _played(match, taken_back):
    done = list(match.records())
    if len(done) > 1:
        yield Played(match.settings.copy(), done, taken_back)
