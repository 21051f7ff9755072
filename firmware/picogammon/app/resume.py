"""Taking up a saved match: from the journal as it is, or from as much of it as makes sense."""

from picogammon.rules import actions
from picogammon.rules.log import running
from picogammon.rules.match import Match, Refusal


def beginning(match):
    """The records that a journal begins with to hold this match: its settings, its running game."""
    return (actions.settings(match.settings),) + tuple(match.records())


def take_up(journal):
    """(the saved match or None, what was wrong in words or None).

    Where the records are sound but are no match, the journal is set aside and begun anew with the
    longest beginning of it that is one. Raises OSError if the file system fails.
    """
    records = _Counted(journal.open())
    try:
        return Match.replay(records), journal.damage
    except Refusal as refusal:
        if not records.count:
            return None, journal.damage
        trouble = "%s. The damaged match is kept aside." % refusal
    journal.set_aside()
    sound = _sound(journal, records.count)
    if not sound:
        return None, trouble
    journal.restart(sound)
    return Match.replay(sound), trouble


def _sound(journal, count):
    """What resuming needs of the longest beginning of the journal that is a match; [] if none."""
    for length in range(count - 1, 0, -1):
        try:
            records = list(running(_first(length, journal.open())))
            Match.replay(records)
        except Refusal:
            continue
        return records
    return []


def _first(length, records):
    for record in records:
        if not length:
            return
        length -= 1
        yield record


class _Counted:
    """An iterator that counts what it has given."""

    def __init__(self, records):
        self._iterator = iter(records)
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        record = next(self._iterator)
        self.count += 1
        return record
