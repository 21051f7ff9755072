// The board as the page draws it: where everything lies, and what is painted of a table.

import assert from "node:assert/strict";
import test from "node:test";

import { controlBoxes, cubeBox, layOut, lightSpots, neighbour, placeBoxes } from "../../tools/virtual_board/page/geometry.js";
import { RING, cssOf, paintPieces } from "../../tools/virtual_board/page/paint.js";

const BOARDS = JSON.parse(process.env.BOARDS); // what the server tells of some boards, by name
const NOBODYS = { place: "centre", offered: false };
const PALETTES = [[[255, 76, 0], [0, 64, 255]], [[255, 150, 0], [68, 0, 255]], [[255, 8, 0], [0, 130, 255]]]; // prettier-ignore
const room = (homeLeft = false) => layOut(800, 600, homeLeft);
const isIn = (inner, outer) =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;

test("five lights a point run in from the rim and back, and none covers another", () => {
  const spots = lightSpots(room(), BOARDS.pico_five);
  const at = Object.fromEntries(spots.map((spot) => [spot.index, spot]));
  assert.deepEqual(Object.keys(at).map(Number), Array.from({ length: 140 }, (_, i) => i));
  // Player 0's off comes first, out to the rim, which is below.
  assert(at[0].y < at[4].y && at[5].y > at[9].y && at[10].y < at[14].y);
  assert(at[0].x > at[5].x && at[5].x === at[9].x && at[9].x > at[10].x);
  for (const one of spots)
    for (const other of spots)
      if (one !== other) assert(Math.hypot(one.x - other.x, one.y - other.y) > 1.9 * one.radius);
});

for (const name of ["pico", "pico_five"])
  test(`checkers fill their points, in rooms of all shapes, on ${name}`, () => {
    for (const [width, height] of [[374, 640], [800, 400], [1366, 768]]) {
      const layout = layOut(width, height);
      const spots = lightSpots(layout, BOARDS[name]).filter(({ point }) => point);
      assert(spots.every(({ radius }) => 2 * radius >= 0.8 * layout.unit));
    } // prettier-ignore
  });

for (const homeLeft of [false, true])
  test(`each button lies over the lights of its place, with home boards at the ${homeLeft ? "left" : "right"}`, () => {
    const board = BOARDS.pico_five;
    const layout = room(homeLeft);
    for (const { place, x, y } of lightSpots(layout, board)) assert.deepEqual(namedAt(layout, x, y), [place]);
  });

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
      const boxes = controlBoxes(layout, dice ? keys.slice(2) : keys, dice);
      for (const box of boxes) {
        assert(box.width >= 43 && box.height >= 43);
        assert(layout.halves.some((half) => isIn(box, half)));
      }
      const [dicePlace] = [placeBoxes(layout, null).dice];
      const apart = dice ? boxes : [...boxes, cubeBox(layout, { place: "below", offered: true })];
      for (const one of apart) for (const other of apart) assert(one === other || Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 1);
      if (!dice) assert(isIn({ ...boxes[2], y: dicePlace.y, height: 1 }, dicePlace));
    } // prettier-ignore
});

// What is painted of a table: {dice: [pips, whether faint, face, rim] each, cube: {text, y: its middle, isTurned, isAskew,
// rim: its colour}, counts: {place: text}, rings: how many}.
function painted(name, table) {
  const layout = room();
  const seen = { dice: [], cube: null, counts: {}, rings: 0 };
  let block = null;
  let onCube = false;
  let disc = null;
  const acts = {
    roundRect: (x, y, width) => (block = { x, y, width }),
    beginPath: () => (block = disc = null),
    fill: () => {
      if (disc && seen.dice.length) seen.dice.at(-1)[0]++;
      if (!block) return;
      if (onCube) Object.assign(seen.cube, { width: block.width });
      else seen.dice.push([0, pen.globalAlpha < 1, pen.fillStyle, null]);
    },
    stroke: () => {
      if (disc) seen.rings++;
      else if (onCube) seen.cube.rim = pen.strokeStyle;
      else if (seen.dice.length) seen.dice.at(-1)[3] = pen.strokeStyle;
    },
    arc: () => (disc = true),
    translate: (_, y) => {
      onCube = true;
      seen.cube = { y, isTurned: false, isAskew: false, rim: null };
    },
    rotate: (angle) => (seen.cube[angle === Math.PI ? "isTurned" : "isAskew"] = true),
    fillText: (text, x, y) => {
      if (onCube) seen.cube.text = text;
      else for (const place of namedAt(layout, x, y)) seen.counts[place] = text;
    },
  };
  const pen = new Proxy({ globalAlpha: 1, ...acts }, { get: (target, key) => target[key] ?? (() => {}) });
  const spots = lightSpots(layout, BOARDS[name]);
  paintPieces(pen, layout, spots, { dice: [], cube: null, counts: {}, owners: {}, colours: PALETTES[0], ...table });
  return seen;
}

