"""Every legal play can be made by pressing places (where a checker is, or is to go) and BACK."""

import os
from array import array

import pytest

from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display.view import place_of
from picogammon.ground import CUBE, DICE
from picogammon.rules import match
from picogammon.rules.plays import make, source, target

_POSITIONS = 1000 if os.environ.get("SOAK") else 300
_SEEDS = range(4)


def _plays(sitting):
    """The steps of every legal play of what is on the board."""
    a_match = sitting.match
    plays = sitting.session.players.plays
    count = plays.generate(a_match.position, *a_match.dice)
    return [list(plays.steps(i)) for i in range(count)]


def _reached(sitting):
    """The positions after whole plays that presses of places, and BACK after them, lead to."""
    hand = sitting.navigator.base.hand
    found, seen, open_ways = set(), set(), [[]]
    while open_ways:
        way = open_ways.pop()
        sitting.navigator.base.lay(way)
        if hand.complete:
            found.add(bytes(hand.position))
            continue
        key = bytes(hand.position), bytes(sorted(hand.dice))
        if key in seen:
            continue
        seen.add(key)
        for place in _places(sitting):
            sitting.navigator.base.lay(way)
            sitting.press_places(place)
            open_ways.append(list(hand.steps))
            sitting.press("BACK")
            open_ways.append(list(hand.steps))
            sitting.press_places(place)
            open_ways.append(list(hand.steps))
    return found


def _places(sitting):
    """The places that some checker can leave or go to with its next step."""
    points = set()
    for step in sitting.navigator.base.hand.legal():
        points |= {source(step), target(step)}
    return [place_of(sitting.match.turn, point) for point in sorted(points)]


def _after(pos, play):
    pos = array("b", pos)
    for step in play:
        make(pos, step)
    return bytes(pos)


@pytest.mark.parametrize("seed", _SEEDS)
def test_every_legal_play_of_many_positions(seed):
    dice = SeededDice(seed)
    sitting = Sitting(dice, two_people(64))
    seen = 0
    while seen < _POSITIONS // len(_SEEDS):
        if sitting.match.phase in (match.OPENING, match.TO_ROLL):
            sitting.press_places(DICE)
        if sitting.match.phase == match.GAME_OVER:
            sitting.press("OK")
        if sitting.match.phase != match.TO_PLAY:
            continue
        plays = _plays(sitting)
        if len(plays) > 1:
            wanted = {_after(sitting.match.position, play) for play in plays}
            assert _reached(sitting) == wanted
        seen += len(plays) > 1
        if plays:
            sitting.navigator.base.lay(plays[dice.below(len(plays))])
        sitting.press_places(CUBE)
