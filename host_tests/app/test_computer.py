"""A match against a player who is no person: it thinks in slices, its play is shown, and again."""

from fakes.first_play import FirstPlay
from fakes.sitting import Sitting
from picogammon.app.modes.base import Watch
from picogammon.app.session import prefs
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings


def against(dice, player=None, **fields):
    player = player or FirstPlay()
    return Sitting(dice, Settings(players=(0, 1), **fields), [("first", player)])


def test_a_long_look_says_how_many_plays_it_still_compares():
    player = FirstPlay(99)
    sitting = against([(1, 6), (5, 2)], player, length=3)
    sitting.press("OK BACK")
    said = []
    for plays in (0, 6, 2):
        player.comparing = plays
        sitting.wait(30)
        said.append(sitting.sees.headline)
    assert said == ["Blue is thinking", "Blue compares 6 plays", "Blue compares 2 plays"]


def to_watch(sitting):
    """Lets time pass until the computer's play is shown."""
    while not isinstance(sitting.navigator.top, Watch):
        sitting.wait(10)
    return sitting.sees


def shut_in(points):
    """A position in which player 1, with a checker on the bar, is to roll: 1-1 plays as many steps
    as there are free points from 24 down."""
    pos = positions.empty()
    pos[25] = 1
    for point in range(19, 25 - points):
        pos[point] = -2
    pos[1] = 1
    return pos


def test_its_play_is_shown_as_long_however_many_steps_it_has():
    for pace, least, most in ((0, 3500, 4200), (1, 1700, 2200), (2, 500, 1000)):
        for points in range(5):
            sitting = against([(1, 1)], length=3)
            sitting.session.prefs.change(prefs.PACE, pace - 1)
            position = shut_in(points)
            sitting.navigator.commit(actions.game(Checkpoint(turn=1, position=position)), 0)
            while not sitting.match.dice:
                sitting.wait(10)
            decided = sitting.now
            shown = to_watch(sitting)
            assert len(sitting.navigator.top.play.steps) == points
            assert shown.headline.startswith("Blue: ")
            sitting.settle()
            assert least <= sitting.now - decided <= most, (pace, points, sitting.now - decided)


def test_two_computers_play_a_match_out_by_themselves():
    from fakes.sitting import SeededDice

    players = [("first", FirstPlay(1))]
    sitting = Sitting(SeededDice(3), Settings(length=1, players=(1, 1)), players)
    for _ in range(3000):
        if sitting.match.phase == match.MATCH_OVER:
            break
        sitting.wait(500)
        sitting.press("OK")
    assert sitting.match.phase == match.MATCH_OVER
