"""A match as a list to be read beside the board while it is played back: game by game, the moves
numbered as in a .mat file.

Unlike a .mat file it has all that a playback stops at: also equal dice in the opening, and games
from a position that was set up.
"""

from array import array
from collections import namedtuple

from picogammon.rules import actions, plays
from picogammon.rules.match import DROPPED, MATCH_OVER, RESIGNED, Match
from tools.matches import log

# A game. `names` and `scores` as it begins, player 0's first; `cells`: the Cell of each stop of a
# playback; `end`: who won it and how, '' where it is not over.
Listed = namedtuple("Listed", ("number", "names", "scores", "cells", "end"))

# What was done at a stop, as its app.session.recording.Cursor counts: the first cell is stop 1.
# `side`: 0, 1, or None for equal dice in the opening.
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
    """The Listed of each game of a match log's records. Raises MatError where they have none."""
    return [_listed(number, game) for number, game in enumerate(log.played(records), 1)]


def _listed(number, game):
    match = Match(game.settings)
    match.apply(game.records[0], True)
    scores = list(match.scores)
    cells = []
    rolled = False  # whether the last cell is a roll whose play may come
    for record in game.records[1:]:
        kind = actions.kind_of(record)
        if rolled and kind == actions.PLAY:
            cells.pop()
        cells.append(_cell(match, kind, record))
        rolled = kind == actions.ROLL
    return Listed(number, list(game.settings.names), scores, cells, _end(match))


def _cell(match, kind, record):
    """Applies a record; the Cell that says what it is."""
    side, cube, dice = match.decider, match.cube, match.dice
    before = array("b", match.position)
    match.apply(record, True)
    if kind == actions.ROLL:
        dice = actions.dice_of(record)
        if match.turn is None:
            return Cell(None, "%d-%d, again" % dice)
        return Cell(match.turn, _dice(dice))
    if kind == actions.PLAY:
        play = plays.format_play(before, actions.steps_of(record))
        return Cell(side, f"{_dice(dice)} {play}")
    if kind in _OFFERS:
        word, times = _OFFERS[kind]
        return Cell(side, f"{word} to {cube * times}")
    if kind == actions.RESIGN:
        return Cell(side, _RESIGNED[actions.multiple_of(record)])
    return Cell(side, _SIMPLY[kind])


def _dice(dice):
    """A roll as it is written before its play."""
    return plays.roll_text(dice) + ":"


def _end(match):
    result = match.result
    if result is None:
        return ""
    points = "1 point" if result.points == 1 else f"{result.points} points"
    of_match = " and the match" if match.phase == MATCH_OVER else ""
    how = _HOW.get(result.how) or _KINDS[result.multiple]
    score = "%d–%d" % tuple(match.settings.shown(match.scores))
    return f"{match.settings.names[result.winner]} wins {points}{of_match}{how}. {score}"
