"""The menu behind a long OK: take back, pips, texts, set up, real dice, names, new match."""

from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.session import prefs, prefs_words
from picogammon.engine.engine import Thought
from picogammon.ground.presses import LINE
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import ASK, OFF


def labels(sitting):
    return [label for label, _ in sitting.sees.page.items]


def played(turns=2, settings=None):
    """A Sitting after that many forced-free turns, each playing its first choice."""
    sitting = Sitting(LoadedDice([(3, 1), (5, 4), (6, 2), (4, 1)]), settings or two_people(3))
    for _ in range(turns):
        sitting.press("OK")
        while not sitting.navigator.top.hand.complete:
            sitting.press("OK")
        sitting.press("OK")
    return sitting


def test_menu_lists_what_can_be_done_and_back_leaves_it():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("hold-OK")
    assert isinstance(sitting.sees.page, views.MenuView)
    assert "Take back" not in labels(sitting) and "Resign" not in labels(sitting)
    assert "Enter real dice" in labels(sitting)
    sitting.press("BACK")
    assert sitting.sees.page is None
    sitting.press("OK hold-OK")
    assert "Resign" in labels(sitting) and "Enter real dice" not in labels(sitting)
    sitting.press("NEXT NEXT hold-BACK")
    assert sitting.sees.page is None


def test_the_first_line_is_always_the_same_and_asks_nothing():
    for sitting in (Sitting([], two_people(3)), played(1), played(2)):
        sitting.press("hold-OK OK")
        assert sitting.sees.page.title == "Pips and score"
        before = sitting.log()
        sitting.press("OK OK")
        assert sitting.log() == before


def test_a_new_board_says_how_to_open_the_menu_until_somebody_has():
    store = MemoryStore()
    sitting = Sitting([(3, 1)], store=store)
    assert sitting.sees.headline == "Roll to start. Hold OK: menu"
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    assert sitting.sees.headline == "Amber to roll. Hold OK: menu"
    sitting.press("hold-OK BACK")
    assert sitting.sees.headline == "Amber to roll"
    assert Sitting([], two_people(), store=store).sees.headline == "Roll to start"


def test_take_back_shows_the_board_as_it_was_and_keeps_the_dice():
    sitting = played(2)
    before = sitting.match.state()
    sitting.press("hold-OK")
    sitting.choose("Take back")
    view = sitting.sees
    assert view.headline == "Take back 1 turn?" and view.decider == 1
    assert view.dice == (5, 4)
    sitting.press("PREV")
    view = sitting.sees
    assert view.headline == "Take back 2 turns?" and view.decider == 0 and view.dice == (3, 1)
    assert view.pips == [167, 167]
    sitting.press("BACK")
    assert sitting.match.state() == before
    sitting.choose("Take back")
    sitting.press("PREV OK")
    assert sitting.log()[-1] == "take back 2"
    assert sitting.match.phase == match.TO_PLAY and sitting.sees.dice == (3, 1)
    while not sitting.navigator.top.hand.complete:
        sitting.press("OK")
    sitting.press("OK OK")
    assert sitting.match.dice == (5, 4), "roll 2 stays roll 2"


def test_take_back_may_need_the_other_side():
    sitting = played(2, two_people(3, take_back=ASK))
    sitting.press("hold-OK")
    sitting.choose("Take back")
    sitting.press("OK")
    assert sitting.match.phase == match.TAKING_BACK
    assert sitting.sees.headline == "Amber: Take back 1 turn?" and sitting.sees.decider == 0
    sitting.press("OK NEXT OK")
    assert sitting.match.phase == match.TO_ROLL
    assert "Take back" not in off_menu()


def off_menu():
    sitting = played(2, two_people(3, take_back=OFF))
    sitting.press("hold-OK")
    return labels(sitting)


def touch(sitting, row):
    """Touches a row of the menu that is shown."""
    page = sitting.sees.page
    rows = sitting.sees.display.menu_rows
    line = row + views.first_row(page.selected, len(page.items), rows, page.first)
    if line < len(page.items):
        sitting.navigator.press(line, LINE, sitting.now)
        sitting.wait(10)


def shown(sitting):
    """The labels that are seen of the menu that is open."""
    page = sitting.sees.page
    rows = sitting.sees.display.menu_rows
    first = views.first_row(page.selected, len(page.items), rows, page.first)
    return labels(sitting)[first : first + rows]


