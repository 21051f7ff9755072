"""The circuit board in boards/carrier has the nets of pico_five, and its parts list is complete."""

import csv
import re

from tools.boards import loading
from tools.boards.connections import connections

_FOLDER = loading.FOLDER / "carrier"
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
    """{reference: [(pad's number, its name or number, its net)]} of the .kicad_pcb."""
    found = {}
    text = (_FOLDER / "carrier.kicad_pcb").read_text(encoding="utf-8")
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
    for wire in connections(loading.load_board("pico_five")):
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
    with open(_FOLDER / "parts.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    parts = [row for row in rows if "jumper's cap" not in row["part"]]
    places = [ref for row in parts for ref in row["places"].split()]
    assert sorted(places) == sorted(ref for ref, pads in _footprints().items() if pads)
    assert all(int(row["count"]) == len(row["places"].split()) for row in rows)
