"""The printable parts of a design, as solids: baffle, diffuser, and the console's base and lid.

Each lies on the print bed as it is printed, z = 0 at the bed, and wants no supports.
"""

from collections import namedtuple

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    GridLocations,
    Pos,
    fillet,
)

from tools.build.measures import MODULES, MeasureError
from tools.build.template import STRIP_WIDTH

Part = namedtuple("Part", "name count solid colour")  # colour: in words, of the filament

BED = 220.0  # what the smallest usual printer holds, each way
_WALL = 2.4
_FLOOR = 2.0
_LOOSE = 0.3  # between two parts that go into each other
_STRIP_DEEP = 3.0  # strip with its lights
_EAR, _SCREW = 9.0, 3.2  # the baffle's two ends, for a 3 mm screw
_SCREWS = (12, 10, 8, 6)  # lengths that shops have
LID_SCREW = 12  # mm; its pilot hole is 14 deep
_LEFT = 0.8  # of the plate, at least, above a screw's tip
_FILM = 0.8  # the diffuser's, between plate and baffle
_ROUND = 2.0
_PIPE = 6.0  # mm of plate that a white plug would darken

# The Pico, from its data sheet: 21 × 51 mm, holes of 2.1 mm.
PICO = (21.0, 51.0)
_PICO_HOLES = (11.4, 47.0)
_PEG = 1.8
_STAND = 4.0  # the Pico stands this high above the floor, for its wires
_USB = (13.0, 8.0)  # the plug's grip, width and height
_USB_OUT = 1.3  # the socket stands out beyond the board
BUTTON_HOLE = 12.2  # a 12 mm push button with a nut
_BUTTON_STEP = 20.0
_CONSOLE_DEEP = 30.0  # inside: a 12 mm button is 25 mm long below its nut
_CABLE = 8.0
_POST = 8.0
_PILOT = 2.5  # a 3 mm screw cuts its own thread

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def parts(layout):
    """All parts of a layout, each with how many of it are wanted."""
    pieces = layout.pieces()
    sizes = sorted({len(piece) for piece in pieces}, reverse=True)
    # A long plug is a light pipe; a short one spreads the light.
    colour = "clear" if layout.measures.thickness > _PIPE else "white"
    found = []
    for lights in sizes:
        count = sum(len(piece) == lights for piece in pieces)
        name = f"-{lights}" if len(sizes) > 1 else ""
        found.append(Part("baffle" + name, count, baffle(layout.measures, lights), "black"))
        found.append(Part("diffuser" + name, count, diffuser(layout.measures, lights), colour))
    found.append(Part("console-base", 1, console_base(layout.measures), "any"))
    found.append(Part("console-lid", 1, console_lid(layout.measures), "any"))
    return found


def row(measures, lights):
    """Where a piece's lights are, its middle at 0."""
    return GridLocations(measures.pitch, 1, lights, 1)


def _long(measures, lights):
    return lights * measures.pitch if lights > 1 else max(measures.hole + 6, STRIP_WIDTH + 4)


def _wide(measures):
    return max(STRIP_WIDTH, measures.hole) + 2 * _WALL


def _ear(measures):
    """How thick the baffle's ends are: so that the usual screw ends inside the plate, and no more
    than leaves the strip's way out free.
    """
    wanted = _SCREWS[0] + _LEFT - _FILM - measures.thickness
    return max(_FLOOR, min(wanted, measures.well))


def screw(measures):
    """The length of the baffles' screws, mm: none comes out at the plate's face. Raises
    MeasureError where none is short enough.
    """
    room = _ear(measures) + _FILM + measures.thickness - _LEFT
    for length in _SCREWS:
        if length <= room + 1e-9:
            return length
    raise MeasureError(
        f"well {measures.well:g} and thickness {measures.thickness:g} are too little: a screw of "
        f"{_SCREWS[-1]} mm would come out at the top"
    )


def baffle(measures, lights):
    """A bar with a well for each light, so that none shines into the next: screwed under the plate
    from below, the strip in its channel. Printed with the channel up.
    """
    long, wide = _long(measures, lights), _wide(measures)
    high = measures.well + _STRIP_DEEP
    bar = Box(long, wide, high, align=_UP)
    ears = Box(long + 2 * _EAR, wide, _ear(measures), align=_UP)
    bar = bar + ears
    channel = Pos(0, 0, measures.well) * Box(
        long + 2, STRIP_WIDTH + 2 * _LOOSE, _STRIP_DEEP, align=_UP
    )
    wells = row(measures, lights) * Cylinder(measures.hole / 2 + 0.5, high, align=_UP)
    screws = GridLocations(long + _EAR, 1, 2, 1) * Cylinder(_SCREW / 2, high, align=_UP)
    return bar - channel - wells - screws


