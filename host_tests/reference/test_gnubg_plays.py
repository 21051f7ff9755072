"""GNU Backgammon as a player, asked by its console: what it decides is what it judged."""

import pytest

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from tools.players.finding import find
from tools.strength import reference

HOST_ONLY = True


@pytest.fixture(scope="module")
def gnubg():
    player = find("gnubg 2")
    yield player
    player.close()


class _Asked:
    """A Player as an engine that the reference asks."""

    def __init__(self, player):
        self._player = player

    def begin(self, match):
        self._match = match
        return self

    def finish(self):
        return self._player.decide(self._match)


def test_its_cube_is_right_by_its_own_judgement_for_money_and_in_matches(gnubg):
    lines = reference.cubes()[::25]
    assert {line["kind"] for line in lines} == {"money", "match"}
    for line in lines:
        assert reference.cube_loss(line, _Asked(gnubg)) == (0, 0), line


def test_it_plays_bears_off_enters_and_passes_as_the_rules_want(gnubg):
    home = positions.empty()
    home[6], home[5], home[0] = 2, 1, 0
    home[24] = -3
    for situation in (
        Situation(dice=(3, 1)),
        Situation(dice=(6, 6)),
        Situation(position=home, dice=(6, 5)),
        Situation(dice=(6, 5), turn=1, length=7, scores=(3, 5), cube=2, owner=1),
    ):
        match = Match.from_situation(situation)
        match.apply(gnubg.decide(match))


def test_it_beavers_and_answers_resignations(gnubg):
    def start():
        match = Match(Settings(beavers=1))
        match.apply(actions.roll(3, 1))
        match.apply(actions.play([8 << 3 | 3, 6 << 3 | 1]))
        return match

    doubled = start()
    doubled.apply(actions.double())
    assert gnubg.decide(doubled) == actions.beaver()
    for multiple, answer in ((1, actions.accept()), (3, actions.accept())):
        resigned = start()
        resigned.apply(actions.resign(multiple))
        assert gnubg.decide(resigned) == answer
    lost = positions.empty()
    lost[18], lost[24] = 15, -2
    resigning = Match.from_situation(Situation(position=lost))
    resigning.apply(actions.resign(1))
    assert gnubg.decide(resigning) == actions.refuse()
