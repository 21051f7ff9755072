"""The source of a board's 5 V, from its data: the USB plug, or a supply with fuses and wires.

Resistances: a joint is three wires of 15 cm between two pieces of strip, of which two carry the
current; copper of AWG 28 has 0.213 ohm a metre, and one of 1 mm² 0.0175. A strip has two rails of
3 mm by 35 µm, and at most 33 mm from light to light.
"""

from collections import namedtuple
from math import ceil
from types import SimpleNamespace

from tools.boards import check
from tools.boards.headers import header_of

# own: True for a separate supply. ma: its output. fuses: one, or one per feed; fuse: in A, wire: in
# mm², awg: of each, up to the strip (None with a plug); fused_ma: of the busiest one. feeds: the
# lights, counted from 1, before which 5V and GND come to the strip; number of lights + 1 is its far
# end. loss: the largest difference in mV between lights as white as the supply allows;
# from_one_end: the same if the strip is fed at its beginning only.
Supply = namedtuple("Supply", "own ma fuses fuse wire awg fused_ma feeds loss from_one_end")

USB_MA = 500  # what a computer's USB port promises
USB_CAPACITOR = "10 µF"  # what USB lets a device put across the plug: more makes the plug-in rush
CAPACITOR = "470 µF"  # behind a supply of its own
# The current of an OLED with every pixel lit, by its diagonal, mA at 3.3 V, from data sheets:
# 128 columns of 0.1 mA (SSD1306) or 0.2 mA (SH1106), by a pump that doubles the voltage; of 0.32
# mA (SSD1309) at 12 V, made with a loss of a fifth.
OLEDS_MA = {"0.96": 30, "1.3": 50, "2.42": 190}
PICO_MA = 40  # at full speed, with a piezo
_PI_MA = 2000  # what a Raspberry Pi's own supply can spare on its header's 5V
# A. Each bears half more than it says for an hour (IEC 60127).
_FUSES = (0.5, 0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3)
_MOST_MA = 1000 * _FUSES[-1]  # through one fuse, as thin wires and the strip are behind it
_THIN, _THICK = (0.25, 24), (0.5, 20)  # mm² and AWG, up to 1 A and above
_JOINT_OHM = 2 * 0.15 * 0.213
_LIGHT_OHM = 2 * 0.033 * 0.0175 / (3 * 0.035)
_METRE_OHM = 2 * 0.0175  # of a pair of wires, of 1 mm² each
_LOSS_MV = 350
_COMPARED_MA = (USB_MA, 1000, 2000, 3000, 6000, 10_000)


def supply_of(board):
    """Returns a board's Supply."""
    config = vars(board)
    lights = check.wiring(config).lights
    strip_ma = min(board.SUPPLY_MA - board.OTHERS_MA, white_ma(board))
    ohm = strip_ohm(board)
    parts = 0  # 0: fed at its beginning alone
    while loss(strip_ma, ohm, parts) > _LOSS_MV or _busiest(board, strip_ma, parts) > _MOST_MA:
        parts += 1
    feeds = [1 + round(i * lights / max(1, parts)) for i in range(parts + 1)]
    own = board.SUPPLY_MA > (USB_MA if header_of(config).chip else _PI_MA)
    fuses, fused_ma = 1, strip_ma + board.OTHERS_MA
    if fused_ma > _MOST_MA:
        fuses, fused_ma = len(feeds), _busiest(board, strip_ma, parts)
    fuse = _FUSES[-1] if fuses > 1 else _fuse(fused_ma, board.SUPPLY_MA)
    sized = (fuse, *(_THIN if fuse <= 1 else _THICK)) if own else (None, None, None)
    losses = [round(loss(strip_ma, ohm, among)) for among in (parts, 0)]
    return Supply(own, board.SUPPLY_MA, fuses, *sized, fused_ma, feeds, *losses)


def _busiest(board, strip_ma, parts):
    """Returns the mA of the busiest feed: the first, with all other parts, or one in between."""
    if not parts:
        return strip_ma + board.OTHERS_MA
    return max(strip_ma / max(2, parts), strip_ma / (2 * parts) + board.OTHERS_MA)


def _fuse(milliamps, given):
    """Returns the A of the smallest fuse for a current, or of the largest the supply can melt."""
    sizes = [size for size in _FUSES if 1000 * size <= given] or _FUSES
    return next((size for size in sizes if 1000 * size >= milliamps), sizes[-1])


def strip_ohm(board):
    """Returns the resistance of a strip that is cut at each place, from end to end."""
    wiring = check.wiring(vars(board))
    joints = ceil(wiring.lights / wiring.lights_per_point) - 1
    return joints * _JOINT_OHM + wiring.lights * _LIGHT_OHM


def others_ma(oled):
    """Returns the OTHERS_MA for an OLED of this diagonal, in whole fifties."""
    return 50 * ceil((PICO_MA + OLEDS_MA[oled]) / 50)


def white_ma(board):
    """Returns the mA of the strip with all lights white."""
    return check.wiring(vars(board)).lights * light_ma(board)


def light_ma(board):
    """Returns the mA of one white light."""
    return 3 * board.STRIP_MA_PER_CHANNEL + board.STRIP_IDLE_MA


def compared(board):
    """Returns a Supply of each usual size, up to the first that dims nothing."""
    most = white_ma(board) + board.OTHERS_MA
    sizes = [size for i, size in enumerate(_COMPARED_MA) if not i or _COMPARED_MA[i - 1] < most]
    return [supply_of(SimpleNamespace(**{**vars(board), "SUPPLY_MA": size})) for size in sizes]


def metre_mv(supply):
    """Returns the loss of a metre of the strip's wires in mV, with all lights on."""
    return round(supply.fused_ma * _METRE_OHM / supply.wire)


def loss(milliamps, ohm, parts):
    """Returns the mV that a strip loses, fed at one end (0) or at both ends of each of `parts`."""
    return milliamps * ohm / 2 if not parts else milliamps * ohm / (8 * parts * parts)


def fused(supply):
    """Names the fuses between supply and strip."""
    return f"a fuse of {supply.fuse:g} A" + (" for each feed" if supply.fuses > 1 else "")


def fed_at(supply):
    """Names the places where 5V and GND come to the strip."""
    *inner, last = supply.feeds[1:] or [0]
    if not last:
        return "its beginning"
    if not inner:
        return "its beginning and its end"
    *most, late = map(str, inner)
    s = "s" if most else ""
    lights = f"{', '.join(most)} and {late}" if most else late
    return f"its beginning, the joint{s} nearest to light{s} {lights}, and its end"
