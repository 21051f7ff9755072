// The buttons' contacts, as interrupts. A busy page tells of an edge late, and nobody knows then
// what else it has not told yet. So a late press begins when it is told, and what follows comes as
// much later, until all are let go: each press is as long as it was, and they keep their order.
// A mouse or a test can press and let go faster than any finger; so each level lasts for a moment.

import * as clock from "./clock.js";

export const LEAST_MS = 100; // twice what the firmware, which may take us for busy, wants after a press

export class Contacts {
  // `heard(pin, level)` is told of each edge.
  constructor(heard, now = clock.now, later = clock.after) {
    this._heard = heard;
    this._now = now;
    this._later = later;
    this._lag = 0; // ms from a move to its edge
    this._waiting = []; // {pin, level, at}
    this._closed = new Set(); // pins
    this._since = new Map(); // pin -> when its last edge was told
  }

  // The page's button on `pin` moved at the time `at`; 0 is pressed.
  move(pin, level, at) {
    const now = this._now();
    if (!this._waiting.length && !this._closed.size) this._lag = 0;
    if (level === 0) this._lag = Math.max(this._lag, now - at);
    this._waiting.push({ pin, level, at: Math.min(at, now) + this._lag });
    if (this._waiting.length === 1) this._deliver();
  }

  // What the firmware reads now.
  read(pin) {
    return this._closed.has(pin) ? 0 : 1;
  }

  _deliver() {
    while (this._waiting.length) {
      const [{ pin, level, at }] = this._waiting;
      const now = this._now();
      const early = Math.max(at, (this._since.get(pin) ?? -Infinity) + LEAST_MS) - now;
      if (early > 0) {
        this._later(() => this._deliver(), early);
        return;
      }
      this._waiting.shift();
      this._since.set(pin, now);
      if (level) this._closed.delete(pin);
      else this._closed.add(pin);
      this._heard(pin, level);
    }
  }
}
