"""A whole board whose places can be pressed: from the matrix on its pins to the match."""

from fakes.power import OWN_DATA, Power
from fakes.wires import Crossings
from picogammon.devices import matrix
from picogammon.ground.places import DICE
from picogammon.rules import match


class Data:
    """The circuit's own board_config, with a button for each place."""

    PLACE_ROW_PINS = (16, 17, 18, 19, 20)
    PLACE_COLUMN_PINS = (21, 22, 23, 24, 25, 26)

    def __getattr__(self, name):
        return getattr(OWN_DATA, name)


def _tap(wires, place):
    """A script's part: a finger on the button of a place."""
    i = list(matrix.BUTTONS).index(place)
    wires.down.add((i // matrix.COLUMNS, i % matrix.COLUMNS))
    yield 60
    wires.down.clear()
    yield 60


def test_a_place_is_pressed_beside_the_four_buttons():
    power = Power(seed=3)
    wires = Crossings(matrix.ROWS, matrix.COLUMNS)
    pins = Data.PLACE_ROW_PINS + Data.PLACE_COLUMN_PINS
    power.lines = dict(zip(pins, wires.rows + wires.columns))
    power.data_on_flash = Data

    def script(power):
        yield 100
        while power.match.phase == match.OPENING:
            yield from _tap(wires, DICE)
        yield from power.press("hold-OK")
        assert power.view.page is not None
        yield from _tap(wires, 24)  # means nothing in a menu
        yield from power.press("hold-OK")
        assert power.view.page is None

    assert power.run(script) == "off"
