// The board with all its lights out: frame, field, points, bar, trays, numbers. Painted once for
// each size.

import { plank } from "./wood.js";

const BRASS = "#c8a566";
const NUMBERS = "rgba(222, 190, 132, 0.92)";
const OPPOSITE = "rgba(222, 190, 132, 0.5)";
const FELT = "#131719";
// Smoked glass, without a colour of its own: only a light may colour it.
const POINT_DARK = ["#262b2e", "#1e2326"];
const POINT_PALE = ["#444748", "#34383a"];

// Paints on `pen`, whose unit is one CSS pixel; `ratio` device pixels each.
export function paintBoard(pen, layout, spots, ratio) {
  frame(pen, layout, ratio);
  for (const half of layout.halves) field(pen, half, layout.unit);
  for (const point of layout.points) triangle(pen, point, layout.unit);
  for (const half of layout.halves) sunk(pen, half, layout.unit);
  bar(pen, layout, ratio, spots);
  for (const tray of layout.trays) offTray(pen, tray, layout.unit);
  numbers(pen, layout);
  for (const spot of spots) lens(pen, spot);
}

function frame(pen, { width, height, rim, top, unit }, ratio) {
  rounded(pen, 0, 0, width, height, unit * 0.32);
  pen.save();
  pen.clip();
  const long = plank(width * ratio, top * ratio * 1.2, 7, ratio);
  const tall = plank(height * ratio, rim * ratio * 1.3, 23, ratio);
  const middle = plank(width * ratio, height * ratio, 41, ratio);
  pen.drawImage(middle, 0, 0, width, height);
  pen.drawImage(long, 0, 0, width, top * 1.2);
  pen.drawImage(long, 0, height - top * 1.2, width, top * 1.2);
  side(pen, tall, 0, rim, top, height);
  pen.translate(width, height);
  pen.rotate(Math.PI);
  side(pen, tall, 0, rim, top, height);
  pen.restore();
  edge(pen, width, height, unit);
}

// A side piece, mitred into the upper and lower one.
function side(pen, wood, x, rim, top, height) {
  pen.save();
  pen.beginPath();
  pen.moveTo(x, 0);
  pen.lineTo(x + rim, top);
  pen.lineTo(x + rim, height - top);
  pen.lineTo(x, height);
  pen.closePath();
  pen.clip();
  pen.translate(x, height);
  pen.rotate(-Math.PI / 2);
  pen.drawImage(wood, 0, 0, height, rim * 1.3);
  pen.restore();
  pen.strokeStyle = "rgba(0, 0, 0, 0.4)";
  pen.lineWidth = 1;
  line(pen, x, 0, x + rim, top);
  line(pen, x, height, x + rim, height - top);
}

function edge(pen, width, height, unit) {
  const shine = pen.createLinearGradient(0, 0, 0, height);
  shine.addColorStop(0, "rgba(255, 225, 185, 0.34)");
  shine.addColorStop(0.06, "rgba(255, 225, 185, 0.07)");
  shine.addColorStop(0.94, "rgba(0, 0, 0, 0.1)");
  shine.addColorStop(1, "rgba(0, 0, 0, 0.55)");
  pen.strokeStyle = shine;
  pen.lineWidth = Math.max(1.5, unit * 0.05);
  const inset = pen.lineWidth / 2;
  rounded(pen, inset, inset, width - 2 * inset, height - 2 * inset, unit * 0.3);
  pen.stroke();
}

function field(pen, { x, y, width, height }, unit) {
  const felt = pen.createRadialGradient(
    x + width / 2, y + height / 2, 0, x + width / 2, y + height / 2, height * 0.75,
  ); // prettier-ignore
  felt.addColorStop(0, "#1a2023");
  felt.addColorStop(1, FELT);
  pen.fillStyle = felt;
  pen.fillRect(x, y, width, height);
  pen.strokeStyle = BRASS;
  pen.globalAlpha = 0.75;
  pen.lineWidth = Math.max(1, unit * 0.035);
  const out = unit * 0.07;
  pen.strokeRect(x - out, y - out, width + 2 * out, height + 2 * out);
  pen.globalAlpha = 1;
}

function triangle(pen, { x, rim, tip, half, dark }, unit) {
  const [near, far] = dark ? POINT_DARK : POINT_PALE;
  const colour = pen.createLinearGradient(0, rim, 0, tip);
  colour.addColorStop(0, near);
  colour.addColorStop(1, far);
  trianglePath(pen, x, rim, tip, half);
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = dark ? "rgba(215, 225, 230, 0.15)" : "rgba(235, 235, 230, 0.22)";
  pen.lineWidth = Math.max(0.75, unit * 0.02);
  pen.stroke();
}

// A point's outline, from the rim to its tip.
export function trianglePath(pen, x, rim, tip, half) {
  pen.beginPath();
  pen.moveTo(x - half, rim);
  pen.lineTo(x + half, rim);
  pen.lineTo(x, tip);
  pen.closePath();
}

// The shadow that the higher frame throws into a recess.
function sunk(pen, { x, y, width, height }, unit) {
  const depth = unit * 0.4;
  const shade = (x0, y0, x1, y1, strength, area) => {
    const gradient = pen.createLinearGradient(x0, y0, x1, y1);
    gradient.addColorStop(0, `rgba(0, 0, 0, ${strength})`);
    gradient.addColorStop(1, "rgba(0, 0, 0, 0)");
    pen.fillStyle = gradient;
    pen.fillRect(...area);
  };
  shade(0, y, 0, y + depth, 0.6, [x, y, width, depth]);
  shade(0, y + height, 0, y + height - depth * 0.5, 0.35, [x, y + height - depth, width, depth]);
  shade(x, 0, x + depth * 0.7, 0, 0.45, [x, y, depth, height]);
  shade(x + width, 0, x + width - depth * 0.5, 0, 0.35, [x + width - depth, y, depth, height]);
}

