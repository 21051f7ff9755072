"""A hint: the three best plays on the OLED and the lights, or the cube's equities."""

from fakes.coach import ONE, Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import EngineError
from picogammon.rules import actions, match
from picogammon.rules.checkpoint import Checkpoint


def to_play(coach=None):
    """A Sitting in which player 0 has rolled 3-1."""
    sitting = Sitting([(3, 1)], two_people(3), coach=coach or Coach())
    sitting.press("OK")
    return sitting


def to_roll(coach, **fields):
    sitting = Sitting([(3, 1)], two_people(5), coach=coach)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, **fields)), 0)
    return sitting


def ask(sitting, ms=100):
    sitting.press("hold-OK")
    sitting.choose("Hint")
    sitting.wait(ms)
    return sitting.sees


def labels(sitting):
    return [label for label, _ in sitting.sees.page.items]


def test_the_three_best_plays_with_their_differences():
    view = ask(to_play())
    assert isinstance(view.page, views.PlaysView)
    assert view.page.items[0] == ("8/5 6/5", "+0.100", "wins 55 %")
    assert [item[1] for item in view.page.items[1:]] == ["+0.050  -0.050", "+0.050  -0.050"]
    assert view.keys == ["<", ">", "PLAY", "BACK"]


def test_next_and_prev_show_each_on_the_lights():
    sitting = to_play()
    view = ask(sitting)
    assert (view.checkers[8], view.checkers[6], view.checkers[5]) == (2, 4, 2)
    assert view.marks[8] == view.marks[6] == views.CAME_FROM and view.marks[5] == views.WENT_TO
    sitting.press("NEXT")
    view = sitting.sees
    assert view.page.items[1][0] == "13/9" and view.marks[9] == views.WENT_TO
    assert view.checkers[8] == 3 and view.marks[5] == views.NO_MARK
    sitting.press("PREV PREV")
    assert sitting.sees.page.selected == 2
    sitting.press("BACK")
    view = sitting.sees
    assert view.page is None and view.checkers[8] == 3 and view.keys[2] == "MOVE"


def test_behind_the_plays_it_says_why_the_first_is_better_than_the_second_and_ok_lays_it():
    sitting = to_play()
    ask(sitting, 1000)
    sitting.press("PREV")
    view = sitting.sees
    assert view.page.title == "Why 8/5 6/5" and view.page.lines[0] == "not 13/9:"
    assert "has the 5-point" in view.page.lines and view.checkers[5] == 2
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: 8/5 6/5"


def test_ok_lays_the_play_into_the_hand_and_what_was_built_is_gone():
    sitting = to_play()
    sitting.press("OK OK")  # a checker is on its way
    assert sitting.sees.keys[3] != ""
    ask(sitting)
    sitting.press("OK")
    view = sitting.sees
    assert view.headline == "Amber: 8/5 6/5" and view.keys == ["", "", "DONE", "UNDO"]
    sitting.press("OK")
    assert sitting.log()[-1] == "play 8/5 6/5"


def test_it_thinks_in_slices_and_says_so_and_back_leaves_it_thinking():
    sitting = to_play(Coach(slices=50))
    view = ask(sitting)
    assert view.headline == "Amber: thinking about a hint" and view.keys == ["", "", "", "BACK"]
    assert view.page is None and view.dice == (3, 1)
    sitting.wait(300)
    assert sitting.sees.headline == "Amber: thinking about a hint"
    sitting.press("BACK")
    assert sitting.sees.keys[2] == "MOVE"
    sitting.wait(1000)
    assert sitting.sees.page is None


def test_before_the_roll_it_weighs_the_cube():
    sitting = to_roll(Coach((ONE // 4, ONE // 2, ONE)))
    view = ask(sitting)
    assert isinstance(view.page, views.MenuView) and view.page.title == "Hint: Double, take"
    assert view.page.items == [
        ("No double", "+0.250"),
        ("Double, take", "+0.500"),
        ("Double, drop", "+1.000"),
        ("Wins, gammons", "69 %, 18 %"),
    ]
    assert view.page.selected == -1 and view.keys == ["", "", "OK", "BACK"]
    sitting.press("OK")
    assert sitting.match.phase == match.TO_ROLL and sitting.sees.page is None


def test_the_verdict_in_the_players_words():
    for cube, fields, title in (
        ((ONE // 2, ONE // 4, ONE), {}, "Hint: No double, take"),
        ((ONE // 2, ONE * 2, ONE), {}, "Hint: Double, drop"),
        ((ONE * 5 // 4, ONE * 2, ONE), {}, "Hint: Too good to double"),
        ((ONE // 4, ONE // 2, ONE), {"cube": 2, "owner": 0}, "Hint: Redouble, take"),
    ):
        assert ask(to_roll(Coach(cube), **fields)).page.title == title


def test_where_beavers_are_agreed_a_double_is_worth_what_they_make_of_it():
    sitting = Sitting([], two_people(0, beavers=1), coach=Coach((0, -ONE // 4, ONE)))
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    view = ask(sitting)
    assert view.page.title == "Hint: No double, beaver" and view.page.items[1] == (
        "Double, beaver",
        "-0.500",
    )


def test_who_is_doubled_sees_it_from_his_side():
    sitting = to_roll(Coach((ONE // 2, ONE * 5 // 4, ONE)))
    sitting.press("NEXT OK")
    view = ask(sitting)
    assert view.page.title == "Hint: Drop"
    assert view.page.items[:2] == [("Take", "-1.250"), ("Drop", "-1.000")]
    assert view.page.items[3] == ("Wins, gammons", "31 %, 9 %")
    sitting = Sitting([], two_people(0, beavers=1), coach=Coach((0, -ONE // 4, ONE)))
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    sitting.press("NEXT OK")
    view = ask(sitting)
    assert view.page.title == "Hint: Beaver"
    assert view.page.items[:3] == [("Take", "+0.250"), ("Drop", "-1.000"), ("Beaver", "+0.500")]


def test_there_is_none_where_there_is_nothing_to_decide():
    sitting = to_roll(Coach(), cube=2, owner=1)
    sitting.press("hold-OK")
    assert "Hint" not in labels(sitting), "a roll is no decision without the cube"
    sitting = Sitting([], two_people(3), coach=Coach())
    sitting.press("hold-OK")
    assert "Hint" not in labels(sitting), "nor is the roll for the start"


def test_without_a_level_that_knows_there_is_no_hint_and_the_menu_says_why():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK hold-OK")
    assert "Hint" not in labels(sitting) and "Tutor" not in labels(sitting)

    def fail():
        raise EngineError("no weights")

    sitting = Sitting([(3, 1)], two_people(3), [("master", Computer(fail))])
    sitting.press("OK OK OK hold-OK")
    sitting.choose("Hint")
    assert isinstance(sitting.sees.page, views.MessageView)
    assert sitting.sees.page.lines == ["no weights"]
    sitting.press("OK")
    sitting.choose("Tutor")
    assert sitting.sees.page.title == "No coach" and sitting.sees.page.lines == ["no weights"]
    assert not sitting.session.prefs[TUTOR]
