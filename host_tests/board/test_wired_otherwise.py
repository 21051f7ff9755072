"""However a board was wired, its set-up by presses alone leads to a right start position."""

from fakes.builds import Build, along, by_chance
from fakes.maker import Maker, sets_up
from picogammon.app.workshop import SET_UP
from picogammon.ground.presses import BACK, NEXT, OK

HOST_ONLY = True

_BOARDS = 48


def test_boards_that_were_wired_by_chance():
    """`make soak ARGS=wirings` has thousands."""
    for number in range(_BOARDS):
        build = by_chance(number)
        try:
            sets_up(build)
        except Exception as trouble:
            raise AssertionError("board %d, %r" % (number, build)) from trouble


def test_among_them_is_all_that_can_be_wired_otherwise():
    builds = [by_chance(number) for number in range(_BOARDS)]
    assert len({build.order for build in builds}) == 6
    oleds = {(build.driver, build.address, build.flip, build.mirror) for build in builds}
    assert len(oleds) == 16
    assert {len(build.lights[1]) for build in builds} == {1, 2, 3, 4, 5}
    for name in ("home_left", "seat", "piezo"):
        assert len({getattr(build, name) for build in builds}) == 2
    assert {tuple(build.pins) for build in builds} > {(0, 1, 2, 3), (3, 2, 1, 0)}
    assert any(0 in build.lights for build in builds), "bar and off"
    assert any(min(build.lights[place]) > 0 for build in builds for place in (1, 24))


def test_the_usual_ways_to_lay_a_strip_take_few_presses():
    lower, upper = list(range(1, 13)), list(range(13, 25))
    for points, each, most in (
        (upper + lower, 1, 35),
        (lower[::-1] + upper[::-1], 1, 35),
        (lower[::-1] + upper, 1, 35),
        (lower + upper[::-1], 1, 25),
        (list(range(7, 25)) + list(range(1, 7)), 1, 30),
        (upper + lower[::-1], 5, 42),
    ):
        maker = sets_up(Build(along(points, each), home_left=True))
        assert maker.presses <= most, (points, maker.presses)


def test_a_corner_with_lights_of_its_own_takes_few_presses():
    lights = along(range(1, 13))
    lights.update(along(range(13, 25), first=15))
    assert sets_up(Build(lights)).presses <= 30


def test_a_low_oled_is_set_up_on_a_board_whose_data_have_another():
    for build in (
        Build(along(range(1, 25)), height=32, flip=True),
        Build(along(range(1, 25), 3, outward=(5,)), height=32, status=0x43, home_left=True, seat=1),
    ):
        assert sets_up(build).presses < 60


def test_an_sh1106_with_its_first_columns_on_the_glass_is_set_up():
    for status, flip, mirror in ((0x48, False, False), (None, True, False), (0x48, True, True)):
        more = {"driver": "sh1106_0", "status": status, "flip": flip, "mirror": mirror}
        assert sets_up(Build(along(range(1, 25)), **more)).presses < 60


def test_after_the_last_kind_of_oled_the_set_up_says_so_and_goes_on():
    build = Build(along(range(1, 25)))
    power = build.power()
    maker = Maker(power, build)
    seen = []

    def press(button):
        yield from maker.press(button)
        seen.append(power.view.page.lines[1:])

    def script(power):
        power.board.open_workshop(SET_UP, power.now)
        while maker.question() != "2":
            yield from maker.answer()
        for _ in range(8):
            yield from press(NEXT)
        for button in (BACK, NEXT, OK):
            yield from press(button)

    assert power.run(script) == "off"
    kinds = [lines[-1] for lines in seen[:3]]
    assert kinds == ["sh1106 0x3c 128 x 64", "sh1106_0 0x3c 128 x 64", "ssd1306 0x3c 128 x 32"]
    last = ["No other kind is known.", "Go on with the first?", "ssd1306 0x3c 128 x 64"]
    assert seen[3:8] == [last] * 5
    back, again, following = seen[8:]
    assert (back[-1], again) == (kinds[-1], last)
    assert following == ["the right way up?"]


def test_an_oled_that_tells_which_it_is_or_is_as_its_data_say_shows_the_first_question():
    for driver, status, address in (
        ("ssd1306", 0x43, 0x3D),
        ("sh1106", 0x48, 0x3C),
        ("ssd1306", None, 0x3C),
    ):
        asked = []
        whole = along(range(1, 25))
        build = Build(whole, driver=driver, status=status, address=address)
        sets_up(build, look=asked.append)
        assert asked[0] == ["1: buttons", "From the left, press", "the first button: PREV"]
