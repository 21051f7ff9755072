"""A board is set up by its four buttons, however it was wired."""

from fakes.maker import Build, Maker, start_position


def along(points, each=1, first=0, pace=None, outward=()):
    """{point: its lights, rim first} of a strip that passes these points in turn."""
    lights = {}
    for i in range(len(points)):
        own = list(range(first + i * (pace or each), first + i * (pace or each) + each))
        lights[points[i]] = own[::-1] if points[i] in outward else own
    return lights


def sets_up(build, power=None):
    """The Maker who set such a board up, and found a right start position after that."""
    power = power or build.power()
    maker = Maker(power, build)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.switches.down.add(build.pins[0])
    assert power.run(script) == "reset", maker.page
    starts_right(power, build)
    return maker


def starts_right(power, build):
    def look(power):
        yield 3000
        assert start_position(power, build) == ""
        maker = Maker(power, build)
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
        assert power.display.upside_down == build.flip
        yield from maker.press(2)
        yield 500
        assert power.board.session.last_roll

    assert power.run(look) == "off", power.crash_log()
    assert power.crash_log() == ""


def test_a_board_as_its_data_say_takes_few_presses():
    assert sets_up(Build(along(range(1, 25)))).presses < 20


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
    points = [5 * i % 25 for i in range(1, 25) if 5 * i % 25] + list(range(5, 25, 5))
    points = [7 * i % 25 for i in range(1, 25)]
    sets_up(Build(along(points, 2, outward=points[::3])))
