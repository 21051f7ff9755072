"""The games of a match log, as a board keeps it."""

import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules import actions
from picogammon.rules.games import games as played

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


def games(records):
    """The Played of each game in a log in which anything was done.

    Raises Refusal where the records are no match.
    """
    taken_back = 0

    def counted():
        nonlocal taken_back
        for record in records:
            taken_back += actions.kind_of(record) == actions.TAKE_BACK
            yield record

    for match in played(counted()):
        yield Played(match.settings.copy(), list(match.records()), taken_back)
        taken_back = 0
