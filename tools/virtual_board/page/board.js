// The board on the page: a canvas that shows the painted board, over it the lights' glow, and over them what lies there.

import { Strip } from "./chips.js";
import { withNextPicture } from "./clock.js";
import { layOut, lightSpots } from "./geometry.js";
import { outline, paintBoard, paintPieces, shine } from "./paint.js";
import { part } from "./state.js";

/** @typedef {CanvasRenderingContext2D} Pen */

// Until it is known which board is shown.
const EMPTY = { points: Array.from({ length: 24 }, () => []), bars: [[], []], offs: [[], []], homeLeft: false };

/**
 * Emits "layout" with how the board lies in its room.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountBoard(app, root) {
  const view = new Board(root, (layout) => app.emit("layout", layout));
  let strip = new Strip(0, "RGB");
  const show = (lights) => {
    strip.lights = lights;
    view.show(lights);
  };
  app.wires.lights = show;
  app.wires.wave = ({ pin, bytes }) => {
    if (pin !== app.state.board?.strip.pin) return;
    strip.take(bytes);
    view.show(strip.lights);
  };
  app.on("board", (board) => {
    strip = new Strip(board.strip.lights, board.strip.order);
    view.use(board);
    view.show(strip.lights);
  });
  app.on("dark", () => show(strip.lights.map(() => [0, 0, 0])));
  part(({ told }) => view.lay(told?.table ?? null), "told");
  app.seen.lights = () => strip.lights.map((light) => [...light]);
  app.seen.spots = () => view.spots;
}

class Board {
  /** Where each light lies on the canvas, in CSS pixels. */
  spots = /** @type {import("./geometry.js").Spot[]} */ ([]);
  #canvas;
  #room;
  #fitted;
  #ratio = 1;
  #board = EMPTY;
  #layout = layOut(1, 1);
  #lights = /** @type {number[][]} */ ([]);
  #table = /** @type {import("./state.js").Table | null} */ (null);
  // Painted once for all the pictures in which lights pulse: what lies below them, and what lies over them.
  #wood = /** @type {HTMLCanvasElement | null} */ (null);
  #pieces = /** @type {HTMLCanvasElement | null} */ (null);
  #isAsked = false;

  /**
   * @param {HTMLElement} root
   * @param {(layout: import("./geometry.js").Layout) => void} fitted
   */
  constructor(root, fitted) {
    this.#canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("#board"));
    this.#room = /** @type {HTMLElement} */ (root.querySelector("#room"));
    this.#fitted = fitted;
    new ResizeObserver(() => this.#fit()).observe(this.#room);
    this.#fit();
  }

  /** Shows that board from now on. */
  use(board) {
    this.#board = board;
    this.#fit();
  }

  /** Shows the strip's lights, [r, g, b] each as on the wire, with the screen's next picture. */
  show(lights) {
    this.#lights = lights;
    this.#drawSoon();
  }

  /** Shows what lies on it; null where nobody knows. */
  lay(table) {
    this.#table = table;
    this.#paintPieces();
    this.#drawSoon();
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#room;
    if (!clientWidth || !clientHeight) return;
    this.#ratio = Math.max(1, devicePixelRatio);
    this.#layout = layOut(clientWidth, clientHeight, this.#board.homeLeft);
    this.spots = lightSpots(this.#layout, this.#board);
    const { width, height } = this.#layout;
    this.#canvas.width = Math.round(width * this.#ratio);
    this.#canvas.height = Math.round(height * this.#ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#wood = this.#sheet((pen) => paintBoard(pen, this.#layout, this.spots));
    this.#paintPieces();
    this.#draw();
    this.#fitted(this.#layout);
  }

  #paintPieces() {
    const table = this.#table;
    this.#pieces = table && this.#sheet((pen) => paintPieces(pen, this.#layout, this.spots, table));
  }

  // A canvas as large as the board's, painted by `paint(pen)` in CSS pixels.
  #sheet(paint) {
    const sheet = document.createElement("canvas");
    sheet.width = this.#canvas.width;
    sheet.height = this.#canvas.height;
    paint(this.#penOf(sheet));
    return sheet;
  }

  /** @returns {Pen} */
  #penOf(canvas) {
    const pen = canvas.getContext("2d");
    pen.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    return pen;
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
    if (!this.#wood) return;
    const { width, height, unit } = this.#layout;
    const pen = this.#penOf(this.#canvas);
    const lay = (sheet) => pen.drawImage(sheet, 0, 0, sheet.width / this.#ratio, sheet.height / this.#ratio);
    pen.clearRect(0, 0, width + 1, height + 1);
    lay(this.#wood);
    pen.save();
    outline(pen, this.#layout);
    pen.clip();
    for (const spot of this.spots) {
      const wire = this.#lights[spot.index];
      if (wire) shine(pen, spot, wire, unit);
    }
    pen.restore();
    if (this.#pieces) lay(this.#pieces);
  }
}
