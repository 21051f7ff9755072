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
    console = Console(m)
    found.append(Part("console-base", 1, console.base(), "any"))
    found.append(Part("console-lid", 1, console.lid(), "any"))
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


class Console:
    """The box and the lid with OLED and buttons, for a bare Pico or the carrier.

    The middle of box and lid is 0. `width`, `depth`, `high`: the outside of both together. `oled`:
    the module's (width, height). Heights are above the table: `usb` of the socket's middle,
    `carrier` of the carrier's upper side, `pico` of the underside of a Pico in its sockets.
    `cable`: (x, height) of the hole for the strip's cable. `buttons`: the (x, y) of PREV, NEXT, OK
    and BACK on the lid as printed: mirrored, face down.
    """

    def __init__(self, measures):
        self.has_carrier = measures.carrier
        self.oled, self.view = MODULES[measures.oled]
        wide = max(4 * _BUTTON_STEP, self.oled[0] + 2 * POST, PICO[1] + 2)
        long = max(self.oled[1] + 22, PICO[1] + 8) + BUTTON_HOLE
        deep = CONSOLE_DEEP
        if self.has_carrier:
            left, _, right, _ = CARRIER_EDGE
            wide = max(wide, right - left + 2 * _WIRES)
            deep = max(deep, STAND + CARRIER_THICK + CARRIER_TALLEST + _OLED_DEEP + LOOSE)
        self.width, self.depth = wide + 2 * (POST + WALL), long + 2 * WALL
        self.high = deep + 2 * _FLOOR
        self.pico_y = self.depth / 2 - WALL - _USB_OUT - 0.3 - PICO[1] / 2
        self.oled_y = self.depth / 2 - WALL - 5 - self.oled[1] / 2
        self.piezo_x = (PICO[0] / 2 + self.width / 2 - WALL) / 2
        row = -self.depth / 2 + WALL + 5 + BUTTON_HOLE / 2
        self.buttons = [((1.5 - i) * _BUTTON_STEP, row) for i in range(4)]
        self.carrier = _FLOOR + STAND + CARRIER_THICK
        self.pico = self.carrier + SOCKET + _ON_PINS
        if self.has_carrier:
            self.usb = self.pico + _PICO_THICK + _USB_HIGH / 2
            at_terminals = self.carrier + CABLE / 2 + 1
            self.cable = CARRIER_EDGE[2] + _WIRES / 2, at_terminals
        else:
            self.usb = _FLOOR + STAND - _USB_HIGH / 2
            self.cable = -self.width / 4 - 6, _FLOOR + STAND + 4
        inset = 2 * WALL + POST
        self._posts = GridLocations(self.width - inset, self.depth - inset, 2, 2)

    def base(self):
        """Makes the box for a Pico that lies face down, or for the carrier on the same pegs.

        It has a hole to press BOOTSEL, a ring for the piezo, a window for the USB plug, a hole for
        the strip's cable.
        """
        high = self.high - _FLOOR
        box = Box(self.width, self.depth, high, align=_UP)
        box = fillet(box.edges().filter_by(Axis.Z), _ROUND)
        inside = Box(self.width - 2 * WALL, self.depth - 2 * WALL, high, align=_UP)
        box -= Pos(0, 0, _FLOOR) * inside
        # The Pico lies along the depth, its socket at the back.
        stands = GridLocations(*PICO_HOLES, 2, 2) * Cylinder(_SLIM, STAND, align=_UP)
        pegs = GridLocations(*PICO_HOLES, 2, 2) * Cylinder(_PEG / 2, STAND + 2.5, align=_UP)
        for pin in (stands, pegs):  # lists of four
            box += [Pos(0, self.pico_y, _FLOOR) * each for each in pin]
        if self.has_carrier:
            for x, y in CARRIER_SCREWS:
                stand = Cylinder(_STOUT, STAND, align=_UP) - Cylinder(_PILOT / 2, STAND, align=_UP)
                box += Pos(x, self.pico_y - y, _FLOOR) * stand
        else:
            across, along = _BOOTSEL
            hole = Cylinder(_BOOTSEL_HOLE / 2, _FLOOR, align=_UP)
            box -= Pos(across, self.pico_y + along, 0) * hole
            ring = Cylinder(PIEZO / 2 + 1.5, _PIEZO_DEEP, align=_UP)
            ring -= Cylinder(PIEZO / 2 + LOOSE, _PIEZO_DEEP, align=_UP)
            box += Pos(self.piezo_x, 0, _FLOOR) * ring
        box -= Pos(0, self.depth / 2, self.usb) * Box(_USB[0], 4 * WALL, _USB[1])
        x, z = self.cable
        box -= Pos(x, self.depth / 2, z) * Cylinder(CABLE / 2, 4 * WALL).rotate(Axis.X, 90)
        box += self._posts * Box(POST, POST, high, align=_UP)
        return box - self._posts * (Pos(0, 0, high - 14) * Cylinder(_PILOT / 2, 14, align=_UP))

    def lid(self):
        """Makes the lid, face down: the OLED's window and frame, holes for buttons and screws."""
        lid = Box(self.width, self.depth, _FLOOR, align=_UP)
        lid = fillet(lid.edges().filter_by(Axis.Z), _ROUND)
        wide, long = self.oled
        frame = Box(wide + 2 * WALL, long + 2 * WALL, _FLOOR + 3, align=_UP)
        frame -= Box(wide + LOOSE, long + LOOSE, _FLOOR + 3, align=_UP)
        lid += Pos(0, self.oled_y, 0) * frame
        lid -= Pos(0, self.oled_y, 0) * Box(*self.view, _FLOOR + 3, align=_UP)
        for x, row in self.buttons:
            lid -= Pos(x, row, 0) * Cylinder(BUTTON_HOLE / 2, _FLOOR, align=_UP)
        return lid - self._posts * Cylinder(_SCREW / 2, _FLOOR, align=_UP)