def test_a_touched_line_stays_under_the_pointer():
    for display in (USUAL, Display(32)):
        for row in range(display.menu_rows):
            sitting = Sitting([(3, 1)], two_people(3), display=display)
            sitting.press("OK hold-OK")
            sitting.choose("Automatic moves")  # its lines change their values where they are
            before = shown(sitting)
            touch(sitting, row)
            assert shown(sitting) == before and sitting.sees.page.selected == row
            touch(sitting, row)
            assert shown(sitting) == before
            sitting.press("NEXT")
            assert labels(sitting)[sitting.sees.page.selected] in shown(sitting)


def test_a_touched_line_stays_where_lines_above_it_come_and_go():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.press("NEXT " * 6)
    before = shown(sitting)
    assert before[1] == "Cube"
    touch(sitting, 1)
    assert shown(sitting)[:2] == before[:2]


def test_the_same_press_again_and_again_resigns_nothing():
    """A button, and a touch of any row: what comes under the finger does not do it."""
    for row in (None, 0, 1, 2, 3):
        sitting = played(1)
        sitting.press("OK hold-OK")
        while labels(sitting)[sitting.sees.page.selected] != "Resign":
            sitting.press("NEXT")
        before = sitting.log()
        for _ in range(12):
            if row is None:
                sitting.press("OK")
            elif isinstance(sitting.sees.page, views.MenuView):
                touch(sitting, row)
        assert [line for line in sitting.log()[len(before) :] if "resign" in line] == [], row


def test_the_safe_answer_comes_first():
    sitting = played(1)
    sitting.press("OK hold-OK")
    sitting.choose("Resign")
    sitting.choose("Backgammon")
    page = sitting.sees.page
    assert page.title == "Resign a backgammon?"
    assert (page.items, page.selected) == ([("No", ""), ("Resign", "")], 0)
    sitting.press("OK")
    assert sitting.sees.page.title == "Resign a"
    sitting.press("OK BACK")
    assert sitting.sees.page.title == "Resign a"
    before = len(sitting.log())
    sitting.press("OK NEXT OK")
    assert sitting.log()[before:] == ["resign backgammon"]


def test_the_press_that_asks_to_take_back_does_not_take_back():
    sitting = played(2)
    before = sitting.log()
    sitting.press("hold-OK")
    while labels(sitting)[sitting.sees.page.selected] != "Take back":
        sitting.press("NEXT")
    sitting.press("OK OK OK OK")
    assert sitting.log() == before and sitting.sees.headline == "Take back 1 turn?"
    sitting.wait(500)
    sitting.press("OK")
    assert sitting.log() == before + ["take back 1"]


def test_a_position_that_was_laid_by_hand_is_not_dropped_at_one_press():
    for label in ("Empty the board", "Start position", "Cancel"):
        sitting = Sitting([], two_people(3))
        sitting.press("hold-OK")
        sitting.choose("Set up position")
        sitting.press("OK NEXT OK")
        laid = list(sitting.sees.checkers)
        sitting.press("BACK")
        sitting.choose(label)
        assert sitting.sees.page.title == "Drop this position?"
        sitting.press("OK BACK")
        assert list(sitting.sees.checkers) == laid
        sitting.press("BACK")
        sitting.choose(label)
        sitting.press("NEXT OK")
        assert list(sitting.sees.checkers) != laid and sitting.sees.page is None


def test_pips_and_score():
    sitting = played(1)
    sitting.press("hold-OK")
    sitting.choose("Pips and score")
    view = sitting.sees
    assert isinstance(view.page, views.TextView)
    assert view.page.lines == [
        "Amber: 163 pips",
        "Blue: 167 pips",
        "Amber leads by 4.",
        "Match to 3: 0-0",
    ]


def test_the_position_as_a_code_and_as_texts():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK hold-OK")
    sitting.choose("Position")
    code = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
    assert not sitting.sees.page.code, "it takes longer than a round"
    sitting.wait(1000)
    assert sitting.sees.page.code == Thought(qr.slices(code)).finish()
    assert not sitting.navigator.top.busy
    sitting.press("NEXT")
    assert sitting.sees.page.lines == ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10"]
    sitting.press("NEXT")
    assert sitting.sees.page.lines == ["4HPwATDgc/ABMA"]
    sitting.press("NEXT NEXT NEXT")
    assert sitting.sees.page.title == "XGID"


