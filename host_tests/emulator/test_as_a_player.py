"""The emulated chip as a player of a duel, `LEVEL on emulator`."""

from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from tools.players.finding import find


def test_a_level_on_the_chip_plays_what_it_plays_here(image):
    match = Match(Settings(length=1))
    match.apply(actions.roll(3, 1))
    here = find("casual").decide(match)
    player = find("casual on emulator")
    try:
        assert player.decide(match) == here
    finally:
        player.close()
