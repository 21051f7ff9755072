"""The lights are true at every moment: each checker, each choice, and its grade.

The colours and brightness that an eye sees are in test_light_colours.py.
"""

import scenes
from picogammon.app.display import lights_kernel
from picogammon.app.display import view as views
from picogammon.app.display.lights import COLOURS, GAINS, LUMINANCES, PALETTES, Lights
from picogammon.app.display.view import View
from picogammon.devices.strip import Wiring
from picogammon.ground import BAR_0, BAR_1, OFF_0, OFF_1
from portable import native, no_allocation

CHECKER_MARKS = (
    views.NO_MARK,
    views.CAN_MOVE,
    views.CURSOR,
    views.LIFTED,
    views.CAME_FROM,
    views.WENT_TO,
)
LANDING_MARKS = (views.LANDING, views.LANDING_CURSOR)
GRADES = (1, 2, 3, 4)  # best, fine, an error, a blunder
TIMES = range(0, 1024, 16)
PAINTERS = [Lights(Wiring(((1, 24),), lights)) for lights in range(1, 6)]  # lights a point


def painted(places, now=0, lights=1, **how):
    """(whether something moves, what points 1, 2, ... show that hold `places`, (count, mark) each:
    a list of lights each, [red, green, blue]); `how`: attributes of the view."""
    rgb = bytearray(72 * lights)
    view = View()
    for i in range(len(places)):
        view.checkers[i + 1], view.marks[i + 1] = places[i]
    for name in how:
        setattr(view, name, how[name])
    moves = PAINTERS[lights - 1].paint(view, now, rgb)
    assert not any(rgb[3 * lights * len(places) :])
    found = []
    for i in range(0, 3 * lights * len(places), 3 * lights):
        found.append([list(rgb[at : at + 3]) for at in range(i, i + 3 * lights, 3)])
    return moves, found


def points_of(places, now=0, lights=1, **how):
    return painted(places, now, lights, **how)[1]


def point_of(count, mark, now=0, lights=1, **how):
    return points_of([(count, mark)], now, lights, **how)[0]


def test_the_faintest_light_of_any_colour_is_not_dark():
    for palette in range(len(PALETTES)):
        for first in range(0, len(COLOURS[palette]), 3):
            rgb = bytearray(3)
            how = COLOURS[palette], GAINS[palette], LUMINANCES
            lights_kernel.mix(rgb, bytearray(b"\x01"), bytes((first,)), *how)
            assert any(rgb), (palette, first)


def test_each_checker_has_a_light_and_those_above_it_are_dark():
    for lights in range(1, 6):
        for now in TIMES:
            for count in range(0, lights + 1):
                marks = [mark for mark in CHECKER_MARKS if count or mark != views.CAME_FROM]
                for point in points_of([(-count, mark) for mark in marks], now, lights):
                    lit = [any(light) for light in point]
                    assert lit == [True] * count + [False] * (lights - count)
        last = 0
        for count in range(lights, lights + 4):
            light = max(point_of(count, views.NO_MARK, 0, lights)[-1])
            assert light > last, "there are more of them than lights"
            last = light


def test_under_real_checkers_the_light_beyond_them_says_which_one_is_meant():
    for wooden, free in ((False, False), (True, True)):
        for mark in (views.LIFTED, views.CURSOR):
            for count in range(1, 5):
                (seen,) = points_of([(count, mark)], 0, 5, wooden=wooden)
                lit = [any(light) for light in seen]
                assert lit == [True] * count + [free] + [False] * (4 - count)
            assert not any(point_of(0, mark, 0, 1, wooden=wooden)[0])
    (full,) = points_of([(5, views.LIFTED)], 0, 5, wooden=True)
    assert all(any(each) for each in full)


def test_only_the_top_checker_moves_on_a_point_of_several_lights():
    seen = set()
    for now in TIMES:
        lights = point_of(3, views.CURSOR, now, 5)
        assert lights[0] == lights[1] == point_of(3, views.NO_MARK, 0, 5)[0]
        assert max(lights[2]) > 0
        seen.add(max(lights[2]))
    assert max(seen) > 3 * min(seen)


