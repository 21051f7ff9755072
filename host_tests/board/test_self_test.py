"""The self-test names what was broken beforehand, each by a simulated fault."""

from fakes.builds import Build, along
from fakes.maker import Maker, self_test, sets_up
from picogammon.app.workshop import TEST

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
