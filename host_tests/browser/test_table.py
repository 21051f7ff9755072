"""Dice, cube and numbers of checkers are painted on the board as the firmware has them."""

import pytest

_PAINTED = """async ([board, table]) => {
    const { layOut, lightSpots } = await import("./geometry.js");
    const { Table } = await import("./table.js");
    const data = await (await fetch(`./boards/${board}.json`)).json();
    const layout = layOut(800, 600, data.homeLeft);
    const said = { texts: [], pips: 0, faint: 0, turns: 0 };
    const pen = new Proxy({
        fillText: (text) => said.texts.push(text),
        arc: () => { said.pips++; said.faint += pen.globalAlpha < 1; },
        rotate: () => said.turns++,
    }, { get: (target, name) => target[name] ?? (() => {}) });
    pen.globalAlpha = 1;
    const painted = new Table();
    painted.take(table);
    painted.paint(pen, layout, lightSpots(layout, data), data);
    return said;
}"""
_COLOURS = [[255, 76, 0], [0, 64, 255]]


def _painted(page, board, **table):
    table = {"dice": [], "cube": None, "counts": {}, "colours": _COLOURS} | table
    return page.evaluate(_PAINTED, [board, table])


@pytest.fixture
def open_page(open_board, firmware_address):
    return open_board(firmware_address).page


def test_dice_have_their_pips_and_used_ones_are_faint(open_page):
    seen = _painted(open_page, "pico", dice=[[6, 0, 0], [5, 0, 1]])
    assert (seen["pips"], seen["faint"]) == (11, 5)
    assert _painted(open_page, "pico", dice=[[3, 1, 0]] * 4)["pips"] == 12
    assert _painted(open_page, "pico")["pips"] == 0


def test_the_cube_shows_its_value_to_its_owner(open_page):
    assert _painted(open_page, "pico", cube=[1, None, False])["texts"] == ["1"]
    below = _painted(open_page, "pico", cube=[4, 0, True])
    above = _painted(open_page, "pico", cube=[1024, 1, False])
    assert (below["texts"], below["turns"]) == (["4"], 0)
    assert (above["texts"], above["turns"]) == (["1024"], 1)


def test_where_there_are_more_checkers_than_lights_a_number_says_how_many(open_page):
    counts = {"point-6": 7, "point-8": 5, "point-13": 1, "bar-0": 2, "off-1": 9}
    assert sorted(_painted(open_page, "pico_five", counts=counts)["texts"]) == ["7", "9"]
    assert sorted(_painted(open_page, "pico", counts=counts)["texts"]) == ["2", "5", "7", "9"]
