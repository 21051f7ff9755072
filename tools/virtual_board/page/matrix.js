// Buttons that each join two pins, a row's and a column's: the firmware drives the row and reads the
// column. Nobody is told of their edges, and the firmware counts one press at a time. So one button
// moves at a time, and only when the firmware has seen for a moment what was before: however slow it
// is and however fast the clicks come, none is missed and none runs into the next.

import * as clock from "./clock.js";
import { LEAST_MS } from "./contacts.js";

export class Matrix {
  constructor(now = clock.now, later = clock.after) {
    this._now = now;
    this._later = later;
    this._low = new Set(); // the pins that the firmware drives low
    this._closed = new Map(); // name -> {row, column}
    this._waiting = [];
    this._column = null; // of what moved last, until the firmware has seen it long enough
    this._since = null; // when it saw that first
  }

  // The firmware drives `level` on the pin; 1 on an open-drain pin lets it go.
  drive(pin, level) {
    if (level) this._low.delete(pin);
    else this._low.add(pin);
  }

  // The page's button "ROW-COLUMN" moved; 0 is pressed.
  move(name, level) {
    this._waiting.push({ name, level });
    this._next();
  }

  // What the firmware reads now: 0 where a closed button joins the pin to one that is low.
  read(pin) {
    const buttons = [...this._closed.values()];
    const pulled = buttons.some(({ row, column }) => column === pin && this._low.has(row));
    if (pin === this._column) this._saw();
    return pulled ? 0 : 1;
  }

  _saw() {
    const now = this._now();
    this._since ??= now;
    if (now - this._since < LEAST_MS) return;
    this._column = null;
    this._later(() => this._next()); // not in the middle of a scan
  }

  _next() {
    if (this._column !== null || !this._waiting.length) return;
    const { name, level } = this._waiting.shift();
    const [row, column] = name.split("-").map(Number);
    if (level) this._closed.delete(name);
    else this._closed.set(name, { row, column });
    this._column = column;
    this._since = null;
  }
}
