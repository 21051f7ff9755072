// Paints the board: its wood, field and points, once for each size; the lights, in every picture; and what lies on it
// besides, the dice, the cube and how many checkers there are, whenever that changes.

import { cubeBox, diceBoxes, middleOf, placeBoxes } from "./geometry.js";

/**
 * @typedef {CanvasRenderingContext2D} Pen  its unit is one CSS pixel
 * @typedef {import("./geometry.js").Layout} Layout
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./state.js").Table} Table
 */

const FONT = `ui-rounded, "SF Pro Rounded", system-ui, "Segoe UI", sans-serif`;
const BRASS = "#c8a566";
// Smoked glass, without a colour of its own: only a light may colour it.
const GLASS = [["#444748", "#34383a"], ["#262b2e", "#1e2326"]]; // prettier-ignore

// A WS2812's current is proportional to its byte; what an eye makes of that, and what a screen wants, is about its
// 1/2.2th power.
const SEEN = Array.from({ length: 256 }, (_, byte) => (byte / 255) ** (1 / 2.2));

/** A colour as on the wire, as CSS has it. */
export function cssOf(wire) {
  return `rgb(${wire.map((byte) => Math.round(255 * SEEN[byte])).join(" ")})`;
}

/**
 * The board with all its lights out.
 * @param {Pen} pen
 * @param {Layout} layout
 * @param {Spot[]} spots
 * @param {number} ratio  device pixels of a CSS pixel
 */
export function paintBoard(pen, layout, spots, ratio) {
  frame(pen, layout, ratio);
  for (const half of layout.halves) field(pen, half, layout.unit);
  for (const point of layout.points) triangle(pen, point, layout.unit);
  for (const half of layout.halves) sunk(pen, half, layout.unit);
  bar(pen, layout, ratio);
  for (const area of [...layout.trays, layout.cubeTray]) tray(pen, area, layout.unit);
  for (const point of layout.points) numeral(pen, point, layout.unit);
  for (const spot of spots) lamp(pen, spot);
}

/** @param {Pen} pen @param {Layout} layout */
function frame(pen, { width, height, top, unit }, ratio) {
  pen.save();
  rounded(pen, 0, 0, width, height, unit * 0.32);
  pen.clip();
  pen.drawImage(plank(width * ratio, height * ratio, 41, ratio), 0, 0, width, height);
  const rail = plank(width * ratio, top * ratio, 7, ratio);
  for (const y of [0, height - top]) pen.drawImage(rail, 0, y, width, top);
  pen.restore();
  pen.strokeStyle = gradient(pen.createLinearGradient(0, 0, 0, height), {
    0: "rgba(255, 225, 185, 0.34)",
    0.06: "rgba(255, 225, 185, 0.07)",
    0.94: "rgba(0, 0, 0, 0.1)",
    1: "rgba(0, 0, 0, 0.55)",
  });
  pen.lineWidth = Math.max(1.5, unit * 0.05);
  const inset = pen.lineWidth / 2;
  rounded(pen, inset, inset, width - 2 * inset, height - 2 * inset, unit * 0.3);
  pen.stroke();
}

// Walnut, its grain running along the x axis. The same seed draws the same plank.
function plank(width, height, seed, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  let chance = seed;
  const random = () => {
    chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0;
    return chance / 2 ** 32;
  };
  pen.fillStyle = gradient(pen.createLinearGradient(0, 0, 0, canvas.height), { 0: "#4a2f1f", 0.5: "#3d2618", 1: "#442b1c" });
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const lines = Math.round((canvas.height / scale) * 0.9) + 12;
  const third = canvas.width / 3;
  for (let i = 0; i < lines; i++) {
    const y = random() * canvas.height;
    const sway = (random() - 0.5) * 10 * scale;
    const isLight = random() < 0.4;
    pen.strokeStyle = isLight ? rgba([178, 122, 78], 0.03 + random() * 0.08) : rgba([18, 9, 4], 0.05 + random() * 0.16);
    pen.lineWidth = (0.4 + random() * 1.5) * scale;
    pen.beginPath();
    pen.moveTo(-5, y);
    pen.bezierCurveTo(third, y + sway, 2 * third, y - sway, canvas.width + 5, y + sway * 0.4);
    pen.stroke();
  }
  for (let i = 0; i < canvas.width / (scale * 9); i++) {
    pen.fillStyle = rgba([12, 6, 3], 0.15 + random() * 0.25);
    pen.fillRect(random() * canvas.width, random() * canvas.height, (3 + random() * 9) * scale, 0.7 * scale);
  }
  return canvas;
}

