"""Behind the menu: the position's code, preferences, and the board's own measurements.

What people see behind a long OK is in transcripts/menu.txt.
"""

from fakes.memory import MemoryStore
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import qr
from picogammon.app.modes.main_menu import Hardware
from picogammon.app.session import prefs, prefs_words
from picogammon.engine.engine import Thought
from picogammon.rules import actions


def test_the_position_is_a_code_once_there_was_time_for_it():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK")
    sitting.menu("Position")
    assert not sitting.sees.page.code, "it takes longer than a round"
    sitting.wait(1000)
    code = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
    assert sitting.sees.page.code == Thought(qr.slices(code)).finish()
    assert not sitting.navigator.top.busy


def test_settings_of_a_newer_version_are_read_as_far_as_they_go():
    newer = prefs.Prefs(bytes((1, 2, 0, 99, 3, 1, 0) + (0,) * (prefs.COUNT - 7) + (77, 88)))
    assert newer[prefs.PALETTE] == 1 and newer[prefs.PACE] == 1
    assert newer.pack()[-2:] == b"\x4d\x58"
    assert prefs.Prefs(b"\x02").pack()[1:] == prefs.Prefs().pack()[1:]


_UNUSED = 16


def test_settings_of_an_older_version_keep_their_meaning():
    last = [prefs.choices(field) - 1 for field in range(prefs.COUNT)]
    for value in range(3):  # of what was the field 16
        last[_UNUSED] = value
        sitting = Sitting(store=MemoryStore(bytes(last)))
        liked = sitting.session.prefs
        assert sitting.session.damage is None and liked.pack() == bytes(last)
        assert (liked[prefs.LANDINGS], liked[prefs.CHECKERS]) == (3, 1)


def test_each_preference_has_its_words():
    for field in range(prefs.COUNT):
        found = prefs_words.find(field)
        assert (found is None) == (field in (prefs.MENU_FOUND, prefs.MATCH_CHOSEN, _UNUSED)), field
        assert found is None or len(found[1]) == prefs.choices(field), found
    assert all(prefs.Prefs()[field] < prefs.choices(field) for field in range(prefs.COUNT))


def measuring(*lines):
    """A Sitting that measures, and is given these lines."""
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.navigator.measure = lambda now: iter(lines)
    sitting.navigator.open(Hardware(sitting.navigator))
    return sitting


def test_the_board_shows_each_line_of_its_report_as_it_comes_and_then_all():
    rows = ["number: %d" % number for number in range(20)]
    sitting = measuring(rows[0], None, *rows[1:])
    for count in (1, 1, 2, 3):
        sitting.wait(10)
        assert sitting.sees.page.lines == rows[:count] and sitting.navigator.top.busy
        check(sitting.sees)
    sitting.wait(500)
    assert sitting.sees.page.lines == rows and not sitting.navigator.top.busy
    sitting.press("NEXT")
    assert sitting.sees.page.first == 1
    sitting.press("OK")
    assert sitting.sees.page is None


def test_leaving_ends_the_measurement():
    for way in ("BACK", "hold-BACK"):
        sitting = measuring(*100 * (None,))
        sitting.wait(50)
        sitting.press(way)
        assert sitting.sees.page is None and not sitting.navigator.top.busy


def test_an_offer_in_the_middle_of_a_turn_leaves_the_dice():
    sitting = Sitting([], two_people(3))
    for action in (actions.roll(3, 1), actions.resign(1)):
        assert sitting.navigator.commit(action, sitting.now)
    assert sitting.sees.dice == (3, 1)


def test_a_match_is_never_won_by_more_than_its_length():
    sitting = Sitting([], two_people(3))
    lost = (actions.roll(3, 1), actions.resign(2), actions.accept())
    for action in lost + (None,) + lost:
        assert sitting.navigator.commit(action or sitting.match.next_game(), sitting.now)
    assert max(sitting.match.scores) == 4
    assert list(sitting.sees.scores) == [0, 3]
    sitting.menu("Earlier matches")
    assert sitting.sees.page.items[0][1] == "0-3"
    sitting.wait(500)
    sitting.press("OK")
    sitting.wait(500)
    for _ in range(20):
        sitting.press("NEXT")
    assert sitting.sees.headline.endswith(": 0-3")
