"""The carrier: its netlist is the board's wiring, parts and tracks keep their distances. KiCad
judges it in `make carrier`; this takes nothing but what `make setup` installs.
"""

import re

import pytest

from tools.boards import loading
from tools.boards.connections import connections
from tools.carrier import CarrierError, checking, footprints, placing, routing, sources
from tools.carrier.__main__ import files, laid_out
from tools.carrier.circuit import ACCESSORIES, MOST_MA, nets, parts

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
def made(board):
    return laid_out(board)


@pytest.fixture(scope="module")
def written(board, made):
    return files(board, *made)


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


def test_faults_are_found():
    placed, routes = laid_out(loading.load_board("pico"))
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
    if board.NAME == "pico":
        assert files(board, *laid_out(board)) == written
    if board.NAME == "pico_five":
        listed = (loading.FOLDER / "carrier/parts.csv").read_text(encoding="utf-8")
        assert listed == written["parts.csv"]


def test_parts_have_the_holes_and_the_room_that_their_makers_state():
    assert list(sources.faults()) == []
    kinds = {re.sub("row.*", "row4", part.kind) for part in parts(loading.load_board("pico_five"))}
    assert set(sources.STATED) == kinds
    assert sources.page() == sources.PAGE.read_text(encoding="utf-8")


def test_a_part_with_less_than_is_stated_is_told(monkeypatch):
    small = footprints.footprint("fuse")._replace(bodies=[(-1, -1, 1, 1)], high=3)
    monkeypatch.setattr(sources, "footprint", lambda kind: small)
    said = "\n".join(sources.faults())
    assert "fuse: its body is 12.0 x 3.0 mm" in said and "fuse: it is 18.3 mm high" in said
    assert "capacitor5: its pins are 2.0 mm apart" in said and "terminal2: its holes are" in said


def test_what_must_not_be_turned_round_is_marked(made, written):
    by_ref = {each.part.ref: each for each in made[0]}
    for ref in ("C2", "C3"):
        plus = next(pad for pad in by_ref[ref].pads if pad.square)
        assert by_ref[ref].part.pins[plus.number] != "GND"
    ring = next(pad for pad in by_ref["D1"].pads if pad.square)
    assert by_ref["D1"].part.pins[ring.number] == "VSYS"
    assert written["carrier.kicad_pcb"].count('(gr_text "+"') == 2


def test_a_parts_list_has_a_number_for_each_part(board, written):
    rows = written["parts.csv"].splitlines()
    assert rows[0] == "count,places,part,maker,number"
    assert sum(int(row.split(",")[0]) for row in rows[1:]) == len(parts(board)) + len(ACCESSORIES)
    assert any(row.startswith("1,JP1,") and "cap" in row for row in rows)
    assert all(row.split(",")[-1] for row in rows[1:])


def test_boards_that_it_cannot_be_are_refused():
    with pytest.raises(CarrierError, match="for a Pico"):
        parts(loading.load_board("raspberry_pi"))
    board = loading.load_board("pico")
    board.SUPPLY_MA = MOST_MA + 1
    with pytest.raises(CarrierError, match="SUPPLY_MA is 2001: the carrier bears 2000 mA"):
        parts(board)
