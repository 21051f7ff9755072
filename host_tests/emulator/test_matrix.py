"""A button a place, as a matrix: what the PIO notes while the processor stands still."""

import ast
import types

import pytest

from picogammon.devices.matrix import BUTTONS, COLUMNS
from picogammon.ground import CUBE, DICE, button_of
from tools.emulator import Emulator
from tools.emulator.constants import UNKIND
from tools.emulator.reference import FIVE

HOST_ONLY = True
_PREPARE = f"""
import rp2, time
from picogammon import panel
from picogammon.host import of_chip
class data:
    PLACE_ROW_PINS = {FIVE.PLACE_ROW_PINS}
    PLACE_COLUMN_PINS = {FIVE.PLACE_COLUMN_PINS}
buttons = panel.make_matrix(of_chip(False), data)
def scans(ms):
    found = []
    end = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        press = buttons.scan(time.ticks_ms())
        if press >= 0:
            found.append(press)
        time.sleep_ms(5)
    print(found)
scans(100)
"""
_ERASE = "time.sleep_ms(200)\nrp2.Flash().ioctl(6, 190)\nscans(200)"
_ERASING_MS = 230  # when it has begun to erase, for 400 ms
_TAP_MS = 60


def _tapped(board, taps, code):
    """The places that the code hears pressed; `taps`: (place, ms from now, how long) each."""
    edges = []
    for place, at, ms in taps:
        crossing = divmod(list(BUTTONS).index(place), COLUMNS)
        edges += [(*crossing, True, at), (*crossing, False, at + ms)]
    board.crossings(edges)
    said = [ast.literal_eval(line) for line in board.exec(code).splitlines()]
    return [button_of(press) for presses in said for press in presses]


@pytest.fixture(scope="module")
def chip(image):
    """A chip with a matrix on its pins, which it scans."""
    with Emulator(FIVE, UNKIND) as board:
        board.boot(uf2=image)
        board.start_up()
        board.exec(_PREPARE)
        yield board


def _in_an_erase(*taps):
    return [(place, _ERASING_MS + at, ms) for place, at, ms in taps]


@pytest.mark.parametrize(
    "taps, heard",
    [
        ([(DICE, 100, _TAP_MS)], [DICE]),
        ([(13, 50, _TAP_MS), (6, 200, _TAP_MS)], [13, 6]),
        ([(24, 10 + 95 * i, _TAP_MS) for i in range(4)], [24] * 4),
        ([(1, -60, 300)], [1]),  # begun before
        ([(1, 300, 200)], [1]),  # going on beyond
        ([(8, 30 * i, 6) for i in range(10)], []),  # sparks
        ([(8, 50, 3), (8, 55, _TAP_MS), (8, 120, 4)], [8]),  # bounces
    ],
)
def test_a_tap_in_an_erase_counts_once_and_a_spark_never(chip, taps, heard):
    assert _tapped(chip, _in_an_erase(*taps), _ERASE) == heard


def test_what_is_held_through_an_erase_or_at_power_on_and_what_is_held_with_others(chip):
    through = [(1, 20, _ERASING_MS + 500)]
    assert _tapped(chip, through, "scans(150)\n" + _ERASE) == [1]
    until_one_is_left = [(1, 50, 200), (8, 50, 300), (8, 450, _TAP_MS)]
    assert _tapped(chip, until_one_is_left, "scans(600)") == [8, 8]
    from_the_start = [(20, 0, 500), (20, 700, _TAP_MS)]
    start = "time.sleep_ms(100)\n" + _PREPARE.replace("scans(100)", "scans(900)")
    assert _tapped(chip, from_the_start, start) == [20]


_BY_HAND = f"""
import machine
from picogammon.devices import matrix
rows = matrix.Matrix(machine, {FIVE.PLACE_ROW_PINS}, {FIVE.PLACE_COLUMN_PINS})
time.sleep_ms(100)
print([rows.closed() for _ in range(20)])
"""


def test_a_look_by_hand_waits_for_the_long_wires_of_the_row_before(chip):
    held = list(BUTTONS).index(13)
    crossing = divmod(held, COLUMNS)
    chip.crossings([(*crossing, True, 0)])
    assert ast.literal_eval(chip.exec(_BY_HAND)) == [[held]] * 20
    chip.crossings([(*crossing, False, 0)])
    chip.exec("time.sleep_ms(100)\n" + _PREPARE)  # the PIO gets the pins back


_BOTH = """
found = []
end = time.ticks_add(time.ticks_ms(), 1000)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    closed = buttons.closed()
    if closed and (closed, buttons.noted) not in found:
        found.append((closed, buttons.noted))
    time.sleep_ms(5)
print(found)
"""


@pytest.mark.long
def test_a_press_is_read_by_pins_once_the_pio_has_noted_it(chip):
    edges = []
    for at, crossing in ((100, (0, 0)), (400, (4, 5)), (700, (2, 3))):
        edges += [(*crossing, True, at), (*crossing, False, at + 150)]
    chip.crossings(edges)
    seen = ast.literal_eval(chip.exec(_BOTH))
    assert seen == [([0], [0]), ([29], [29]), ([15], [15])]


@pytest.mark.long
def test_every_place_has_its_button(chip):
    places = list(range(CUBE + 1))
    taps = [(place, 100 * (place + 1), _TAP_MS) for place in places]
    assert _tapped(chip, taps, f"scans({100 * (CUBE + 4)})") == places


@pytest.mark.long
def test_columns_in_any_order_have_their_taps_in_an_erase_as_well(image):
    first, *rest = FIVE.PLACE_COLUMN_PINS
    other = types.SimpleNamespace(**{**vars(FIVE), "PLACE_COLUMN_PINS": (*rest[::-1], first)})
    with Emulator(other, UNKIND) as board:
        board.boot(uf2=image)
        board.start_up()
        board.exec(_PREPARE.replace(str(FIVE.PLACE_COLUMN_PINS), str(other.PLACE_COLUMN_PINS)))
        taps = [(1, 100, _TAP_MS), (12, 200, _TAP_MS), (CUBE, 300, _TAP_MS)]
        assert _tapped(board, taps, "scans(500)") == [1, 12, CUBE]
        taps = _in_an_erase((13, 50, _TAP_MS), (6, 200, _TAP_MS))
        assert _tapped(board, taps, _ERASE) == [13, 6]
