"""Screens and lights show the view, from either seat, with the same bits on every runtime."""

import json
from array import array

import scenes
from fakes.ruler import Ruler
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.display.lights import Lights
from picogammon.app.display.screens import board, text
from picogammon.app.display.view import View, place_of, point_of
from picogammon.devices.strip import Wiring
from picogammon.ground import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1, PLACES, opposite
from portable import data_lines, some

_WIRING = Wiring((("off", 0), (1, 12), ("bar", 0), ("bar", 1), (13, 24), ("off", 1)))
_LIGHTS = Lights(_WIRING)


def drawn(view):
    """Returns the bytes of a view's screen."""
    canvas = Canvas()
    screens.draw(view, canvas)
    return bytes(canvas.buffer)


def lit(buffer, x, y, width, height):
    """Counts the lit pixels of a rectangle."""
    canvas = Canvas(buffer=buffer)
    return sum(canvas.get(x + i, y + j) for i in range(width) for j in range(height))


def test_screens_and_strips_are_the_golden_ones_on_this_runtime():
    expected = [json.loads(line) for line in data_lines("pictures.jsonl")]
    actual = [list(pair) for pair in scenes.sums()]
    assert len(expected) == len(actual)
    for wanted, got in zip(expected, actual):
        assert wanted == got


def test_a_screen_hides_the_one_before_it_and_asleep_it_is_nearly_black():
    canvas = Canvas()
    for _name, make in scenes.SCENES:
        view = make()
        screens.draw(view, canvas)
        assert bytes(canvas.buffer) == drawn(view)
        view.asleep = True
        assert 0 < lit(drawn(view), 0, 0, 128, 64) <= 8


def test_every_die_of_a_double_is_there_and_used_ones_are_dim():
    view = scenes.start()
    view.dice = (4, 4, 4, 4)
    boxes = (20, 39, 64, 83)
    for used in range(16):
        view.dice_used = used
        screen = drawn(view)
        for i in range(4):
            light = lit(screen, boxes[i], 14, 17, 17)
            assert light < 60 if used >> i & 1 else light > 200


def test_the_cube_lies_at_its_owners_side_and_shows_its_value():
    view = scenes.start()
    view.cube = 2
    tops = []
    for owner in (1, None, 0):
        view.owner = owner
        screen = drawn(view)
        column = [lit(screen, 0, y, 17, 1) for y in range(46)]
        tops.append(column.index(15))
    assert tops == [0, 14, 29]
    pictures = set()
    for log in range(13):
        canvas = Ruler()
        board.cube(canvas, 0, 0, 1 << log)
        assert not canvas.wrong
        pictures.add(bytes(canvas.buffer))
        inside = lit(canvas.buffer, 1, 1, 15, 15)
        assert inside == lit(canvas.buffer, 2, 2, 13, 13) > 10  # never touches its frame
    assert len(pictures) == 13
    view.cube_on = False
    assert lit(drawn(view), 0, 0, 17, 46) == 0


def test_an_offered_double_lies_on_the_board_where_it_is_answered():
    view = scenes.start()
    view.dice = ()
    halves = (64, 18)
    for view.offered_by in (0, 1):
        screen = drawn(view)
        assert lit(screen, 0, 0, 17, 46) == 0, "not at the side"
        assert lit(screen, halves[view.offered_by], 14, 36, 17) > 58
        assert lit(screen, halves[1 - view.offered_by], 14, 35, 17) == 0


def test_every_count_differs_at_every_place():
    for large in (False, True):
        for place in some(range(PLACES)):
            view = View()
            view.large = large
            view.decider = 1 if place in (BAR_1, OFF_1) else 0
            own = -1 if view.decider else 1
            view.checkers = array("b", bytes((own & 255,)) * 26)
            counts = [own * count for count in range(1, 16)]
            if 1 <= place <= 24 and not large:
                counts += [-count for count in counts]
            seen = set()
            for count in counts:
                if place < OFF_0:
                    view.checkers[place] = count
                else:
                    view.off[place - OFF_0] = abs(count)
                canvas = Ruler()
                screens.draw(view, canvas)
                assert not canvas.wrong, canvas.wrong
                seen.add(bytes(canvas.buffer))
            assert len(seen) == len(counts), (large, place)


