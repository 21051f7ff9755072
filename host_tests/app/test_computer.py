"""A match against a player who is no person: it thinks in slices, its play is shown, and again."""

from fakes.first_play import FirstPlay
from fakes.sitting import Sitting
from picogammon.app.display import view as views
from picogammon.app.modes.base import Watch
from picogammon.app.session import prefs
from picogammon.ground import tunes
from picogammon.rules import actions, match, steps
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings


def against(dice, player=None, **fields):
    player = player or FirstPlay()
    return Sitting(dice, Settings(players=(0, 1), **fields), [("first", player)])


def test_it_rolls_thinks_and_its_play_is_shown_step_by_step():
    sitting = against([(1, 6), (5, 2)], length=3)
    sitting.press("OK")
    assert sitting.sees.headline == "Blue goes first" and sitting.sees.decider == 1
    sitting.press("BACK")
    assert sitting.sees.headline == "Blue is thinking" and sitting.sees.decider == 1
    shown = to_watch(sitting)
    assert sitting.log()[-1].startswith("play "), "committed before it is shown"
    assert shown.decider == 1 and shown.keys == ["REPLAY", "SKIP", "SKIP", "SKIP"]
    sitting.wait(5000)
    view = sitting.sees
    assert view.headline == "Amber to roll" and view.decider == 0
    assert view.keys[0] == "REPLAY"


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


def test_a_press_skips_the_show_and_prev_begins_it_again():
    sitting = against([(1, 6)], length=1)
    sitting.press("OK")
    sitting.wait(1500)
    while not any(mark == views.WENT_TO for mark in sitting.sees.marks):
        sitting.wait(10)
    sitting.press("PREV")
    assert not any(sitting.sees.marks)
    sitting.press("OK")
    assert sitting.sees.headline == "Amber to roll"
    assert sitting.sees.keys == ["REPLAY", "", "ROLL", ""]
    sitting.press("NEXT")
    assert sitting.sees.headline == "Amber to roll", "only what has a label does something"
    sitting.press("PREV")
    assert sitting.sees.keys == ["REPLAY", "SKIP", "SKIP", "SKIP"]
    sitting.press("BACK")
    assert sitting.sees.headline == "Amber to roll"


def test_after_a_game_prev_alone_shows_the_last_play_again_and_says_so():
    sitting = against([(1, 6)], length=1)
    sitting.press("OK")
    to_watch(sitting)
    sitting.press("OK hold-OK")
    sitting.choose("Resign")
    sitting.choose("Single game")
    sitting.press("NEXT OK")
    sitting.press("OK")
    sitting.settle()
    view = sitting.sees
    assert isinstance(view.page, views.ResultView) and view.keys == ["REPLAY", "", "NEW", "BOARD"]
    sitting.press("NEXT")
    assert isinstance(sitting.sees.page, views.ResultView), "only what has a label does something"
    sitting.press("PREV")
    assert sitting.sees.keys == ["REPLAY", "SKIP", "SKIP", "SKIP"]
    sitting.press("OK")
    assert isinstance(sitting.sees.page, views.ResultView)


def test_it_takes_a_double_and_accepts_a_resignation():
    sitting = against([(1, 6)], length=3)
    sitting.press("OK")
    sitting.wait(2000)
    sitting.press("BACK NEXT OK")
    sitting.wait(1000)
    assert sitting.sees.cube == 2 and sitting.sees.owner == 1
    assert sitting.sees.headline == "Blue takes. Amber to roll", (
        "what it answered is said until a press"
    )
    sitting.press("PREV BACK")
    assert sitting.sees.headline == "Amber to roll"
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.choose("Single game")
    sitting.press("NEXT OK")
    sitting.wait(1000)
    assert sitting.sees.page.winner == 1 and sitting.sees.scores == [0, 2]


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


def test_a_person_hears_when_the_computer_s_play_was_shown():
    for setting, quiet in ((1, False), (2, True)):
        sitting = against([(1, 6)], length=1)
        sitting.session.prefs.change(prefs.SOUND, setting - 1)
        sitting.press("OK")
        to_watch(sitting)
        sitting.navigator.take_tune()
        sitting.settle()
        assert sitting.navigator.take_tune() == tunes.YOUR_TURN
        assert sitting.session.prefs.quiet == quiet


def test_a_press_ends_the_wait_for_a_play_that_is_decided():
    sitting = against([(1, 6)], length=1)
    sitting.session.prefs.change(prefs.PACE, -1)
    sitting.press("OK")
    sitting.wait(200)
    assert sitting.sees.headline == "Blue goes first"
    sitting.press("NEXT")
    assert isinstance(sitting.navigator.top, Watch)
    sitting.press("NEXT")
    assert sitting.sees.headline == "Amber to roll"


def test_a_long_play_is_shown_whole_beside_a_long_name():
    sitting = against([(2, 2)], length=3, names=("Amber", "Bartholomew9"))
    pos = positions.empty()
    for point in (24, 21, 18, 15):
        pos[point] = 1
        pos[point - 2] = -1
    sitting.navigator.commit(actions.game(Checkpoint(turn=1, position=pos)), sitting.now)
    sitting.navigator.commit(actions.roll(2, 2), sitting.now)
    every = [steps.step(point, 2) for point in (24, 21, 18, 15)]
    sitting.navigator.commit(actions.play(every), sitting.now)
    assert sitting.sees.headline == "24/22* 21/19* 18/16* 15/13*"


def test_the_menu_stays_open_while_it_would_move():
    sitting = against([(1, 6)], length=1)
    sitting.press("OK hold-OK")
    sitting.wait(3000)
    assert isinstance(sitting.sees.page, views.MenuView)
    sitting.press("BACK")
    sitting.wait(3000)
    assert sitting.log()[-1].startswith("play ")


def test_take_back_goes_to_ones_own_last_decision():
    sitting = against([(6, 1), (5, 2)], length=1)
    sitting.press("OK")
    while not sitting.navigator.top.hand.complete:
        sitting.press("OK")
    sitting.press("OK")
    sitting.wait(4000)
    sitting.press("BACK" if sitting.sees.keys[2] == "SKIP" else "")
    assert sitting.sees.decider == 0
    sitting.press("hold-OK")
    sitting.choose("Take back")
    assert sitting.sees.headline == "Take back 2 turns?" and sitting.sees.dice == (6, 1)
    assert sitting.sees.keys == ["", ">", "YES", "NO"], "there is nothing farther back"
    sitting.press("PREV")
    assert sitting.sees.headline == "Take back 2 turns?"
    sitting.press("NEXT")
    assert sitting.sees.headline == "Take back 1 turn?" and sitting.sees.keys[:2] == ["<", ""]
    sitting.press("NEXT PREV")
    assert sitting.sees.headline == "Take back 2 turns?"
    sitting.press("OK")
    assert sitting.match.phase == match.TO_PLAY and sitting.match.dice == (6, 1)


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


def test_a_level_that_the_board_lacks_is_played_by_a_person():
    sitting = Sitting([(1, 6)], Settings(length=1, players=(0, 7)))
    sitting.press("OK")
    assert sitting.sees.keys[2] == "MOVE"
