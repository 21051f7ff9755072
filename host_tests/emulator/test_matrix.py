"""A button a place, as a matrix: what the PIO notes while the processor stands still."""

import ast
import types

import pytest

from picogammon.devices.matrix import BUTTONS, COLUMNS
from picogammon.ground.places import CUBE, DICE
from picogammon.ground.presses import button_of
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
_LEAD_MS = 230  # when it has begun to erase, for 400 ms
_TAP_MS = 60


class _Fingers:
    """A chip with a matrix on its pins."""

    def __init__(self, board):
        self._board = board

    def plan(self, *taps):
        """(place, ms from now, how long) each."""
        edges = []
        for place, at, ms in taps:
            crossing = divmod(list(BUTTONS).index(place), COLUMNS)
            edges += [(*crossing, True, at), (*crossing, False, at + ms)]
        self._board.crossings(edges)

    def heard(self, code):
        """The places that the code heard pressed."""
        said = [ast.literal_eval(line) for line in self._board.exec(code).splitlines()]
        return [button_of(press) for presses in said for press in presses]


@pytest.fixture(scope="module")
def fingers(image):
    with Emulator(FIVE, UNKIND) as board:
        board.boot(uf2=image)
        board.start_up()
        board.exec(_PREPARE)
        yield _Fingers(board)


@pytest.mark.long
def test_every_place_has_its_button(fingers):
    places = range(CUBE + 1)
    fingers.plan(*((place, 100 * (place + 1), _TAP_MS) for place in places))
    assert fingers.heard(f"scans({100 * (CUBE + 4)})") == list(places)


@pytest.mark.long
def test_columns_in_any_order_have_their_taps_in_an_erase_as_well(image):
    other = types.SimpleNamespace(**vars(FIVE))
    first, *rest = FIVE.PLACE_COLUMN_PINS
    other.PLACE_COLUMN_PINS = (*rest[::-1], first)
    with Emulator(other, UNKIND) as board:
        board.boot(uf2=image)
        board.start_up()
        prepare = _PREPARE.replace(str(FIVE.PLACE_COLUMN_PINS), str(other.PLACE_COLUMN_PINS))
        board.exec(prepare)
        fingers = _Fingers(board)
        fingers.plan((1, 100, _TAP_MS), (12, 200, _TAP_MS), (CUBE, 300, _TAP_MS))
        assert fingers.heard("scans(500)") == [1, 12, CUBE]
        fingers.plan((13, _LEAD_MS + 50, _TAP_MS), (6, _LEAD_MS + 200, _TAP_MS))
        assert fingers.heard(_ERASE) == [13, 6]


def test_a_tap_in_an_erase_counts_once_and_two_are_two(fingers):
    fingers.plan((DICE, _LEAD_MS + 100, _TAP_MS))
    assert fingers.heard(_ERASE) == [DICE]
    fingers.plan((13, _LEAD_MS + 50, _TAP_MS), (6, _LEAD_MS + 200, _TAP_MS))
    assert fingers.heard(_ERASE) == [13, 6]
    fingers.plan(*((24, _LEAD_MS + 10 + 95 * i, _TAP_MS) for i in range(4)))
    assert fingers.heard(_ERASE) == [24] * 4


def test_what_goes_on_in_an_erase_or_beyond_it_counts_once(fingers):
    fingers.plan((1, _LEAD_MS - 60, 300))
    assert fingers.heard(_ERASE) == [1]
    fingers.plan((1, _LEAD_MS + 300, 200))
    assert fingers.heard(_ERASE) == [1]
    fingers.plan((1, 20, _LEAD_MS + 500))
    assert fingers.heard("scans(150)\n" + _ERASE) == [1]


def test_sparks_and_bounces_in_an_erase_are_no_presses(fingers):
    fingers.plan(*((8, _LEAD_MS + 30 * i, 6) for i in range(10)))
    assert fingers.heard(_ERASE) == []
    bounces = [(8, _LEAD_MS + 50, 3), (8, _LEAD_MS + 55, _TAP_MS), (8, _LEAD_MS + 120, 4)]
    fingers.plan(*bounces)
    assert fingers.heard(_ERASE) == [8]


def test_of_several_at_once_none_counts_until_one_is_left(fingers):
    fingers.plan((1, 50, 200), (8, 50, 300), (8, 450, _TAP_MS))
    assert fingers.heard("scans(600)") == [8, 8]


def test_what_is_held_at_power_on_is_no_press_until_it_is_let_go(fingers):
    fingers.plan((20, 0, 500), (20, 700, _TAP_MS))
    assert fingers.heard("time.sleep_ms(100)\n" + _PREPARE.replace("scans(100)", "scans(900)")) == [
        20
    ]
