"""A whole board whose places can be pressed: from the matrix on its pins to the match."""

from fakes.builds import Build, along
from fakes.maker import Maker
from picogammon.devices import matrix
from picogammon.ground.places import DICE
from picogammon.rules import match


def test_a_place_is_pressed_beside_the_four_buttons():
    build = Build(along(range(1, 25)), places=(range(5), range(6)))
    power = build.power()
    maker = Maker(power, build)

    def script(power):
        yield 100
        while power.match.phase == match.OPENING:
            yield from maker.touch(matrix.BUTTONS.index(bytes((DICE,))))
        yield from power.press("hold-OK")
        assert power.view.page is not None
        yield from maker.touch(matrix.BUTTONS.index(bytes((24,))))  # means nothing in a menu
        yield from power.press("hold-OK")
        assert power.view.page is None

    assert power.run(script) == "off"