function field(pen, area, unit) {
  const { x, y } = middleOf(area);
  pen.fillStyle = gradient(pen.createRadialGradient(x, y, 0, x, y, area.height * 0.75), { 0: "#1a2023", 1: "#131719" });
  pen.fillRect(area.x, area.y, area.width, area.height);
  pen.strokeStyle = rgba([200, 165, 102], 0.75);
  pen.lineWidth = Math.max(1, unit * 0.035);
  const out = unit * 0.07;
  pen.strokeRect(area.x - out, area.y - out, area.width + 2 * out, area.height + 2 * out);
}

function triangle(pen, point, unit) {
  const [near, far] = GLASS[Number(point.dark)];
  trianglePath(pen, point, unit);
  pen.fillStyle = gradient(pen.createLinearGradient(0, point.rim, 0, point.tip), { 0: near, 1: far });
  pen.fill();
  pen.strokeStyle = point.dark ? "rgba(215, 225, 230, 0.15)" : "rgba(235, 235, 230, 0.22)";
  pen.lineWidth = Math.max(0.75, unit * 0.02);
  pen.stroke();
}

function trianglePath(pen, { x, rim, tip }, unit) {
  pen.beginPath();
  pen.moveTo(x - unit * 0.44, rim);
  pen.lineTo(x + unit * 0.44, rim);
  pen.lineTo(x, tip);
  pen.closePath();
}

// The shadow that the higher frame throws into a recess.
function sunk(pen, { x, y, width, height }, unit) {
  const depth = unit * 0.4;
  for (const [fromY, toY, strength] of [[y, y + depth, 0.6], [y + height, y + height - depth / 2, 0.35]]) {
    pen.fillStyle = gradient(pen.createLinearGradient(0, fromY, 0, toY), { 0: rgba([0, 0, 0], strength), 1: "transparent" });
    pen.fillRect(x, y, width, height);
  } // prettier-ignore
  for (const [fromX, toX, strength] of [[x, x + depth * 0.7, 0.45], [x + width, x + width - depth / 2, 0.35]]) {
    pen.fillStyle = gradient(pen.createLinearGradient(fromX, 0, toX, 0), { 0: rgba([0, 0, 0], strength), 1: "transparent" });
    pen.fillRect(x, y, width, height);
  } // prettier-ignore
}

/** @param {Pen} pen @param {Layout} layout */
function bar(pen, { bar: { x, y, width, height }, unit }, ratio) {
  const inset = unit * 0.07;
  pen.save();
  pen.translate(x, y + height);
  pen.rotate(-Math.PI / 2);
  pen.drawImage(plank(height * ratio, width * ratio, 91, ratio), 0, inset, height, width - 2 * inset);
  pen.restore();
  pen.fillStyle = gradient(pen.createLinearGradient(x, 0, x + width, 0), {
    0: "rgba(0, 0, 0, 0.45)",
    0.3: "rgba(255, 220, 180, 0.1)",
    0.49: "transparent",
    0.5: "rgba(0, 0, 0, 0.6)",
    0.53: "rgba(255, 220, 180, 0.08)",
    1: "rgba(0, 0, 0, 0.45)",
  });
  pen.fillRect(x + inset, y, width - 2 * inset, height);
}