def test_marks_tell_apart_by_how_they_move():
    def swing(mark, count=3):
        levels = [max(point_of(count, mark, now)[0]) for now in TIMES]
        middle = (max(levels) + min(levels)) / 2
        swings = 0
        for i in range(len(levels)):
            swings += levels[i - 1] <= middle < levels[i]
        return max(levels) - min(levels), swings, len(set(levels))

    for count in (1, 2, 5):
        still = swing(views.NO_MARK, count)
        gentle = swing(views.CAN_MOVE, count)
        cursor = swing(views.CURSOR, count)
        lifted = swing(views.LIFTED, count)
        assert still[0] == 0 < gentle[0] < cursor[0]
        assert cursor[1] == 2 * gentle[1] > 0
        assert lifted[2] == 2 and lifted[0] >= cursor[0]


def test_landings_are_white_and_the_chosen_one_stands_out():
    for lights in (1, 3):
        wiring = Wiring(((1, 24),), lights)
        view = scenes.start()
        view.marks[5] = views.LANDING_CURSOR
        view.marks[4] = views.LANDING
        rgb = bytearray(3 * wiring.lights)
        painter = Lights(wiring)
        chosen = []
        for now in TIMES:
            assert painter.paint(view, now, rgb)
            at = 3 * wiring.places[5][0]
            chosen.append(min(rgb[at : at + 3]))
            at = 3 * wiring.places[4][0]
            other = list(rgb[at : at + 3])
            assert max(other) < min(other) * 1.7 and max(other) < min(chosen)
        assert max(chosen) > 2 * min(chosen)
        view.marks[5] = views.LANDING
        painter.paint(view, 0, rgb)
        assert min(rgb[3 * wiring.places[4][0] :][:3]) > max(other)


def test_a_landing_keeps_the_checkers_under_it_where_there_are_lights():
    for count, at in ((2, 2), (-1, 1), (3, 2), (9, 2), (0, 0)):
        plain = point_of(count, views.NO_MARK, 0, 3)
        marked = point_of(count, views.LANDING, 0, 3)
        for i in range(3):
            if i == at:
                assert max(marked[i]) < min(marked[i]) * 1.7
            else:
                assert marked[i] == plain[i]
    trace = point_of(0, views.CAME_FROM)[0]
    assert 0 < max(trace) < min(point_of(0, views.LANDING)[0]), "faint, where a checker was"


def test_bar_and_off_light_where_the_board_has_lights_for_them():
    wiring = Wiring(((13, 24), ("off", 1), ("bar", 1), ("gap", 2), ("bar", 0), ("off", 0), (1, 12)))
    view = View()
    view.checkers[BAR_0] = 1
    view.checkers[BAR_1] = -2
    view.off[1] = 9
    view.marks[OFF_0] = views.LANDING_CURSOR
    view.brightness = 4
    rgb = bytearray(3 * wiring.lights)
    Lights(wiring).paint(view, 0, rgb)

    def light(place):
        at = 3 * wiring.places[place][0]
        return list(rgb[at : at + 3])

    assert light(BAR_0) == point_of(1, views.NO_MARK, brightness=4)[0]
    assert light(BAR_1) == point_of(-2, views.NO_MARK, brightness=4)[0]
    assert light(OFF_1) == point_of(-9, views.NO_MARK, brightness=4)[0]
    assert min(light(OFF_0)) > 10
    assert sum(1 for i in range(wiring.lights) if any(rgb[3 * i : 3 * i + 3])) == 4


def test_each_grade_of_a_landing_has_its_colour_and_is_fainter_than_the_better_one():
    for palette in range(len(COLOURS)):
        for brightness in (0, 3):
            for kind in LANDING_MARKS:
                for calm in (False, True):
                    marks = [kind | grade << views.GRADE for grade in GRADES]
                    how = {"palette": palette, "brightness": brightness, "calm": calm}
                    shown = [light for (light,) in points_of([(0, m) for m in marks], **how)]
                    seen = [405 * red + 690 * green + 190 * blue for red, green, blue in shown]
                    assert seen[0] > seen[1] > seen[2] > seen[3] > 0, (palette, shown)
                    best, _, doubtful, blunder = shown
                    assert best[1] > best[0] and blunder[0] > 2 * blunder[1], shown
                    assert doubtful[0] > doubtful[1]


