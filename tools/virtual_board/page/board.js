// The board on the page: a canvas that shows the painted board and, over it, the lights' glow.

import { withNextPicture } from "./clock.js";
import { layOut, lightSpots } from "./geometry.js";
import { shine } from "./glow.js";
import { paintBoard } from "./paint.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";

/**
 * The board in its room. Emits "layout" with how it lies now.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountBoard(app, root) {
  const view = new Board(root.querySelector("#board"), root.querySelector("#room"), (layout) => app.emit("layout", layout));
  let strip = null;
  app.wires.wave = ({ pin, bytes }) => {
    if (pin !== app.state.board.strip.pin) return;
    strip.take(bytes);
    view.show(strip.lights);
  };
  app.wires.lights = (lights) => {
    strip.lights = lights;
    view.show(lights);
  };
  app.on("board", (board) => {
    strip = new Strip(board.strip.lights, board.strip.order);
    view.use(board);
  });
  app.on("dark", () => {
    strip.dark();
    view.show(strip.lights);
    view.lay(null);
  });
  app.on("told", ({ table }) => view.lay(table));
  app.seen.lights = () => strip.lights.map((light) => [...light]);
  app.seen.spots = () => view.spots;
}

export class Board {
  // Fits `canvas` into `room`, an element; `fitted(layout)` is told how it lies now.
  constructor(canvas, room, fitted) {
    this._canvas = canvas;
    this._fitted = fitted;
    this._room = room;
    this._pen = canvas.getContext("2d", { alpha: true });
    this._lights = [];
    this._asked = false;
    this._table = new Table();
    new ResizeObserver(() => this._fit()).observe(room);
  }

  // Where each light lies on the canvas, in CSS pixels.
  get spots() {
    return this._spots;
  }

  // Shows the board of these data from now on.
  use(board) {
    this._board = board;
    this._lights = [];
    this._fit();
  }

  // Shows the strip's lights, [r, g, b] each as on the wire, with the screen's next picture.
  show(lights) {
    this._lights = lights;
    this._drawSoon();
  }

  // Shows what lies on it, as the firmware's companion tells it; null where nobody knows.
  lay(table) {
    if (!this._table.take(table) || !this._painted) return;
    this._paintTable();
    this._drawSoon();
  }

  // Over the lights, and once for all the frames in which they pulse.
  _paintTable() {
    this._over = this._sheet((pen) => this._table.paint(pen, this._layout, this._spots, this._board));
  }

  // A canvas as large as the board's, painted by `paint(pen)` in CSS pixels.
  _sheet(paint) {
    const sheet = document.createElement("canvas");
    sheet.width = this._canvas.width;
    sheet.height = this._canvas.height;
    const pen = sheet.getContext("2d");
    pen.scale(this._ratio, this._ratio);
    paint(pen);
    return sheet;
  }

  _drawSoon() {
    if (this._asked) return;
    this._asked = true;
    withNextPicture(() => {
      this._asked = false;
      this._draw();
    });
  }

  _fit() {
    const { clientWidth, clientHeight } = this._room;
    if (!clientWidth || !clientHeight || !this._board) return;
    const ratio = Math.max(1, devicePixelRatio);
    this._layout = layOut(clientWidth, clientHeight, this._board.homeLeft);
    this._spots = lightSpots(this._layout, this._board);
    const { width, height } = this._layout;
    this._canvas.width = Math.round(width * ratio);
    this._canvas.height = Math.round(height * ratio);
    this._canvas.style.width = `${width}px`;
    this._canvas.style.height = `${height}px`;
    this._ratio = ratio;
    this._painted = this._sheet((pen) => paintBoard(pen, this._layout, this._spots, ratio));
    this._paintTable();
    this._draw();
    this._fitted(this._layout);
  }

  _draw() {
    if (!this._painted) return;
    const pen = this._pen;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this._canvas.width, this._canvas.height);
    pen.drawImage(this._painted, 0, 0);
    pen.setTransform(this._ratio, 0, 0, this._ratio, 0, 0);
    pen.beginPath();
    pen.roundRect(0, 0, this._layout.width, this._layout.height, this._layout.unit * 0.32);
    pen.save();
    pen.clip();
    for (const spot of this._spots) {
      const wire = this._lights[spot.index];
      if (wire) shine(pen, spot, wire, this._layout.unit);
    }
    pen.restore();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this._over, 0, 0);
  }
}