function tray(pen, area, unit) {
  pen.save();
  rounded(pen, area.x, area.y, area.width, area.height, unit * 0.14);
  pen.fillStyle = "#101315";
  pen.fill();
  pen.clip();
  sunk(pen, area, unit);
  pen.restore();
  pen.strokeStyle = rgba([200, 165, 102], 0.45);
  pen.lineWidth = Math.max(1, unit * 0.03);
  rounded(pen, area.x, area.y, area.width, area.height, unit * 0.14);
  pen.stroke();
}

function numeral(pen, { number, x, rim, inwards }, unit) {
  const y = rim - inwards * unit * 0.4;
  letters(pen, 600, Math.max(9, unit * 0.33));
  pen.fillStyle = "rgba(0, 0, 0, 0.6)";
  pen.fillText(number, x, y + Math.max(0.75, unit * 0.022));
  pen.fillStyle = "rgba(222, 190, 132, 0.92)";
  pen.fillText(number, x, y);
}

// A light that is out: a faint ring.
function lamp(pen, { x, y, radius }) {
  disc(pen, x, y, radius * 0.96);
  pen.fillStyle = "rgba(0, 0, 0, 0.14)";
  pen.fill();
  pen.strokeStyle = "rgba(225, 235, 240, 0.1)";
  pen.lineWidth = Math.max(0.75, radius * 0.05);
  pen.stroke();
}

/**
 * Adds a light to what is painted: a checker, the halo around it, and the point's glass that it shines into.
 * @param {Pen} pen
 * @param {Spot} spot
 * @param {number[]} wire  red, green, blue as on the wire
 * @param {number} unit
 */
export function shine(pen, spot, wire, unit) {
  const seen = wire.map((byte) => SEEN[byte]);
  const strength = Math.max(...seen);
  if (strength === 0) return;
  const hue = seen.map((part) => (255 * part) / strength);
  const { x, y, radius, share, point } = spot;
  pen.save();
  pen.globalCompositeOperation = "lighter";
  if (point) {
    const part = strength * share;
    const wash = { 0: rgba(hue, 0.5 * part), 0.35: rgba(hue, 0.24 * part), 1: rgba(hue, 0.05 * part) };
    pen.fillStyle = gradient(pen.createLinearGradient(0, y, 0, point.tip), wash);
    trianglePath(pen, point, unit);
    pen.fill();
  }
  const reach = radius + unit * (0.2 + 0.7 * strength) * (0.45 + 0.55 * share);
  pen.fillStyle = gradient(pen.createRadialGradient(x, y, radius * 0.9, x, y, reach), {
    0: rgba(hue, 0.34 * strength),
    0.3: rgba(hue, 0.13 * strength),
    0.62: rgba(hue, 0.04 * strength),
    1: rgba(hue, 0),
  });
  pen.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
  pen.restore();
  const white = 0.1 + 0.45 * strength ** 1.5;
  const centre = hue.map((part) => part + (255 - part) * white);
  const solid = Math.min(1, 0.25 + 0.85 * strength);
  pen.fillStyle = gradient(pen.createRadialGradient(x, y, 0, x, y, radius), {
    0: rgba(centre, solid),
    0.4: rgba(centre, solid * 0.95),
    0.8: rgba(hue, solid * 0.92),
    1: rgba(hue, solid * 0.7),
  });
  disc(pen, x, y, radius);
  pen.fill();
}

/**
 * What lies over the lights: player 1's checkers are rings, so that nobody needs their colour.
 * @param {Pen} pen
 * @param {Layout} layout
 * @param {Spot[]} spots
 * @param {Table} table
 */
export function paintPieces(pen, layout, spots, table) {
  const { dice, cube, counts, owners, colours } = table;
  const css = colours.map(cssOf);
  const boxes = placeBoxes(layout, null);
  for (const [place, count] of Object.entries(counts)) {
    const lights = spots.filter((spot) => spot.place === place);
    if (owners[place] === 1) for (const spot of lights.slice(0, count)) ring(pen, spot);
    if (count > lights.length) label(pen, String(count), lights.at(-1) ?? middleOf(boxes[place]), layout.unit * 0.36);
  }
  if (!dice.length) for (const box of diceBoxes(layout, 2)) emptyDie(pen, box);
  diceBoxes(layout, dice.length).forEach((box, i) => {
    const [value, side, isUsed] = dice[i];
    pen.globalAlpha = isUsed ? 0.35 : 1;
    die(pen, box, side === 0 ? ["#231a10", css[0]] : [paler(css[1]), "#1b1206"], css[side], value);
    pen.globalAlpha = 1;
  });
  if (cube) paintCube(pen, cubeBox(layout, cube), cube, css);
}

