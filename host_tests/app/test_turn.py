"""A person's turn at four buttons: rolling, building a play, undoing, forced plays and none."""

from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.ground import places
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint


def at(turn, dice, **points):
    """A Sitting: `turn` has rolled `dice` in a position given as p6=2, o24=-2, bar=1, ..."""
    sitting = Sitting([dice], two_people(3))
    pos = positions.empty()
    for name in points:
        pos[25 if name == "bar" else int(name[1:])] = points[name]
    sitting.navigator.commit(actions.game(Checkpoint(turn=turn, position=pos)), 0)
    sitting.press("OK")
    return sitting


def test_the_opening_is_one_press_and_the_higher_die_begins_with_both():
    sitting = Sitting([(3, 1)], two_people())
    assert sitting.sees.headline == "Roll to start"
    assert sitting.sees.keys == ["", "", "ROLL", ""]
    sitting.press("OK")
    view = sitting.sees
    assert view.headline == "Amber goes first"
    assert view.decider == 0 and view.dice == (3, 1) and view.dice_used == 0
    assert sitting.match.phase == match.TO_PLAY


def test_equal_dice_in_the_opening_are_rolled_again():
    sitting = Sitting([(4, 4), (2, 5)], two_people())
    sitting.press("OK")
    assert sitting.sees.headline == "Equal! Roll again"
    assert sitting.sees.dice == (4, 4, 4, 4) or sitting.sees.dice == (4, 4)
    sitting.press("OK")
    assert sitting.sees.decider == 1


def steps_walked(sitting):
    """Where the cursor comes by as NEXT walks once round: the headlines' steps."""
    seen = []
    for _ in range(len(sitting.navigator.top.hand.legal())):
        seen.append(sitting.sees.headline.split(": ")[1])
        sitting.press("NEXT")
    return seen


def test_the_cursor_walks_over_all_steps_of_both_dice_and_round_the_end():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK")
    assert sitting.sees.headline == "Amber goes first"
    sitting.press("PREV NEXT")
    first = sitting.sees.headline
    assert sorted(steps_walked(sitting)) == sorted(
        ["24/21", "13/10", "8/5", "6/3", "24/23", "8/7", "6/5"]
    )
    assert sitting.sees.headline == first
    sitting.press("PREV NEXT")
    assert sitting.sees.headline == first


def test_the_lights_show_what_can_move_and_where_the_cursor_s_checker_can_go():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK")
    sitting.walk_to(24, 21)
    view = sitting.sees
    assert view.headline == "Amber: 24/21" and view.keys == ["<", ">", "MOVE", ""]
    assert view.marks[24] == views.CURSOR and view.marks[21] == views.LANDING_CURSOR
    assert view.marks[23] == views.LANDING, "with the other die"
    assert [point for point in range(28) if view.marks[point] == views.CAN_MOVE] == [6, 8, 13]


def test_each_die_is_a_step_of_its_own_and_the_checker_that_moved_moves_on():
    # By the one a blot is hit on the way, by the three not: 24/20 would be two plays.
    sitting = at(0, (3, 1), p24=2, p6=2, o23=-1, o1=-2)
    sitting.walk_to(24, 23)
    sitting.press("OK")
    assert sitting.sees.checkers[0] == -1 and sitting.sees.headline == "Amber: 23/20"
    sitting.press("BACK")
    sitting.walk_to(24, 21)
    sitting.press("OK")
    sitting.walk_to(21, 20)
    assert sitting.sees.checkers[0] == 0


def test_the_cursor_starts_where_a_checker_makes_a_point():
    sitting = at(0, (6, 1), p13=2, p8=3, p6=5, p7=1, o24=-2, o5=-2)
    assert sitting.sees.headline == "Amber: 8/7", "with a spare checker"


