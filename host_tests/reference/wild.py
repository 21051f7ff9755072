"""Situations to compare notes on: positions that random games come to, any score and cube."""

from array import array

from picogammon.rules import plays, position
from picogammon.rules.situation import Situation

_plays = plays.Plays()


def roll(random):
    return random.randint(1, 6), random.randint(1, 6)


def random_position(random):
    """A position after 0 to 70 random plays, the game still going on."""
    pos = position.start()
    for _ in range(random.randint(0, 70)):
        play = random_play(random, pos, *roll(random))
        after = position.swapped(result(pos, play))
        if not position.opponent_left(after):
            break
        pos = after
    return pos


def random_play(random, pos, first, second):
    """The steps of a random legal play, [] if there is none."""
    count = _plays.generate(pos, first, second)
    return _plays.steps(random.randrange(count)) if count else []


def result(pos, play):
    """The position after the steps, still in the mover's view."""
    after = array("b", pos)
    for a_step in play:
        plays.make(after, a_step)
    return after


def random_situation(random, doubled=False):
    """A match (1 to 25 points, Crawford and post-Crawford among them) or money, any cube.

    With doubled, an offered double, else before or after the roll.
    """
    turn = random.randint(0, 1)
    length = random.choice((0, 0, 3, 5, 7, 11, 25) if doubled else (0, 0, 1, 3, 5, 7, 11, 25))
    scores = [random.randrange(length or 40), random.randrange(length or 40)]
    if length > 1 and random.random() < 0.4:
        scores[random.randint(0, 1)] = length - 1
    leaders = [score for score in scores if score == length - 1]
    crawford = length > 1 and len(leaders) == 1 and not doubled and random.random() < 0.5
    power = 0 if crawford or length == 1 else random.choice((0, 0, 1, 2, 3, 6))
    return Situation(
        position=random_position(random),
        turn=turn,
        dice=None if doubled or random.random() < 0.4 else roll(random),
        doubled=doubled,
        cube=1 << power,
        owner=_owner(random, turn if doubled else None, power, not crawford and length != 1),
        scores=scores,
        length=length,
        crawford=crawford,
        jacoby=not length and random.random() < 0.5,
        beavers=0 if length else random.randint(0, 1),
    )


def _owner(random, doubler, power, doubling):
    """Who owns a cube of 2 ** power; one of 1 is somebody's as a handicap."""
    if not doubling or not power and random.random() < 0.8:
        return None
    return random.choice((0, 1)) if doubler is None else doubler


def seated_below(situation):
    """The same situation with the sides exchanged, if need be, so that player 0 is on roll."""
    if situation.turn == 0:
        return situation
    owner = situation.owner
    if owner is not None:
        owner = 1 - owner
    return situation.copy(turn=0, owner=owner, scores=situation.scores[::-1])
