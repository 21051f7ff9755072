// Paints the board: its wood, field and points, once for each size; the lights, in every picture; and what lies on it
// besides, the dice, the cube and how many checkers there are, whenever that changes.

import shape from "../../board_shape.json";
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

// A WS2812's current is proportional to its byte; an eye and a screen want about its 1/2.2th power.
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
 */
export function paintBoard(pen, layout, spots) {
  const { unit, halves, points, trays, cubeTray } = layout;
  frame(pen, layout);
  for (const half of halves) field(pen, half, unit);
  for (const point of points) triangle(pen, point, unit);
  bar(pen, layout.bar);
  for (const area of [...trays, cubeTray]) tray(pen, area, unit);
  for (const point of points) numeral(pen, point, unit);
  for (const spot of spots) lamp(pen, spot);
}

/** The board's edge, as a path. @param {Pen} pen @param {Layout} layout */
export function outline(pen, { width, height, unit }) {
  rounded(pen, { x: 0, y: 0, width, height }, unit * 0.32);
}

function frame(pen, layout) {
  const { width, height, unit } = layout;
  pen.save();
  outline(pen, layout);
  pen.clip();
  pen.fillStyle = gradient(pen.createLinearGradient(0, 0, 0, height), { 0: "#4a2f1f", 0.5: "#3d2618", 1: "#442b1c" });
  pen.fillRect(0, 0, width, height);
  grain(pen, width, height);
  pen.restore();
  const edge = gradient(pen.createLinearGradient(0, 0, 0, height), {
    0: "rgba(255, 225, 185, 0.34)",
    0.06: "rgba(255, 225, 185, 0.07)",
    0.94: "rgba(0, 0, 0, 0.1)",
    1: "rgba(0, 0, 0, 0.55)",
  });
  const wide = Math.max(1.5, unit * 0.05);
  rounded(pen, grown({ x: 0, y: 0, width, height }, -wide / 2), unit * 0.3);
  stroke(pen, edge, wide);
}

// Walnut's, always the same.
function grain(pen, width, height) {
  let chance = 41;
  const random = () => {
    chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0;
    return chance / 2 ** 32;
  };
  for (let lines = height; lines > 0; lines--) {
    const y = random() * height;
    const sway = (random() - 0.5) * 10;
    const isLight = random() < 0.4;
    const colour = isLight ? rgba([178, 122, 78], 0.03 + random() * 0.08) : rgba([18, 9, 4], 0.05 + random() * 0.16);
    pen.beginPath();
    pen.moveTo(-5, y);
    pen.bezierCurveTo(width / 3, y + sway, (2 * width) / 3, y - sway, width + 5, y + sway * 0.4);
    stroke(pen, colour, 0.4 + random() * 1.5);
  }
}

function field(pen, area, unit) {
  const { x, y } = middleOf(area);
  pen.fillStyle = gradient(pen.createRadialGradient(x, y, 0, x, y, area.height * 0.75), { 0: "#1a2023", 1: "#131719" });
  pen.fillRect(area.x, area.y, area.width, area.height);
  rounded(pen, grown(area, unit * 0.07), 0);
  stroke(pen, rgba([200, 165, 102], 0.75), Math.max(1, unit * 0.035));
}

function triangle(pen, point, unit) {
  const [near, far] = GLASS[Number(point.dark)];
  trianglePath(pen, point, unit);
  fill(pen, gradient(pen.createLinearGradient(0, point.rim, 0, point.tip), { 0: near, 1: far }));
  stroke(pen, point.dark ? "rgba(215, 225, 230, 0.15)" : "rgba(235, 235, 230, 0.22)", Math.max(0.75, unit * 0.02));
}

function trianglePath(pen, { x, rim, tip }, unit) {
  pen.beginPath();
  pen.moveTo(x - (unit * shape.pointBase) / 2, rim);
  pen.lineTo(x + (unit * shape.pointBase) / 2, rim);
  pen.lineTo(x, tip);
  pen.closePath();
}

function bar(pen, { x, y, width, height }) {
  pen.fillStyle = gradient(pen.createLinearGradient(x, 0, x + width, 0), {
    0: "rgba(0, 0, 0, 0.45)",
    0.3: "rgba(255, 220, 180, 0.1)",
    0.7: "rgba(255, 220, 180, 0.05)",
    1: "rgba(0, 0, 0, 0.45)",
  });
  pen.fillRect(x, y, width, height);
}

function tray(pen, area, unit) {
  rounded(pen, area, unit * 0.14);
  fill(pen, "#0b0d0f");
  stroke(pen, rgba([200, 165, 102], 0.45), Math.max(1, unit * 0.03));
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
  fill(pen, "rgba(0, 0, 0, 0.14)");
  stroke(pen, "rgba(225, 235, 240, 0.1)", Math.max(0.75, radius * 0.05));
}

/**
 * Adds what a light shines into: the halo around its checker, and its point's glass.
 * @param {Pen} pen
 * @param {Spot} spot
 * @param {number[]} wire  red, green, blue as on the wire
 */