def diffuser(measures, lights):
    """A thin white plate with a plug for each hole, between plate and baffle. The plugs fill the
    holes and end level with the plate. Printed with the plugs up.
    """
    long, wide = _long(measures, lights), _wide(measures)
    plate = Box(long, wide, _FILM, align=_UP)
    plug = Cylinder((measures.hole - _LOOSE) / 2, measures.thickness + _FILM, align=_UP)
    return plate + row(measures, lights) * plug


def console_size(measures):
    """(width, depth, height) outside, of base and lid together."""
    board, _ = MODULES[measures.oled]
    inside = (
        max(4 * _BUTTON_STEP, board[0] + 2 * _POST, PICO[1] + 2) + 2 * _POST,
        max(board[1] + 22, PICO[1] + 8) + BUTTON_HOLE,
    )
    return inside[0] + 2 * _WALL, inside[1] + 2 * _WALL, _CONSOLE_DEEP + 2 * _FLOOR


def _posts(measures):
    """Where the four screws of the lid are."""
    width, depth, _ = console_size(measures)
    inset = 2 * _WALL + _POST
    return GridLocations(width - inset, depth - inset, 2, 2)


def console_base(measures):
    """The box for the Pico: pegs for its holes, a window for USB at the back, a hole for the
    strip's cable. Printed as it stands.
    """
    width, depth, high = console_size(measures)
    high -= _FLOOR
    box = Box(width, depth, high, align=_UP)
    box = fillet(box.edges().filter_by(Axis.Z), _ROUND)
    box -= Pos(0, 0, _FLOOR) * Box(width - 2 * _WALL, depth - 2 * _WALL, high, align=_UP)
    # The Pico lies along the depth, its socket at the back.
    middle = pico_place(measures)
    stands = GridLocations(*_PICO_HOLES, 2, 2) * Cylinder(2.2, _STAND, align=_UP)
    pegs = GridLocations(*_PICO_HOLES, 2, 2) * Cylinder(_PEG / 2, _STAND + 2.5, align=_UP)
    for pin in (stands, pegs):  # lists of four
        box += [Pos(0, middle, _FLOOR) * each for each in pin]
    window = Box(_USB[0], 4 * _WALL, _USB[1])
    box -= Pos(0, depth / 2, _FLOOR + _STAND + 2.3) * window
    cable = Cylinder(_CABLE / 2, 4 * _WALL).rotate(Axis.X, 90)
    box -= Pos(-width / 4 - 6, depth / 2, _FLOOR + _STAND + 4) * cable
    post = Box(_POST, _POST, high, align=_UP)
    box += _posts(measures) * post
    box -= _posts(measures) * (Pos(0, 0, high - 14) * Cylinder(_PILOT / 2, 14, align=_UP))
    return box


def pico_place(measures):
    """The y of the Pico's middle in the base, whose own middle is 0."""
    return console_size(measures)[1] / 2 - _WALL - _USB_OUT - 0.3 - PICO[1] / 2


def console_lid(measures):
    """The lid: the OLED's window with a frame to glue the module into, four holes for buttons, four
    for screws. Printed with its face on the bed.
    """
    width, depth, _ = console_size(measures)
    board, view = MODULES[measures.oled]
    lid = Box(width, depth, _FLOOR, align=_UP)
    lid = fillet(lid.edges().filter_by(Axis.Z), _ROUND)
    y = oled_place(measures)
    frame = Box(board[0] + 2 * _WALL, board[1] + 2 * _WALL, _FLOOR + 3, align=_UP)
    frame -= Box(board[0] + _LOOSE, board[1] + _LOOSE, _FLOOR + 3, align=_UP)
    lid += Pos(0, y, 0) * frame
    lid -= Pos(0, y, 0) * Box(*view, _FLOOR + 3, align=_UP)
    for x, row in buttons(measures):
        lid -= Pos(x, row, 0) * Cylinder(BUTTON_HOLE / 2, _FLOOR, align=_UP)
    return lid - _posts(measures) * Cylinder(_SCREW / 2, _FLOOR, align=_UP)


def oled_place(measures):
    """The y of the module's middle on the lid, whose own middle is 0."""
    _, depth, _ = console_size(measures)
    board, _ = MODULES[measures.oled]
    return depth / 2 - _WALL - 5 - board[1] / 2


def buttons(measures):
    """The (x, y) of PREV, NEXT, OK and BACK on the lid as it is printed: mirrored, face down."""
    _, depth, _ = console_size(measures)
    row = -depth / 2 + _WALL + 5 + BUTTON_HOLE / 2
    return [((1.5 - i) * _BUTTON_STEP, row) for i in range(4)]
