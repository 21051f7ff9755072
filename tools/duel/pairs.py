"""Plays matches in pairs, each pair with the same dice and the seats exchanged.

A job plays a few pairs and returns them as two .mat files, one for each way to sit. The files are
the result: the reader, which checks each action, counts from them.
"""

import random
import re
from functools import lru_cache, partial

from picogammon.rules import actions, notation
from picogammon.rules.actions import record_text
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, Match, Refusal
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_NAME, Settings
from tools.matches import MatError, check_sound, log, reading, writing
from tools.players import PlayerError, decide
from tools.players.finding import find

SEATS = ("a", "b")  # who sits in seat 0
_MOST_ACTIONS = 5000  # of a game: no two that play by the rules come near
_player = lru_cache(maxsize=4)(find)


def pairs_a_file(length):
    """Returns how many pairs a file has: many games of a money session, one match."""
    return 1 if length else 10


def play_pairs(names, agreed, seed, first, count):
    """The job: returns two .mat files as text, of the pairs first .. first + count - 1.

    `names`: of the two players, as `find` knows them; `agreed`: their Settings, as far as they
    differ from the usual ones. Raises PlayerError.
    """
    players = [_player(name) for name in names]
    texts = []
    for order in ((0, 1), (1, 0)):
        called = [_called(names[i], i) for i in order]
        settings = Settings(**agreed, names=[name[:MAX_NAME].strip() for name in called])
        records = play(
            settings,
            [players[i] for i in order],
            partial(_dice, seed, first, settings.length),
            None if settings.length else count,
        )
        texts.append(writing.write(records, {"Event": f"Duel {seed}, {first}"}, called).text)
    return texts


def results(text, seat):
    """Returns the points that the player in `seat` won in each game of a file, or 1 or -1 for its
    match. Raises MatError if the text is no such file, or something is not finished.
    """
    found = reading.read(text.encode())
    check_sound(found)
    points = []
    match = None
    for game in log.games(found.records):
        match = Match(game.settings)
        for record in game.records:
            match.apply(record)
        if match.result is None:
            raise MatError("a game was not finished")
        won = match.result.points
        points.append(won if match.result.winner == seat else -won)
    if match is None:
        raise MatError("nothing was played")
    if not match.settings.length:
        return points
    if max(match.scores) < match.settings.length:
        raise MatError("the match was not finished")
    return [1 if match.result.winner == seat else -1]


def _dice(seed, first, length, game):
    """Returns the Dice of a game of a file: of a match, or of one of the pairs from `first` on."""
    return Dice(seed, first, game) if length else Dice(seed, first + game)


def _called(name, which):
    """Returns a player's name as a file can have it."""
    plain = re.sub(r"[^A-Za-z0-9 .+/-]", "_", name)
    return f"{SEATS[which].upper()} {' '.join(plain.split())}"[:40]


class Dice:
    """The dice of one game: the same for the same names, whoever plays."""

    def __init__(self, *names):
        self._random = random.Random(" ".join(str(name) for name in names))

    def roll(self):
        """Returns (d1, d2)."""
        return self._random.randint(1, 6), self._random.randint(1, 6)


def play(settings, players, dice_of, most_games=None):
    """Returns the records of a match, its SETTINGS first, as a board's log has them.

    `players`: for seat 0 and seat 1; `dice_of(number)`: the Dice of a game, from 0. A money session
    ends after `most_games`. Raises PlayerError if a player breaks the rules.
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
            raise PlayerError(f"{names} come to no end: {notation.to_xgid(match.situation())}")
        player = None if match.phase == OPENING else players[match.decider]
        action = decide(player, match) if player else None
        _do(match, action or actions.roll(*dice.roll()), records, player)


def _do(match, action, records, player):
    try:
        match.apply(action)
    except (Refusal, RulesError) as refusal:
        where = notation.to_xgid(match.situation())
        name = player.name if player else "the duel"
        raise PlayerError(f"{name}: '{record_text(action)}' at {where}: {refusal}") from None
    records.append(action)
