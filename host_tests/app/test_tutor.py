"""The tutor: off, blunders only, or all; what it says, and that it costs no press else."""

from fakes.coach import ONE, Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import ASK, OFF, Settings

_BLUNDERS = 1
_ALL = 2


def tutored(setting=_ALL, settings=None, coach=None, computers=(), dice=((3, 1), (5, 4))):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = settings or two_people(3)
    sitting = Sitting(dice, settings, computers, coach=coach or Coach())
    sitting.session.prefs.change(prefs.TUTOR, setting)
    sitting.press("OK")
    return sitting


def play(sitting, text, ms=100):
    sitting.play(text)
    sitting.wait(ms)
    return sitting.sees


def at_the_cube(cube, setting=_ALL, settings=None):
    """A Sitting in which player 0 may double, and the coach finds that cube everywhere."""
    sitting = Sitting([(3, 1)], settings or two_people(5), coach=Coach(cube))
    sitting.session.prefs.change(prefs.TUTOR, setting)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    return sitting


def test_it_is_off_until_it_is_wanted_and_the_setting_is_kept():
    sitting = tutored(0)
    assert play(sitting, "24/20").keys[2] == "ROLL" and sitting.session.players.coach.asked == []
    sitting.press("hold-OK")
    sitting.choose("Tutor")
    assert sitting.store.blob[prefs.TUTOR] == _BLUNDERS
    sitting.choose("Tutor")
    sitting.choose("Tutor")
    assert sitting.store.blob[prefs.TUTOR] == 0


def test_a_good_play_needs_no_press():
    sitting = tutored()
    view = play(sitting, "8/5 6/5")
    assert view.page is None and view.headline == "Blue to roll"
    assert sitting.session.players.coach.asked == ["rank"]


def test_a_worse_play_is_graded_and_the_better_one_is_on_the_lights():
    view = play(tutored(), "24/20")
    assert isinstance(view.page, views.PlaysView) and view.page.title == "Blunder -0.100"
    assert view.page.items == [
        ("8/5 6/5", "+0.100", "better"),
        ("24/20", "+0.000  -0.100", "played"),
    ]
    assert view.keys == ["<", ">", "GO ON", "RETRY"]
    assert view.marks[5] == views.WENT_TO and view.checkers[5] == 2


def test_next_shows_what_was_played_and_ok_goes_on():
    sitting = tutored()
    play(sitting, "24/20")
    sitting.press("NEXT")
    assert sitting.sees.marks[24] == views.CAME_FROM and sitting.sees.checkers[20] == 1
    sitting.press("OK")
    assert sitting.sees.headline == "Blue to roll" and sitting.match.turn == 1


def test_behind_both_plays_it_says_why_and_the_better_one_is_on_the_lights():
    sitting = tutored()
    play(sitting, "24/20", 1000)
    sitting.press("NEXT NEXT")
    view = sitting.sees
    assert view.page.title == "Why 8/5 6/5" and view.checkers[5] == 2
    assert view.page.lines == ["wins 5.0 % more often", "has the 5-point"]
    assert view.keys == ["<", ">", "GO ON", "RETRY"]
    sitting.press("NEXT")
    assert sitting.sees.page.selected == 0


def test_back_takes_it_back_and_the_dice_stay():
    sitting = tutored()
    play(sitting, "24/20")
    sitting.press("BACK")
    assert sitting.log()[-1] == "take back last by 0"
    assert sitting.match.phase == match.TO_PLAY and sitting.match.dice == (3, 1)
    assert sitting.sees.keys[2] == "MOVE"


def test_take_back_is_as_the_match_has_it():
    sitting = tutored(settings=two_people(3, take_back=OFF))
    assert play(sitting, "24/20").keys[3] == ""
    sitting.press("BACK")
    assert not sitting.log()[-1].startswith("take back")
    sitting = tutored(settings=two_people(3, take_back=ASK))
    play(sitting, "24/20")
    sitting.press("BACK")
    assert sitting.match.phase == match.TAKING_BACK and sitting.match.decider == 1


def test_names_and_limits():
    # 13/9: -.050, 24/20: -.100; the fake's next lower is not reached by a play of 3-1
    for setting, text, title in (
        (_ALL, "13/9", "Mistake -0.050"),
        (_BLUNDERS, "13/9", None),
        (_BLUNDERS, "24/20", "Blunder -0.100"),
    ):
        view = play(tutored(setting), text)
        assert (view.page.title if isinstance(view.page, views.PlaysView) else None) == title


