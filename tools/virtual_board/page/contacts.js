// The buttons' contacts, as interrupts: each edge at the time that it had on the page, however late
// it gets here. A mouse or a test can press and let go faster than any finger; so each level lasts
// for a moment, and no press is too short.

export const LEAST_MS = 100; // twice what the firmware, which may take us for busy, wants after a press

export class Contacts {
  // `heard(pin, level, late)` is told of each edge, `late` milliseconds after it came.
  constructor(heard, now = () => Date.now(), later = (act, ms) => setTimeout(act, ms)) {
    this._heard = heard;
    this._now = now;
    this._later = later;
    this._pins = new Map();
  }

  // The page's button on `pin` moved at the time `at`; 0 is pressed.
  move(pin, level, at) {
    const state = this._pin(pin);
    const since = state.waiting.at(-1)?.at ?? state.since;
    state.waiting.push({ level, at: Math.max(Math.min(at, this._now()), since + LEAST_MS) });
    this._deliver(pin, state);
  }

  // What the firmware reads now.
  read(pin) {
    return this._pin(pin).level;
  }

  _deliver(pin, state) {
    while (state.waiting.length) {
      const [{ level, at }] = state.waiting;
      const early = at - this._now();
      if (early > 0) {
        this._later(() => this._deliver(pin, state), early);
        return;
      }
      state.waiting.shift();
      state.level = level;
      state.since = at;
      this._heard(pin, level, -early);
    }
  }

  _pin(pin) {
    let state = this._pins.get(pin);
    if (!state) {
      state = { level: 1, since: -Infinity, waiting: [] };
      this._pins.set(pin, state);
    }
    return state;
  }
}
