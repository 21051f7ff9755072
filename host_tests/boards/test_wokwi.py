"""A board's Wokwi project has the wires that its data say, no other, and each part's own pins."""

import json
from types import SimpleNamespace

import pytest

from tools import ROOT
from tools.boards import loading, wokwi
from tools.boards.loading import load_board

HOST_ONLY = True

_SWITCH = ("1.l", "2.l")
_PINS = {
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
    "wokwi-led-matrix": {"DIN", "DOUT", "VDD", "VSS"},
    "wokwi-pushbutton": {*_SWITCH},
    "wokwi-buzzer": {"1", "2"},
}
_POWER = {"VBUS", "3V3"}


def _project(board):
    diagram = json.loads(wokwi.files(board)["diagram.json"])
    return {part["id"]: part for part in diagram["parts"]}, _nets(diagram["connections"])


def _nets(wires):
    """{pin of the Pico, all grounds as GND: the ends that are joined with it}; "chain": others."""
    nets = {}
    for one, other, *_ in wires:
        part, pin = one.split(":")
        name = ("GND" if pin.startswith("GND.") else pin) if part == "pico" else "chain"
        nets.setdefault(name, set()).add(other)
    return nets


@pytest.mark.parametrize("name", loading.pico_names())
def test_every_wire_is_as_the_data_say(name):
    board = load_board(name)
    parts, nets = _project(board)
    expected = {
        f"GP{board.STRIP_PIN}": {"lights1:DIN"},
        f"GP{board.I2C_SDA_PIN}": {"oled:SDA"},
        f"GP{board.I2C_SCL_PIN}": {"oled:SCL"},
        "3V3": {"oled:VCC"},
    }
    panels = [part for part in parts if part.startswith("lights")]
    expected["VBUS"] = {f"{panel}:VDD" for panel in panels}
    expected["GND"] = {"oled:GND"} | {f"{panel}:VSS" for panel in panels}
    if board.PIEZO_PIN is not None:
        expected[f"GP{board.PIEZO_PIN}"] = {"piezo:2"}
        expected["GND"].add("piezo:1")
    if len(panels) > 1:
        expected["chain"] = {"lights2:DIN"}
    for button, pin in zip(("prev", "next", "ok", "back"), board.BUTTON_PINS):
        expected[f"GP{pin}"] = {f"{button}:1.l"}
        expected["GND"].add(f"{button}:2.l")
    for i, row in enumerate(getattr(board, "PLACE_ROW_PINS", ()), 1):
        for j, column in enumerate(board.PLACE_COLUMN_PINS, 1):
            expected.setdefault(f"GP{row}", set()).add(f"place{i}{j}:1.l")
            expected.setdefault(f"GP{column}", set()).add(f"place{i}{j}:2.l")
    assert nets == expected


@pytest.mark.parametrize("name", loading.pico_names())
def test_its_parts_have_these_pins_and_its_strip_all_lights(name):
    board = load_board(name)
    parts, nets = _project(board)
    for ends in nets.values():
        for end in ends:
            part, pin = end.split(":")
            assert pin in _PINS[parts[part]["type"]]
    panels = [part["attrs"] for part in parts.values() if part["type"] == "wokwi-led-matrix"]
    lights = {1: 24, 5: 140}[board.LIGHTS_PER_POINT]
    assert sum(int(panel["rows"]) * int(panel["cols"]) for panel in panels) == lights
    assert parts["oled"]["attrs"] == {"i2cAddress": "0x3c"}
    assert ("pico-w" in parts["pico"]["type"]) == (name == "pico_w")


def test_a_ground_is_the_one_beside_its_pins():
    diagram = json.loads(wokwi.files(load_board("pico"))["diagram.json"])
    grounds = {end: pin for pin, end, *_ in diagram["connections"] if "GND" in pin}
    # Pins 38, 8, 13 and 18 are the eighth, second, third and fourth.
    assert grounds["lights1:VSS"] == "pico:GND.8" and grounds["oled:GND"] == "pico:GND.2"
    assert grounds["ok:2.l"] == "pico:GND.3" and grounds["piezo:1"] == "pico:GND.4"


def test_what_no_firmware_is_made_for_has_none_and_odd_lights_are_one_row():
    assert wokwi.files(load_board("raspberry_pi")) == {}
    odd = {**vars(load_board("pico")), "WIRING": ((1, 24), ("gap", 1)), "PIEZO_PIN": None}
    parts, nets = _project(SimpleNamespace(**odd))
    assert (parts["lights1"]["attrs"]["rows"], parts["lights1"]["attrs"]["cols"]) == ("1", "25")
    assert "piezo" not in parts


@pytest.mark.parametrize("name", loading.pico_names())
def test_its_firmware_is_what_make_uf2_leaves(name):
    text = (ROOT / "boards" / name / "wokwi.toml").read_text()
    assert f"firmware = '../../build/picogammon-{name}.uf2'" in text
