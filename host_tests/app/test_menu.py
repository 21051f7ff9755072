"""The menu: the QR code of the position, and preferences that another version has stored.

What people see after a long press of OK is in transcripts/menu.txt.
"""

from fakes.memory import MemoryStore
from fakes.sitting import Sitting, two_people
from picogammon.app.display import qr
from picogammon.app.session import prefs, prefs_words
from picogammon.engine.engine import Thought


def test_the_position_is_a_code_once_there_was_time_for_it():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK")
    sitting.menu("Position")
    assert not sitting.sees.page.code, "it takes longer than a round"
    sitting.wait(1000)
    code = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
    assert sitting.sees.page.code == Thought(qr.slices(code)).finish()
    assert not sitting.navigator.top.busy


_UNUSED = 16


def test_settings_of_a_newer_or_older_version_are_read_as_far_as_they_go():
    newer = prefs.Prefs(bytes((1, 2, 0, 99, 3, 1, 0) + (0,) * (prefs.COUNT - 7) + (77, 88)))
    assert newer[prefs.PALETTE] == 1 and newer[prefs.PACE] == 1
    assert newer.pack()[-2:] == b"\x4d\x58"
    assert prefs.Prefs(b"\x02").pack()[1:] == prefs.Prefs().pack()[1:]
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
