"""The menu behind a long OK: take back, pips, texts, set up, real dice, names, new match."""

from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.session import prefs, prefs_words
from picogammon.engine.engine import Thought
from picogammon.ground.presses import LINE
from picogammon.rules import actions
from picogammon.rules.checkpoint import Checkpoint


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


def test_a_new_board_says_how_to_open_the_menu_until_somebody_has():
    store = MemoryStore()
    sitting = Sitting([(3, 1)], store=store)
    assert sitting.sees.headline == "Roll to start. Hold OK: menu"
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    assert sitting.sees.headline == "Amber to roll. Hold OK: menu"
    sitting.press("hold-OK BACK")
    assert sitting.sees.headline == "Amber to roll"
    assert Sitting([], two_people(), store=store).sees.headline == "Roll to start"


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
