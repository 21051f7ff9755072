"""How boards are wired by hand: the nets are the table's, and each pin bears what it gets."""

from types import SimpleNamespace

import pytest

from tools.boards import electric, loading, wiring
from tools.boards.connections import connections
from tools.boards.headers import header_of


def board_of(name, **changes):
    return SimpleNamespace(**{**vars(loading.load_board(name)), **changes})


@pytest.mark.parametrize("supply", [None, 1000, 10_000])
@pytest.mark.parametrize("name", loading.names())
def test_every_pin_of_a_board_bears_its_volts_and_milliamperes(name, supply):
    board = board_of(name, **({"SUPPLY_MA": supply} if supply else {}))
    for others in (board.OTHERS_MA, 250):
        board.OTHERS_MA = others
        assert list(electric.faults(board, wiring.parts(board))) == []


@pytest.mark.parametrize("supply", [500, 6000])
@pytest.mark.parametrize("name", loading.names())
def test_each_wire_of_the_table_is_a_net_with_its_part(name, supply):
    board = board_of(name, SUPPLY_MA=supply)
    parts = wiring.parts(board)
    computer = parts[0]
    ends = {}
    for part in parts[1:]:
        for net in part.pins.values():
            ends.setdefault(net, set()).add(part.kind)
    belongs = {"Light strip": "dip14", "OLED": "oled", "Piezo": "resistor", "Supply": "diode"}
    for wire in connections(board):
        net = computer.pins[wire.number]
        assert (net == "GND") == (wire.pin == "GND")
        if wire.pin != "GND":
            assert belongs.get(wire.part, "button") in ends[net], wire
    grounds = {n for n, name in enumerate(header_of(vars(board)).names, 1) if "GND" in name}
    assert grounds <= {pin for pin, net in computer.pins.items() if net == "GND"}


def _joined(parts, ref, **nets):
    """The parts with a part's pins, by their names, on other nets."""
    changed = []
    for part in parts:
        if part.ref == ref:
            numbers = {name: pin for pin, name in part.names.items()}
            pins = part.pins | {numbers[name]: net for name, net in nets.items()}
            part = part._replace(pins=pins)
        changed.append(part)
    return changed


@pytest.mark.parametrize(
    ("ref", "nets", "said"),
    [
        ("DS1", {"VCC": "VBUS"}, "VBUS has 5 V, and DS1 pin VCC wants 3 to 3.6."),
        ("LS1", {"DIN": "DATA_3V3"}, "DATA_3V3 has 3.3 V, and LS1 pin DIN wants 3.5 to 5.3."),
        ("LS1", {"5V": "3V3"}, "3V3: 450 mA are drawn, and A1 pin 3V3 gives 300."),
        ("A1", {"GP28": "VBUS"}, "VBUS has 5 V, and A1 pin GP28 wants 0 to 3.6."),
        ("U1", {"1A": "NOTHING"}, "NOTHING: nothing feeds U1 pin 1A."),
        ("A1", {"GP4": "3V3", "GP15": "VBUS"}, "VBUS has 5 V, and A1 pin GP15 wants 0 to 3.6."),
    ],
)
def test_a_wire_that_would_burn_something_is_told(ref, nets, said):
    board = board_of("pico")
    assert said in electric.faults(board, _joined(wiring.parts(board), ref, **nets))


def test_a_diode_that_carries_the_strip_and_a_missing_one_are_told():
    board = board_of("pico_five", SUPPLY_MA=3000)
    parts = wiring.parts(board)
    after_it = _joined(parts, "LS1", **{"5V": "VSYS"})
    assert "D1 bears 1000 mA, and 3000 go through it." in electric.faults(board, after_it)
    without = [part for part in parts if part.ref != "D1"]
    assert "VSYS: nothing feeds A1 pin VSYS." in electric.faults(board, without)
