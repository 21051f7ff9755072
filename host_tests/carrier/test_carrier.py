"""The carrier: its netlist is the board's wiring, parts and tracks keep their distances, it fits
the console. KiCad judges it in `make carrier`; this takes nothing but what `make setup` installs.
"""

import re

import pytest

from tools.boards import loading
from tools.boards.connections import connections
from tools.build import measures
from tools.build import parts as console
from tools.carrier import CarrierError, checking, placing, routing
from tools.carrier.__main__ import files
from tools.carrier.circuit import MOST_MA, nets, parts

PICOS = loading.pico_names()
# What a wire of the board's table ends at on the carrier: the pins that it must be joined with.
AT = {
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


@pytest.fixture(scope="module", params=PICOS)
def board(request):
    return loading.load_board(request.param)


@pytest.fixture(scope="module")
def written(board):
    return files(board)


@pytest.fixture(scope="module")
def made(board):
    placed = placing.placed(parts(board))
    return placed, routing.routes(placed)


def joined(text):
    """{net: {(part, pin), ...}} as a .kicad_pcb has them; a pin is named, where it has a name."""
    found = {}
    for footprint in text.split('\n\t(footprint "')[1:]:
        ref = re.search(r'"Reference" "([^"]*)"', footprint).group(1)
        for pad in footprint.split('(pad "')[1:]:
            net = re.search(r'\(net \d+ "([^"]*)"\)', pad)
            if net:
                name = re.search(r'\(pinfunction "([^"]*)"\)', pad).group(1)
                number = pad.partition('"')[0]
                found.setdefault(net.group(1), set()).add((ref, number, name))
    return found


def test_each_wire_of_the_board_is_a_net_of_the_file(board, written):
    found = joined(written["carrier.kicad_pcb"])
    at_pin = {
        number: (net, pins) for net, pins in found.items() for ref, number, _ in pins if ref == "A1"
    }
    for wire in connections(board):
        net, pins = at_pin[str(wire.number)]
        ends = {(ref, number if name == "~" else name) for ref, number, name in pins}
        if wire.pin == "GND":
            assert net == "GND"
        elif (wire.part, wire.terminal) in AT:
            ends -= {(ref, name) for ref, name in ends if ref == "A1"}
            assert ends == AT[wire.part, wire.terminal], wire
        elif wire.part.startswith("Place"):
            word, number = wire.terminal.split()
            assert ("J6", f"{word.upper()}{number}") in ends and len(ends) == 2, wire
        else:
            assert (wire.part, wire.terminal, net) == ("Light strip", "5V", "VBUS")


def test_no_two_nets_share_a_pin_and_none_ends_nowhere(board):
    for net, ends in nets(parts(board)).items():
        assert len({ref for ref, _ in ends}) > 1, net


def test_what_is_not_joined_keeps_apart_and_what_is_hangs_together(made):
    assert list(checking.faults(*made)) == []


def test_faults_are_found(made):
    placed, routes = made
    track = max(routes.tracks, key=lambda each: abs(each.x1 - each.x2))
    without = routes._replace(tracks=[each for each in routes.tracks if each != track])
    assert any("is not joined" in fault for fault in checking.faults(placed, without))
    across = track._replace(net="SDA" if track.net != "SDA" else "SCL")
    crossed = routes._replace(tracks=[*routes.tracks, across])
    assert any("mm apart" in fault for fault in checking.faults(placed, crossed))
    outside = routes._replace(tracks=[*routes.tracks, track._replace(x2=placing.EDGE[2])])
    assert any("edge" in fault for fault in checking.faults(placed, outside))
    left, _, right, _ = placing.EDGE
    walls = [routing.Track("SDA", side, 0.3, left, 0, right, 0) for side in (0, 1)]
    cut = routes._replace(tracks=[*routes.tracks, *walls])
    assert any("has no ground" in fault for fault in checking.faults(placed, cut))
    twice = [*placed, placed[-1]._replace(part=placed[-1].part._replace(ref="X1"))]
    assert any("same place" in fault for fault in checking.faults(twice, routes))


def test_the_current_of_the_strip_has_wide_tracks_on_one_side(made):
    for track in made[1].tracks:
        if track.net in ("STRIP_5V", "FUSED_5V", "SUPPLY_5V"):
            assert track.width >= 2
    assert not {"STRIP_5V", "FUSED_5V", "SUPPLY_5V"} & {via.net for via in made[1].vias}


def test_files_are_always_the_same_and_the_published_parts_are_these(board, written):
    if board.NAME == "pico_five":
        assert files(board) == written
        listed = (loading.FOLDER / "carrier/parts.csv").read_text(encoding="utf-8")
        assert listed == written["parts.csv"]


def test_a_parts_list_has_a_number_for_each_part(board, written):
    rows = written["parts.csv"].splitlines()
    assert rows[0] == "count,places,part,maker,number"
    assert sum(int(row.split(",")[0]) for row in rows[1:]) == len(parts(board))
    assert all(row.split(",")[-1] for row in rows[1:])


@pytest.mark.parametrize("design", measures.DESIGNS)
def test_it_fits_the_console(design):
    m = measures.DESIGNS[design]
    left, top, right, bottom = placing.EDGE
    width, depth, _ = console.console_size(m)
    back = depth / 2 - console.WALL - console.pico_place(m)  # from the Pico's middle
    assert -top < back
    assert right - left < width - 2 * console.WALL - 2 * console.POST
    # In front of it the lid's buttons come down nearly to the floor.
    button = max(y for _, y in console.buttons(m)) + console.BUTTON_HOLE / 2
    assert console.pico_place(m) - bottom > button
    # The pegs of the Pico go through its first four holes.
    across, along = console.PICO_HOLES
    assert {(x, y) for x, y, _ in placing.HOLES[:4]} == {
        (side * across / 2, end * along / 2) for side in (-1, 1) for end in (-1, 1)
    }
    tallest = max(each.footprint.high for each in placing.placed(parts(loading.load_board("pico"))))
    assert console.STAND + placing.THICK + tallest < console.CONSOLE_DEEP


def test_boards_that_it_cannot_be_are_refused():
    with pytest.raises(CarrierError, match="for a Pico"):
        parts(loading.load_board("raspberry_pi"))
    board = loading.load_board("pico")
    board.SUPPLY_MA = MOST_MA + 1
    with pytest.raises(CarrierError, match="SUPPLY_MA is 2001: the carrier bears 2000 mA"):
        parts(board)