def test_real_dice_are_entered_by_hand():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Enter real dice")
    assert sitting.sees.headline == "Amber's die"
    sitting.press("NEXT NEXT OK")
    assert sitting.sees.headline == "Blue's die" and sitting.sees.dice == (3, 1)
    sitting.press("PREV OK")
    assert sitting.log()[-1] == "roll 3-6 by hand"
    assert sitting.sees.decider == 1


def test_real_dice_can_be_corrected_until_something_was_done_with_them():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Enter real dice")
    sitting.press("NEXT NEXT OK OK")
    assert sitting.match.dice == (3, 1)
    sitting.press("hold-OK")
    sitting.choose("Enter real dice")
    assert sitting.sees.dice == (3, 1)
    sitting.press("NEXT OK NEXT OK")
    assert sitting.match.dice == (4, 2) and sitting.sees.checkers[24] == 2


def test_holding_ok_again_leaves_the_menu():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK NEXT hold-OK")
    assert sitting.sees.page is None


def test_with_real_dice_as_a_habit_roll_asks_for_them():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Dice and checkers")
    sitting.choose("Dice")
    assert sitting.store.blob[prefs.REAL_DICE] == 1
    sitting.press("hold-BACK OK")
    assert sitting.sees.headline == "Amber's die"
    sitting.press("NEXT OK OK")
    assert sitting.log()[-1] == "roll 2-1 by hand"


def test_likes_are_changed_seen_and_kept():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Settings")
    sitting.choose("Brightness")
    assert sitting.sees.keys == ["-", "+", "OK", "OK"]
    sitting.press("NEXT OK")
    assert sitting.sees.brightness == 4
    again = Sitting([], two_people(3), store=sitting.store)
    assert again.sees.brightness == 4


def test_settings_of_a_newer_version_are_read_as_far_as_they_go():
    newer = prefs.Prefs(bytes((1, 2, 0, 99, 3, 1, 0) + (0,) * (prefs.COUNT - 7) + (77, 88)))
    assert newer[prefs.PALETTE] == 1 and newer[prefs.PACE] == 1
    assert newer.pack()[-2:] == b"\x4d\x58"
    assert prefs.Prefs(b"\x02").pack()[1:] == prefs.Prefs().pack()[1:]


def test_each_preference_has_its_words():
    for field in range(prefs.COUNT):
        found = prefs_words.find(field)
        assert (found is None) == (field == prefs.MENU_FOUND), field
        assert found is None or len(found[1]) == prefs.choices(field), found
    assert all(prefs.Prefs()[field] < prefs.choices(field) for field in range(prefs.COUNT))


def test_a_new_match_with_every_setting():
    sitting = Sitting([], two_people(1))
    sitting.press("hold-OK")
    sitting.choose("New match")
    assert "Cube" not in labels(sitting)
    sitting.choose("Length")
    sitting.press("PREV OK")
    assert sitting.sees.page.items[1] == ("Length", "money")
    sitting.choose("Jacoby")
    sitting.choose("Beavers")
    sitting.press("NEXT OK")
    sitting.choose("Automatic doubles")
    sitting.press("NEXT NEXT OK")
    sitting.choose("Take back")
    sitting.press("NEXT OK")
    while sitting.sees.page.selected:
        sitting.press("PREV")
    sitting.press("OK")
    agreed = sitting.match.settings
    assert agreed.length == 0 and agreed.jacoby and agreed.beavers == 1
    assert agreed.automatic == 2 and agreed.take_back == ASK
    assert sitting.log()[0].startswith("settings length=0")


def test_a_match_under_way_is_not_thrown_away_by_one_press():
    sitting = played(1)
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: end this match?"
    sitting.press("PREV OK")
    assert sitting.sees.headline == "Blue: end this match?"
    sitting.press("NEXT OK hold-BACK")
    assert sitting.match.turn == 1


def test_a_name_is_entered_letter_by_letter():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("This match")
    sitting.choose("1st player")
    assert isinstance(sitting.sees.page, views.NameView) and sitting.sees.page.text == "Amber"
    sitting.press("BACK BACK BACK BACK BACK")
    sitting.press("NEXT OK PREV OK")
    assert sitting.sees.page.text == "BA"
    sitting.press("hold-OK")
    sitting.press("BACK")
    assert sitting.match.settings.names[0] == "BA"
    assert sitting.sees.names[0] == "BA"


