"""The self-test names what was broken beforehand, each by a simulated fault."""

from fakes.builds import Build, along
from fakes.maker import Maker, place_name, self_test, sets_up
from picogammon.app.workshop import TEST
from picogammon.devices.matrix import BUTTONS, COLUMNS

HOST_ONLY = True

_OWN = Build(along(range(1, 25)))
_RED = (24, 0, 0)


def _all_right(maker):
    if maker.page.startswith("Buttons"):
        yield from maker.press(maker.asked())
    else:
        yield from maker.press(2)


def test_a_button_that_is_down_all_the_time_is_named_at_once():
    for button, name in ((0, "PREV"), (1, "NEXT"), (3, "BACK")):
        said = _tested_with(button)
        assert said == ["%s is down all the time: look at GP%d and ground." % (name, button)]


def test_two_buttons_held_at_power_on_test_the_board_and_its_lights_ask():
    power = _OWN.power()
    power.bus.display = None  # nothing but lights and sound
    maker = Maker(power, _OWN)
    lit = []

    def script(power):
        yield 3500
        assert maker.lit() == list(range(0, 24, 3))
        power.switches.down.clear()
        yield 200
        for presses in range(5):  # red, green, blue, white, a light that walks
            assert (len(maker.lit()) == 24) == (presses < 4)
            yield from maker.press(2)
            yield 100
        for button in range(4):
            lit.append(len(maker.lit()))
            yield from maker.press(button)
            yield 100
        assert len(maker.lit()) == 5 and power.board.workshop.wizard.step.title == "Sound"
        yield from maker.press(1)
        yield 300
        assert [(light, maker.colour(light)) for light in maker.lit()] == [(2, _RED), (4, _RED)]

    power.switches.down |= {1, 2}
    assert power.run(script) == "off"
    assert lit == [1, 2, 3, 4]


def _tested_with(stuck):
    """What is said at the end, with a button that hangs from power-on on."""
    power = _OWN.power()
    maker = Maker(power, _OWN)
    said = []

    def script(power):
        yield 500
        yield from maker.press(2)  # the notice that it is stuck
        power.board.open_workshop(TEST, power.now)
        yield 100
        while not maker.page.startswith("Tested"):
            yield from _all_right(maker)
        said.extend(power.view.page.lines)

    power.switches.down.add(stuck)
    assert power.run(script) == "off"
    return said


def test_without_an_oled_the_lights_say_which_steps_were_faults():
    power = _OWN.power()
    power.bus.display = None
    maker = Maker(power, _OWN)

    def script(power):
        yield 500
        yield from maker.choose("Hardware set-up", "Test the board")
        while power.view.page.title != "Tested":
            keys = power.view.keys
            yield from maker.press(keys.index("PRESS") if "PRESS" in keys else 2)
        yield 100
        assert power.view.page.lines == ["Display: look at SDA (GP4), SCL (GP5), 3V3, ground."]
        assert maker.lit() == [2] and maker.colour(2) == _RED

    assert power.run(script) == "off"
    assert b"Display: look at SDA (GP4)" in power.port.gone


def test_the_light_walks_over_bar_and_off_where_they_have_lights():
    lights = along(range(1, 25))
    lights[25], lights[27] = [24], [25]
    build = Build(lights)
    power = build.power()
    sets_up(build, power)
    power.pace = 1
    walked = []

    def answers(maker):
        if "Does it walk" in maker.page:
            walked.extend((yield from maker.watch()))
        else:
            yield from _all_right(maker)

    assert self_test(build, answers, power) == ["All is well."]
    assert {power.rgb[3 * light : 3 * light + 3] for light in range(26)} == {bytes((24, 0, 0))}
    assert sorted(walked[24:]) == ["bar, near side", "off, far side"]


def test_the_self_test_says_which_wire_to_look_at():
    def answers(maker):
        if maker.page.startswith("Buttons"):
            if maker.asked() == 1:
                yield 15100
            else:
                yield from maker.press(maker.asked())
        elif "dark or wrong" in maker.page:
            yield from maker.press(2)
        else:
            yield from maker.press(1)

    said = " ".join(self_test(_OWN, answers))
    for part in (
        "Not all lights red: look at GP28",
        "At point 1: dark? Solder before it.",
        "Display: look at SDA (GP4)",
        "NEXT: look at GP1 ",
    ):
        assert part in said, said
    assert "Piezo: look at GP15" in said


_AS_SAID = (range(5), range(6))
_WITH_PLACES = Build(along(range(1, 25)), places=_AS_SAID)