test("dice have their pips, the two sides' are dark and bright, and used ones are faint", () => {
  const [six, five] = painted("pico", { dice: [[6, 0, 0], [5, 1, 1]] }).dice; // prettier-ignore
  assert.deepEqual([six.slice(0, 2), five.slice(0, 2)], [[6, false], [5, true]]); // prettier-ignore
  assert.deepEqual([six[3], five[3]], PALETTES[0].map(cssOf));
  const grey = (css) => greyOf(css.startsWith("#") ? css.match(/\w\w/g).map((part) => parseInt(part, 16)) : css.match(/\d+/g).map(Number));
  assert(grey(five[2]) - grey(six[2]) > 100);
  assert.equal(painted("pico", { dice: Array(4).fill([3, 1, 0]) }).dice.length, 4);
  assert.deepEqual(painted("pico", {}), { dice: [], cube: null, counts: {}, rings: 0 });
});

test("the cube has its owner's rim and is turned to who sits above; an offered one lies askew, with a rim of its own", () => {
  const { y, width, ...middle } = painted("pico", { cube: { value: 1, side: null, place: "centre", offered: false } }).cube;
  assert.deepEqual([middle, width > 0], [{ isTurned: false, isAskew: false, rim: null, text: "1" }, true]);
  const below = painted("pico", { cube: { value: 4, side: 0, place: "below", offered: false } }).cube;
  const above = painted("pico", { cube: { value: 1024, side: 1, place: "above", offered: false } }).cube;
  assert(below.y > y && !below.isTurned && below.text === "4");
  assert(above.y < y && above.isTurned && above.text === "1024");
  assert(below.rim && above.rim && below.rim !== above.rim);
  const offered = painted("pico", { cube: { value: 2, side: 0, place: "below", offered: true } }).cube;
  assert(offered.isAskew && !below.isAskew && offered.rim !== below.rim && offered.width > width);
});

test("where there are more checkers than lights a number says how many, at its place", () => {
  const counts = { "point-6": 7, "point-8": 5, "point-13": 1, "bar-0": 2, "off-1": 9 };
  assert.deepEqual(painted("pico_five", { counts }).counts, { "point-6": "7", "off-1": "9" });
  assert.deepEqual(painted("pico", { counts }).counts, { "point-6": "7", "point-8": "5", "bar-0": "2", "off-1": "9" });
});

// As a browser's filter `grayscale` makes it.
function greyOf([red, green, blue]) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("without hue the sides' checkers are told apart, in each pair of colours: player 1's have a ring", () => {
  const counts = { "point-6": 5, "point-8": 3, "bar-1": 2, "off-1": 7 };
  const owners = { "point-6": 0, "point-8": 1, "bar-1": 1, "off-1": 1 };
  assert.equal(painted("pico_five", { counts, owners }).rings, 3 + 2 + 5);
  assert.equal(painted("pico", { counts, owners }).rings, 1);
  const ring = 2 * RING.at * RING.width * RING.strength; // of a checker's light
  for (const [first, second] of PALETTES) {
    const [amber, blue] = [first, second].map((wire) => greyOf(cssOf(wire).match(/\d+/g).map(Number)));
    assert(Math.abs(amber - blue * (1 - ring)) >= 40, `${amber} ${blue}`);
  }
});