function bar(pen, { bar: { x, y, width, height }, unit }, ratio, spots) {
  const wood = plank(height * ratio, width * ratio, 91, ratio);
  pen.save();
  pen.translate(x, y + height);
  pen.rotate(-Math.PI / 2);
  pen.drawImage(wood, 0, unit * 0.07, height, width - unit * 0.14);
  pen.restore();
  const round = pen.createLinearGradient(x, 0, x + width, 0);
  round.addColorStop(0, "rgba(0, 0, 0, 0.45)");
  round.addColorStop(0.3, "rgba(255, 220, 180, 0.1)");
  round.addColorStop(0.49, "rgba(0, 0, 0, 0)");
  round.addColorStop(0.5, "rgba(0, 0, 0, 0.6)");
  round.addColorStop(0.53, "rgba(255, 220, 180, 0.08)");
  round.addColorStop(1, "rgba(0, 0, 0, 0.45)");
  pen.fillStyle = round;
  pen.fillRect(x + unit * 0.07, y, width - unit * 0.14, height);
  const middle = x + width / 2;
  const lights = spots.filter((spot) => !spot.point && Math.abs(spot.x - middle) < width / 2);
  // Clear of the lights, which begin at both rims.
  const from = lights.length
    ? Math.max(height * 0.36, ...lights.map((light) => reach(light, y, height) + unit * 0.48))
    : height * 0.2;
  for (const at of [from, height - from]) hinge(pen, middle, y + at, unit);
}

// How far a light goes from the nearer rim.
function reach(light, y, height) {
  return Math.min(light.y - y, y + height - light.y) + light.radius;
}

function hinge(pen, x, y, unit) {
  const width = unit * 0.46;
  const height = unit * 0.78;
  const brass = pen.createLinearGradient(x - width / 2, 0, x + width / 2, 0);
  brass.addColorStop(0, "#8a6c38");
  brass.addColorStop(0.45, "#e3c98c");
  brass.addColorStop(0.5, "#6b5228");
  brass.addColorStop(0.56, "#d8bb7b");
  brass.addColorStop(1, "#7d6132");
  pen.save();
  pen.shadowColor = "rgba(0, 0, 0, 0.6)";
  pen.shadowBlur = unit * 0.1;
  pen.fillStyle = brass;
  rounded(pen, x - width / 2, y - height / 2, width, height, unit * 0.06);
  pen.globalAlpha = 0.8;
  pen.fill();
  pen.restore();
  pen.fillStyle = "rgba(60, 42, 16, 0.8)";
  for (const [dx, dy] of [[-1, -1], [1, -1], [-1, 1], [1, 1]]) {
    disc(pen, x + dx * width * 0.29, y + dy * height * 0.33, unit * 0.035);
  } // prettier-ignore
}

function offTray(pen, { x, y, width, height }, unit) {
  rounded(pen, x, y, width, height, unit * 0.14);
  pen.fillStyle = "#101315";
  pen.fill();
  pen.save();
  pen.clip();
  sunk(pen, { x, y, width, height }, unit);
  pen.strokeStyle = "rgba(255, 255, 255, 0.035)";
  pen.lineWidth = 1;
  const slots = 15;
  for (let i = 1; i < slots; i++) {
    const at = y + (height * i) / slots;
    line(pen, x + unit * 0.12, at, x + width - unit * 0.12, at);
  }
  pen.restore();
  rounded(pen, x, y, width, height, unit * 0.14);
  pen.strokeStyle = BRASS;
  pen.globalAlpha = 0.45;
  pen.lineWidth = Math.max(1, unit * 0.03);
  pen.stroke();
  pen.globalAlpha = 1;
}

function numbers(pen, { points, unit }) {
  const size = Math.max(9, unit * 0.33);
  pen.font = `600 ${size}px ui-rounded, "SF Pro Rounded", system-ui, "Segoe UI", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const { number, x, label } of points) {
    pen.fillStyle = "rgba(0, 0, 0, 0.6)";
    pen.fillText(number, x, label + Math.max(0.75, unit * 0.022));
    pen.fillStyle = NUMBERS;
    pen.fillText(number, x, label);
  }
  opposite(pen, points, unit);
}

// The same points as the player opposite counts them, for him to read: small, and turned round.
function opposite(pen, points, unit) {
  pen.font = `600 ${unit * 0.21}px ui-rounded, "SF Pro Rounded", system-ui, "Segoe UI", sans-serif`;
  pen.fillStyle = OPPOSITE;
  for (const { number, x, label, inwards } of points) {
    pen.save();
    pen.translate(x, label - (inwards * 0.29 + 0.04) * unit); // digits stand above their middle
    pen.rotate(Math.PI);
    pen.fillText(25 - number, 0, 0);
    pen.restore();
  }
}

// A light's cap: smoked glass in a thin ring.
function lens(pen, { x, y, radius }) {
  pen.fillStyle = "rgba(0, 0, 0, 0.55)";
  disc(pen, x, y, radius * 1.16);
  const glass = pen.createRadialGradient(x - radius * 0.35, y - radius * 0.4, 0, x, y, radius);
  glass.addColorStop(0, "#59636a");
  glass.addColorStop(0.35, "#343b40");
  glass.addColorStop(1, "#1b2023");
  pen.fillStyle = glass;
  disc(pen, x, y, radius);
  pen.strokeStyle = "rgba(225, 235, 240, 0.2)";
  pen.lineWidth = Math.max(0.75, radius * 0.09);
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

function rounded(pen, x, y, width, height, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}

function line(pen, x0, y0, x1, y1) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}

function disc(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
