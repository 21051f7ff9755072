"""Writes a match log as OGXM, the match format of OpenGammon and HedgeHog.

The package `ogxm` of PyPI has the codec, and checks by all rules of the format what it writes. What
it takes is a document of JSON, which is made here: its specification is OGXM_JSON_SPEC.md.
"""

from picogammon.rules import actions, scoring, steps
from picogammon.rules.checkpoint import opening, unpack
from picogammon.rules.match import (
    BEAVERED,
    GAME_OVER,
    OPENING,
    RACCOONED,
    Match,
)
from tools.matches import MatError, log

_WHITE, _BLACK = 1, 0  # a ply's colour: player 1 is White here, and goes up the points
_COLOUR = (_WHITE, _BLACK)
_BAR = 25
_DICE = [(low, high) for low in range(1, 7) for high in range(low, 7)]  # by a ply's action
_ACTIONS = {
    actions.DOUBLE: 21,
    actions.TAKE: 22,
    actions.DROP: 23,
    actions.BEAVER: 32,
    actions.RACCOON: 33,
}
_RESIGN = 27
_VARIANTS = ("backgammon", "nackgammon", "hypergammon")
_SET_UP = "game %d began from a position set up by hand, so it is left out"
_REFUSED = "game %d: a resignation that was refused is left out"
_ROLLED = "game %d: its last roll is left out, as nobody has played it"
_DROPPED = "game %d ends with a beaver that is dropped, for which OGXM has no words"
_NO_PACKAGE = "a .ogxm file takes the package ogxm, for Python 3.11 or newer: pip install ogxm"
_REFUSES = "the match cannot be written as OGXM: its rule '%s' does not allow it"


def write(records, about=None):
    """(the file's bytes, notes on what OGXM has no words for) of a match log's records.

    `about`: {"Event": text}, as for a .mat file. Raises MatError where nothing can be written, or
    the package `ogxm` is missing.
    """
    try:
        import ogxm
    except ImportError:
        raise MatError(_NO_PACKAGE) from None
    document, notes = of(records, about)
    problem = ogxm.v2_problem(document)
    if problem:
        raise MatError(_REFUSES % problem)
    return ogxm.json_to_binary(document), notes


def of(records, about=None):
    """(the document of JSON, notes) of a match log's records. Raises MatError."""
    games = log.to_write(records)
    settings = games[-1].settings
    notes, told = [], []
    scores = first = None
    for number, game in enumerate(games, 1):
        start = unpack(game.records[0][1:])
        if start.pack() != opening(game.settings, start.scores, start.crawford).pack():
            notes.append(_SET_UP % number)
            continue
        first = first or start
        match, plies, doubled = _played(game, number, notes)
        scores = [min(score, settings.length or score) for score in match.scores]
        told.append(_game(match, len(told), start.crawford, plies))
        if doubled:
            told[-1]["auto_doubles"] = doubled
    if not told:
        raise MatError("what was played began from a position set up by hand; that is left out")
    document = {
        "ogxm": {"major": 2, "minor": 0},
        "player_white": settings.names[0],
        "player_black": settings.names[1],
        "match_length": settings.length,
        "variant": _VARIANTS[settings.variant],
        "crawford": bool(settings.length and settings.crawford),
        "jacoby": bool(not settings.length and settings.jacoby),
        "beavers": bool(not settings.length and settings.beavers),
        "raccoons": bool(not settings.length and settings.beavers > 1),
        "auto_doubles": bool(not settings.length and settings.automatic),
        "cube_limit": 1 << settings.max_cube if settings.cube_on else 1,
        "white_score_start": first.scores[0],
        "black_score_start": first.scores[1],
        "white_score": scores[0],
        "black_score": scores[1],
        "games": told,
    }
    if about and about.get("Event"):
        document["event"] = about["Event"]
    return document, notes


def _game(match, index, crawford, plies):
    game = {"game_index": index, "is_crawford": bool(crawford), "plies": plies}
    if match.result:
        game["winner"] = match.result.winner
        game["points_won"] = match.result.points
    return game


def _played(game, number, notes):
    """(the Match at a game's end, its plies, how often equal dice doubled the cube before).

    Raises MatError for what OGXM cannot say.
    """
    match = Match(game.settings)
    match.apply(game.records[0], True)
    plies = []
    doubled = 0
    dice = resigned = None
    for record in game.records[1:]:
        kind = actions.kind_of(record)
        side, phase, cube = match.decider, match.phase, match.cube
        match.apply(record, True)
        if kind == actions.ROLL:
            dice = actions.dice_of(record) if match.dice or phase != OPENING else None
            doubled += phase == OPENING and match.cube > cube
        elif kind == actions.PLAY:
            plies.append(_play(side, dice, actions.steps_of(record)))
            dice = None
        elif kind == actions.TAKE and phase in (BEAVERED, RACCOONED):
            pass  # in OGXM whoever is beavered has taken that, unless he says something else
        elif kind == actions.DROP and phase in (BEAVERED, RACCOONED):
            raise MatError(_DROPPED % number)
        elif kind in _ACTIONS:
            plies.append({"color": _COLOUR[side], "action_id": _ACTIONS[kind]})
        elif kind == actions.RESIGN:
            resigned = {"color": _COLOUR[side], "action_id": _RESIGN}
            resigned["resign_value"] = actions.multiple_of(record)
        elif kind == actions.REFUSE and resigned:
            notes.append(_REFUSED % number)
            resigned = None
    if match.result and match.result.how == scoring.RESIGNED:
        plies.append(resigned)
    if dice and (resigned or match.phase != GAME_OVER):
        notes.append(_ROLLED % number)
    return match, plies, doubled


def _play(side, dice, play):
    low, high = sorted(dice)
    moves = []
    for step in play:
        source = steps.source(step)
        pips = source - steps.target(step)
        moves.append({"from": source if side else _BAR - source, "pips": pips})
    number = _DICE.index((low, high))
    return {
        "color": _COLOUR[side],
        "action_id": number,
        "d1": dice[0],
        "d2": dice[1],
        "moves": moves,
    }
