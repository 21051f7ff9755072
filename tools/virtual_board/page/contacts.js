// The buttons' contacts, as interrupts: each edge at the time that it had on the page, however late
// it gets here. A mouse or a test can press and let go faster than any finger; so each level lasts
// for a moment, and no press is too short.
//
// A button that joins two pins is named "ROW-COLUMN" by their numbers: the one reads what the board
// drives on the other. Nobody is told of its edges, so it moves when the board can see it.

const LEAST_MS = 100; // twice what the firmware, which may take us for busy, wants after a press

export class Contacts {
  // `heard(pin, level, late)` is told of each edge, `late` milliseconds after it came.
  constructor(heard, now = () => Date.now(), later = (act, ms) => setTimeout(act, ms)) {
    this._heard = heard;
    this._now = now;
    this._later = later;
    this._pins = new Map();
    this._driven = new Map();
  }

  // The board drives `level` on the pin; 1 on an open-drain pin lets it go.
  drive(pin, level) {
    this._driven.set(pin, level);
  }

  // The page's button on `pin` moved at the time `at`; 0 is pressed.
  move(pin, level, at) {
    const state = this._pin(pin);
    const since = state.waiting.at(-1)?.at ?? state.since;
    const came = joined(pin) ? this._now() : Math.min(at, this._now());
    state.waiting.push({ level, at: Math.max(came, since + LEAST_MS) });
    this._deliver(pin, state);
  }

  // What the firmware reads now.
  read(pin) {
    return this._pin(pin).level && !this._pulledDown(pin) ? 1 : 0;
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
      if (!joined(pin)) this._heard(pin, level, -early);
    }
  }

  // Whether a closed button joins it to a pin that is driven low.
  _pulledDown(pin) {
    for (const [name, { level }] of this._pins) {
      if (level || !joined(name)) continue;
      const [row, column] = name.split("-").map(Number);
      if (column === pin && this._driven.get(row) === 0) return true;
    }
    return false;
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

function joined(name) {
  return typeof name === "string";
}
