"""Boards wired by hand, on perfboard and on the carrier; their tables and pictures."""

import csv
import re
from itertools import combinations
from types import SimpleNamespace

import pytest

from tools import ROOT
from tools.boards import feed, loading, perfboard, picture, supply, table
from tools.boards.connections import connections
from tools.boards.headers import header_of


def board_of(name, **changes):
    return SimpleNamespace(**{**vars(loading.load_board(name)), **changes})


_VOLTS = {("OLED", "VCC"): "3V3", ("Light strip", "5V"): "VBUS 5V", ("Supply", "5V"): "VSYS"}


@pytest.mark.parametrize("milliamps", [500, 1000, 6000])
@pytest.mark.parametrize("name", loading.names())
def test_each_wire_of_a_board_goes_where_its_part_can_bear_it(name, milliamps):
    board = board_of(name, SUPPLY_MA=milliamps)
    header = header_of(vars(board))
    signals = []
    for part, terminal, pin, number, _remark, _ohm in connections(board):
        assert header.names[number - 1] == pin
        if terminal in ("GND", "other legs", "−"):
            assert pin == "GND"
        elif (part, terminal) in _VOLTS:
            assert pin in _VOLTS[part, terminal].split()
        else:
            assert number in header.gpio.values()
            signals.append(pin)
    assert len(set(signals)) == len(signals)


_CARRIER = loading.FOLDER / "carrier"
# The (part, pin) pairs of the carrier that a wire of the board's table is joined with.
_ENDS = {
    ("Light strip", "DIN"): {("U1", "1A")},
    ("OLED", "VCC"): {("J4", "3V3")},
    ("OLED", "SDA"): {("J4", "SDA")},
    ("OLED", "SCL"): {("J4", "SCL")},
    ("Buttons", "PREV"): {("SW1", "1"), ("J5", "PREV")},
    ("Buttons", "NEXT"): {("SW2", "1"), ("J5", "NEXT")},
    ("Buttons", "OK"): {("SW3", "1"), ("J5", "OK")},
    ("Buttons", "BACK"): {("SW4", "1"), ("J5", "BACK")},
    ("Piezo", "+"): {("R2", "1")},
}


def _footprints():
    """Returns {reference: [(pad's number, its name or number, its net)]} of the .kicad_pcb."""
    found = {}
    text = (_CARRIER / "carrier.kicad_pcb").read_text(encoding="utf-8")
    for footprint in text.split('\n\t(footprint "')[1:]:
        ref = re.search(r'"Reference" "([^"]*)"', footprint)[1]
        pads = found.setdefault(ref, [])
        for pad in footprint.split('(pad "')[1:]:
            number = pad.partition('"')[0]
            net = re.search(r'\(net \d+ "([^"]*)"\)', pad)
            name = re.search(r'\(pinfunction "([^"]*)"\)', pad)
            if net:
                called = name[1] if name and name[1] != "~" else number
                pads.append((number, called, net[1]))
    return found


def test_each_wire_of_the_board_is_a_net_of_the_carrier():
    footprints = _footprints()
    net_at = {number: net for number, _, net in footprints["A1"]}
    for wire in connections(board_of("pico_five", SUPPLY_MA=500)):
        net = net_at[str(wire.number)]
        ends = {
            (ref, name)
            for ref, pads in footprints.items()
            for _, name, here in pads
            if here == net and ref != "A1"
        }
        if wire.pin == "GND":
            assert net == "GND"
        elif wire.part.startswith("Place"):
            assert ends == {("J6", wire.terminal.upper().replace(" ", ""))}, wire
        elif wire.terminal == "5V":
            assert net == "VBUS"
        else:
            assert ends == _ENDS[wire.part, wire.terminal], wire


