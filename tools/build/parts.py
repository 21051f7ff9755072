"""The printable parts of a design, as solids: baffle, diffuser, blocks, console.

Each lies on the print bed as it is printed, z = 0 at the bed, and needs no supports.
"""

from collections import namedtuple

from build123d import Align, Axis, Box, Cylinder, GridLocations, Locations, Pos, fillet

from tools.build.bars import EAR, FILM, LOOSE, STRIP_DEEP, WALL, bars, ear, kinds, screw
from tools.build.fitting import stand
from tools.build.measures import MODULES
from tools.build.template import BLOCK, CABLE, STRIP_WIDTH

Part = namedtuple("Part", "name count solid colour")  # colour: the filament's name

_FLOOR = 2.0
_SCREW = 3.2  # a hole for a 3 mm screw
LID_SCREW = 12  # mm; its pilot hole is 14 deep
_ROUND = 2.0
PIEZO = 27.0  # mm, the usual disc
_PIEZO_DEEP = 1.5  # of the ring that it is glued into
_PIPE = 6.0  # mm of plate; in a thicker one a white plug is too dark

# The Pico, from its data sheet: 21 × 51 mm, holes of 2.1 mm.
PICO = (21.0, 51.0)
PICO_HOLES = (11.4, 47.0)
_PEG = 1.8
# The carrier (boards/carrier), from the Pico's middle, y down: left, top, right, bottom; its
# thickness, and how high its tallest part and the Pico's sockets are.
CARRIER_EDGE = (-39.0, -25.5, 39.0, 26.0)
CARRIER_THICK = 1.6
CARRIER_TALLEST = 18.3
SOCKET = 8.51
# Its own holes for screws of 3 mm; its others are the Pico's, for the pegs.
CARRIER_SCREWS = [(-35.56, -21.59), (-35.56, 22.225), (35.56, 17.78)]
_STOUT = 2.8  # the radius of a stand for one of the carrier's screws
_SLIM = 1.6  # a stand's radius: the socket is beside two of them
STAND = 6.0  # the Pico lies face down, this high above the floor
_USB = (14.0, 9.0)  # the plug's grip, width and height, with room to spare
_USB_HIGH = 2.6  # the socket, below the board
_BOOTSEL = (4.0, 13.0)  # from the middle of a Pico that lies face down, its socket at the back
_BOOTSEL_HOLE = 8.0  # for a pen; and for where a Pico W has its button
_ON_PINS = 2.5  # what holds the pins of a Pico in its socket
_PICO_THICK = 1.0
_WIRES = 8.0  # beside the carrier, for wires that go into its terminals
_OLED_DEEP = 6.0  # the module below the lid, with its pins
_USB_OUT = 1.3  # the socket stands out beyond the board
BUTTON_HOLE = 12.2  # a 12 mm push button with a nut
_BUTTON_STEP = 20.0
CONSOLE_DEEP = 30.0  # inside: a 12 mm button is 25 mm long below its nut
POST = 8.0
_PILOT = 2.5  # a 3 mm screw cuts its own thread

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def parts(layout):
    """Returns all parts of a layout with their counts."""
    m = layout.measures
    alike = kinds(bars(layout))
    # A long plug is a light pipe; a short one spreads the light.
    colour = "clear" if m.thickness > _PIPE else "white"
    found = []
    for number, same in enumerate(alike.values(), 1):
        name = f"-{number}" if len(alike) > 1 else ""
        found.append(Part("baffle" + name, len(same), baffle(m, same[0]), "black"))
        found.append(Part("diffuser" + name, len(same), diffuser(m, same[0]), colour))
    if blocks := layout.blocks():
        found.append(Part("block", len(blocks), block(stand(layout)), "any"))
    found.append(Part("console-base", 1, console_base(m), "any"))
    found.append(Part("console-lid", 1, console_lid(m), "any"))
    return found


def row(bar):
    """Returns the places of a bar's lights, with its middle at 0."""
    return Locations(*((offset, 0) for offset in bar.offsets))


def baffle(measures, bar):
    """Makes a bar with a well for each light, and a channel for the strip; printed channel up."""
    high = measures.well + STRIP_DEEP
    solid = Box(bar.long, bar.wide, high, align=_UP)
    solid += Box(bar.long + 2 * EAR, bar.wide, ear(measures), align=_UP)
    solid -= Pos(0, 0, measures.well) * Box(
        bar.long + 2, STRIP_WIDTH + 2 * LOOSE, STRIP_DEEP, align=_UP
    )
    solid -= row(bar) * Cylinder(measures.hole / 2 + 0.5, high, align=_UP)
    if screw(measures):
        solid -= GridLocations(bar.long + EAR, 1, 2, 1) * Cylinder(_SCREW / 2, high, align=_UP)
    return solid


def diffuser(measures, bar):
    """Makes a thin plate below the board's, with a plug that fills each hole; printed plugs up."""
    plate = Box(bar.long, bar.wide, FILM, align=_UP)
    plug = Cylinder((measures.hole - LOOSE) / 2, measures.thickness + FILM, align=_UP)
    return plate + row(bar) * plug


def block(high):
    """Makes a block that supports one end of a plate in a box."""
    return Box(*BLOCK, high, align=_UP)


def console_size(measures):
    """Returns the outer (width, depth, height) of base and lid together."""
    board, _ = MODULES[measures.oled]
    wide = max(4 * _BUTTON_STEP, board[0] + 2 * POST, PICO[1] + 2)
    long = max(board[1] + 22, PICO[1] + 8) + BUTTON_HOLE
    deep = CONSOLE_DEEP
    if measures.carrier:
        left, _, right, _ = CARRIER_EDGE
        wide = max(wide, right - left + 2 * _WIRES)
        deep = max(deep, STAND + CARRIER_THICK + CARRIER_TALLEST + _OLED_DEEP + LOOSE)
    return wide + 2 * (POST + WALL), long + 2 * WALL, deep + 2 * _FLOOR


