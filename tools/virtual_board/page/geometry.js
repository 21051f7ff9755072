// Where everything on the board lies, in pixels, for a board that fits a given room. Seen by the player who sits
// below. Its proportions, in widths of a point, are those of every drawing: tools/board_shape.py says what they mean.

import shape from "../../board_shape.json";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {ReturnType<typeof layOut>} Layout
 * @typedef {Layout["points"][number]} Point  a triangle
 * @typedef {Pick<import("./state.js").Cube, "place" | "offered">} CubePlace
 * @typedef {{place: string, index: number, x: number, y: number, radius: number, share: number, point: Point | null}} Spot  a
 *   light: its number on the strip, the part of its place that it has, and its point, null beside the points
 */

const HALF = 6;
const FIELD = shape.cubeTrayWidth; // where it begins
const RIGHT = FIELD + HALF + shape.barWidth;
const TRAYS = RIGHT + HALF + shape.ribWidth;
const WIDTH = TRAYS + shape.trayWidth + shape.frameWidth;
const FINGER = 44; // pixels

/** The largest board for a room; with its home boards at the right, or at the left. */
export function layOut(width, height, homeLeft = false) {
  const unit = Math.min(width / WIDTH, height / (shape.lowestField + 2 * shape.railHeight));
  const high = unit * Math.min(shape.highestField, Math.max(shape.lowestField, height / unit - 2 * shape.railHeight));
  const top = unit * shape.railHeight;
  const bottom = top + high;
  const column = (x, wide, y = top, tall = high) =>
    box(unit * (homeLeft ? WIDTH - x - wide : x), y, unit * wide, tall);
  const trayHeight = (high - unit * 0.35) / 2;
  const point = (number) => {
    const isBelow = shape.below.includes(number);
    const at = (isBelow ? shape.below : shape.above).indexOf(number); // the bar counts
    const rim = isBelow ? bottom : top; // where its base is
    const inwards = isBelow ? -1 : 1; // from there to its tip
    const { x } = middleOf(column((at < HALF ? FIELD : RIGHT - HALF - 1) + at, 1));
    return { number, x, rim, inwards, tip: rim + inwards * high * shape.pointLength, dark: number % 2 === 0 };
  };
  return {
    unit, // a point's width
    width: unit * WIDTH,
    height: high + 2 * top,
    top, // of the field
    bottom,
    halves: [column(FIELD, HALF), column(RIGHT, HALF)].sort((one, other) => one.x - other.x), // left and right
    bar: column(FIELD + HALF, shape.barWidth),
    cubeTray: column(0.08, shape.cubeTrayWidth - 0.2),
    trays: [bottom - trayHeight, top].map((y) => column(TRAYS, shape.trayWidth, y, trayHeight)), // player 0's and player 1's
    points: Array.from({ length: 24 }, (_, i) => point(i + 1)),
  };
}

/**
 * Where each place's button lies: that of a point is as long as the point, and no finger is too thick for those of
 * dice and cube. `cube`: where it is; null without one.
 * @param {Layout} layout
 * @param {CubePlace | null} cube
 * @returns {Record<string, Box>}
 */
export function placeBoxes(layout, cube) {
  const { unit, points, bar, trays, halves } = layout;
  const half = bar.height / 2;
  const boxes = points.map(({ number, x, rim, tip }) => [
    `point-${number}`,
    box(x - unit / 2, Math.min(rim, tip), unit, Math.abs(tip - rim)),
  ]);
  const painted = cube && cubeBox(layout, cube);
  return {
    ...Object.fromEntries(boxes),
    "bar-0": box(bar.x, bar.y + half, bar.width, half),
    "bar-1": box(bar.x, bar.y, bar.width, half),
    "off-0": trays[0],
    "off-1": trays[1],
    dice: around(middleOf(halves[1]), 4 * unit, Math.max(unit, FINGER)), // as wide as four dice
    ...(painted && { cube: around(middleOf(painted), Math.max(painted.width, unit), Math.max(unit, FINGER)) }),
  };
}

/** The boxes of `count` dice, in the right half's middle; while a roll is due, of the last roll's dice, in the left half. */
export function diceBoxes(layout, count, isDue = false) {
  const between = 0.17; // of a die's width
  const [left, right] = layout.halves;
  const field = isDue ? { ...left, width: (left.width * 2) / 3 } : right;
  const room = (field.width - layout.unit * 0.2) / (Math.max(2, count) * (1 + between) - between);
  const size = Math.min(dieOf(layout), room);
  const step = size * (1 + between);
  const { x, y } = middleOf(field);
  return Array.from({ length: count }, (_, i) => around({ x: x + (i - (count - 1) / 2) * step, y }, size));
}

