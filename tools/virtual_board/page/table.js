// What lies on the board and is no light: the dice, the cube, and how many checkers stand where there
// are fewer lights for them. Painted over the board; in words the page says it elsewhere.

import { cubeBox, diceBoxes, labelSpots } from "./geometry.js";
import { cssOf } from "./glow.js";

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // of nine, by row

export class Table {
  constructor() {
    this._table = null;
  }

  // `table`: what the firmware's companion tells (device/words.py), null where nobody knows.
  // Whether it is another than before.
  take(table) {
    const text = JSON.stringify(table);
    if (text === this._text) return false;
    this._text = text;
    this._table = table;
    return true;
  }

  // Paints on `pen`, whose unit is one CSS pixel. `board`: its data.
  paint(pen, layout, spots, board) {
    if (!this._table) return;
    const { dice, cube, counts, colours } = this._table;
    const css = colours.map(cssOf);
    for (const { name, x, y, size, lights } of labelSpots(layout, spots, board)) {
      if (counts[name] > lights) label(pen, String(counts[name]), x, y, size);
    }
    if (!dice.length) diceBoxes(layout, 2).forEach((box) => nothing(pen, box));
    diceBoxes(layout, dice.length).forEach((box, i) => {
      const [value, side, used] = dice[i];
      pen.globalAlpha = used ? 0.35 : 1;
      die(pen, box, css[side], isPale(colours[side]) ? "#2a1b07" : "#fffaf0", value);
      pen.globalAlpha = 1;
    });
    if (cube) paintCube(pen, cubeBox(layout, cube.place), cube, css);
  }
}

function label(pen, text, x, y, size) {
  pen.font = `700 ${size}px ui-rounded, "SF Pro Rounded", system-ui, "Segoe UI", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = size * 0.3;
  pen.lineJoin = "round";
  pen.strokeStyle = "rgba(0, 0, 0, 0.75)";
  pen.strokeText(text, x, y);
  pen.fillStyle = "#fff6e6";
  pen.fillText(text, x, y);
}

// Whether dark pips are seen better than pale ones on this colour, as on the wire.
function isPale([red, green, blue]) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 80;
}

// Where dice will lie.
function nothing(pen, { x, y, width }) {
  pen.strokeStyle = "rgba(255, 240, 215, 0.16)";
  pen.lineWidth = Math.max(1, width * 0.03);
  pen.beginPath();
  pen.roundRect(x, y, width, width, width * 0.17);
  pen.stroke();
}

function die(pen, { x, y, width }, colour, ink, value) {
  block(pen, x, y, width, colour);
  pen.fillStyle = ink;
  for (const at of PIPS[value]) {
    const [column, row] = [at % 3, Math.floor(at / 3)];
    pen.beginPath();
    pen.arc(x + width * (0.24 + 0.26 * column), y + width * (0.24 + 0.26 * row), width * 0.085, 0, 2 * Math.PI);
    pen.fill();
  }
}

// With a rim of its owner's colour; that of the player above is turned to him.
function paintCube(pen, { x, y, width }, { value, side, place }, css) {
  block(pen, x, y, width, "#e9dcc3");
  if (side !== null) {
    pen.strokeStyle = css[side];
    pen.lineWidth = width * 0.09;
    pen.beginPath();
    pen.roundRect(x + width * 0.05, y + width * 0.05, width * 0.9, width * 0.9, width * 0.14);
    pen.stroke();
  }
  pen.save();
  pen.translate(x + width / 2, y + width / 2);
  if (place === "above") pen.rotate(Math.PI);
  const text = String(value);
  pen.font = `700 ${width * (text.length > 2 ? 0.9 / text.length + 0.06 : 0.46)}px ui-rounded, system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = "#2a1b07";
  pen.fillText(text, 0, width * 0.03);
  pen.restore();
}

function block(pen, x, y, width, colour) {
  pen.save();
  pen.shadowColor = "rgba(0, 0, 0, 0.7)";
  pen.shadowBlur = width * 0.16;
  pen.shadowOffsetY = width * 0.05;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, width, width * 0.17);
  pen.fill();
  pen.restore();
}
