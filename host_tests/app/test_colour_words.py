"""Who is named after a colour is named after the colour that his checkers have."""

from fakes.sitting import Sitting, two_people
from picogammon.app.session import prefs


def _choose_colours(sitting, presses, way_out="BACK"):
    sitting.press("hold-OK")
    sitting.choose("Settings")
    sitting.choose("Colours")
    sitting.press(presses + " OK " + way_out)


def test_the_words_follow_the_colours():
    sitting = Sitting([(3, 1)], two_people(7))
    _choose_colours(sitting, "NEXT")
    assert sitting.sees.names == ["Yellow", "Violet"] and sitting.sees.page is None
    sitting.press("OK")
    assert sitting.sees.headline == "Yellow goes first"
    _choose_colours(sitting, "NEXT", "hold-OK")
    assert sitting.sees.names == ["Red", "Sky"]
    _choose_colours(sitting, "PREV PREV")
    assert sitting.sees.names == ["Amber", "Blue"]


def test_names_of_ones_own_stay():
    sitting = Sitting([(3, 1)], two_people(7, names=("Amber", "Bo")))
    _choose_colours(sitting, "NEXT")
    assert sitting.sees.names == ["Yellow", "Bo"]
    count = len(sitting.journal.records)
    _choose_colours(sitting, "NEXT PREV")
    assert len(sitting.journal.records) == count and sitting.sees.page.title != "Settings"


def test_a_play_that_is_being_built_stays():
    sitting = Sitting([(3, 1)], two_people(7))
    sitting.press_places(28, 8)
    _choose_colours(sitting, "NEXT")
    assert sitting.sees.checkers[5] == 1 and sitting.sees.names[0] == "Yellow"


def test_after_a_game_it_can_be_changed_as_well():
    sitting = Sitting([(3, 1)], two_people(1))
    sitting.press("OK hold-OK")
    sitting.choose("Resign")
    sitting.choose("Single game")
    sitting.press("NEXT OK")
    sitting.press("OK")
    _choose_colours(sitting, "NEXT")
    assert sitting.sees.names == ["Yellow", "Violet"]
    assert sitting.session.prefs[prefs.PALETTE] == 1
