"""The lights always show the position, the targets that a player can choose, and their grades.

test_light_colours.py tests colours and brightness as an eye sees them.
"""

import scenes
from picogammon.app.display import view as views
from picogammon.app.display.lights import Lights
from picogammon.app.display.view import View
from picogammon.devices.strip import Wiring
from picogammon.ground import PLACES, opposite
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
    """Paints points 1, 2, ... with the (checkers, mark) in `places`. `how`: attributes of the view.
    Returns (True if a light pulses, for each point a list of its lights as [red, green, blue])."""
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


def test_the_swing_goes_on_smoothly_when_the_clock_wraps():
    for mark in (views.CAN_MOVE, views.CURSOR, views.LIFTED):
        for now in (0, 8, 400):
            assert point_of(3, mark, now) == point_of(3, mark, (1 << 30) - 1024 + now)


def test_a_nonsensical_palette_or_brightness_still_shows_something():
    for number in (99, -1):
        assert any(point_of(2, views.NO_MARK, palette=number, brightness=number)[0])


def test_where_a_player_sits_opposite_each_place_lights_the_opposite_one():
    wiring = Wiring((("off", 0), (1, 12), ("bar", 0), ("bar", 1), (13, 24), ("off", 1)))
    painter = Lights(wiring)
    view = scenes.start()
    view.off = [3, 1]
    view.checkers[0] = -2

    def lit():
        rgb = bytearray(3 * wiring.lights)
        painter.paint(view, 0, rgb)
        return [list(rgb[3 * lights[0] : 3 * lights[0] + 3]) for lights in wiring.places]

    usual = lit()
    view.turned = True
    assert lit() == [usual[opposite(place)] for place in range(PLACES)]
    view.turned = False
    assert lit() == usual


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