def test_a_whole_play_is_committed_by_ok_and_the_turn_passes():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK")
    sitting.walk_to(8, 5)
    sitting.press("OK")
    assert sitting.sees.dice_used == 1
    assert sitting.sees.checkers[5] == 1
    sitting.walk_to(6, 5)
    sitting.press("OK")
    view = sitting.sees
    assert view.headline == "Amber: 8/5 6/5"
    assert view.keys == ["", "", "DONE", "UNDO"]
    assert view.checkers[5] == 2
    assert sitting.log()[-1] == "roll 3-1"
    sitting.press("OK")
    assert sitting.log()[-1] == "play 8/5 6/5"
    assert sitting.sees.decider == 1
    assert sitting.sees.headline == "Blue to roll"


def test_back_takes_steps_back_one_by_one():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK")
    sitting.walk_to(24, 21)
    sitting.press("OK OK")
    assert sitting.sees.checkers[20] == 1 and sitting.sees.headline == "Amber: 24/20"
    sitting.press("BACK")
    assert sitting.sees.checkers[20] == 0 and sitting.sees.checkers[21] == 1
    assert sitting.sees.headline == "Amber: 21/20"
    sitting.press("BACK")
    assert sitting.sees.checkers[24] == 2 and sitting.sees.dice_used == 0
    assert sitting.sees.headline == "Amber: 24/21" and sitting.sees.keys[3] == ""
    sitting.press("BACK")
    assert sitting.match.phase == match.TO_PLAY
    assert len(sitting.log()) == 3


def test_what_one_choice_forces_is_laid_and_taken_back_with_it():
    sitting = at(0, (6, 5), p24=1, p13=1, o8=-2, o19=-2)
    sitting.walk_to(24, 18)
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: 24/13" and sitting.sees.keys[2:] == ["DONE", "UNDO"]
    sitting.press("BACK")
    assert sitting.sees.checkers[24] == 1 and sitting.sees.keys[2:] == ["MOVE", ""]


def test_a_forced_play_lies_there_whole_and_ok_plays_it():
    sitting = at(0, (6, 5), p20=1, p1=2, o24=-2)
    view = sitting.sees
    assert view.headline == "Amber: only 20/9"
    assert view.checkers[9] == 1 and view.marks[9] == views.WENT_TO
    assert view.keys == ["", "", "DONE", ""]
    sitting.press("BACK OK")
    assert sitting.log()[-1].startswith("play 20/")


def test_no_legal_play_says_so_and_waits():
    sitting = at(1, (6, 6), bar=1, p6=2, o19=-2, o13=-3)
    assert sitting.sees.headline == "Blue: no legal play"
    assert sitting.sees.keys == ["", "", "GO ON", ""]
    sitting.press("PREV NEXT BACK")
    assert sitting.match.phase == match.TO_PLAY
    sitting.press("OK")
    assert sitting.log()[-1] == "pass" and sitting.sees.decider == 0


def test_a_step_that_would_waste_a_die_is_never_lit():
    # R8 (E p. 12): either die could be played, not both, so the larger must be.
    sitting = at(0, (3, 2), p9=1, o4=-2, o24=-1)
    assert sitting.sees.headline == "Amber: only 9/6"
    assert sitting.sees.checkers[6] == 1


def test_checkers_on_the_bar_come_first_and_bearing_off_lands_off():
    sitting = at(0, (2, 1), bar=1, p13=2, p6=3, o24=-1, o1=-2)
    view = sitting.sees
    assert [i for i in range(28) if view.marks[i]] == [23, 24, 25]
    assert view.headline in ("Amber: bar/23", "Amber: bar/24")
    sitting = at(0, (2, 1), p3=2, p2=2, o24=-2)
    sitting.walk_to(2, 0)
    assert sitting.sees.headline == "Amber: 2/off"
    assert sitting.sees.marks[places.OFF_0] == views.LANDING_CURSOR


def test_player_1_moves_the_other_way_round_the_same_board():
    sitting = Sitting([(1, 3)], two_people())
    sitting.press("OK")
    view = sitting.sees
    assert view.decider == 1
    assert [i for i in range(28) if view.marks[i] in (views.CAN_MOVE, views.CURSOR)] == [
        1,
        12,
        17,
        19,
    ]
    assert view.pips == [167, 167]