def test_the_computer_waits_until_the_grade_is_read_and_is_not_graded_itself():
    computers = [("first", FirstPlay())]
    settings = Settings(players=(0, 1), length=3)
    sitting = tutored(settings=settings, computers=computers, dice=((3, 1), (5, 4), (6, 2)))
    play(sitting, "24/20", 3000)
    assert sitting.sees.page.title == "Blunder -0.100" and computers[0][1].asked == 0
    assert isinstance(sitting.sees.page, views.PlaysView)
    sitting.press("OK")
    sitting.wait(9000)
    assert sitting.sees.headline == "Amber to roll" and sitting.session.players.coach.asked == [
        "rank"
    ]


def test_a_press_before_the_grade_goes_where_it_would_have_gone():
    sitting = tutored(coach=Coach(slices=500))
    view = play(sitting, "24/20", 200)
    assert view.headline == "Blue to roll" and view.keys[2] == "ROLL"
    sitting.press("OK")
    assert sitting.match.dice == (5, 4)
    sitting.wait(9000)
    assert sitting.sees.keys[2] == "MOVE", "that grade is forgotten"


def test_a_press_too_many_before_the_computer_thinks_costs_no_grade():
    computers = [("first", FirstPlay())]
    settings = Settings(players=(0, 1), length=3)
    sitting = tutored(settings=settings, computers=computers, coach=Coach(slices=30))
    play(sitting, "24/20", 50)
    sitting.press("OK OK")
    sitting.wait(600)
    assert sitting.sees.page.title == "Blunder -0.100"


def test_a_slow_grade_is_announced():
    sitting = tutored(coach=Coach(slices=500))
    assert play(sitting, "24/20", 600).headline == "Blue to roll. Tutor is thinking"


def test_a_forced_play_and_a_pass_are_not_graded():
    sitting = Sitting([], two_people(3), coach=Coach())
    sitting.session.prefs.change(prefs.TUTOR, _ALL)
    pos = positions.empty()
    pos[25], pos[1] = 1, 14
    for point in range(19, 25):
        pos[point] = -2
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, position=pos, cube=2, owner=1)), 0)
    sitting.navigator.commit(actions.roll(3, 1), 0)
    sitting.press("OK")
    sitting.wait(100)
    assert sitting.sees.headline == "Blue to roll" and sitting.session.players.coach.asked == []


def test_a_missed_double_is_told_after_the_roll_which_stays():
    sitting = at_the_cube((ONE // 4, ONE // 2, ONE))
    sitting.press("OK")
    sitting.wait(100)
    view = sitting.sees
    assert isinstance(view.page, views.MenuView) and view.page.title == "Blunder -0.250, right:"
    assert view.page.items == [
        ("Double, take", ""),
        ("No double", "+0.250"),
        ("Double, take", "+0.500"),
        ("Double, drop", "+1.000"),
    ]
    assert view.page.selected == 1 and view.keys == ["", "", "GO ON", ""]
    sitting.press("BACK OK")
    assert sitting.match.phase == match.TO_PLAY and sitting.sees.keys[2] == "MOVE"


def test_a_wrong_double_can_be_taken_back():
    sitting = at_the_cube((ONE // 2, ONE // 4, ONE))
    sitting.press("NEXT OK")
    sitting.wait(100)
    view = sitting.sees
    assert (
        view.page.items[0] == ("No double, take", "")
        and view.page.items[view.page.selected][1] == "+0.250"
    )
    sitting.press("BACK")
    assert sitting.match.phase == match.TO_ROLL and sitting.match.cube == 1


def test_taking_and_dropping_are_graded_from_the_answerer_s_side():
    sitting = at_the_cube((ONE // 2, ONE * 5 // 4, ONE))
    sitting.press("NEXT OK")
    sitting.wait(100)
    assert sitting.sees.headline == "Amber doubles to 2: take?", "the double was right"
    sitting.press("PREV OK")
    sitting.wait(100)
    view = sitting.sees
    assert view.page.title == "Blunder -0.250, right:" and view.page.items[0][0] == "Drop"
    assert view.page.items[view.page.selected] == ("Take", "-1.250")
    sitting.press("BACK")
    assert sitting.match.phase == match.DOUBLED, "the double is the other side's"
    sitting = at_the_cube((ONE // 2, ONE * 3 // 4, ONE))
    sitting.press("NEXT OK NEXT OK")
    sitting.wait(100)
    assert (
        sitting.sees.page.title == "Blunder -0.250, right:"
        and sitting.sees.page.items[0][0] == "Take"
    )
    sitting.press("OK")
    assert isinstance(sitting.sees.page, views.ResultView)


def test_where_the_cube_is_out_of_reach_rolling_is_no_decision():
    sitting = Sitting([(3, 1)], two_people(5), coach=Coach((0, ONE // 2, ONE)))
    sitting.session.prefs.change(prefs.TUTOR, _ALL)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, cube=2, owner=1)), 0)
    sitting.press("OK")
    sitting.wait(100)
    assert sitting.sees.keys[2] == "MOVE" and sitting.session.players.coach.asked == []