def test_marks_are_seen_at_every_place_bar_and_off_included():
    for large in (False, True):
        for place in some(range(PLACES)):
            seen = set()
            for mark in range(8):
                view = View()
                view.large, view.decider = large, 0
                view.checkers[BAR_0] = 1
                view.checkers[BAR_1] = -1
                view.marks[place] = mark
                seen.add(drawn(view))
            # Can move and landing look the same, and so do their cursors: none appear together.
            assert len(seen) == 6, (large, place)


def test_a_menu_keeps_the_selected_item_in_sight_and_scrolls():
    for count in (1, 3, 4, 5, 12):
        for selected in range(count):
            first = views.first_row(selected, count, 4)
            assert 0 <= first <= selected < first + 4
            assert first == 0 or first + 4 <= count
            view = View()
            items = [("item", "%d" % i) for i in range(count)]
            view.page = views.MenuView("", items, selected)
            screen = drawn(view)
            row = 11 + 11 * (selected - first)
            assert lit(screen, 0, row, 122, 10) > 900
    view.page.items = []
    drawn(view)


def test_lines_wrap_at_words_and_break_what_is_too_long():
    rows = text.wrap(["the end of the file was damaged and was kept aside"])
    assert len(rows) == 2 and " ".join(rows) == "the end of the file was damaged and was kept aside"
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    rows = text.wrap([xgid])
    assert "".join(rows) == xgid
    for row in rows:
        assert text_width(TEXT, row) <= 128
    assert text.wrap([""]) == [""]


def test_a_long_text_scrolls_to_its_end():
    view = View()
    view.page = views.TextView("Text", ["row %d" % i for i in range(9)])
    seen = []
    for view.page.first in range(7):
        seen.append(drawn(view))
    assert len(set(seen)) == 5 and seen[4] == seen[5] == seen[6]


def _lit(view):
    """Lists the light of each place, [red, green, blue]."""
    rgb = bytearray(3 * _WIRING.lights)
    _LIGHTS.paint(view, 0, rgb)
    return [list(rgb[3 * lights[0] : 3 * lights[0] + 3]) for lights in _WIRING.places]


def test_the_lights_of_each_place_go_to_the_opposite_one_in_the_same_colour():
    view = scenes.start()
    view.off = [3, 1]
    view.checkers[0] = -2
    usual = _lit(view)
    view.turned = True
    assert _lit(view) == [usual[opposite(place)] for place in range(PLACES)]
    view.turned = False
    assert _lit(view) == usual


def test_the_player_opposite_sees_what_the_first_sees_where_all_is_the_other_way_round():
    view = scenes.start()
    usual = drawn(view)
    view.turned = True
    assert drawn(view) != usual
    view.decider = view.dice_side = 1  # the start is the same for both
    assert drawn(view) == usual
    view.owner, view.scores, view.pips, view.off = 0, [3, 5], [100, 90], [2, 0]
    turned = drawn(view)
    view.turned = False
    view.decider = view.dice_side = 0
    view.owner, view.scores, view.pips, view.off = 1, [5, 3], [90, 100], [0, 2]
    assert drawn(view) == turned


def test_home_at_the_left_is_the_picture_left_for_right():
    view = scenes.start()
    view.dice = ()
    view.cube_on = False
    usual = Canvas(buffer=bytearray(drawn(view)))
    view.home_left = True
    mirrored = Canvas(buffer=bytearray(drawn(view)))
    for place in range(1, 25):
        to = 13 - place if place <= 12 else 37 - place
        assert _column(usual, place) == _column(mirrored, to), place


def _column(canvas, place):
    x = board.column(place)
    top = 39 if place <= 12 else 0
    return [canvas.get(x + i, top + j) for i in range(5) for j in range(7)]


def test_each_side_has_its_own_numbers_bar_and_off():
    for point in range(26):
        for side in (0, 1):
            assert point_of(side, place_of(side, point)) == point
    others = [(0, BAR_1), (0, OFF_1), (1, BAR_0), (1, OFF_0), (0, DICE), (1, CUBE)]
    assert [point_of(side, place) for side, place in others] == [None] * 6
    assert [opposite(place) for place in (1, 24, 6, 0, 25)] == [24, 1, 19, 25, 0]
    assert (opposite(OFF_0), opposite(OFF_1)) == (OFF_1, OFF_0)
