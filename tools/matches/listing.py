"""A match as a list to read during a playback: game by game, the moves numbered as in a .mat file.

Unlike a .mat file the list has every stop of a playback: equal dice in the opening, and games from
a set-up position.
"""

from array import array
from collections import namedtuple

from picogammon.rules import actions, plays
from picogammon.rules.match import DROPPED, MATCH_OVER, RESIGNED, Match
from tools.matches import counted, log

# A game. `names` and `scores` at its beginning, player 0's first; `cells`: a Cell per stop of a
# playback; `end`: who won it and how, '' if it is not over.
Listed = namedtuple("Listed", ("number", "names", "scores", "cells", "end"))

# An action. The first Cell is stop 1 of an app.session.recording.Cursor. `side`: 0, 1, or None for
# equal dice in the opening.
Cell = namedtuple("Cell", ("side", "text"))

_SIMPLY = {
    actions.TAKE: "Takes",
    actions.DROP: "Drops",
    actions.ACCEPT: "Accepts",
    actions.REFUSE: "Refuses",
}
_OFFERS = {
    actions.DOUBLE: ("Doubles", 2),
    actions.BEAVER: ("Beavers", 4),
    actions.RACCOON: ("Raccoons", 4),
}
_RESIGNED = ("", "Resigns", "Resigns a gammon", "Resigns a backgammon")
_KINDS = ("", "", " (gammon)", " (backgammon)")
_HOW = {DROPPED: " (cube dropped)", RESIGNED: " (resigned)"}


def games(records):
    """Returns the Listed of each game. Raises MatError if nothing was played."""
    return [_listed(number, game) for number, game in enumerate(log.played(records), 1)]


def _listed(number, game):
    match = Match(game.settings)
    match.apply(game.records[0], True)
    scores = list(match.scores)
    cells = []
    rolled = False  # True if the last cell is a roll
    for record in game.records[1:]:
        kind = actions.kind_of(record)
        if rolled and kind == actions.PLAY:
            cells.pop()
        cells.append(_cell(match, kind, record))
        rolled = kind == actions.ROLL
    return Listed(number, list(game.settings.names), scores, cells, _end(match))


def _cell(match, kind, record):
    """Applies a record; returns its Cell."""
    side, cube, dice = match.decider, match.cube, match.dice
    before = array("b", match.position)
    match.apply(record, True)
    if kind == actions.ROLL:
        dice = actions.dice_of(record)
        if match.turn is None:
            return Cell(None, "%d-%d, again" % dice)
        return Cell(match.turn, f"{plays.roll_text(dice)}:")
    if kind == actions.PLAY:
        play = plays.format_play(before, actions.steps_of(record))
        return Cell(side, f"{plays.roll_text(dice)}: {play}")
    if kind in _OFFERS:
        word, times = _OFFERS[kind]
        return Cell(side, f"{word} to {cube * times}")
    if kind == actions.RESIGN:
        return Cell(side, _RESIGNED[actions.multiple_of(record)])
    return Cell(side, _SIMPLY[kind])


def _end(match):
    result = match.result
    if result is None:
        return ""
    points = counted(result.points, "point")
    of_match = " and the match" if match.phase == MATCH_OVER else ""
    how = _HOW.get(result.how) or _KINDS[result.multiple]
    score = "%d–%d" % tuple(match.settings.shown(match.scores))
    return f"{match.settings.names[result.winner]} wins {points}{of_match}{how}. {score}"
