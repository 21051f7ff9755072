// The board on the page: a canvas that shows the painted board and, over it, the lights' glow.

import { layOut, lightSpots } from "./geometry.js";
import { shine } from "./glow.js";
import { paintBoard } from "./paint.js";

export class Board {
  // Fits `canvas` into `room`, an element; `fitted(layout)` is told how it lies now.
  constructor(canvas, room, fitted) {
    this._canvas = canvas;
    this._fitted = fitted;
    this._room = room;
    this._pen = canvas.getContext("2d", { alpha: true });
    this._lights = [];
    this._asked = false;
    new ResizeObserver(() => this._fit()).observe(room);
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
    if (this._asked) return;
    this._asked = true;
    requestAnimationFrame(() => {
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
    this._painted = document.createElement("canvas");
    this._painted.width = this._canvas.width;
    this._painted.height = this._canvas.height;
    const pen = this._painted.getContext("2d");
    pen.scale(ratio, ratio);
    paintBoard(pen, this._layout, this._spots, ratio);
    this._ratio = ratio;
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
  }
}
