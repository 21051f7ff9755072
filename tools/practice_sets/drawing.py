"""Where the questions come from: games of the engine against itself, and constructions.

Each game follows from its number. Some begin where a rare kind of game has just begun, some as a
short race. The openings are all rolls of the start, and all rolls after the best play of each.
"""

import random

from picogammon.engine.engine import Thought
from picogammon.engine.review import after
from picogammon.rules import position as positions
from picogammon.rules.position import BAR
from picogammon.rules.situation import Situation

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
_LONGEST = 300  # turns of a game
# {point: checkers} of who is to play and of the other, each from its own side.
_BACK = (
    ({24: 2, 22: 2, 13: 3, 8: 3, 6: 5}, {13: 3, 8: 3, 7: 2, 6: 3, 5: 2, 4: 2}),
    ({23: 3, 22: 2, 13: 2, 8: 3, 6: 5}, {13: 2, 9: 2, 8: 3, 6: 4, 5: 2, 4: 2}),
    ({24: 2, 21: 3, 8: 3, 6: 4, 5: 3}, {11: 2, 8: 4, 7: 2, 6: 4, 5: 3}),
    ({23: 2, 21: 2, 13: 3, 8: 3, 6: 5}, {13: 2, 9: 1, 8: 3, 7: 2, 6: 4, 5: 3}),
)
_ACE_POINT = (
    ({24: 2, 8: 2, 6: 4, 5: 3, 4: 3, 3: 1}, {8: 2, 6: 4, 5: 4, 4: 3, 3: 2}),
    ({24: 3, 7: 2, 6: 3, 5: 3, 4: 2, 3: 2}, {7: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2}),
    ({24: 2, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2}, {9: 2, 7: 2, 6: 4, 5: 3, 4: 2, 3: 2}),
)


def game(number, seed, engine):
    """Yields (position, roll) of each turn, as who is to play sees them; `engine` plays on."""
    rng = random.Random(f"{seed} {number}")
    pos = _start(number, rng)
    for _ in range(_LONGEST):
        roll = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True))
        yield pos, roll
        pos = _played(pos, roll, engine)
        if not positions.opponent_left(pos):
            return


def openings(seed, engine):
    """Yields (position, roll): the 15 opening rolls, then all rolls after the best play of each, in
    an order that follows from the seed."""
    first = [roll for roll in ROLLS if roll[0] != roll[1]]
    start = positions.start()
    for roll in first:
        yield start, roll
    after_them = [_played(start, roll, engine) for roll in first]
    replies = [(pos, reply) for pos in after_them for reply in ROLLS]
    random.Random(f"replies {seed}").shuffle(replies)
    yield from replies


def _played(pos, roll, engine):
    """The position after the engine's play, as the other side sees it."""
    steps = Thought(engine.choose(Situation(position=pos, dice=roll))).finish()
    return positions.swapped([n - 256 if n > 127 else n for n in after(pos, steps)])


def _start(number, rng):
    kind = number % 5
    if kind == 1:
        return _placed(*rng.choice(_BACK), rng)
    if kind == 2:
        return _placed(*rng.choice(_ACE_POINT), rng)
    if kind == 3:
        return _placed(_home(rng), _home(rng), rng)
    return positions.start()


def _home(rng):
    found = {}
    for _ in range(rng.randint(2, 10)):
        point = rng.randint(1, 6)
        found[point] = found.get(point, 0) + 1
    return found


def _placed(mine, theirs, rng):
    pos = positions.empty()
    for point, checkers in mine.items():
        pos[point] += checkers
    for point, checkers in theirs.items():
        pos[BAR - point] -= checkers
    return pos if rng.random() < 0.5 else positions.swapped(pos)
