// The board as the page draws it: where everything lies, and what is painted of a table.

import assert from "node:assert/strict";
import test from "node:test";

import { controlBoxes, cubeBox, diceBoxes, layOut, lightSpots, neighbour, placeBoxes } from "../../tools/virtual_board/page/geometry.js";
import { RING, cssOf, paintPieces } from "../../tools/virtual_board/page/paint.js";

const BOARDS = JSON.parse(process.env.BOARDS); // what the server tells of some boards, by name
const NOBODYS = { place: "centre", offered: false };
const PALETTES = [[[255, 76, 0], [0, 64, 255]], [[255, 150, 0], [68, 0, 255]], [[255, 8, 0], [0, 130, 255]]]; // prettier-ignore
const room = () => layOut(800, 600);
const isIn = (inner, outer) =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;

const areApart = (one, other) =>
  one.x + one.width < other.x || other.x + other.width < one.x || one.y + one.height < other.y || other.y + other.height < one.y;
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

for (const [name, homeLeft] of [["pico", false], ["pico_five", false], ["pico_five", true]])
  test(`on ${name} each light lies in its place and covers no other, with home boards at the ${homeLeft ? "left" : "right"}`, () => {
    for (const [width, height] of [[374, 640], [800, 400], [1366, 768]]) {
      const layout = layOut(width, height, homeLeft);
      const spots = lightSpots(layout, BOARDS[name]);
      const indexes = spots.map(({ index }) => index).sort((one, other) => one - other);
      assert.deepEqual(indexes, [...indexes.keys()]);
      for (const one of spots) {
        assert.deepEqual(namedAt(layout, one.x, one.y), [one.place]);
        assert(spots.every((other) => one === other || distance(one, other) > 1.9 * one.radius));
        if (!one.point) continue;
        const isFirst = BOARDS[name].points[one.point.number - 1][0] === one.index; // from the rim inwards
        assert.equal(Math.abs(one.y - one.point.rim) < layout.unit / 2, isFirst);
      }
    }
  }); // prettier-ignore