/** @param {Pen} pen @param {Spot} spot */
function ring(pen, { x, y, radius }) {
  disc(pen, x, y, radius * RING.at);
  pen.strokeStyle = rgba([4, 6, 18], RING.strength);
  pen.lineWidth = radius * RING.width;
  pen.stroke();
}

/** Of player 1's checkers; in radii. */
export const RING = { at: 0.66, width: 0.135, strength: 0.75 };

function label(pen, text, { x, y }, size) {
  letters(pen, 700, size);
  pen.lineWidth = size * 0.3;
  pen.lineJoin = "round";
  pen.strokeStyle = "rgba(0, 0, 0, 0.75)";
  pen.strokeText(text, x, y);
  pen.fillStyle = "#fff6e6";
  pen.fillText(text, x, y);
}

// Where dice will lie.
function emptyDie(pen, { x, y, width }) {
  pen.strokeStyle = "rgba(255, 240, 215, 0.16)";
  pen.lineWidth = Math.max(1, width * 0.03);
  rounded(pen, x, y, width, width, width * 0.17);
  pen.stroke();
}

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // of nine, by row

// Player 0's has bright pips on dark, player 1's dark pips on bright.
function die(pen, { x, y, width }, [face, ink], rim, value) {
  block(pen, x, y, width, face, rim);
  pen.fillStyle = ink;
  for (const at of PIPS[value]) {
    disc(pen, x + width * (0.24 + 0.26 * (at % 3)), y + width * (0.24 + 0.26 * Math.floor(at / 3)), width * 0.09);
    pen.fill();
  }
}

// With a rim of its owner's colour; that of the player above is turned to him. One that is offered lies askew.
function paintCube(pen, { x, y, width }, { value, side, place, offered }, css) {
  pen.save();
  pen.translate(x + width / 2, y + width / 2);
  if (offered) pen.rotate(Math.PI / 12);
  block(pen, -width / 2, -width / 2, width, "#e9dcc3", offered ? BRASS : side !== null && css[side]);
  if (place === "above") pen.rotate(Math.PI);
  const text = String(value);
  letters(pen, 700, width * (text.length > 2 ? 0.9 / text.length + 0.06 : 0.46));
  pen.fillStyle = "#2a1b07";
  pen.fillText(text, 0, width * 0.03);
  pen.restore();
}

// A die or the cube.
function block(pen, x, y, width, colour, rim) {
  pen.save();
  pen.shadowColor = "rgba(0, 0, 0, 0.7)";
  pen.shadowBlur = width * 0.16;
  pen.shadowOffsetY = width * 0.05;
  pen.fillStyle = colour;
  rounded(pen, x, y, width, width, width * 0.17);
  pen.fill();
  pen.restore();
  if (!rim) return;
  pen.strokeStyle = rim;
  pen.lineWidth = width * 0.09;
  rounded(pen, x + width * 0.05, y + width * 0.05, width * 0.9, width * 0.9, width * 0.14);
  pen.stroke();
}

function paler(css) {
  const parts = css.match(/\d+/g).map(Number);
  return rgba(parts.map((part) => part + (255 - part) * 0.72), 1); // prettier-ignore
}

function letters(pen, weight, size) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
}

function rounded(pen, x, y, width, height, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}

function disc(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/** `stops`: colours by the part of the way where they are. */
function gradient(made, stops) {
  for (const [at, colour] of Object.entries(stops)) made.addColorStop(Number(at), colour);
  return made;
}

function rgba(parts, alpha) {
  return `rgba(${parts.map((part) => Math.round(part)).join(", ")}, ${Math.min(1, alpha).toFixed(3)})`;
}
