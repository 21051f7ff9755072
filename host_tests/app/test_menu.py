"""Behind the menu: the position's code, preferences, and the board's own measurements.

What people see behind a long OK is in transcripts/menu.txt.
"""

from fakes.memory import MemoryStore
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import qr
from picogammon.app.modes.answer import TakeBack
from picogammon.app.modes.base import Pages
from picogammon.app.modes.board_menu import Measuring, pages_of
from picogammon.app.session import prefs, prefs_words
from picogammon.engine.engine import Thought


def test_the_position_is_a_code_once_there_was_time_for_it():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK hold-OK")
    sitting.choose("Position")
    assert not sitting.sees.page.code, "it takes longer than a round"
    sitting.wait(1000)
    code = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
    assert sitting.sees.page.code == Thought(qr.slices(code)).finish()
    assert not sitting.navigator.top.busy


def test_a_series_of_presses_takes_nothing_back():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK")
    sitting.play("8/5 6/5")
    sitting.press("hold-OK")
    menu = sitting.navigator.top
    menu.at = [item.label for item in menu.lines].index("Take back")
    for _ in range(10):
        sitting.press("OK")
        sitting.wait(400)
    assert isinstance(sitting.navigator.top, TakeBack)
    sitting.wait(100)
    sitting.press("OK")
    assert sitting.actions()[-1] == "take back 1"


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
        assert (found is None) == (field in (prefs.MENU_FOUND, _UNUSED)), field
        assert found is None or len(found[1]) == prefs.choices(field), found
    assert all(prefs.Prefs()[field] < prefs.choices(field) for field in range(prefs.COUNT))


_LONGEST = {
    "chip": "RP2040, revision number 15, boot ROM 255",
    "flash": "an unknown maker",
    "clock": "125.00 MHz",
    "free heap after": "237 KB",
    "casual, long look": "10086.04 ms",
    "club, long look": "10093.45 ms",
    "expert, long look": "10073.08 ms",
    "master, long look": "114919.58 ms",
    "all plays, doubles": "1003.43 ms",
    "OLED": "ssd1306 at 0x3c does not answer",
    "I2C byte": "121875 ns",
    "screen sent": "1030.32 ms",
    "frame of lights": "103.07 ms",
    "sector erase": "not told: [Errno 28] ENOSPC",
    "page program": "100.85 ms",
    "ones": "100.00 %",
    "longest run": "4096 bits",
}


def test_each_page_of_measurements_is_seen_whole_and_what_lacks_leaves_no_gap():
    sitting = Sitting([(3, 1)], two_people(3))
    pages = pages_of(_LONGEST)
    assert sum([len(lines) for _, lines in pages]) == len(_LONGEST)
    sitting.navigator.open(Pages(sitting.navigator, pages))
    for _ in pages:
        check(sitting.sees)
        sitting.press("NEXT")
    assert pages_of({"ones": "50.01 %", "number": "12"}) == [("Random bits", ["Ones: 50.01 %"])]
    assert pages_of({}) == []


def measuring(lines):
    """A Sitting that measures, and is given these lines, by a generator."""
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.navigator.measure = lambda now: lines
    sitting.navigator.open(Measuring(sitting.navigator, 0))
    return sitting


def each(*lines):
    yield from lines


def test_each_row_is_named_while_it_is_measured():
    sitting = measuring(each("longest run: 17 bits", "last bits: " + 128 * "1"))
    for label in ("longest run", "last bits"):
        sitting.wait(10)
        check(sitting.sees)
        assert sitting.sees.page.lines[-1] == label


def test_a_board_that_cannot_measure_itself_says_why():
    sitting = measuring(each(None, "this board lacks the memory for that"))
    sitting.wait(50)
    assert sitting.sees.page.title == "Not here"
    assert sitting.sees.page.lines == ["this board lacks the memory for that"]
    check(sitting.sees)


def test_leaving_ends_the_measurement():
    for way in ("BACK", "hold-BACK"):
        ended = []

        def lines(ended=ended):
            try:
                while True:
                    yield None
            finally:
                ended.append(True)

        sitting = measuring(lines())
        sitting.wait(50)
        sitting.press(way)
        assert ended and sitting.sees.page is None