def _posts(measures):
    """Returns the places of the lid's four screws."""
    width, depth, _ = console_size(measures)
    inset = 2 * WALL + POST
    return GridLocations(width - inset, depth - inset, 2, 2)


def console_base(measures):
    """Makes the box for a Pico that lies face down, or for the carrier on the same pegs.

    It has a hole to press BOOTSEL, a ring for the piezo, a window for the USB plug, a hole for the
    strip's cable.
    """
    width, depth, high = console_size(measures)
    high -= _FLOOR
    box = Box(width, depth, high, align=_UP)
    box = fillet(box.edges().filter_by(Axis.Z), _ROUND)
    box -= Pos(0, 0, _FLOOR) * Box(width - 2 * WALL, depth - 2 * WALL, high, align=_UP)
    # The Pico lies along the depth, its socket at the back.
    middle = pico_place(measures)
    stands = GridLocations(*PICO_HOLES, 2, 2) * Cylinder(_SLIM, STAND, align=_UP)
    pegs = GridLocations(*PICO_HOLES, 2, 2) * Cylinder(_PEG / 2, STAND + 2.5, align=_UP)
    for pin in (stands, pegs):  # lists of four
        box += [Pos(0, middle, _FLOOR) * each for each in pin]
    if measures.carrier:
        for x, y in CARRIER_SCREWS:
            stand = Cylinder(_STOUT, STAND, align=_UP) - Cylinder(_PILOT / 2, STAND, align=_UP)
            box += Pos(x, middle - y, _FLOOR) * stand
    else:
        across, along = _BOOTSEL
        box -= Pos(across, middle + along, 0) * Cylinder(_BOOTSEL_HOLE / 2, _FLOOR, align=_UP)
        ring = Cylinder(PIEZO / 2 + 1.5, _PIEZO_DEEP, align=_UP)
        ring -= Cylinder(PIEZO / 2 + LOOSE, _PIEZO_DEEP, align=_UP)
        box += Pos(piezo_place(measures), 0, _FLOOR) * ring
    window = Box(_USB[0], 4 * WALL, _USB[1])
    box -= Pos(0, depth / 2, usb_place(measures)) * window
    x, z = cable_place(measures)
    cable = Cylinder(CABLE / 2, 4 * WALL).rotate(Axis.X, 90)
    box -= Pos(x, depth / 2, z) * cable
    post = Box(POST, POST, high, align=_UP)
    box += _posts(measures) * post
    box -= _posts(measures) * (Pos(0, 0, high - 14) * Cylinder(_PILOT / 2, 14, align=_UP))
    return box


def carrier_height():
    """Returns the height of the carrier's upper side above the table."""
    return _FLOOR + STAND + CARRIER_THICK


def pico_height():
    """Returns the height of the underside of a Pico in the carrier's sockets above the table."""
    return carrier_height() + SOCKET + _ON_PINS


def usb_place(measures):
    """Returns the height of the USB socket's middle above the table."""
    if measures.carrier:
        return pico_height() + _PICO_THICK + _USB_HIGH / 2
    return _FLOOR + STAND - _USB_HIGH / 2


def cable_place(measures):
    """Returns (x, height) of the strip cable's hole; with a carrier, beside its terminals."""
    width, _, _ = console_size(measures)
    if measures.carrier:
        return CARRIER_EDGE[2] + _WIRES / 2, carrier_height() + CABLE / 2 + 1
    return -width / 4 - 6, _FLOOR + STAND + 4


def piezo_place(measures):
    """Returns the x of the piezo's middle, between the Pico and the right wall."""
    return (PICO[0] / 2 + console_size(measures)[0] / 2 - WALL) / 2


def pico_place(measures):
    """Returns the y of the Pico's middle in the base, whose middle is 0."""
    return console_size(measures)[1] / 2 - WALL - _USB_OUT - 0.3 - PICO[1] / 2


def console_lid(measures):
    """Makes the lid, face down: the OLED's window and frame, holes for buttons and screws."""
    width, depth, _ = console_size(measures)
    board, view = MODULES[measures.oled]
    lid = Box(width, depth, _FLOOR, align=_UP)
    lid = fillet(lid.edges().filter_by(Axis.Z), _ROUND)
    y = oled_place(measures)
    frame = Box(board[0] + 2 * WALL, board[1] + 2 * WALL, _FLOOR + 3, align=_UP)
    frame -= Box(board[0] + LOOSE, board[1] + LOOSE, _FLOOR + 3, align=_UP)
    lid += Pos(0, y, 0) * frame
    lid -= Pos(0, y, 0) * Box(*view, _FLOOR + 3, align=_UP)
    for x, row in buttons(measures):
        lid -= Pos(x, row, 0) * Cylinder(BUTTON_HOLE / 2, _FLOOR, align=_UP)
    return lid - _posts(measures) * Cylinder(_SCREW / 2, _FLOOR, align=_UP)


def oled_place(measures):
    """Returns the y of the module's middle on the lid, whose middle is 0."""
    _, depth, _ = console_size(measures)
    board, _ = MODULES[measures.oled]
    return depth / 2 - WALL - 5 - board[1] / 2


def buttons(measures):
    """Returns the (x, y) of PREV, NEXT, OK and BACK on the lid as printed: mirrored, face down."""
    _, depth, _ = console_size(measures)
    row = -depth / 2 + WALL + 5 + BUTTON_HOLE / 2
    return [((1.5 - i) * _BUTTON_STEP, row) for i in range(4)]
