"""What one side cannot do to the other: undo, set up and change rules without its consent."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.engine.numbers import ONE
from picogammon.rules import actions, match
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import ASK, FREE, OFF, Settings

BOTH_AGREE = "PREV OK PREV OK"


def on_turn(settings=None, dice=((6, 5), (4, 2)), **fields):
    """A Sitting in which player 0 is to roll in the start position."""
    sitting = Sitting(dice, settings or two_people(5, take_back=ASK))
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, **fields)), 0)
    return sitting


def menu(sitting, *labels):
    """Opens the menu and chooses these lines, one behind another."""
    sitting.press("hold-OK")
    for label in labels:
        sitting.choose(label)


def set_up_menu(sitting):
    menu(sitting, "Set up position")
    sitting.press("BACK")


def test_both_are_asked_by_name_before_a_dropped_double_is_undone():
    sitting = on_turn()
    sitting.press("NEXT OK NEXT OK")
    assert isinstance(sitting.sees.page, views.ResultView) and sitting.sees.scores == [1, 0]
    menu(sitting, "Take back")
    assert sitting.sees.headline == "Take back the drop?"
    sitting.press("PREV")
    assert sitting.sees.headline == "Take back 1 turn?"
    sitting.press("OK")
    view = sitting.sees
    assert view.headline == "Amber: Take back 1 turn?" and view.decider == 0
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: Take back 1 turn?", "OK alone agrees to nothing"
    sitting.press("PREV")
    assert sitting.sees.headline == "Amber: take it back?" and sitting.sees.keys[2] == "ACCEPT"
    sitting.press("OK")
    view = sitting.sees
    assert view.headline == "Blue: Take back 1 turn?"
    assert view.decider == 1 and view.scores == [1, 0]
    sitting.press("NEXT OK")
    assert isinstance(sitting.sees.page, views.ResultView) and sitting.sees.scores == [1, 0]


def test_the_drop_alone_is_taken_back_and_the_double_stays():
    sitting = on_turn(two_people(5, take_back=FREE))
    sitting.press("NEXT OK NEXT OK")
    menu(sitting, "Take back")
    sitting.press("OK")
    assert sitting.log()[-1] == "take back last"
    assert sitting.sees.headline == "Amber doubles to 2: take?" and sitting.sees.decider == 1


def test_retry_after_a_drop_asks_the_doubler_and_leaves_the_double():
    sitting = Sitting([], two_people(5, take_back=ASK), coach=Coach((ONE // 2, ONE // 2, ONE)))
    sitting.session.prefs.change(prefs.TUTOR, 1)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    sitting.press("NEXT OK NEXT OK")
    sitting.wait(100)
    assert sitting.sees.keys[3] == "RETRY"
    sitting.press("BACK")
    assert sitting.log()[-1] == "take back last by 1"
    view = sitting.sees
    assert view.decider == 0 and view.headline == "Amber: Take back the drop?"
    sitting.press("PREV OK")
    assert sitting.match.phase == match.DOUBLED and sitting.match.decider == 1


def test_against_the_computer_the_person_asks_and_the_computer_answers():
    computers = [("first", FirstPlay())]
    sitting = Sitting([], Settings(length=5, players=(0, 1), take_back=ASK), computers)
    sitting.navigator.commit(actions.game(Checkpoint(turn=1)), 0)
    sitting.navigator.commit(actions.double(), 0)
    sitting.press("NEXT OK")
    assert isinstance(sitting.sees.page, views.ResultView)
    menu(sitting, "Take back")
    sitting.press("OK")
    assert sitting.log()[-1] == "take back last by 0" and sitting.match.decider == 1
    sitting.wait(3000)
    assert sitting.log()[-1] == "accept" and sitting.match.phase == match.DOUBLED


def test_setting_up_without_a_change_changes_nothing():
    for presses, pending in (
        ("OK", None),
        ("NEXT OK", "Amber doubles to 2: take?"),
        ("NEXT OK BACK OK", "Blue beavers, cube 4"),
        ("NEXT OK BACK OK BACK OK", "Amber raccoons, cube 8"),
    ):
        sitting = on_turn(two_people(0, beavers=2))
        sitting.press(presses)
        before = sitting.match.state()
        log = sitting.log()
        set_up_menu(sitting)
        sitting.choose("Play from here")
        assert sitting.match.state() == before and sitting.log() == log
        assert pending is None or sitting.sees.headline == pending


def test_setting_up_does_not_reset_automatic_doubles():
    sitting = Sitting([(2, 2), (3, 3)], two_people(0, automatic=1))
    sitting.press("OK")
    assert sitting.match.cube == 2
    set_up_menu(sitting)
    sitting.choose("Amber has")
    sitting.press("NEXT OK")
    sitting.choose("Play from here")
    sitting.press(BOTH_AGREE)
    assert sitting.match.scores == [1, 0] and sitting.match.automatic == 1
    sitting.press("OK")
    assert sitting.log()[-1] == "roll 3-3" and sitting.match.cube == 2


def change_a_score(sitting):
    """Sets up the same position with a point for Amber; both are asked."""
    set_up_menu(sitting)
    sitting.choose("Amber has")
    sitting.press("NEXT OK")
    sitting.choose("Play from here")


def test_setting_up_in_a_game_under_way_needs_both_and_keeps_the_roll():
    for rule in (FREE, ASK, OFF):
        sitting = on_turn(two_people(5, take_back=rule))
        sitting.press("OK")
        before = sitting.match.state()
        change_a_score(sitting)
        view = sitting.sees
        assert view.headline == "Amber: new position?" and view.decider == 0
        sitting.press("PREV OK")
        assert sitting.sees.headline == "Blue: new position?" and sitting.sees.decider == 1
        assert sitting.match.state() == before
        sitting.press("NEXT OK")
        assert sitting.sees.page.title == "Set up" and sitting.match.state() == before
        sitting.choose("Play from here")
        sitting.press(BOTH_AGREE)
        assert sitting.match.scores == [1, 0] and sitting.match.dice == (6, 5)
        assert sitting.log()[-2].startswith("game ") and sitting.log()[-1] == "roll 6-5"


def test_what_waits_for_an_answer_waits_on_after_setting_up():
    for presses, phase, resign in (
        ("NEXT OK", match.DOUBLED, None),
        ("NEXT OK BACK OK", match.BEAVERED, None),
        ("NEXT OK BACK OK BACK OK", match.RACCOONED, None),
        ("OK", match.RESIGNING, "Gammon"),
    ):
        sitting = on_turn(two_people(0, beavers=2))
        sitting.press(presses)
        if resign:
            menu(sitting, "Resign", resign, "Resign")
        was = (sitting.match.cube, sitting.match.owner, sitting.match.dice, sitting.match.resigned)
        change_a_score(sitting)
        sitting.press(BOTH_AGREE)
        now = sitting.match
        assert now.phase == phase and now.scores == [1, 0]
        assert (now.cube, now.owner, now.dice, now.resigned) == was


def test_a_double_that_cannot_stay_is_not_lost_but_named():
    sitting = on_turn(two_people(5), cube=1)
    sitting.press("NEXT OK")
    set_up_menu(sitting)
    for _ in range(4):
        sitting.choose("Amber has")
        sitting.press("NEXT OK")
    sitting.choose("Crawford game")
    sitting.choose("Play from here")
    assert sitting.sees.page.lines == ["no doubles in the Crawford game"]
    assert sitting.match.phase == match.DOUBLED and sitting.match.scores == [0, 0]


def test_an_owned_cube_of_1_is_refused_before_anybody_is_asked():
    sitting = on_turn()
    set_up_menu(sitting)
    sitting.choose("Owner")
    sitting.press("NEXT OK")
    sitting.choose("Play from here")
    assert sitting.sees.page.lines == ["a cube of 1 is nobody's: it is in the middle"]


def test_a_score_is_not_changed_alone_between_games_either():
    sitting = on_turn()
    sitting.press("NEXT OK NEXT OK")
    change_a_score(sitting)
    assert sitting.sees.headline == "Amber: new position?"
    sitting.press("NEXT OK hold-BACK")
    assert sitting.sees.scores == [1, 0]


def test_the_take_back_rule_is_changed_by_both_or_not_at_all():
    sitting = on_turn()
    menu(sitting, "This match", "Take back")
    sitting.press("NEXT OK BACK")
    view = sitting.sees
    assert view.headline == "Amber: take back off?" and view.decider == 0
    sitting.press("PREV OK")
    assert sitting.sees.decider == 1 and sitting.match.settings.take_back == ASK
    sitting.press("NEXT OK")
    assert sitting.sees.headline == "Amber to roll" and sitting.match.settings.take_back == ASK
    menu(sitting, "This match", "Take back")
    sitting.press("NEXT OK BACK " + BOTH_AGREE)
    assert sitting.match.settings.take_back == OFF


def test_what_was_changed_holds_however_the_menu_is_left():
    for leaving in ("BACK", "hold-BACK", "hold-OK"):
        sitting = on_turn()
        menu(sitting, "This match", "1st player")
        sitting.press("OK hold-OK")
        sitting.choose("Take back")
        sitting.press("NEXT OK")
        sitting.press(leaving)
        assert sitting.match.settings.names[0] == "AmberA"
        assert sitting.sees.headline == "AmberA: take back off?", leaving
        sitting.press(BOTH_AGREE)
        assert sitting.match.settings.take_back == OFF
        assert sitting.sees.headline == "AmberA to roll"


def test_against_the_computer_the_rule_is_the_person_s_to_change():
    computers = [("first", FirstPlay())]
    sitting = Sitting([], Settings(length=5, players=(0, 1)), computers)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    menu(sitting, "This match", "Take back")
    sitting.press("NEXT OK BACK")
    assert sitting.match.settings.take_back == ASK and sitting.sees.headline == "Amber to roll"


def test_equal_names_are_not_taken_for_one_another():
    sitting = on_turn(two_people(5, names=("Kim", "Kim")))
    set_up_menu(sitting)
    sitting.choose("Kim has")
    sitting.press("NEXT NEXT OK")
    assert [value for label, value in sitting.sees.page.items if label == "Kim has"] == [
        "2 pt",
        "0 pt",
    ]
    sitting.press("hold-BACK")
    menu(sitting, "This match", "Kim")
    assert sitting.sees.page.selected == 0


def test_a_correction_of_the_opening_roll_names_whose_die_it_is():
    sitting = Sitting([], two_people(5))
    menu(sitting, "Enter real dice")
    sitting.press("NEXT NEXT OK OK")
    menu(sitting, "Enter real dice")
    view = sitting.sees
    assert view.headline == "Amber's die" and view.dice == (3, 1) and view.dice_side is None
    sitting.press("OK")
    assert sitting.sees.headline == "Blue's die"
    sitting.press("NEXT NEXT NEXT OK")
    assert sitting.log()[-1] == "roll 3-4 by hand" and sitting.match.turn == 1


def test_a_finished_game_is_not_written_as_if_it_went_on():
    sitting = on_turn()
    sitting.press("NEXT OK NEXT OK")
    menu(sitting, "Position")
    assert sitting.sees.page.title == "XGID" and sitting.sees.page.lines == [
        "None: the game is over."
    ]
    sitting.press("NEXT")
    assert sitting.sees.page.lines == ["4HPwATDgc/ABMA"]
    sitting.press("NEXT")
    assert sitting.sees.page.lines == ["None: the game is over."]
