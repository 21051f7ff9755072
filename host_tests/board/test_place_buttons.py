"""Buttons for the places: the set-up finds how they are joined, the self-test what is wrong."""

from fakes.builds import Build, along
from fakes.maker import Maker, place_name, self_test, sets_up
from picogammon.devices.matrix import BUTTONS, COLUMNS

HOST_ONLY = True

_AS_SAID = (range(5), range(6))
_OWN = Build(along(range(1, 25)), places=_AS_SAID)


def _answers(touch):
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
            yield from _answers(touch)(self)

    power = _OWN.power()
    maker = Wrong(power, _OWN)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.switches.down.add(0)
    assert power.run(script) == "reset"
    assert said == ["Places Press point 2 Not that one."]
    assert b"PLACE" not in power.disk.files["board.bin"]


def test_every_place_s_button_is_pressed_and_all_is_well():
    assert self_test(_OWN, _answers(_touch)) == ["All is well."]


def test_a_button_that_hangs_one_that_does_nothing_and_a_dead_wire_are_named():
    power = _OWN.power()
    power.crossings.down.add(_OWN.crossing(6))

    def touch(maker, button):
        if button == 0 or button % COLUMNS == 3:
            yield from maker.key("NONE")
        else:
            yield from maker.touch(button)

    assert self_test(_OWN, _answers(touch), power) == [
        "The button of point 1 does nothing: look at GP16, GP21.",
        "The button of point 4 does nothing: look at GP16, GP24.",
        "The button of point 7 is always closed: look at GP17, GP21.",
        *(
            "The button of %s does nothing: look at GP%d, GP24." % (name, 17 + row)
            for row, name in enumerate(("point 10", "point 16", "point 22", "off, far side"))
        ),
    ]


def test_wires_that_are_swapped_or_touch_are_named():
    swapped = Build(_OWN.lights, places=((0, 1, 2, 4, 3), range(6)))
    assert self_test(swapped, _answers(_touch)) == ["GP19 and GP20: swapped, or they touch."]

    def touch(maker, button):
        both = [button - button % COLUMNS + i for i in (1, 2)]
        yield from maker.touch(*(both if button in both else [button]))

    assert self_test(_OWN, _answers(touch)) == ["GP22 and GP23: swapped, or they touch."]


class _Ground:
    """A pin that is joined to ground."""

    def value(self, level=0):
        return 0


def test_a_row_or_a_column_that_touches_ground_is_named():
    power = _OWN.power()
    power.circuit.lines[23] = _Ground()
    assert self_test(_OWN, _answers(_touch), power) == [
        "The button of %s is always closed: look at GP%d, GP23." % (name, 16 + row)
        for row, name in enumerate(("point 3", "point 9", "point 15", "point 21", "off, near side"))
    ]
    power = _OWN.power()
    power.circuit.lines[17] = _Ground()
    power.crossings.levels[1] = 0
    assert self_test(_OWN, _answers(_touch), power) == [
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

    assert self_test(_OWN, _answers(touch)) == ["All is well."]
    assert seen[:7] == [0, 1, 1, 2, 1, 2, 3]
