"""Every legal play can be made by pressing places: where a checker is, and where it is to go.

A checker that goes on and on takes two presses as well, but where the ways there differ.
"""

from array import array

import pytest

from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display.board_view import place_of
from picogammon.ground.places import CUBE, DICE
from picogammon.rules import match, steps

_POSITIONS = 1000
_SEEDS = range(4)


def _plays(sitting):
    """The steps of every legal play of what is on the board."""
    a_match = sitting.match
    plays = sitting.session.plays
    count = plays.generate(a_match.position, *a_match.dice)
    return [list(plays.steps(i)) for i in range(count)]


def _press(sitting, play):
    """Presses what moves the checkers of `play`, each in one go where there is such a landing."""
    hand = sitting.navigator.base.hand
    side = sitting.match.turn
    while len(hand.steps) < len(play):  # what is forced lies there by itself
        rest = play[len(hand.steps) :]
        sitting.press_places(place_of(side, steps.source(rest[0])))
        landings = {landing.target: landing.steps for landing in sitting.navigator.top.spots}
        ways = [rest[:count] for count in range(len(_one_checkers(rest)), 0, -1)]
        way = next(way for way in ways if landings.get(steps.target(way[-1])) == way)
        sitting.press_places(place_of(side, steps.target(way[-1])))


def _one_checkers(play):
    """The steps at the beginning of a play with which one checker goes on and on."""
    count = 1
    while count < len(play) and steps.source(play[count]) == steps.target(play[count - 1]):
        count += 1
    return play[:count]


def _after(pos, play):
    pos = array("b", pos)
    for step in play:
        steps.make(pos, step)
    return bytes(pos)


@pytest.mark.parametrize("seed", _SEEDS)
def test_every_legal_play_of_a_thousand_positions(seed):
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
        hand = sitting.navigator.base.hand
        for play in plays if len(plays) > 1 else []:
            sitting.navigator.lay([])
            _press(sitting, play)
            assert bytes(hand.position) == _after(sitting.match.position, play)
        seen += len(plays) > 1
        if plays:
            sitting.navigator.lay(plays[dice.below(len(plays))])
        sitting.press_places(CUBE)
