"""Where a board's 5 V come from, by its data: what the plug gives, or a supply, fuse and wires.

Resistances: a joint is three wires of 17 cm between two pieces of strip, of which two carry the
current; copper of AWG 28 has 0.213 ohm a metre, and one of 1 mm² 0.0175.
"""

from collections import namedtuple
from math import ceil
from types import SimpleNamespace

from tools.boards import check
from tools.boards.headers import header_of

# own: is it a supply of its own? ma; fuse: in A, wire: in mm², awg: up to the strip (None with a
# plug); feeds: the lights, counted from 1, before which 5V and GND come to the strip; one more than
# there are is its far end. loss: mV that the light with the least has less than the first, with all
# as white as the supply allows; from_one_end: with the strip fed at its beginning alone.
Supply = namedtuple("Supply", "own ma fuse wire awg feeds loss from_one_end")

USB_MA = 500  # what a computer's USB port promises
USB_CAPACITOR = "10 µF"  # what USB lets a device put across the plug: more makes the plug-in rush
CAPACITOR = "470 µF"  # behind a supply of its own
# What an OLED takes with every pixel lit, by its diagonal, mA at 3.3 V, from its chip's data sheet:
# 128 columns of 0.1 mA (SSD1306) or 0.2 mA (SH1106), by a pump that doubles the voltage; of 0.32
# mA (SSD1309) at 12 V, made with a loss of a fifth.
OLEDS_MA = {"0.96": 30, "1.3": 50, "2.42": 190}
PICO_MA = 40  # at full speed, with a piezo
_PI_MA = 2000  # what a Raspberry Pi's own supply can spare on its header's 5V
_FUSES = ((1, 0.25, 24), (2, 0.5, 20), (3, 0.5, 20), (5, 0.75, 18), (7.5, 1.5, 16), (10, 1.5, 16))
_JOINT_OHM = 2 * 0.17 * 0.213
_METRE_OHM = 2 * 0.0175  # of a pair of wires, of 1 mm² each
_LOSS_MV = 350
_COMPARED_MA = (USB_MA, 1000, 2000, 3000, 6000, 10_000)


def supply_of(board):
    """A board's Supply."""
    config = vars(board)
    wiring = check.wiring(config)
    strip_ma = min(board.SUPPLY_MA - board.OTHERS_MA, white_ma(board))
    joints = ceil(wiring.lights / wiring.lights_per_point) - 1
    parts = 0  # 0: fed at its beginning alone
    while loss(strip_ma, joints, parts) > _LOSS_MV:
        parts += 1
    feeds = [1 + round(i * wiring.lights / max(1, parts)) for i in range(parts + 1)]
    own = board.SUPPLY_MA > (USB_MA if header_of(config).chip else _PI_MA)
    fuses = [each for each in _FUSES if 1000 * each[0] >= board.SUPPLY_MA]
    sized = fuses[0] if own else (None, None, None)
    losses = [round(loss(strip_ma, joints, among)) for among in (parts, 0)]
    return Supply(own, board.SUPPLY_MA, *sized, feeds, *losses)


def others_ma(oled):
    """The OTHERS_MA that an OLED of a diagonal wants, in whole fifties."""
    return 50 * ceil((PICO_MA + OLEDS_MA[oled]) / 50)


def white_ma(board):
    """What the strip draws with all lights white."""
    each = 3 * board.STRIP_MA_PER_CHANNEL + board.STRIP_IDLE_MA
    return check.wiring(vars(board)).lights * each


def compared(board):
    """A Supply for each usual size, up to the first with which nothing is dimmed."""
    most = white_ma(board) + board.OTHERS_MA
    sizes = [size for i, size in enumerate(_COMPARED_MA) if not i or _COMPARED_MA[i - 1] < most]
    return [supply_of(SimpleNamespace(**{**vars(board), "SUPPLY_MA": size})) for size in sizes]


def metre_mv(supply):
    """What a metre of the wires to the strip loses with all that the supply gives, in mV."""
    return round(supply.ma * _METRE_OHM / supply.wire)


def loss(milliamps, joints, parts):
    """mV that a strip loses which draws evenly: fed at one end, or each of `parts` at both ends."""
    ohm = joints * _JOINT_OHM
    return milliamps * ohm / 2 if not parts else milliamps * ohm / (8 * parts * parts)


def fed_at(supply):
    """Where 5V and GND come to the strip, in words."""
    *inner, last = supply.feeds[1:] or [0]
    if not last:
        return "its beginning"
    if not inner:
        return "its beginning and its end"
    s = "s" if len(inner) > 1 else ""
    lights = " and ".join(map(str, inner))
    return f"its beginning, the joint{s} nearest to light{s} {lights}, and its end"
