"""Random matches, on every runtime."""

from picogammon.rules import actions, plays
from picogammon.rules.actions import Refusal
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
)
from picogammon.rules.settings import FREE, Settings

_NAMES = ("Ann", "Bob", "Ann Lee", "x", "O'Neil", "A-very-long.", "7 of 9", "B. O.")
_GAMES = 4  # of a money session
_HIGHEST_CUBE = 6  # as a power of two, that gnubg 1.07 can have in a match


class Wheel:
    """The methods of random.Random that are used here; draws the same on every runtime."""

    def __init__(self, seed):
        self._state = seed * 7919 + 1

    def randrange(self, limit):
        self._state = (self._state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._state >> 12) % limit

    def randint(self, least, most):
        return least + self.randrange(most - least + 1)

    def random(self):
        return self.randrange(1000) / 1000

    def choice(self, items):
        return items[self.randrange(len(items))]

    def sample(self, items, count):
        """Returns `count` neighbours."""
        at = self.randrange(len(items) - count + 1)
        return items[at : at + count]


try:
    from random import Random
except ImportError:  # on MicroPython
    Random = Wheel


def some_settings(wheel, variant=0, automatic=0):
    """Returns random Settings. `automatic`: the automatic doubles that a game may have."""
    return Settings(
        length=wheel.choice((0, 0, 1, 2, 3, 5, 7, 11)),
        crawford=wheel.random() < 0.7,
        jacoby=wheel.random() < 0.5,
        beavers=wheel.choice((0, 1, 2)),
        automatic=automatic,
        cube_on=wheel.random() < 0.9,
        max_cube=wheel.choice((3, 6, 10)),
        take_back=FREE,
        names=wheel.sample(_NAMES, 2),
        variant=variant,
    )


def some_match(seed, automatic=0):
    """The records of a random match or session, as a board's log would have them.

    Complete ones, some that somebody left in the middle, and some with a cube that is turned often.
    `automatic`: how many automatic doubles a game of a session may have.
    """
    wheel = Random(seed)
    eager = seed % 5 == 4
    settings = some_settings(wheel, (0, 0, 2, 1)[seed % 4], automatic)
    if settings.length:
        settings.max_cube = min(settings.max_cube, _HIGHEST_CUBE)
    match = Match(settings)
    records = [actions.settings(settings)]
    actions_left = wheel.randrange(600) if wheel.random() < 0.2 else 100_000
    games = 1
    while actions_left and match.phase != MATCH_OVER:
        actions_left -= 1
        if match.phase == GAME_OVER:
            if not settings.length and games == _GAMES:
                break
            games += 1
        action = some_action(match, wheel, eager)
        try:
            match.apply(action)
        except Refusal:
            continue
        records.append(action)
    return records


def some_action(match, wheel, eager=False):
    """Returns a random action of the kinds that the match waits for, now and then an illegal one.

    `eager`: True if players double often.
    """
    phase = match.phase
    if phase == GAME_OVER:
        return match.next_game()
    chance = wheel.random()
    if phase in (TO_ROLL, TO_PLAY) and chance < 0.01:
        return actions.resign(wheel.choice((1, 1, 1, 2, 3)))
    if phase in (TO_ROLL, TO_PLAY, DOUBLED) and chance < 0.015 or phase == MATCH_OVER:
        return actions.take_back(wheel.choice((actions.LAST, 1, 1, 2)))
    if phase == TO_ROLL and chance < (0.4 if eager else 0.06):
        return actions.double()
    if phase in (OPENING, TO_ROLL):
        dice = match.next_dice() or (wheel.randint(1, 6), wheel.randint(1, 6))
        return actions.roll(*dice, by_hand=wheel.random() < 0.02)
    if phase == TO_PLAY:
        hand = plays.Hand(match.position, match.dice)
        while not hand.complete:
            hand.make(wheel.choice(hand.legal()))
        return actions.play(hand.steps)
    answers = {
        DOUBLED: (actions.take(), actions.take(), actions.drop(), actions.beaver()),
        BEAVERED: (actions.take(), actions.take(), actions.drop(), actions.raccoon()),
        RACCOONED: (actions.take(), actions.take(), actions.drop()),
        RESIGNING: (actions.accept(), actions.refuse()),
        TAKING_BACK: (actions.accept(), actions.refuse()),
    }
    return wheel.choice(answers[phase])