def test_the_parts_list_has_each_part_of_the_carrier_once():
    with open(_CARRIER / "parts.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    parts = [row for row in rows if "jumper's cap" not in row["part"]]
    places = [ref for row in parts for ref in row["places"].split()]
    assert sorted(places) == sorted(ref for ref, pads in _footprints().items() if pads)
    assert all(int(row["count"]) == len(row["places"].split()) for row in rows)


def _nets(holes, wires):
    """The sets of names (of {name: hole}) that wires join, each a colour and its corners."""
    groups = [{hole} for hole in set(holes.values())]
    for _colour, *corners in wires:
        passed = set()
        for (x, y), (far_x, far_y) in zip(corners, corners[1:]):
            assert x == far_x or y == far_y
            passed |= {
                (column, row)
                for column in range(min(x, far_x), max(x, far_x) + 1)
                for row in range(min(y, far_y), max(y, far_y) + 1)
            }
        met = [group for group in groups if group & passed]
        groups = [group for group in groups if not group & passed]
        groups.append(passed.union(*met))
    return {
        frozenset(name for name, hole in holes.items() if hole in group) for group in groups
    } - {frozenset()}


def test_the_level_shifter_on_perfboard_is_wired_as_its_table_says():
    holes = perfboard.LEGS | perfboard.WIRES
    assert len(set(holes.values())) == len(holes)
    for column, row in holes.values():
        assert 1 <= column <= perfboard.COLUMNS and 1 <= row <= perfboard.ROWS
    assert max(perfboard.COLUMNS, perfboard.ROWS) * 2.54 <= 30  # what is bought
    grounds = {f"U{pin}" for pin in (1, 4, 5, 7, 9, 10, 12, 13)}
    assert _nets(holes, perfboard.BARE) == {
        frozenset(net)
        for net in (
            {"U14", "C1", "from 5 V", "to the strip's 5V"},
            {*grounds, "C2", "from GND", "to the strip's GND"},
            {"U2", "from the data pin"},
            {"U3", "R1"},
            {"R2", "to the strip's DIN"},
            *({f"U{pin}"} for pin in (6, 8, 11)),
        )
    }


@pytest.mark.parametrize("name", loading.names())
def test_the_strip_s_current_passes_the_perfboard_only_where_it_comes_from_a_plug(name):
    for milliamps, passes in ((500, True), (6000, False)):
        drawn = picture.svg(board_of(name, SUPPLY_MA=milliamps))
        for said, seen in (("5V", passes), ("GND", passes), ("DIN", True)):
            assert (f">to the strip&#x27;s {said}<" in drawn) == seen


def _segments(svg):
    """Returns {(along, level): [(start, end, the pin's end)]} of all lines of wires."""
    found = {}
    for points in re.findall(r'<polyline points="([^"]+)"', svg):
        way = [tuple(map(float, point.split(","))) for point in points.split()]
        for (x, y), (other_x, other_y) in zip(way, way[1:]):
            key, ends = (("x", y), (x, other_x)) if y == other_y else (("y", x), (y, other_y))
            found.setdefault(key, []).append((*sorted(ends), way[-1]))
    return found


@pytest.mark.parametrize("changes", [{}, {"I2C_ID": 1, "I2C_SDA_PIN": 26, "I2C_SCL_PIN": 27}])
@pytest.mark.parametrize("name", loading.pico_names())
def test_no_wire_is_drawn_on_another_one(name, changes):
    drawn = picture.svg(board_of(name, **changes))
    for lines in _segments(drawn).values():
        for (start, end, pin), (other_start, other_end, other) in combinations(lines, 2):
            assert pin == other or min(end, other_end) <= max(start, other_start)


def test_the_table_says_the_way_of_any_strip():
    board = board_of(
        "pico", LIGHTS_PER_POINT=5, WIRING=((24, 13, "in out"), ("bar", 1), ("gap", 1), (12, 1))
    )
    text = table.text(board)
    assert "126 lights, 5 per point" in text
    assert (
        "- From DIN, it passes:\n  1. points 24 to 13 (in out)\n  2. the 2nd player's bar\n"
        "  3. 1 unused light\n  4. points 12 to 1\n"
    ) in text


def test_the_shared_page_has_the_wires_that_the_reference_board_lacks():
    known = connections(board_of("pico"))
    said = table.text(board_of("pico_five"), known)
    assert said.startswith("The board has all wires of the reference board, and these:")
    rows = [line for line in said.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 11 and all(row.startswith("| Place ") for row in rows)
    supplied = table.text(board_of("pico_five", SUPPLY_MA=6000), known)
    assert "all wires of the reference board" not in supplied and "| OLED | SDA |" in supplied


@pytest.mark.parametrize("name", loading.names())
def test_the_piezo_and_its_resistor_are_told_and_drawn_where_there_is_one(name):
    for pin in (4, None):
        board = board_of(name, PIEZO_PIN=pin)
        drawn, said = picture.svg(board), table.text(board)
        assert ("Piezo" in said, "Piezo" in drawn) == (pin is not None,) * 2
        assert drawn.count("100 Ω</text>") == (pin is not None)


def test_a_stronger_supply_is_drawn_with_its_fuse_wires_and_feeds_and_vbus_is_left_alone():
    board = board_of("pico_five", SUPPLY_MA=6000)
    said, drawn = table.text(board), picture.svg(board)
    assert "| Supply | 5V | VSYS | 39 | through a Schottky diode 1N5817" in said
    assert "Put a fuse of 3 A for each feed next to it." in said
    assert "Use wires of 0.5 mm² (AWG 20) to the strip." in said
    assert "the joints nearest to lights 48 and 94, and its end" in said
    assert "VBUS |" not in said
    for part in ("Supply 5 V, 6 A", "fuse of 3 A for", "AWG 20", "VBUS stays free", "470 µF"):
        assert part in drawn
    assert "VSYS (pin 39)" in drawn and "VBUS (pin 40)" not in drawn
    assert "5V, GND" in drawn and "5V, GND" not in picture.svg(board_of("pico_five", SUPPLY_MA=300))
    numbers = re.findall(r">(\d+)</text>", "".join(feed.feeds_drawn([1, 48, 94, 141])))
    assert numbers == ["1", "48", "94", "140"]


@pytest.mark.parametrize("name", loading.pico_names())
def test_a_usb_port_is_asked_for_what_the_board_may_draw_and_loaded_with_no_more(name):
    header = (ROOT / "tools/image/definition/usb/tusb_config.h").read_text()
    asked = int(re.search(r"define USBD_MAX_POWER_MA \((\d+)\)", header)[1])
    board = board_of(name, SUPPLY_MA=supply.USB_MA)
    assert asked == board.SUPPLY_MA
    drawn, said = picture.svg(board), table.text(board)
    assert "10 µF" in drawn and "10 µF" in said
    assert "fuse" not in drawn + said and "1000 µF" not in drawn + said


@pytest.mark.parametrize(
    ("name", "milliamps", "fuses", "fuse", "feeds"),
    [
        ("pico", 1000, 1, 1, 2),
        ("pico", 1600, 1, 1.6, 2),
        ("pico", 6000, 1, 1.6, 2),  # its lights draw no more
        ("pico_five", 1500, 1, 1.25, 3),  # none is between: that one bears it
        ("pico_five", 3000, 1, 3, 3),
        ("pico_five", 6000, 4, 3, 4),
        ("pico_five", 9000, 5, 3, 5),
    ],
)
def test_fuses_go_by_what_is_drawn_and_feeds_by_what_is_lost(name, milliamps, fuses, fuse, feeds):
    found = supply.supply_of(board_of(name, SUPPLY_MA=milliamps))
    assert (found.own, found.fuses, found.fuse, len(found.feeds)) == (True, fuses, fuse, feeds)


@pytest.mark.parametrize("name", loading.names())
def test_no_supply_is_too_weak_for_its_fuse_and_no_fuse_for_what_it_carries(name):
    for milliamps in range(2010, 10_001, 10) if name == "raspberry_pi" else range(510, 10_001, 10):
        found = supply.supply_of(board_of(name, SUPPLY_MA=milliamps))
        assert found.fuse <= 3 and 1000 * found.fuse <= milliamps
        assert found.fused_ma <= 1300 * found.fuse and found.loss <= 350
        assert found.fuses == 1 or found.fuses == len(found.feeds)


def test_a_strip_loses_four_times_less_when_fed_at_both_ends_and_its_copper_counts():
    ohm = supply.strip_ohm(board_of("pico_five"))
    assert [round(supply.loss(400, ohm, end)) for end in (0, 1)] == [653, 163]
    assert ohm == pytest.approx(27 * 0.3 * 0.213 + 140 * 0.011, abs=0.01)


def test_a_table_compares_supplies_up_to_the_one_with_which_nothing_is_dimmed():
    board = board_of("pico")
    assert [each.ma for each in supply.compared(board)] == [500, 1000, 2000]
    assert supply.white_ma(board) + board.OTHERS_MA <= 2000
    assert [each.ma for each in supply.compared(board_of("pico_five"))][-1] == 10_000
