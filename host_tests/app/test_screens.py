"""Screens and lights show the view from each player's seat, bit-identical on every runtime."""

import json
from array import array

import scenes
from fakes.ruler import Ruler
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas
from picogammon.app.display.screens import board, text
from picogammon.app.display.view import View
from picogammon.ground import BAR_1, OFF_0, OFF_1, PLACES
from portable import data_lines, some


def drawn(view):
    canvas = Canvas()
    screens.draw(view, canvas)
    return bytes(canvas.buffer)


def lit(buffer, x, y, width, height):
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


def test_each_value_of_the_cube_differs_and_never_touches_its_frame():
    pictures = set()
    for log in range(13):
        canvas = Ruler()
        board.cube(canvas, 0, 0, 1 << log)
        assert not canvas.wrong
        pictures.add(bytes(canvas.buffer))
        inside = lit(canvas.buffer, 1, 1, 15, 15)
        assert inside == lit(canvas.buffer, 2, 2, 13, 13) > 10
    assert len(pictures) == 13


def test_every_count_and_mark_differs_at_every_place_bar_and_off_included():
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
            marked = set()
            for view.marks[place] in range(8):
                marked.add(drawn(view))
            # Can move and landing look the same, and so do their cursors: none appear together.
            assert len(marked) == 6, (large, place)


def test_an_empty_line_is_a_row_of_its_own():
    assert text.wrap(["one", "", "two"]) == ["one", "", "two"] and text.wrap([""]) == [""]


def test_a_long_text_scrolls_to_its_end_and_no_further():
    view = View()
    view.page = views.TextView("Text", ["row %d" % i for i in range(9)])
    seen = []
    for view.page.first in range(7):
        seen.append(drawn(view))
    assert len(set(seen)) == 5 and seen[4] == seen[5] == seen[6]


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

    def columns(order):
        canvas = Canvas(buffer=bytearray(drawn(view)))
        found = []
        for place in order:
            x, top = board.column(place), 39 if place <= 12 else 0
            found.append([canvas.get(x + i, top + j) for i in range(5) for j in range(7)])
        return found

    usual = columns(range(1, 25))
    view.home_left = True
    assert columns(list(range(12, 0, -1)) + list(range(24, 12, -1))) == usual
