"""Dice, cube and numbers of checkers are painted on the board as the firmware has them."""

import pytest

from picogammon.app.display import board_view, view
from picogammon.ground.places import BAR_0, BAR_1
from picogammon.rules import phases, position
from tools.matches import log
from tools.soak.match_files import some_match

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


def test_dice_have_their_pips_and_used_ones_are_faint(bare):
    seen = _painted(bare, "pico", dice=[[6, 0, 0], [5, 0, 1]])
    assert (seen["pips"], seen["faint"]) == (11, 5)
    assert _painted(bare, "pico", dice=[[3, 1, 0]] * 4)["pips"] == 12
    assert _painted(bare, "pico")["pips"] == 0


def test_the_cube_shows_its_value_to_its_owner(bare):
    assert _painted(bare, "pico", cube=[1, None, False])["texts"] == ["1"]
    below = _painted(bare, "pico", cube=[4, 0, True])
    above = _painted(bare, "pico", cube=[1024, 1, False])
    assert (below["texts"], below["turns"]) == (["4"], 0)
    assert (above["texts"], above["turns"]) == (["1024"], 1)


def test_where_there_are_more_checkers_than_lights_a_number_says_how_many(bare):
    counts = {"point-6": 7, "point-8": 5, "point-13": 1, "bar-0": 2, "off-1": 9}
    assert sorted(_painted(bare, "pico_five", counts=counts)["texts"]) == ["7", "9"]
    assert sorted(_painted(bare, "pico", counts=counts)["texts"]) == ["2", "5", "7", "9"]


# What is painted of some tables: {dice: [value, whether faint, colour] each, cube: {text, y from
# the middle, whether it is turned, its rim's colour}, counts: {place: text}}.
_SEEN = """async ([board, tables]) => {
    const { layOut, lightSpots, placeBoxes } = await import("./geometry.js");
    const { Table } = await import("./table.js");
    const data = await (await fetch(`./boards/${board}.json`)).json();
    const layout = layOut(800, 600, data.homeLeft);
    const boxes = Object.entries(placeBoxes(layout));
    const named = (x, y) => boxes.findLast(([, at]) =>
        x > at.x && x < at.x + at.width && y > at.y && y < at.y + at.height)?.[0];
    const middle = (layout.top + layout.bottom) / 2;
    const half = layout.halves[1].x;
    return tables.map((table) => {
        const seen = { dice: [], cube: null, counts: {} };
        let [left, top, turned, filled] = [0, 0, false, null];
        const pen = new Proxy({
            roundRect: (x, y, width) => (filled = { x, y, width }),
            fill: () => {
                if (!filled) return;
                const { x, y, width } = filled;
                if (x > half) seen.dice.push([0, pen.globalAlpha < 1, pen.fillStyle]);
                else seen.cube = { y: Math.round(10 * (y + width / 2 - middle)), rim: null };
                filled = null;
            },
            stroke: () => {
                if (filled && filled.x < half && seen.cube) seen.cube.rim = pen.strokeStyle;
                filled = null;
            },
            beginPath: () => (filled = null),
            arc: () => seen.dice.at(-1)[0]++,
            translate: (x, y) => ([left, top] = [x, y]),
            rotate: () => (turned = true),
            restore: () => ([left, top] = [0, 0]),
            fillText: (text, x, y) => {
                if (left) Object.assign(seen.cube, { text, turned });
                else seen.counts[named(x, y)] = text;
            },
        }, { get: (target, name) => target[name] ?? (() => {}) });
        pen.globalAlpha = 1;
        const painted = new Table();
        painted.take(table);
        painted.paint(pen, layout, lightSpots(layout, data), data);
        return seen;
    });
}"""
_OFFERED = (phases.DOUBLED, phases.BEAVERED, phases.RACCOONED)
_WANTED = 200
_EVERY = 23  # records of a match


def _moments():
    """The records up to a moment each, of matches and sessions of all kinds."""
    found = []
    for seed in range(1000):
        records = some_match(seed)
        for end in range(2 + seed % _EVERY, len(records), _EVERY):
            found.append(records[:end])
            if len(found) == _WANTED:
                return found
    raise AssertionError("too few matches")


def _match_of(records):
    *_, last = log.played(iter(records))
    return last


def _checkers(match):
    """{place: how many}, as the page calls the places for who counts as player 0."""
    pos = match.position
    if match.turn:
        pos = position.swapped(pos)
    sides = [sum(n for n in pos if n > 0), -sum(n for n in pos if n < 0)]
    each = match.settings.checkers
    return {
        **{f"point-{point}": abs(pos[point]) for point in range(1, 25)},
        "bar-0": pos[BAR_0],
        "bar-1": -pos[BAR_1],
        "off-0": each - sides[0],
        "off-1": each - sides[1],
    }


def _rolled(match):
    if not match.dice:
        return []
    first, second = match.dice
    return [first] * 4 if first == second else [first, second]


def _opposite(name):
    kind, number = name.split("-")
    return f"point-{25 - int(number)}" if kind == "point" else f"{kind}-{1 - int(number)}"


@pytest.mark.parametrize("board, lights", [("pico", (1, 0)), ("pico_five", (5, 5))])
def test_dice_cube_and_counts_are_those_of_the_position_in_both_seats(bare, words, board, lights):
    cases, tables = [], []
    for number, records in enumerate(_moments()):
        match = _match_of(records)
        shown = view.View()
        board_view.show_match(shown, match)
        if match.dice:
            board_view.show_dice(shown, match.dice, match.turn, _rolled(match))
        if match.phase in _OFFERED:
            shown.offered_by = 1 - match.decider
        shown.turned = bool(number % 2)
        cases.append((match, shown.turned))
        tables.append(words.table(shown))
    kinds = set()
    for (match, turned), seen in zip(cases, bare.evaluate(_SEEN, [board, tables]), strict=True):
        counts = {
            _opposite(name) if turned else name: str(n)
            for name, n in _checkers(match).items()
            if n > lights[not name.startswith("point")]
        }
        assert seen["counts"] == counts
        assert [value for value, _, _ in seen["dice"]] == _rolled(match)
        assert not any(faint for _, faint, _ in seen["dice"])
        kinds.add((match.phase, len(seen["dice"]), _cube_is_right(match, turned, seen["cube"])))
    assert {phase for phase, _, _ in kinds} >= {phases.TO_ROLL, phases.TO_PLAY, phases.DOUBLED}
    assert len({owned for _, _, owned in kinds}) == 3 and {count for _, count, _ in kinds} == {
        0,
        2,
        4,
    }


def _cube_is_right(match, turned, cube):
    """Asserts it; who has the cube: None if nobody does."""
    settings = match.settings
    if not settings.cube_on or settings.length == 1 or match.crawford:
        assert cube is None
        return None
    offered = match.phase in _OFFERED
    owner = match.decider if offered else match.owner
    assert cube["text"] == str(match.cube * (2 if offered else 1))
    below = None if owner is None else (owner == 1) == turned
    assert (cube["y"] > 0, cube["y"] < 0) == (below is True, below is False)
    assert cube["turned"] == (below is False) and (cube["rim"] is None) == (owner is None)
    return owner
