"""Matches for tests of the rules: begun, at any moment, and gone on with by actions as text."""

from picogammon.rules import position as positions
from picogammon.rules.match import Match, match_of
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from reading import records


def do(match, *lines):
    """Applies actions given as text."""
    for line in lines:
        match.apply(records.parse(line, match.position, match.dice))


def after(*lines, **agreed):
    """A match with these settings, after these actions."""
    match = Match(Settings(**agreed))
    do(match, *lines)
    return match


def match_at(checkers, **moment):
    """The match where player 0 is on roll with these checkers (place: own +, opposing -)."""
    pos = positions.empty()
    for place in checkers:
        pos[place] = checkers[place]
    return match_of(Situation(position=pos, **moment))
