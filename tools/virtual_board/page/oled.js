// The OLED on the page: every dot of the glass is a square of whole screen pixels, so it stays
// crisp.

import { withNextPicture } from "./clock.js";

const WIDTH = 128;
const HEIGHT = 64; // of the usual glass, for which there is room
const LIT = [214, 238, 255];
const DARK = [4, 6, 9];
const BESIDE = 140; // pixels of the page's head, of who sits above and below the panel, and of a move
const SHARE = 0.47; // of the panel's height that is the glass's

export class Oled {
  constructor(canvas, chip) {
    this._canvas = canvas;
    this._chip = chip;
    this._pen = canvas.getContext("2d", { alpha: false });
    this._asked = false;
    this.resize(chip.height);
  }

  // The glass has so many rows.
  resize(height) {
    this._chip.height = height;
    this._canvas.height = height;
    this._canvas.style.setProperty("--rows", height);
    this._image = this._pen.createImageData(WIDTH, height);
    this.show();
  }

  // `act(x, y)` is told which dot was clicked.
  onTouch(act) {
    this._canvas.addEventListener("click", ({ offsetX, offsetY }) => {
      const { clientWidth, clientHeight, height } = this._canvas;
      const dot = (at, size, dots) => Math.min(Math.floor((at * dots) / size), dots - 1);
      act(dot(offsetX, clientWidth, WIDTH), dot(offsetY, clientHeight, height));
    });
  }

  // Whether the module is mounted upside down.
  flip(flipped) {
    this._canvas.classList.toggle("flipped", flipped);
  }

  // Shows what the chip holds, with the screen's next picture.
  show() {
    if (this._asked) return;
    this._asked = true;
    withNextPicture(() => {
      this._asked = false;
      this._draw();
    });
  }

  _draw() {
    const { data } = this._image;
    // A panel at its lowest contrast is still easily read.
    const bright = 0.35 + (0.65 * this._chip.contrast) / 255;
    const lit = LIT.map((part, i) => DARK[i] + (part - DARK[i]) * bright);
    for (let y = 0, at = 0; y < this._chip.height; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const colour = this._chip.lit(x, y) ? lit : DARK;
        data[at++] = colour[0];
        data[at++] = colour[1];
        data[at++] = colour[2];
        data[at++] = 255;
      }
    }
    this._pen.putImageData(this._image, 0, 0);
  }
}

// Sets --dot on `room`: the largest dot, in CSS pixels, that is a whole number of screen pixels and
// leaves room enough for the board; and --dot-listing, which leaves room for a list of moves as well.
export function fitDots(room) {
  const wide = matchMedia("(min-aspect-ratio: 5/4)").matches;
  const width = wide ? innerWidth * 0.305 : Math.min(innerWidth - 64, innerWidth * 0.76);
  const height = wide ? Math.min(innerHeight * 0.4, (innerHeight - BESIDE) * SHARE) : innerHeight * 0.23;
  const fit = (most) => `${wholeDot(Math.min(most / WIDTH, height / HEIGHT))}px`;
  room.style.setProperty("--dot", fit(width));
  room.style.setProperty("--dot-listing", fit(wide ? width : innerWidth * 0.42));
}

function wholeDot(dot) {
  const ratio = Math.max(1, devicePixelRatio);
  return Math.max(Math.ceil(1.5 * ratio), Math.floor(dot * ratio)) / ratio;
}