def test_an_empty_name_leaves_the_old_one():
    sitting = Sitting([], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("This match")
    sitting.choose("2nd player")
    sitting.press("BACK BACK BACK BACK hold-OK")
    sitting.press("BACK")
    assert sitting.match.settings.names[1] == "Blue"


def test_a_position_is_set_up_by_hand():
    sitting = Sitting([(6, 5)], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    sitting.press("BACK")
    sitting.choose("Empty the board")
    sitting.press("OK NEXT NEXT OK")
    assert sitting.sees.headline == "Point 1: 2 Amber"
    sitting.press("NEXT OK PREV OK")
    assert sitting.sees.headline == "Point 2: 1 Blue"
    sitting.press("BACK")
    sitting.choose("On roll")
    sitting.press("NEXT OK")
    sitting.choose("Cube")
    sitting.press("NEXT OK")
    sitting.choose("Owner")
    sitting.press("NEXT OK")
    sitting.choose("Play from here")
    sitting.press("PREV OK PREV OK")
    view = sitting.sees
    assert view.page is None and view.decider == 0
    assert view.checkers[1] == 2 and view.checkers[2] == -1
    assert view.cube == 2 and view.owner == 0 and view.off == [13, 14]
    assert view.keys == ["", "DOUBLE", "ROLL", ""]


def test_nackgammon_is_a_position_to_start_from():
    sitting = Sitting([(6, 5)], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    sitting.press("BACK")
    sitting.choose("Nackgammon")
    sitting.press("BACK")
    sitting.choose("Play from here")
    sitting.press("PREV OK PREV OK")
    pos = sitting.match.position
    assert sitting.match.phase == match.OPENING
    assert [(point, pos[point]) for point in range(1, 25) if pos[point] > 0] == [
        (6, 4),
        (8, 3),
        (13, 4),
        (23, 2),
        (24, 2),
    ]
    assert positions.swapped(pos) == pos and positions.pips(pos) == 194


def test_a_position_can_be_set_up_when_a_game_is_over():
    pos = positions.empty()
    pos[1], pos[2] = 1, -14
    for length, phase, scores in ((3, match.GAME_OVER, [0, 2]), (2, match.MATCH_OVER, [0, 0])):
        sitting = Sitting([(6, 5)], two_people(length))
        start = Checkpoint((0, 1), length == 2, 1, 1, None, 0, pos)
        sitting.navigator.commit(actions.game(start), 0)
        sitting.press("OK OK hold-OK")
        assert sitting.match.phase == phase
        sitting.choose("Set up position")
        view = sitting.sees
        assert (view.checkers[24], view.scores, view.crawford) == (2, scores, length == 3)
        sitting.press("BACK")
        sitting.choose("Play from here")
        assert sitting.match.phase == match.OPENING and sitting.match.scores == scores


def test_a_position_that_cannot_be_says_what_is_wrong_and_nothing_is_lost():
    sitting = Sitting([], two_people(3))
    before = sitting.match.state()
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    sitting.press("OK NEXT NEXT NEXT OK BACK")
    sitting.choose("Play from here")
    view = sitting.sees
    assert isinstance(view.page, views.MessageView)
    assert view.page.lines == ["the player on roll has 16 checkers, 15 at most"]
    assert sitting.match.state() == before
    sitting.press("OK")
    sitting.choose("Cancel")
    sitting.press("NEXT OK")
    assert sitting.sees.page is None and sitting.match.state() == before


def test_a_changed_name_leaves_a_half_built_play_as_it_is():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK OK OK hold-OK")
    sitting.choose("This match")
    sitting.choose("Take back")
    sitting.press("NEXT OK BACK PREV OK PREV OK")
    assert sitting.match.settings.take_back == ASK
    assert sitting.sees.headline == "Amber: 13/9" and sitting.sees.keys[2] == "DONE"


def test_take_back_shows_the_cube_as_it_was():
    sitting = played(2)
    sitting.press("NEXT OK PREV OK")
    assert sitting.sees.cube == 2
    sitting.press("hold-OK")
    sitting.choose("Take back")
    view = sitting.sees
    assert view.headline == "Take back the take?" and view.cube == 1 and view.owner is None
    sitting.press("PREV PREV")
    view = sitting.sees
    assert view.headline == "Take back 2 turns?" and view.cube == 1 and view.owner is None
