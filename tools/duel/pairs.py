"""Plays between two Players, and what is kept: matches in pairs, each with the same dice and the
seats exchanged.

A job plays a few pairs and gives them as two .mat files, one for each way to sit. The files are the
result: what they come to is read from them again, by the reader that checks each action. A file
that is there already is not played again.
"""

import random
import re
from functools import lru_cache, partial
from itertools import zip_longest

from picogammon.rules import actions, notation
from picogammon.rules.actions import record_text
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, Match, Refusal
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_NAME, Settings
from tools.matches import MatError, check_sound, log, reading, writing
from tools.matches.comparing import told
from tools.players import PlayerError, decide
from tools.players.finding import find

SEATS = ("a", "b")  # who sits in seat 0


def pairs_a_file(length):
    """How many pairs a file has: many games of a money session, one match."""
    return 1 if length else 10


def play_pairs(names, agreed, seed, first, count, patience):
    """The job: two .mat files as text, of the pairs first .. first + count - 1.

    `names`: of the two players, as `find` knows them; `agreed`: what their Settings differ in from
    usual. Raises PlayerError, or MatError where a file is not what was played.
    """
    players = [_player(name, patience) for name in names]
    texts = []
    for seat in range(2):
        order = (0, 1) if seat == 0 else (1, 0)
        called = [_called(names[i], i) for i in order]
        settings = Settings(**agreed, names=[name[:MAX_NAME].strip() for name in called])
        records = play(
            settings,
            [players[i] for i in order],
            partial(_dice, seed, first, settings.length),
            None if settings.length else count,
        )
        text = writing.write(records, {"Event": f"Duel {seed}, {first}"}, called).text
        _compare(records, text)
        texts.append(text)
    return texts


def results(text, seat):
    """What the player who is `a` won in each game of a file, or in its match: points, in order.

    A match counts 1 or -1. `seat`: where he sits. Raises MatError where it is no file, or where not
    all of it was played to the end.
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


def _compare(records, text):
    """Raises MatError unless the reader makes of the file what was played, action by action."""
    for number, (played, read) in enumerate(
        zip_longest(told(records), told(reading.read(text.encode()).records)), 1
    ):
        if played != read:
            raise MatError(f"game {number} is read as another than was played")


def _dice(seed, first, length, game):
    """The Dice of a game of a file: of a match, or of one of the pairs from `first` on."""
    return Dice(seed, first, game) if length else Dice(seed, first + game)


def _called(name, which):
    """A player's name as a file can have it."""
    plain = re.sub(r"[^A-Za-z0-9 .+/-]", "_", name)
    return f"{SEATS[which].upper()} {' '.join(plain.split())}"[:40]


@lru_cache(maxsize=4)
def _player(name, patience):
    return find(name, patience)


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
