"""However a board was wired, its set-up by presses alone leads to a right start position."""

from fakes.maker import Build, along, sets_up

HOST_ONLY = True


def test_every_colour_order():
    for order in ("RGB", "RBG", "GBR", "BRG", "BGR"):
        sets_up(Build(along(range(1, 25)), order))


def test_both_oleds_at_both_addresses_any_way_up():
    whole = along(range(1, 25))
    sets_up(Build(whole, driver="sh1106"))
    sets_up(Build(whole, address=0x3D, flip=True))
    sets_up(Build(whole, driver="sh1106", address=0x3D, mirror=True))
    sets_up(Build(whole, driver="sh1106", status=0x48, flip=True, mirror=True))


def test_buttons_in_any_order():
    whole = along(range(1, 25))
    sets_up(Build(whole, pins=(3, 2, 1, 0)))
    sets_up(Build(whole, pins=(2, 0, 3, 1)))


def test_the_usual_ways_to_lay_a_strip_take_few_presses():
    lower, upper = list(range(1, 13)), list(range(13, 25))
    for points, most in (
        (upper + lower, 40),
        (lower[::-1] + upper[::-1], 40),
        (lower[::-1] + upper, 40),
        (lower + upper[::-1], 40),
        (list(range(7, 25)) + list(range(1, 7)), 40),
    ):
        maker = sets_up(Build(along(points), home_left=True))
        assert maker.presses < most, (points, maker.presses)


def test_lights_between_points_and_before_the_first():
    sets_up(Build(along(list(range(24, 0, -1)), 1, 2, 3)))


def test_a_corner_with_lights_of_its_own():
    lights = along(range(1, 13))
    lights.update(along(range(13, 25), first=15))
    assert sets_up(Build(lights)).presses < 60


def test_several_lights_a_point():
    points = list(range(13, 25)) + list(range(12, 0, -1))
    sets_up(Build(along(points, 2)))
    sets_up(Build(along(points, 5, 1, 6, points)))
    sets_up(Build(along(points, 3, outward=points[1::2])))
    sets_up(Build(along(points, 3, outward=points[:12])))


def test_points_in_no_order_at_all():
    points = [7 * i % 25 for i in range(1, 25)]
    sets_up(Build(along(points, 2, outward=points[::3])))
