// Where everything on the board lies, in pixels, for a board that fits a given room. Seen by player
// 0, who sits at the bottom with the home board on the right: points 1 to 12 run from right to left
// below, 13 to 24 from left to right above.

// In widths of a point.
const FRAME = 0.62;
const RAIL = 0.86; // the frame's upper and lower side, with the numbers
const HALF = 6;
const BAR = 1;
const RIB = 0.3; // between the field and the trays
const TRAY = 1.12;
const WIDTH = 2 * FRAME + 2 * HALF + BAR + RIB + TRAY;
const LOWEST = 9;
const HIGHEST = 13.6;
const REACH = 0.425; // a point's length, of the field's height
const LENS = { one: 0.27, many: 0.185 };

// The board that fits best into width x height, with its home boards at the right or at the left.
// Its colours are in `paint.js` and `glow.js`.
export function layOut(width, height, homeLeft = false) {
  const layout = homeRight(width, height);
  if (!homeLeft) return layout;
  const mirrored = (area) => ({ ...area, x: layout.width - area.x - area.width });
  return {
    ...layout,
    halves: layout.halves.map(mirrored).reverse(),
    bar: mirrored(layout.bar),
    trays: layout.trays.map(mirrored),
    points: layout.points.map((one) => ({ ...one, x: layout.width - one.x })),
  };
}

function homeRight(width, height) {
  const unit = Math.min(width / WIDTH, height / (LOWEST + 2 * RAIL));
  const fieldHeight = unit * Math.min(HIGHEST, Math.max(LOWEST, height / unit - 2 * RAIL));
  const left = unit * FRAME;
  const top = unit * RAIL;
  const bar = left + unit * HALF;
  const right = bar + unit * BAR;
  const rib = right + unit * HALF;
  const tray = rib + unit * RIB;
  return {
    unit,
    width: unit * WIDTH,
    height: fieldHeight + 2 * top,
    top,
    bottom: top + fieldHeight,
    halves: [box(left, top, unit * HALF, fieldHeight), box(right, top, unit * HALF, fieldHeight)],
    bar: box(bar, top, unit * BAR, fieldHeight),
    trays: [0, 1].map((side) => {
      const half = (fieldHeight - unit * 0.35) / 2;
      const y = side === 0 ? top + fieldHeight - half : top;
      return box(tray, y, unit * TRAY, half);
    }),
    rim: unit * FRAME,
    points: Array.from({ length: 24 }, (_, i) => point(i + 1, unit, left, right, top, fieldHeight)),
  };
}

// Where each place's button lies: {name: {x, y, width, height}}. That of a point is as long as the
// point; dice and cube lie in the middle of the two halves, and no finger is too thick for them.
export function placeBoxes({ unit, points, bar, trays, halves, top, bottom }) {
  const half = bar.height / 2;
  const high = Math.max(unit, FINGER);
  const middle = (field, width) => box(field.x + (field.width - width) / 2, (top + bottom - high) / 2, width, high);
  const boxes = {
    "bar-0": box(bar.x, top + half, bar.width, half),
    "bar-1": box(bar.x, top, bar.width, half),
    "off-0": trays[0],
    "off-1": trays[1],
    dice: middle(halves[1], 4 * unit), // as wide as four dice
    cube: middle(halves[0], high),
  };
  for (const { number, x, rim, tip } of points) {
    boxes[`point-${number}`] = box(x - unit / 2, Math.min(rim, tip), unit, Math.abs(tip - rim));
  }
  return boxes;
}

const DIE = 0.86;
const FINGER = 44; // pixels
const BETWEEN = 0.17; // two dice, of their width
const CUBE_ASIDE = 0.2; // that the cube lies nearer to who has it

// Where so many dice lie, beside each other in the middle of the right half.
export function diceBoxes(layout, count) {
  const { halves, top, bottom, unit } = layout;
  const field = halves[1];
  const room = (field.width - unit * 0.2) / (Math.max(2, count) * (1 + BETWEEN) - BETWEEN);
  const size = Math.min(dieOf(layout), room);
  const step = size * (1 + BETWEEN);
  const first = field.x + field.width / 2 - (step * (count - 1)) / 2;
  return Array.from({ length: count }, (_, i) => square(first + i * step, (top + bottom) / 2, size));
}

