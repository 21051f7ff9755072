// The board on the page: a canvas that shows the painted board, over it the lights' glow, and over them what lies there.

import { withNextPicture } from "./clock.js";
import { layOut, lightSpots } from "./geometry.js";
import { paintBoard, paintPieces, shine } from "./paint.js";
import { part } from "./state.js";
import { Strip } from "./chips.js";

/**
 * The board in its room. Emits "layout" with how it lies now.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountBoard(app, root) {
  const find = (selector) => /** @type {any} */ (root.querySelector(selector));
  const view = new Board(find("#board"), find("#room"), (layout) => app.emit("layout", layout));
  let strip = new Strip(0, "RGB");
  app.wires.wave = ({ pin, bytes }) => {
    if (pin !== app.state.board?.strip.pin) return;
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
  });
  part(({ told }) => view.lay(told?.table ?? null), "told");
  app.seen.lights = () => strip.lights.map((light) => [...light]);
  app.seen.spots = () => view.spots;
}

const EMPTY = { points: Array.from({ length: 24 }, () => []), bars: [[], []], offs: [[], []], homeLeft: false };

export class Board {
  #canvas;
  #room;
  #fitted;
  #pen;
  #ratio = 1;
  /** @type {any} */
  #board = EMPTY; // until it is known which is shown
  #layout = layOut(1, 1);
  /** @type {import("./geometry.js").Spot[]} */
  #spots = [];
  /** @type {number[][]} */
  #lights = [];
  /** @type {import("./state.js").Table | null} */
  #table = null;
  #text = "null"; // the table's
  /** @type {HTMLCanvasElement | null} */
  #painted = null; // what lies below the lights
  /** @type {HTMLCanvasElement | null} */
  #pieces = null; // what lies over them
  #isAsked = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} room  into which it fits
   * @param {(layout: import("./geometry.js").Layout) => void} fitted
   */
  constructor(canvas, room, fitted) {
    this.#canvas = canvas;
    this.#room = room;
    this.#fitted = fitted;
    this.#pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    new ResizeObserver(() => this.#fit()).observe(room);
    this.#fit();
  }

  /** Where each light lies on the canvas, in CSS pixels. */
  get spots() {
    return this.#spots;
  }

  /** Shows that board from now on. */
  use(board) {
    this.#board = board;
    this.#lights = [];
    this.#fit();
  }

  /** Shows the strip's lights, [r, g, b] each as on the wire, with the screen's next picture. */
  show(lights) {
    this.#lights = lights;
    this.#drawSoon();
  }

  /** Shows what lies on it; null where nobody knows. */
  lay(table) {
    const text = JSON.stringify(table);
    if (text === this.#text) return;
    this.#text = text;
    this.#table = table;
    this.#paintPieces();
    this.#drawSoon();
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#room;
    if (!clientWidth || !clientHeight) return;
    this.#ratio = Math.max(1, devicePixelRatio);
    this.#layout = layOut(clientWidth, clientHeight, this.#board.homeLeft);
    this.#spots = lightSpots(this.#layout, this.#board);
    const { width, height } = this.#layout;
    this.#canvas.width = Math.round(width * this.#ratio);
    this.#canvas.height = Math.round(height * this.#ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#painted = this.#sheet((pen) => paintBoard(pen, this.#layout, this.#spots, this.#ratio));
    this.#paintPieces();
    this.#draw();
    this.#fitted(this.#layout);
  }

  // Once for all the pictures in which lights pulse.
  #paintPieces() {
    const table = this.#table;
    this.#pieces = table && this.#sheet((pen) => paintPieces(pen, this.#layout, this.#spots, table));
  }

  // A canvas as large as the board's, painted by `paint(pen)` in CSS pixels.
  #sheet(paint) {
    const sheet = document.createElement("canvas");
    sheet.width = this.#canvas.width;
    sheet.height = this.#canvas.height;
    const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
    pen.scale(this.#ratio, this.#ratio);
    paint(pen);
    return sheet;
  }

  #drawSoon() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    withNextPicture(() => {
      this.#isAsked = false;
      this.#draw();
    });
  }

  #draw() {
    const pen = this.#pen;
    if (!this.#painted) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    pen.drawImage(this.#painted, 0, 0);
    pen.save();
    pen.scale(this.#ratio, this.#ratio);
    pen.beginPath();
    pen.roundRect(0, 0, this.#layout.width, this.#layout.height, this.#layout.unit * 0.32);
    pen.clip();
    for (const spot of this.#spots) {
      const wire = this.#lights[spot.index];
      if (wire) shine(pen, spot, wire, this.#layout.unit);
    }
    pen.restore();
    if (this.#pieces) pen.drawImage(this.#pieces, 0, 0);
  }
}
