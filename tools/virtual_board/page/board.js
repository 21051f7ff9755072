// The board on the page: a canvas that shows the painted board, over it the lights' glow, and over them what lies there.

import { Strip } from "./chips.js";
import { withNextPicture } from "./clock.js";
import { layOut, lightSpots } from "./geometry.js";
import { outline, paintBoard, paintPieces, shine } from "./paint.js";
import { part } from "./state.js";

// Until it is known which board is shown.
const EMPTY = { points: Array.from({ length: 24 }, () => []), bars: [[], []], offs: [[], []], homeLeft: false };

/**
 * Emits "layout" with how the board lies in its room.
 * @param {import("./state.js").App} app
 * @param {HTMLElement} root
 */
export function mountBoard(app, root) {
  new Board(app, root);
}

class Board {
  #app;
  #canvas;
  #room;
  #strip = new Strip(0, "RGB");
  #ratio = 1; // device pixels of a CSS pixel
  #layout = layOut(1, 1);
  #spots = /** @type {import("./geometry.js").Spot[]} */ ([]);
  // Painted once for all the pictures in which lights pulse: what lies below them, and what lies over them.
  #wood = /** @type {HTMLCanvasElement | null} */ (null);
  #pieces = /** @type {HTMLCanvasElement | null} */ (null);
  #isAsked = false;

  constructor(app, root) {
    this.#app = app;
    this.#canvas = root.querySelector("#board");
    this.#room = root.querySelector("#room");
    const show = (lights) => {
      this.#strip.lights = lights;
      this.#drawSoon();
    };
    app.wires.lights = show;
    app.wires.wave = ({ pin, bytes }) => {
      if (pin !== app.state.board?.strip.pin) return;
      this.#strip.take(bytes);
      this.#drawSoon();
    };
    part(({ board }) => {
      if (board) this.#strip = new Strip(board.strip.lights, board.strip.order);
      this.#fit();
    }, "board");
    app.on("dark", () => show(this.#strip.lights.map(() => [0, 0, 0])));
    part(() => {
      this.#paintPieces();
      this.#drawSoon();
    }, "told");
    app.seen.lights = () => this.#strip.lights.map((light) => [...light]);
    app.seen.spots = () => this.#spots;
    new ResizeObserver(() => this.#fit()).observe(this.#room);
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#room;
    if (!clientWidth || !clientHeight) return;
    const board = this.#app.state.board ?? EMPTY;
    this.#ratio = Math.max(1, devicePixelRatio);
    this.#layout = layOut(clientWidth, clientHeight, board.homeLeft);
    this.#spots = lightSpots(this.#layout, board);
    const { width, height } = this.#layout;
    this.#canvas.width = Math.round(width * this.#ratio);
    this.#canvas.height = Math.round(height * this.#ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#wood = this.#sheet((pen) => paintBoard(pen, this.#layout, this.#spots));
    this.#paintPieces();
    this.#draw();
    this.#app.emit("layout", this.#layout);
  }

  #paintPieces() {
    const table = this.#app.state.told?.table;
    this.#pieces = table ? this.#sheet((pen) => paintPieces(pen, this.#layout, this.#spots, table)) : null;
  }

  // A canvas as large as the board's, painted by `paint(pen)` in CSS pixels.
  #sheet(paint) {
    const sheet = document.createElement("canvas");
    sheet.width = this.#canvas.width;
    sheet.height = this.#canvas.height;
    paint(this.#penOf(sheet));
    return sheet;
  }

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
    for (const spot of this.#spots) {
      const wire = this.#strip.lights[spot.index];
      if (wire) shine(pen, spot, wire, unit);
    }
    pen.restore();
    if (this.#pieces) lay(this.#pieces);
  }
}
