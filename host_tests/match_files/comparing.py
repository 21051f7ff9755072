"""The games of a log as lists to compare."""

from picogammon.rules import actions
from picogammon.rules.match import Match, replay
from tools.matches import log


def told(records):
    """Returns the games of a log as lists, one for each game.

    A play is the position after it, because the writer of a file chooses the order of its steps.
    A file does not say which dice were entered by hand.
    """
    return [_told(game) for game in log.games(records)]


def _told(game):
    told = [game.settings.pack()]
    for match, record in zip(replay(game.records, Match(game.settings)), game.records):
        kind = actions.kind_of(record)
        if kind == actions.PLAY:
            told.append(("play", bytes(match.position)))
        elif kind == actions.ROLL:
            first, second = actions.dice_of(record)
            told.append(("roll", match.turn, max(first, second), min(first, second)))
        else:
            told.append(record)
    return told + [tuple(match.scores), match.result]
