"""GNU Backgammon as a player, asked by its console: what it decides is what it judged."""

import pytest

from picogammon.rules import actions, plays
from picogammon.rules import position as positions
from picogammon.rules.match import Match, match_of
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from rulebook import after, legal, position
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


_START = "24:2 13:5 8:3 6:5 1:-2 12:-5 17:-3 19:-5"
_HOME = "6:2 5:1 24:-3"
_ENTERING = "25:%d 13:2 6:3 19:-2 20:-2 21:-2 22:-2 24:-2"  # by a 2 alone
_SHUT_OUT = "25:1 13:2 19:-2 20:-2 21:-2 22:-2 23:-2 24:-2"
_BEHIND = {"length": 7, "scores": (3, 5), "cube": 2, "owner": 1}


@pytest.mark.parametrize(
    ("checkers", "dice", "moment", "play"),
    [
        (_START, (3, 1), {}, "8/5 6/5"),
        (_START, (3, 1), {"turn": 1, **_BEHIND}, "8/5 6/5"),
        (_START, (3, 1), {"length": 5, "owner": 1}, "8/5 6/5"),
        (_HOME, (6, 5), {}, "6/off 5/off"),
        (_HOME, (6, 6), {"turn": 1, **_BEHIND}, "6/off 6/off 5/off"),
        (_HOME, (1, 1), {}, None),
        (_ENTERING % 1, (5, 2), {}, None),
        (_ENTERING % 1, (2, 2), {"turn": 1}, None),
        (_ENTERING % 2, (2, 1), {}, "bar/23"),
        (_ENTERING % 3, (2, 2), {"turn": 1, "length": 3}, None),
        (_ENTERING % 1, (5, 4), {}, ""),
        (_SHUT_OUT, (6, 1), {}, ""),
        (_SHUT_OUT, (3, 3), {"turn": 1, "length": 3}, ""),
    ],
)  # fmt: skip
def test_it_plays_bears_off_enters_and_passes_as_the_rules_want(
    gnubg, checkers, dice, moment, play
):
    """`play`: the only good or legal one; None: any legal one, and who is on the bar enters."""
    pos = position(checkers)
    match = match_of(Situation(position=pos, dice=dice, **moment))
    made = gnubg.decide(match)
    match.apply(made)
    there = after(pos, plays.format_steps(actions.steps_of(made)))
    if play is None:
        assert there in legal(pos, *dice) and there[25] == 0
    else:
        assert there == after(pos, play)


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
    resigning = match_of(Situation(position=lost))
    resigning.apply(actions.resign(1))
    assert gnubg.decide(resigning) == actions.refuse()