// Where the cube lies: nearer to who has it, who sits "below" or "above"; "centre": nobody.
export function cubeBox(layout, place) {
  const { unit, halves, top, bottom } = layout;
  const aside = unit * CUBE_ASIDE * { below: 1, centre: 0, above: -1 }[place];
  return square(halves[0].x + halves[0].width / 2, (top + bottom) / 2 + aside, dieOf(layout));
}

// How wide a die is: on a small board larger than its points, as far as there is room between them.
function dieOf({ unit, top, bottom }) {
  const gap = (bottom - top) * (1 - 2 * REACH);
  return Math.max(unit * DIE, Math.min(FINGER, gap * 0.92));
}

// Where a number says how many checkers there are, for each place by its name: on its last light, or
// where its button is; and how many lights it has.
export function labelSpots(layout, spots, board) {
  const places = board.points.map((lights, i) => [`point-${i + 1}`, lights]);
  for (const side of [0, 1]) places.push([`bar-${side}`, board.bars[side]], [`off-${side}`, board.offs[side]]);
  const boxes = placeBoxes(layout);
  return places.map(([name, lights]) => {
    const last = spots.find(({ index }) => index === lights.at(-1)) ?? middleOf(boxes[name]);
    return { name, x: last.x, y: last.y, size: layout.unit * 0.36, lights: lights.length };
  });
}

const WAYS = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] };
const ASIDE = 3; // times as far as straight on

// The name of the box of `boxes` that lies next to the one called `name` that way, Left, Right, Up or
// Down; the same name at the edge.
export function neighbour(name, way, boxes) {
  const [alongX, alongY] = WAYS[way];
  const from = middleOf(boxes[name]);
  let best = name;
  let least = Infinity;
  for (const [other, area] of Object.entries(boxes)) {
    const to = middleOf(area);
    const along = (to.x - from.x) * alongX + (to.y - from.y) * alongY;
    const aside = Math.abs((to.x - from.x) * alongY) + Math.abs((to.y - from.y) * alongX);
    if (along < 1 || along < aside / ASIDE) continue;
    const far = along + ASIDE * aside;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

// Around a middle.
function square(x, y, size) {
  return box(x - size / 2, y - size / 2, size, size);
}

function box(x, y, width, height) {
  return { x, y, width, height };
}

function point(number, unit, left, right, top, fieldHeight) {
  const below = number <= 12;
  const column = below ? 12 - number : number - 13;
  const x = (column < 6 ? left : right) + (column % 6) * unit + unit / 2;
  const rim = below ? top + fieldHeight : top;
  const inwards = below ? -1 : 1;
  return {
    number,
    x,
    rim,
    inwards,
    half: unit * 0.44,
    tip: rim + inwards * fieldHeight * REACH,
    dark: column % 2 === (below ? 0 : 1),
    label: rim - inwards * unit * RAIL * 0.42,
  };
}

// The lights as the page draws them: [{ index, x, y, radius, share, point }]: `share` is the part
// of its place that a light has, `point` null beside the points.
export function lightSpots(layout, board) {
  const { unit } = layout;
  const spots = [];
  const row = (indexes, x, from, step, place) => {
    const radius = unit * (indexes.length > 1 ? LENS.many : LENS.one);
    const share = 1 / indexes.length;
    indexes.forEach((index, i) => {
      spots.push({ index, x, y: from + i * step, radius, share, point: place });
    });
  };
  layout.points.forEach((one, i) => {
    const indexes = board.points[i];
    const room = Math.abs(one.tip - one.rim) - unit * 0.9;
    const step = Math.min(unit * 0.82, room / Math.max(1, indexes.length - 1));
    row(indexes, one.x, one.rim + one.inwards * unit * 0.55, one.inwards * step, one);
  });
  const beside = (indexes, x, rim, inwards) =>
    row(indexes, x, rim + inwards * unit * 0.7, inwards * unit * 0.62, null);
  const middle = layout.bar.x + layout.bar.width / 2;
  const tray = layout.trays[0].x + layout.trays[0].width / 2;
  beside(board.bars[0], middle, layout.bottom, -1);
  beside(board.bars[1], middle, layout.top, 1);
  beside(board.offs[0], tray, layout.bottom, -1);
  beside(board.offs[1], tray, layout.top, 1);
  return spots;
}
