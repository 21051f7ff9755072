"""The OLED in large type: one side's counts, ten pixels high, with dice and cube."""

import scenes
from fakes.ruler import Ruler
from fakes.sitting import Sitting, two_people
from picogammon.app.display import screens
from picogammon.app.session import prefs
from picogammon.ground.places import OFF_0, OFF_1


def _large(view):
    view.large = True
    ruler = Ruler()
    screens.draw(view, ruler)
    assert not ruler.wrong, ruler.wrong
    return ruler


def _texts(view, top, low):
    """What is written between two heights, from the left."""
    found = [text for text in _large(view).texts if top <= text[2] < low]
    found.sort(key=lambda text: text[1])
    return [text[0] for text in found]


def test_the_counts_are_those_of_the_side_that_is_to_act():
    view = scenes.start()
    view.length = 0
    assert _texts(view, 0, 10) == ["5", "2"] and _texts(view, 36, 46) == ["3", "5"]
    view.decider = 1
    assert _texts(view, 0, 10) == ["3", "5"] and _texts(view, 36, 46) == ["5", "2"]
    view.decider = None
    view.dice_side = 1
    assert _texts(view, 0, 10) == ["3", "5"]


def test_every_count_of_every_place_is_whole_and_differs():
    view = scenes.start()
    view.headline = ""
    view.keys = ["", "", "", ""]
    for place in range(28):
        seen = set()
        for count in range(1, 16):
            for i in range(26):
                view.checkers[i] = 0
            view.off = [0, 0]
            view.decider = 1 if place in (0, OFF_1) else 0
            if place in (OFF_0, OFF_1):
                view.off[place - OFF_0] = count
            else:
                view.checkers[place] = -count if view.decider else count
            seen.add(bytes(_large(view).buffer))
        assert len(seen) == 15, place


def test_marks_dice_and_cube_are_there_and_change_the_picture():
    view = scenes.start()
    pictures = set()
    for mark in range(8):
        view.marks[6] = mark
        pictures.add(bytes(_large(view).buffer))
    view.cube = 8
    pictures.add(bytes(_large(view).buffer))
    view.dice = (3, 2)
    pictures.add(bytes(_large(view).buffer))
    assert len(pictures) == 6 + 2, "to move from or to looks alike, chosen or not"


def test_in_a_match_both_scores_are_whole_wherever_the_cube_is():
    view = scenes.start()
    for length, scores in ((3, [1, 0]), (64, [62, 63])):
        view.length, view.scores = length, scores
        for owner, crawford, offered in (
            (None, False, None),
            (0, False, None),
            (1, False, None),
            (None, True, None),
            (None, False, 1),
        ):
            view.owner, view.crawford, view.offered_by = owner, crawford, offered
            written = {text[0]: text[2] for text in _large(view).texts}
            mine, his = ("1/3", "0/3") if length == 3 else ("-2", "-1")
            assert written[his] < written[mine] or crawford, (length, owner)
    view.clocks = (600, 600, 0, 12)
    assert "-2" not in {text[0] for text in _large(view).texts}


def test_it_is_chosen_in_the_menu_and_kept():
    sitting = Sitting([(3, 1)], two_people())
    assert not sitting.sees.large
    sitting.press("hold-OK")
    sitting.choose("Settings")
    sitting.choose("Display")
    assert sitting.sees.large and sitting.store.blob[prefs.LARGE] == 1
    sitting.press("hold-OK")
    assert _large(sitting.sees).texts


def test_big_digits_are_ten_pixels_high_and_the_usual_ones_five():
    view = scenes.start()
    high = [text[4] - text[2] for text in _large(view).texts if text[0] in "235"]
    assert high == [10] * 4