def test_it_says_whether_anything_moves_so_that_the_strip_may_rest():
    times = TIMES[::5]
    graded = [views.LANDING_CURSOR | grade << views.GRADE for grade in GRADES]
    for mark in list(CHECKER_MARKS + LANDING_MARKS) + graded:
        for count in (1, 2, 5, 0, -1, -15):
            for lights in (1, 3):
                for how in ({}, {"calm": True}, {"asleep": True}):
                    found = [painted([(count, mark)], now, lights, **how) for now in times]
                    said = [moves for moves, _ in found]
                    assert said in ([True] * len(times), [False] * len(times))
                    changes = [points for _, points in found if points != found[0][1]]
                    assert said[0] or not changes, (mark, count, how)
                    assert not (said[0] and how), "calm or asleep it may rest"
                    still = mark in (views.NO_MARK, views.LANDING) or how
                    assert bool(changes) != bool(still) or not count, (mark, count, how)


def test_calm_the_cursor_is_bright_and_paler_and_a_blot_stays_one():
    for palette in range(len(PALETTES)):
        how = {"palette": palette, "calm": True}
        for sign in (1, -1):
            for mark in (views.CURSOR, views.LIFTED, views.WENT_TO):
                for count in (1, 2, 5, 7):
                    plain = point_of(count * sign, views.NO_MARK, **how)[0]
                    cursor = point_of(count * sign, mark, **how)[0]
                    weakest = 1000 * min(cursor) // max(cursor)
                    assert weakest > 1000 * min(plain) // max(plain) + 80, (palette, count)
                top = point_of(3 * sign, mark, 0, 3, **how)
                assert top[1] == point_of(3 * sign, views.NO_MARK, 0, 3, **how)[1]
                assert sum(top[2]) > sum(top[1])
            blot, made = points_of([(sign, views.CURSOR), (2 * sign, views.NO_MARK)], **how)
            assert 2 * max(blot[0]) <= max(made[0])


def test_asleep_all_is_faint_and_true():
    places = [(count, mark) for count in (0, 1, 2, -1, -5) for mark in CHECKER_MARKS]
    lights = [light for (light,) in points_of(places[:24], asleep=True)]
    lights += [light for (light,) in points_of(places[24:], asleep=True)]
    for (count, mark), light in zip(places, lights):
        assert any(light) == (count != 0) and max(light) < 45, (count, mark)
    blot, made, other = [lights[places.index((count, views.NO_MARK))] for count in (1, 2, -1)]
    assert max(made) >= 3 * max(blot)
    assert blot[0] > blot[2] and other[2] > other[0], "amber and blue"


def test_the_swing_goes_on_smoothly_when_the_clock_wraps():
    for mark in (views.CAN_MOVE, views.CURSOR, views.LIFTED):
        for now in (0, 8, 400):
            assert point_of(3, mark, now) == point_of(3, mark, (1 << 30) - 1024 + now)


def test_a_nonsensical_palette_or_brightness_still_shows_something():
    for number in (99, -1):
        assert any(point_of(2, views.NO_MARK, palette=number, brightness=number)[0])


@native
def test_painting_allocates_nothing():
    wiring = Wiring(((1, 24),), 3)
    rgb = bytearray(3 * wiring.lights)
    painter = Lights(wiring)
    view = scenes.start()
    view.marks[6] = views.CURSOR
    view.marks[8] = views.LIFTED
    view.marks[5] = views.LANDING_CURSOR
    painter.paint(view, 0, rgb)
    with no_allocation():
        painter.paint(view, 100, rgb)
        view.asleep = True
        painter.paint(view, 100, rgb)