/**
 * Where the cube lies: in its tray, in the middle or at the end of who has it. One that is offered lies in the middle
 * of the left half, nearer to who has to answer.
 * @param {Layout} layout
 * @param {CubePlace} cube
 */
export function cubeBox(layout, { place, offered }) {
  const { unit, halves, cubeTray: tray } = layout;
  const aside = { below: 1, centre: 0, above: -1 }[place];
  const { x, y } = middleOf(offered ? halves[0] : tray);
  if (offered) return around({ x, y: y + aside * unit * 0.3 }, dieOf(layout));
  return around({ x, y: y + (aside * (tray.height - 1.1 * unit)) / 2 }, unit * shape.cubeSide);
}

/**
 * Where what can be decided now is to be clicked: what PREV and NEXT do in the left half, before and behind a cube that
 * is offered there; what BACK and OK do in the right half, before and behind the dice, or where they will lie. Where there
 * is no room beside the dice, two take the left half, more of them a row below the dice. The lines of a menu take the left
 * half, or without dice the middle.
 * @param {Layout} layout
 * @param {[label: string, number: number][]} keys
 * @param {import("./state.js").Table | null} table
 */
export function controlBoxes(layout, keys, table) {
  if (!table) return [];
  const [left, right] = layout.halves;
  const isThere = (wanted) => keys.some(([label, number]) => label === wanted || number === wanted);
  const dice = isThere("Roll") ? [] : diceBoxes(layout, table.dice.length);
  const taken = dice.reduce((_, { x, width }) => x + width - dice[0].x, 0);
  const isNarrow = taken > 0 && right.width - taken < 2 * FINGER;
  if (isThere(LINE)) return dice.length ? inARow(layout, keys.length, 0, middleOf(left).x, left.width) : inARow(layout, keys.length, 0);
  if (isNarrow && keys.length > 2) return inARow(layout, keys.length, (FINGER + dice[0].height) / 2 + 3);
  const [prev, besideCube] = sides(layout, left, table.cube?.offered ? cubeBox(layout, table.cube).width : 0);
  const next = table.isDue && table.dice.length ? behindLast(layout, table.dice.length) : besideCube;
  const [back, ok] = isNarrow ? sides(layout, left, 0) : besideDice(layout, taken, isThere(BACK));
  return keys.map(([, number]) => [prev, next, ok, back][number]);
}

const BACK = 3;
const LINE = 4; // the first line of a menu
const mostOf = ({ unit }) => Math.max(80, 2.1 * unit); // of a control's width
const marginOf = ({ unit }) => Math.max(6, 0.1 * unit);

function put(layout, from, to) {
  const wide = Math.max(to - from - 2 * marginOf(layout), Math.min(to - from - 3, FINGER));
  return around({ x: (from + to) / 2, y: middleOf(layout.bar).y }, Math.min(wide, mostOf(layout)), FINGER);
}

// On both sides of what takes so much of a half's middle.
function sides(layout, { x, width }, taken) {
  const beside = (width - taken) / 2;
  return [put(layout, x, x + beside), put(layout, x + width - beside, x + width)];
}

// Behind the dice of the last roll; over the bar too, where they leave too little of the half.
function behindLast(layout, count) {
  const { x, width } = layout.halves[0];
  const last = diceBoxes(layout, count, true)[count - 1];
  const from = Math.max(x + width / 2, last.x + last.width);
  return put(layout, from, x + width + (from > x + width / 2 ? layout.bar.width : 0));
}

// What BACK and OK do: beside the dice, or where they will lie. `isTwo`: whether BACK does anything.
function besideDice(layout, taken, isTwo) {
  const right = layout.halves[1];
  if (taken) return sides(layout, right, taken);
  const wide = (isTwo ? 2.4 : 4) * layout.unit;
  const from = middleOf(right).x - wide * (isTwo ? 0.2 : 0.5);
  return [put(layout, from - wide, from), put(layout, from, from + wide)];
}

// So many in a row, `below` the board's middle; it may be as wide as the board.
function inARow(layout, count, below, middle = middleOf(layout.bar).x, room = 2 * (Math.min(middle, layout.width - middle) - marginOf(layout))) {
  const step = Math.min(room / count, 1.1 * mostOf(layout));
  const y = middleOf(layout.bar).y + below;
  return Array.from({ length: count }, (_, at) => around({ x: middle + (at + (1 - count) / 2) * step, y }, step - 5, FINGER));
}

/** Where so many keys lie for what is typed: two rows in the left half. @param {Layout} layout @param {number} count */
export function padBoxes(layout, count) {
  const [left] = layout.halves;
  return [-25, 25].flatMap((below) => inARow(layout, count / 2, below, middleOf(left).x, left.width));
}