export function halo(pen, spot, wire, unit) {
  const { hue, strength } = seenAs(wire);
  const { x, y, radius, share, point } = spot;
  pen.save();
  pen.globalCompositeOperation = "lighter";
  if (point) {
    const part = strength * share;
    const wash = { 0: rgba(hue, 0.5 * part), 0.35: rgba(hue, 0.24 * part), 1: rgba(hue, 0.05 * part) };
    trianglePath(pen, point, unit);
    fill(pen, gradient(pen.createLinearGradient(0, y, 0, point.tip), wash));
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
}

/** Paints a light as a checker; equal lights look equal, whatever shines next to them. @param {Pen} pen @param {Spot} spot */
export function shine(pen, { x, y, radius }, wire) {
  const { hue, strength } = seenAs(wire);
  const white = 0.1 + 0.45 * strength ** 1.5;
  const centre = hue.map((part) => part + (255 - part) * white);
  const solid = Math.min(1, 1.3 * Math.sqrt(strength));
  const glow = gradient(pen.createRadialGradient(x, y, 0, x, y, radius), {
    0: rgba(centre, solid),
    0.4: rgba(centre, solid * 0.95),
    0.8: rgba(hue, solid * 0.92),
    1: rgba(hue, solid * 0.7),
  });
  disc(pen, x, y, radius);
  fill(pen, "#14181a");
  fill(pen, glow);
}

function seenAs(wire) {
  const seen = wire.map((byte) => SEEN[byte]);
  const strength = Math.max(...seen);
  return { strength, hue: seen.map((part) => (255 * part) / strength) };
}

/**
 * What lies over the lights: player 1's checkers are rings, so that nobody needs their colour.
 * @param {Pen} pen
 * @param {Layout} layout
 * @param {Spot[]} spots
 * @param {Table} table
 */
export function paintPieces(pen, layout, spots, table) {
  const { dice, isDue, cube, counts, owners, colours } = table;
  const css = colours.map(cssOf);
  const boxes = placeBoxes(layout, null);
  for (const [place, count] of Object.entries(counts)) {
    const lights = spots.filter((spot) => spot.place === place);
    if (owners[place] === 1) for (const spot of lights.slice(0, count)) ring(pen, spot);
    if (count > lights.length) label(pen, String(count), lights.at(-1) ?? middleOf(boxes[place]), layout.unit * 0.36, lights.length ? "#fff6e6" : css[owners[place]]);
  }
  if (!dice.length || isDue) for (const box of diceBoxes(layout, 2)) emptyDie(pen, box);
  diceBoxes(layout, dice.length, isDue).forEach((box, i) => die(pen, box, dice[i], css));
  if (cube) paintCube(pen, cubeBox(layout, cube), cube, css);
}

function ring(pen, { x, y, radius }) {
  disc(pen, x, y, radius * RING.at);
  stroke(pen, rgba([4, 6, 18], RING.strength), radius * RING.width);
}

/** Of player 1's checkers; in radii. */
export const RING = { at: 0.66, width: 0.135, strength: 0.75 };

function label(pen, text, { x, y }, size, colour) {
  letters(pen, 700, size);
  pen.lineWidth = size * 0.3;
  pen.lineJoin = "round";
  pen.strokeStyle = "rgba(0, 0, 0, 0.75)";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

function emptyDie(pen, box) {
  rounded(pen, box, box.width * 0.17);
  stroke(pen, "rgba(255, 240, 215, 0.16)", Math.max(1, box.width * 0.03));
}

// Player 0's has bright pips on dark, player 1's dark pips on bright; a used one is faint.
function die(pen, box, [value, side, isUsed], css) {
  const { x, y } = middleOf(box);
  const [apart, radius] = [box.width * shape.pipStep, box.width * shape.pipRadius];
  pen.globalAlpha = isUsed ? 0.55 : 1;
  block(pen, box, side === 0 ? "#231a10" : paler(css[1]), css[side]);
  for (const at of shape.pips[value]) {
    disc(pen, x + apart * ((at % 3) - 1), y + apart * (Math.floor(at / 3) - 1), radius);
    fill(pen, side === 0 ? css[0] : "#1b1206");
  }
  pen.globalAlpha = 1;
}

// With a rim of its owner's colour; that of the player above is turned to him. One that is offered lies askew.
function paintCube(pen, { x, y, width }, { value, side, place, offered }, css) {
  pen.save();
  pen.translate(x + width / 2, y + width / 2);
  if (offered) pen.rotate(Math.PI / 12);
  block(pen, { x: -width / 2, y: -width / 2, width, height: width }, "#e9dcc3", offered ? BRASS : side !== null && css[side]);
  if (place === "above") pen.rotate(Math.PI);
  const text = String(value);
  letters(pen, 700, width * (text.length > 2 ? 0.9 / text.length + 0.06 : 0.46));
  pen.fillStyle = "#2a1b07";
  pen.fillText(text, 0, width * 0.03);
  pen.restore();
}

function block(pen, box, colour, rim) {
  const { width } = box;
  pen.save();
  pen.shadowColor = "rgba(0, 0, 0, 0.7)";
  pen.shadowBlur = width * 0.16;
  pen.shadowOffsetY = width * 0.05;
  rounded(pen, box, width * 0.17);
  fill(pen, colour);
  pen.restore();
  if (!rim) return;
  rounded(pen, grown(box, -width * 0.05), width * 0.14);
  stroke(pen, rim, width * 0.09);
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

function fill(pen, colour) {
  pen.fillStyle = colour;
  pen.fill();
}

function stroke(pen, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function rounded(pen, { x, y, width, height }, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}

function grown({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
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
