"""Every kind of action in every phase: what is refused changes nothing, what is logged comes back.

The dice of chance are a small generator of our own, so that all runtimes play the same matches.
"""

from picogammon.rules import actions, steps
from picogammon.rules.log import Refusal
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
from picogammon.rules.settings import Settings
from reading.replay import replay

MATCHES = 30
ACTIONS = 200
GOES_ON = {
    OPENING: (actions.ROLL,),
    TO_ROLL: (actions.ROLL, actions.ROLL, actions.DOUBLE),
    TO_PLAY: (actions.PLAY,),
    DOUBLED: (actions.TAKE, actions.BEAVER),
    BEAVERED: (actions.TAKE, actions.RACCOON),
    RACCOONED: (actions.TAKE, actions.DROP),
    RESIGNING: (actions.REFUSE,),
    TAKING_BACK: (actions.ACCEPT, actions.REFUSE),
    GAME_OVER: (actions.GAME,),
    MATCH_OVER: (actions.TAKE_BACK,),
}


class Chance:
    """A repeatable source of chance."""

    def __init__(self, seed):
        self.state = seed * 7919 + 1

    def below(self, limit):
        """A number from 0 to limit - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 12) % limit


def some_settings(chance):
    """Settings of all kinds."""
    return Settings(
        length=(0, 0, 1, 2, 5)[chance.below(5)],
        crawford=chance.below(3) > 0,
        jacoby=chance.below(2),
        beavers=(0, 1, 2, 2)[chance.below(4)],
        automatic=chance.below(3),
        cube_on=chance.below(4) > 0,
        max_cube=2 + chance.below(4),
        take_back=chance.below(2),
    )


def some_play(match, chance):
    """A legal play where dice are to be played, often; a piece of one, or a pass, else."""
    if match.dice is None:
        return actions.play()
    hand = steps.Hand(match.position, match.dice)
    while not hand.complete:
        hand.make(hand.legal()[chance.below(len(hand.legal()))])
    return actions.play(hand.steps if chance.below(8) else hand.steps[:-1])


def some_action(match, kind, chance):
    """An action of that kind, likely to be legal if its kind is."""
    if kind == actions.SETTINGS:
        settings = match.settings.copy(
            names=["Ann" if chance.below(2) else "Zoe", "Bob"], take_back=chance.below(3)
        )
        if chance.below(4) == 0:
            settings.crawford = not settings.crawford
        return actions.settings(settings)
    if kind == actions.GAME:
        try:
            return match.next_game()
        except Refusal:
            return actions.accept()
    if kind == actions.ROLL:
        kept = match.next_dice()
        if kept and chance.below(8):
            return actions.roll(kept[0], kept[1])
        return actions.roll(1 + chance.below(6), 1 + chance.below(6), chance.below(3) == 0)
    if kind == actions.PLAY:
        return some_play(match, chance)
    if kind == actions.RESIGN:
        return actions.resign(1 + chance.below(3))
    if kind == actions.TAKE_BACK:
        return actions.take_back(chance.below(4), (None, 0, 1)[chance.below(3)])
    if kind == actions.NOTE:
        return actions.note(actions.CLOCK, bytes((chance.below(256),)))
    return bytes((kind,))


def some_kind(match, chance):
    """Any kind, but often one by which the match goes on."""
    if chance.below(2):
        return 1 + chance.below(actions.NOTE)
    kinds = GOES_ON[match.phase]
    return kinds[chance.below(len(kinds))]


def applied(match, action):
    """Whether the match took the action; if not, it is as it was and has said why."""
    before = match.state()
    try:
        match.apply(action)
    except Refusal as refusal:
        assert match.state() == before
        assert str(refusal)
        return False
    return True


def test_refusals_change_nothing_and_the_log_is_the_match():
    seen = set()
    refused = set()
    for seed in range(MATCHES):
        chance = Chance(seed)
        match = Match(some_settings(chance).copy(variant=seed % 3))
        log = [actions.settings(match.settings)]
        for _ in range(ACTIONS):
            kind = some_kind(match, chance)
            action = some_action(match, kind, chance)
            phase = match.phase
            if applied(match, action):
                log.append(action)
                seen.add((phase, kind))
            else:
                refused.add(phase)
        assert replay(log).state() == match.state()
    assert {kind for _, kind in seen} == set(range(actions.SETTINGS, actions.NOTE + 1))
    assert {phase for phase, _ in seen} == refused == set(range(OPENING, MATCH_OVER + 1))


def test_nonsense_is_refused_in_every_phase():
    chance = Chance(99)
    match = Match(Settings(length=3))
    for _ in range(200):
        applied(match, some_action(match, some_kind(match, chance), chance))
        nonsense = bytes([chance.below(16)] + [chance.below(256) for _ in range(chance.below(6))])
        try:
            actions.check(nonsense)
        except ValueError:
            assert not applied(match, nonsense)