/** The box of a question: above the controls, or below them, as near to their middle as it hides nothing. */
export function questionAt(layout, controls, { offsetWidth: wide, offsetHeight: tall }, { counts, cube }, spots) {
  const row = [around(middleOf(layout.bar), FINGER), ...controls];
  const ends = row.slice(controls.length && 1).flatMap((one) => [one.x, one.x + one.width]);
  const middle = (Math.min(...ends) + Math.max(...ends)) / 2;
  const taken = Object.entries(counts).flatMap(([place, count]) => spots.filter((spot) => spot.place === place).slice(0, count));
  if (cube?.offered) taken.push({ ...middleOf(cubeBox(layout, cube)), radius: 0.63 * dieOf(layout) }); // it lies askew
  const above = Math.min(...row.map((one) => one.y)) - 6 - tall / 2;
  const below = Math.max(...row.map((one) => one.y + one.height)) + 6 + tall / 2;
  let best = { x: middle, y: above, hidden: Infinity };
  for (const y of [above, below])
    for (let i = 0; i < 96; i++) {
      const from = middle + Math.ceil(i / 2) * layout.unit * (i % 2 ? 0.25 : -0.25); // at its right and left in turn
      const x = Math.max(8 + wide / 2, Math.min(from, layout.width - wide / 2 - 8));
      const isNear = (one) => Math.abs(one.x - x) < one.radius + wide / 2 && Math.abs(one.y - y) < one.radius + tall / 2;
      const hidden = taken.filter(isNear).length;
      if (hidden < best.hidden) best = { x, y, hidden };
    } // prettier-ignore
  return around(best, wide, tall);
}

// On a small board larger than its points, as far as there is room between them.
function dieOf({ unit, top, bottom }) {
  const gap = (bottom - top) * (1 - 2 * shape.pointLength);
  return Math.max(unit * shape.dieSide, Math.min(FINGER, gap * 0.92));
}

/**
 * The lights as the page draws them: checkers that touch each other, from the rim inwards, one after the other.
 * @param {Layout} layout
 * @param {Pick<import("./state.js").BoardData, "points" | "bars" | "offs">} board
 * @returns {Spot[]}
 */
export function lightSpots(layout, board) {
  const { unit, bar, trays, bottom, top } = layout;
  const row = (place, indexes, x, rim, inwards, length, /** @type {Point | null} */ point = null) => {
    const most = unit * shape.checkerRadius;
    const step = Math.min(2 * most, (length - 2 * most) / Math.max(1, indexes.length - 1));
    const radius = Math.min(most, 0.49 * step);
    const share = 1 / indexes.length;
    return indexes.map((index, i) => ({ place, index, x, y: rim + inwards * (most + i * step), radius, share, point }));
  };
  const points = layout.points.map((point) => {
    const { number, x, rim, tip, inwards } = point;
    return row(`point-${number}`, board.points[number - 1], x, rim, inwards, Math.abs(tip - rim), point);
  });
  const beside = [bottom, top].map((rim, side) => {
    const inwards = side === 0 ? -1 : 1;
    const from = rim + inwards * unit * 0.08;
    const length = trays[side].height - unit * 0.16;
    return [
      row(`bar-${side}`, board.bars[side], middleOf(bar).x, from, inwards, length),
      row(`off-${side}`, board.offs[side], middleOf(trays[side]).x, from, inwards, length),
    ];
  });
  return [...points, ...beside.flat()].flat();
}

const WAYS = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] };
const ASIDE = 3; // times as far as straight on

/**
 * The name of the box that lies next to the one called `name`; the same name at the edge.
 * @param {"Left" | "Right" | "Up" | "Down"} way
 * @param {Record<string, Box>} boxes
 */
export function neighbour(name, way, boxes) {
  const [alongX, alongY] = WAYS[way];
  const from = middleOf(boxes[name]);
  let nearest = { name, far: Infinity };
  for (const [other, area] of Object.entries(boxes)) {
    const to = middleOf(area);
    const along = (to.x - from.x) * alongX + (to.y - from.y) * alongY;
    const aside = Math.abs((to.x - from.x) * alongY) + Math.abs((to.y - from.y) * alongX);
    const far = along + ASIDE * aside;
    if (along >= 1 && along >= aside / ASIDE && far < nearest.far) nearest = { name: other, far };
  }
  return nearest.name;
}

/** @param {Box} area */
export function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

function around({ x, y }, width, height = width) {
  return box(x - width / 2, y - height / 2, width, height);
}

function box(x, y, width, height) {
  return { x, y, width, height };
}
