"""The games of a match log, as a board keeps it."""

from collections import namedtuple

from picogammon.app.session import recording
from picogammon.app.session.seal import Seal, hex_text
from picogammon.devices.files import LOG, Files
from picogammon.devices.recent import Recent
from picogammon.rules import actions
from picogammon.rules.games import games as played
from picogammon.rules.log import Refusal
from tools.matches import MatError, Sealed

NAME = LOG
NEWEST = LOG + ".newest"

# A game as it stands: the Settings at its end, its records (GAME first, nothing that was taken
# back), and how many take-backs there were.
Played = namedtuple("Played", ("settings", "records", "taken_back"))


def records_in(files):
    """The records of the log among a board's files, {name: bytes}; none where there is no log."""
    import tempfile
    from pathlib import Path  # the page's MicroPython, which uses the rest, has none

    with tempfile.TemporaryDirectory() as folder:
        for name in files.keys() & {NAME, NEWEST}:
            Path(folder, name).write_bytes(files[name])
        return read(str(Path(folder, NAME)))


def read(path):
    """The records of a log, and of what is beside it, in a folder that may be tidied up."""
    return list(Recent(Files(), path).open())


def last_game(path):
    """The Match of the last game of a log, as far as it makes sense; None where nothing does.

    Raises OSError where it cannot be read.
    """
    reading = recording.last_game(Recent(Files(), path))
    while True:
        try:
            next(reading)
        except StopIteration as end:
            return end.value


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
    if said is None:
        return None
    return Sealed(hex_text(said.seal), said.number, secret, said.game)


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


def to_write(records):
    """[Played] of a log that is to be written as a match file. Raises MatError."""
    try:
        found = list(games(records))
    except Refusal as refusal:
        raise MatError(f"the log is no match: {refusal}") from None
    if not found:
        raise MatError("nothing has been played yet")
    return found
