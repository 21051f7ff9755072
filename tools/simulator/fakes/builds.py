"""Boards in any wiring that the set-up finds, as a test needs it or by chance."""

from fakes import own_data
from fakes.power import Power
from fakes.sitting import SeededDice
from fakes.wires import Crossings, SH1106Display, SH1106FirstDisplay, SSD1306Display
from picogammon.devices import matrix

SPECIAL = {25: "bar, near side", 0: "bar, far side", 26: "off, near side", 27: "off, far side"}
PRESSED = dict(SPECIAL)  # and what is pressed like a place
PRESSED.update({28: "dice", 29: "cube"})
_ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
_STATUS = {"ssd1306": (None, 0x43, 0x46, 0x00, 0x48), "sh1106": (None, 0x48, 0x00, 0x43)}
_DISPLAYS = {
    "ssd1306": SSD1306Display,
    "sh1106": SH1106Display,
    "sh1106_0": SH1106FirstDisplay,
}


class WithPlaces:
    """The circuit's own board_config, with a button for each place."""

    PLACE_ROW_PINS = (16, 17, 18, 19, 20)
    PLACE_COLUMN_PINS = (21, 22, 23, 24, 25, 26)

    def __getattr__(self, name):
        return getattr(own_data, name)

    def __dir__(self):
        return dir(own_data) + ["PLACE_ROW_PINS", "PLACE_COLUMN_PINS"]


class Build:
    """A board's wiring. `lights[place]`: its lights on the strip, from the rim inwards.

    `order`: of a light's bytes; `pins`: PREV, NEXT, OK, BACK; `driver` .. `height`: the OLED's;
    `seat`: the player at the display's side; `places`: () or, for the places' buttons, the index of
    each row's pin and of each column's pin.
    """

    driver, address, height, status = "ssd1306", 0x3C, 64, None
    flip = mirror = home_left = False
    seat = 0
    piezo = True
    places = ()

    def __init__(self, lights, order="GRB", pins=(0, 1, 2, 3), **other):
        self.lights = lights
        self.order = order
        self.pins = pins
        for name in other:
            setattr(self, name, other[name])

    def __repr__(self):
        return "Build(%s)" % ", ".join(["%s=%r" % pair for pair in sorted(vars(self).items())])

    def power(self):
        """Returns a Power with such a board."""
        power = Power()
        display = _DISPLAYS[self.driver](self.address, self.height)
        display.strict = False
        display.status = self.status
        power.display = power.bus.display = display
        if self.places:
            wires = power.crossings = Crossings(matrix.ROWS, matrix.COLUMNS)
            pins = WithPlaces.PLACE_ROW_PINS + WithPlaces.PLACE_COLUMN_PINS
            power.circuit.lines = dict(zip(pins, wires.rows + wires.columns))
            power.data_on_flash = WithPlaces
        return power

    def crossing(self, button):
        """Returns the (row, column) in power.crossings of the matrix's button with that index."""
        row, column = divmod(button, matrix.COLUMNS)
        return self.places[0][row], self.places[1][column]


def along(points, each=1, first=0, pace=None, outward=()):
    """Returns {point: its lights, rim first} of a strip that passes these points in turn."""
    lights = {}
    for i in range(len(points)):
        own = list(range(first + i * (pace or each), first + i * (pace or each) + each))
        lights[points[i]] = own[::-1] if points[i] in outward else own
    return lights


def by_chance(number):
    """Returns Build `number`, the same on every runtime; 48 in a row have all colours and OLEDs."""
    chance = _Chance(number)
    each = chance.of((1, 1, 1, 2, 3, 4, 5))
    points = _points(chance)
    driver = ("ssd1306", "sh1106")[number & 1]
    return Build(
        _lights(chance, points, each, _outward(chance, points)),
        _ORDERS[number % len(_ORDERS)],
        chance.shuffled(range(4)),
        driver=driver,
        status=chance.of(_STATUS[driver]),
        address=(0x3C, 0x3D)[number >> 1 & 1],
        flip=bool(number & 4),
        mirror=bool(number & 8),
        home_left=chance.one_in(2),
        seat=chance.below(2),
        piezo=not chance.one_in(3),
    )


class _Chance(SeededDice):
    def __init__(self, seed):
        SeededDice.__init__(self, seed * 7919 % 65521)
        for _ in range(3):
            self.below(2)

    def below(self, limit):
        return SeededDice.below(self, 65536) * limit >> 16

    def of(self, choices):
        return choices[self.below(len(choices))]

    def one_in(self, count):
        return self.below(count) == 0

    def shuffled(self, values):
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def _points(chance):
    """Returns the points in the strip's order: around the board, by halves or by quarters."""
    way = chance.below(24)
    if way < 10:
        start, step = 6 * chance.below(4), chance.of((1, -1))
        return [(start + i) % 24 + 1 for i in range(24)][::step]
    size = 12 if way < 20 else 6
    points = []
    for part in chance.shuffled(range(24 // size)):
        passed = list(range(part * size + 1, part * size + size + 1))
        points += passed[:: chance.of((1, -1))]
    return points


def _outward(chance, points):
    """Returns the places whose lights run from the middle to the rim."""
    way = chance.below(8)
    some = ((), points, points[::2], points[1::2], points[:12], points[12:])
    if way < len(some):
        return some[way]
    return points[way - 6 : 12 : 2] + points[13 - (way - 6) :: 2]


def _lights(chance, points, each, outward):
    """Returns {place: its lights}, perhaps with bar, off and unused lights in between."""
    places = list(points)
    if chance.one_in(5):
        for place in chance.shuffled(SPECIAL)[: 1 + chance.below(4)]:
            at = 6 * chance.below(5)
            places.insert(places.index(points[at]) if at < len(points) else len(places), place)
    between = min(chance.of((0, 0, 0, 0, 1, 2)), 6 - each)  # a strip has 256 lights at most
    corner = chance.of((0, 0, 0, 1, 4))
    light = chance.of((0, 0, 0, 1, 2, 6))
    lights = {}
    for i in range(len(places)):
        own = list(range(light, light + each))
        lights[places[i]] = own[::-1] if places[i] in outward else own
        light += each + between + (corner if places[i] == points[11] else 0)
    return lights