def _places_answered(touch):
    """A script's part for each page; `touch(maker, button)`: for the place that is asked for."""

    def answers(maker):
        page = maker.page.lower().replace(" not that one.", "")
        if page.startswith("places"):
            asked = [i for i, place in enumerate(BUTTONS) if page.endswith(place_name(place))]
            yield from touch(maker, asked[-1])
            yield 40
        elif maker.page.startswith("Buttons"):
            yield from maker.press(maker.asked())
        else:
            yield from maker.press(2)

    return answers


def _touch(maker, button):
    yield from maker.touch(button)


def test_the_set_up_finds_rows_and_columns_in_any_order_with_ten_presses_more():
    rows, columns = (3, 0, 4, 2, 1), (5, 4, 3, 2, 1, 0)
    build = Build(along(range(24, 0, -1), 2, outward=(3,)), places=(rows, columns))
    maker = sets_up(build)
    board = maker.power.board
    assert list(board.panel.data.PLACE_ROW_PINS) == [16 + row for row in rows]
    assert list(board.panel.data.PLACE_COLUMN_PINS) == [21 + column for column in columns]
    plain = sets_up(Build(build.lights))
    assert maker.presses == plain.presses + 10


def test_a_button_pressed_out_of_turn_is_refused_and_the_wires_can_be_left_as_they_are():
    said = []

    def touch(maker, button):
        if button == 1 and not said:
            yield from maker.touch(9)
            yield 100
            said.append(maker.page)
            yield from maker.key("NONE")
        else:
            yield from maker.touch(button)

    class Wrong(Maker):
        def _places(self):
            yield from _places_answered(touch)(self)

    power = _WITH_PLACES.power()
    maker = Wrong(power, _WITH_PLACES)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.switches.down.add(0)
    assert power.run(script) == "reset"
    assert said == ["Places Press point 2 Not that one."]
    assert b"PLACE" not in power.disk.files["board.bin"]


def test_every_place_s_button_is_pressed_and_all_is_well():
    assert self_test(_WITH_PLACES, _places_answered(_touch)) == ["All is well."]


def test_a_button_that_hangs_one_that_does_nothing_and_a_dead_wire_are_named():
    power = _WITH_PLACES.power()
    power.crossings.down.add(_WITH_PLACES.crossing(6))

    def touch(maker, button):
        if button == 0 or button % COLUMNS == 3:
            yield from maker.key("NONE")
        else:
            yield from maker.touch(button)

    assert self_test(_WITH_PLACES, _places_answered(touch), power) == [
        "The button of point 1 does nothing: look at GP16, GP21.",
        "The button of point 4 does nothing: look at GP16, GP24.",
        "The button of point 7 is always closed: look at GP17, GP21.",
        *(
            "The button of %s does nothing: look at GP%d, GP24." % (name, 17 + row)
            for row, name in enumerate(("point 10", "point 16", "point 22", "off, far side"))
        ),
    ]


def test_wires_that_are_swapped_or_touch_are_named():
    swapped = Build(_WITH_PLACES.lights, places=((0, 1, 2, 4, 3), range(6)))
    assert self_test(swapped, _places_answered(_touch)) == [
        "GP19 and GP20: swapped, or they touch."
    ]

    def touch(maker, button):
        both = [button - button % COLUMNS + i for i in (1, 2)]
        yield from maker.touch(*(both if button in both else [button]))

    assert self_test(_WITH_PLACES, _places_answered(touch)) == [
        "GP22 and GP23: swapped, or they touch."
    ]


class _Ground:
    """A pin that is joined to ground."""

    def value(self, level=0):
        return 0


def test_a_row_or_a_column_that_touches_ground_is_named():
    power = _WITH_PLACES.power()
    power.circuit.lines[23] = _Ground()
    assert self_test(_WITH_PLACES, _places_answered(_touch), power) == [
        "The button of %s is always closed: look at GP%d, GP23." % (name, 16 + row)
        for row, name in enumerate(("point 3", "point 9", "point 15", "point 21", "off, near side"))
    ]
    power = _WITH_PLACES.power()
    power.circuit.lines[17] = _Ground()
    power.crossings.levels[1] = 0
    assert self_test(_WITH_PLACES, _places_answered(_touch), power) == [
        "GP%d and GP%d: swapped, or they touch." % pair
        for pair in ((16, 17), (17, 18), (17, 19), (17, 20))
    ]


def test_a_press_that_was_wrong_is_asked_for_again_and_back_takes_one_back():
    seen = []

    def touch(maker, button):
        seen.append(button)
        if seen == [0, 1]:
            yield from maker.touch(2)
            yield 100
            assert maker.page == "Places Press point 2 Not that one."
        elif seen == [0, 1, 1, 2]:
            yield from maker.press(3)
        else:
            yield from maker.touch(button)

    assert self_test(_WITH_PLACES, _places_answered(touch)) == ["All is well."]
    assert seen[:7] == [0, 1, 1, 2, 1, 2, 3]
