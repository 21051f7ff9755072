"""Resumes a saved match: from the journal as it is, or from as much of it as makes sense."""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.log import Refusal
from picogammon.rules.match import Match

# The records that a game begins with: their kind, and how many bytes they have.
GAME = (actions.GAME, 38, 38)
SETTINGS = (actions.SETTINGS, 12, 34)
_TRIES = const(3)
_SLICE = const(16)


def beginning(match):
    """The records that a journal begins with to hold this match: its settings, its running game."""
    return (actions.settings(match.settings),) + tuple(match.records()) + notes(match)


def notes(match):
    """The match's notes as records. They follow the record that a game begins with, because the
    game is read from there."""
    return tuple([actions.note(topic, match.notes[topic]) for topic in sorted(match.notes)])


def take_up(journal, rest=None):
    """(the saved match or None, what was wrong in words or None).

    Only the running game is read. Where the records are sound but are no match, it is the longest
    beginning of the journal that is one, and the journal is cut there. Nothing is written.
    `rest()` is called every few milliseconds.
    """
    trouble = None
    for _ in range(_TRIES):
        try:
            return _taken_up(journal, rest)
        except OSError as error:
            trouble = "The saved match cannot be read (%s). It is kept aside." % error
    return None, trouble


def _taken_up(journal, rest):
    match, refused = _replayed(journal, journal.open(GAME, SETTINGS), 2, rest)
    if refused and match is None:  # not even the beginning of that game makes sense
        match, again = _replayed(journal, journal.open(), 1, rest)
        refused = again or refused
    elif match is not None and not _has_notes(match):
        # The power went between a game's first record and its notes: the game before has them.
        match, refused = _replayed(journal, journal.open(), 1, rest)
    if refused:
        return match, "%s. The damaged match is kept aside." % refused
    return match, journal.damage


def _has_notes(match):
    """Whether a match has the notes that its settings ask for."""
    if match.settings.sealed:
        return actions.SEAL in match.notes
    return not (match.settings.clock and match.settings.length) or actions.CLOCK in match.notes


def _replayed(journal, records, least, rest):
    """(the match of the records, None where fewer than `least` make sense; why not all, or None).

    Where one makes no sense the journal is cut there.
    """
    match = None
    count = 0
    try:
        for record in records:
            if match is not None:
                match.apply(record, True)
            elif actions.kind_of(record) == actions.SETTINGS:
                match = Match(agreed.unpack(record[1:]))
            else:
                raise Refusal("a match's log begins with its settings")
            count += 1
            if rest and count % _SLICE == 0:
                rest()
    except (Refusal, RulesError) as refusal:
        journal.cut()
        return (match if count >= least else None), str(refusal)
    return match, None
