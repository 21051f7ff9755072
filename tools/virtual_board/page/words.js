// What the board shows, in words, for who listens to the page: what the display says, each side's
// checkers; and in a live region what is new (device/words.py).

import { after } from "./clock.js";

const TOGETHER_MS = 250; // what comes within them is told as one

export class Words {
  // `said`, `heard`, the live region, and `sides`: elements.
  constructor(said, heard, sides) {
    this._said = said;
    this._heard = heard;
    this._sides = sides;
    this._coming = [];
  }

  // `told`: what the firmware's companion tells (device/companion.py).
  tell(told) {
    put(this._said, told.said);
    if (told.heard) this._hear(told.heard, false);
    told.sides.forEach((text, side) => put(this._sides[side], text));
  }

  // A real board tells only what its display says.
  say(text) {
    put(this._said, text);
    this._hear(text, true);
  }

  // `passes`: only the last one of such matters.
  _hear(text, passes) {
    this._coming = [...this._coming.filter((one) => !one.passes), { text, passes }];
    this._timer ??= after(() => {
      this._timer = null;
      put(this._heard, this._coming.map((one) => one.text).join(" "));
      this._coming = [];
    }, TOGETHER_MS);
  }

  // The board is off, or nobody knows what it shows.
  hush() {
    this._coming = [];
    for (const element of [this._said, this._heard, ...this._sides]) put(element, "");
  }
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