function namedAt(layout, x, y) {
  const boxes = Object.entries(placeBoxes(layout, NOBODYS));
  const holds = ([, box]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  return boxes.filter(holds).map(([name]) => name);
}

test("arrow keys lead from each button on the board to every other", () => {
  const boxes = placeBoxes(room(), NOBODYS);
  const reached = new Set(["point-24"]);
  for (const name of reached) for (const way of ["Left", "Right", "Up", "Down"]) reached.add(neighbour(name, way, boxes));
  assert.deepEqual([...reached].sort(), Object.keys(boxes).sort());
});

test("the cube lies in its tray, at the end of who has it; an offered one between the points, nearer to who answers", () => {
  const layout = room();
  const box = (place, offered = false) => cubeBox(layout, { place, offered });
  for (const place of ["below", "centre", "above"]) {
    assert(isIn(box(place), layout.cubeTray));
    assert(isIn(box(place, true), layout.halves[0]));
  }
  assert(box("above").y < box("centre").y && box("centre").y < box("below").y);
  assert(box("above", true).y < box("below", true).y);
  assert(!("cube" in placeBoxes(layout, null)));
});

test("controls are as large as a finger, on the board, and none covers another, the dice or an offered cube", () => {
  const keys = ["Take", "Drop", "Done", "Undo"].map((label, button) => [label, button]);
  for (const [width, height] of [[374, 640], [700, 900], [1366, 768]])
    for (const dice of [0, 2, 4]) {
      const layout = layOut(width, height);
      const cube = dice ? null : { place: "below", offered: true };
      const boxes = controlBoxes(layout, dice ? keys.slice(2) : keys, { dice: Array(dice), cube });
      for (const box of boxes) {
        assert(box.width >= 43 && box.height >= 43);
        assert(layout.halves.some((half) => isIn(box, half)));
      }
      const dicePlace = placeBoxes(layout, null).dice;
      const apart = dice ? boxes : [...boxes, cubeBox(layout, { place: "below", offered: true })];
      for (const one of apart) for (const other of apart) assert(one === other || one.x + one.width < other.x || other.x + other.width < one.x);
      if (!dice) assert(isIn({ ...boxes[2], y: dicePlace.y, height: 1 }, dicePlace));
    } // prettier-ignore
});

// The controls are as large as a finger, on the page, and cover neither each other nor the dice.
function assertPressable(layout, boxes, dicePlaces) {
  for (const box of boxes) {
    assert(box.width >= 43 && box.height >= 43 && isIn(box, { x: 0, y: 0, ...layout }));
    for (const other of [...boxes, ...dicePlaces]) assert(other === box || areApart(box, other));
  }
}

test("more controls than there is room for beside the dice, and a menu's lines, are a row that hides none of them", () => {
  const keys = ["<", ">", "OK", "Back"].map((label, button) => [label, button]);
  for (const [width, height] of [[374, 640], [700, 900], [1366, 768]])
    for (const [count, first, dice] of [[4, 0, 2], [3, 1, 4], [2, 4, 0], [4, 4, 0]]) {
      const layout = layOut(width, height);
      const asked = keys.slice(0, count).map(([label], at) => [label, first + at]);
      assertPressable(layout, controlBoxes(layout, asked, { dice: Array(dice), cube: null }), diceBoxes(layout, dice));
    } // prettier-ignore
});

test("Double lies behind the dice of the last roll, and is as large as a finger", () => {
  const keys = [["Double", 1], ["Roll", 2]]; // prettier-ignore
  for (const [width, height] of [[358, 340], [388, 330], [700, 900], [1366, 768]])
    for (const dice of [2, 4]) {
      const layout = layOut(width, height);
      const boxes = controlBoxes(layout, keys, { dice: Array(dice), isDue: true, cube: null });
      assertPressable(layout, boxes, diceBoxes(layout, dice, true));
    } // prettier-ignore
});

// What is painted of a table: texts by their place, how many discs, and what rims and turns there are, in order.
function painted(name, table) {
  const layout = room();
  const seen = { texts: {}, discs: 0, rims: [], turns: [] };
  const acts = {
    arc: () => seen.discs++,
    stroke: () => seen.rims.push(pen.strokeStyle),
    rotate: (angle) => seen.turns.push(angle),
    fillText(text, x, y) {
      for (const place of namedAt(layout, x, y)) seen.texts[place] = text;
    },
  };
  const pen = new Proxy(acts, { get: (target, key) => target[key] ?? (() => {}) });
  const spots = lightSpots(layout, BOARDS[name]);
  paintPieces(pen, layout, spots, { dice: [[1, 0, 1]], cube: null, counts: {}, owners: {}, colours: PALETTES[0], ...table });
  return seen;
}

test("dice have their pips and a rim of their side's colour", () => {
  const { discs, rims } = painted("pico", { dice: [[6, 0, 0], [5, 1, 1]] }); // prettier-ignore
  assert.equal(discs, 11);
  assert.deepEqual(rims, PALETTES[0].map(cssOf));
});

test("the cube has its owner's rim and is turned to who sits above; an offered one lies askew, with a rim of its own", () => {
  const cube = (side, place, offered = false) => painted("pico", { dice: [[1, 0, 0]], cube: { value: 2, side, place, offered } });
  const [middle, below, above, offered] = [cube(null, "centre"), cube(0, "below"), cube(1, "above"), cube(0, "below", true)];
  assert.deepEqual([middle, below, above].map(({ turns }) => turns), [[], [], [Math.PI]]); // prettier-ignore
  assert.deepEqual([middle, below, above].map(({ rims }) => rims[1]), [undefined, ...PALETTES[0].map(cssOf)]); // prettier-ignore
  assert(offered.turns[0] < 1 && offered.rims[1] !== below.rims[1]);
});

test("where there are more checkers than lights a number says how many, at its place", () => {
  const counts = { "point-6": 7, "point-8": 5, "point-13": 1, "bar-0": 2, "off-1": 9 };
  assert.deepEqual(painted("pico_five", { counts }).texts, { "point-6": "7", "off-1": "9" });
  assert.deepEqual(painted("pico", { counts }).texts, { "point-6": "7", "point-8": "5", "bar-0": "2", "off-1": "9" });
});

// A colour as CSS has it, as a browser's filter `grayscale` makes it.
function greyOf(css) {
  const [red, green, blue] = css.match(/\d+/g).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("without hue the sides' checkers are told apart, in each pair of colours: player 1's have a ring", () => {
  const counts = { "point-6": 5, "point-8": 3, "bar-1": 2, "off-1": 7 };
  const owners = { "point-6": 0, "point-8": 1, "bar-1": 1, "off-1": 1 };
  assert.equal(painted("pico_five", { counts, owners, dice: [] }).discs, 3 + 2 + 5);
  assert.equal(painted("pico", { counts, owners, dice: [] }).discs, 1);
  const ring = 2 * RING.at * RING.width * RING.strength; // of a checker's light
  for (const [first, second] of PALETTES) {
    const [amber, blue] = [first, second].map((wire) => greyOf(cssOf(wire)));
    assert(Math.abs(amber - blue * (1 - ring)) >= 40, `${amber} ${blue}`);
  }
});
