"""Plays a match between two Players, with dice that anybody can make again."""

import random

from picogammon.rules import actions, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, Match, Refusal
from tools.players.player import PlayerError, decide

_MOST_ACTIONS = 5000  # of a game: no two that play by the rules come near


class Dice:
    """The dice of one game: the same for the same names, whoever plays."""

    def __init__(self, *names):
        self._random = random.Random(" ".join(str(name) for name in names))

    def roll(self):
        """(d1, d2)."""
        return self._random.randint(1, 6), self._random.randint(1, 6)


def play(settings, players, dice_of, most_games=None):
    """The records of a match, its SETTINGS first, as a board's log has them.

    `players`: who sits in seat 0 and seat 1; `dice_of(number)`: the Dice of a game, from 0. A money
    session ends after `most_games`. Raises PlayerError where one does what the rules forbid.
    """
    match = Match(settings)
    records = [actions.settings(settings), *match.records()]
    number = 0
    while True:
        _play_game(match, players, dice_of(number), records)
        number += 1
        if match.phase == MATCH_OVER or number == most_games:
            return records
        _do(match, match.next_game(), records, None)


def _play_game(match, players, dice, records):
    begun = len(records)
    while match.phase not in (GAME_OVER, MATCH_OVER):
        if len(records) - begun > _MOST_ACTIONS:
            names = " and ".join(player.name for player in players)
            raise PlayerError(f"{names} come to no end: {xgid.to_xgid(match.situation())}")
        player = None if match.phase == OPENING else players[match.decider]
        action = decide(player, match) if player else None
        _do(match, action or actions.roll(*dice.roll()), records, player)


def _do(match, action, records, player):
    try:
        match.apply(action)
    except (Refusal, RulesError) as refusal:
        where = xgid.to_xgid(match.situation())
        name = player.name if player else "the duel"
        raise PlayerError(f"{name}: '{actions.text(action)}' at {where}: {refusal}") from None
    records.append(action)
