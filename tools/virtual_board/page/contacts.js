// A button's contact. A mouse or a test can press and let go faster than any finger, or while the
// firmware is busy and reads no pins; so each level stays until the firmware has had time to see
// it, and no press is lost.

const HOLD_MS = 60; // twice the firmware's debounce

export class Contacts {
  constructor(now = () => performance.now()) {
    this._now = now;
    this._pins = new Map();
  }

  // The page's button on `pin` moved; 0 is pressed.
  move(pin, level) {
    this._pin(pin).waiting.push(level);
  }

  // What the firmware reads now.
  read(pin) {
    const state = this._pin(pin);
    if (state.seen && state.waiting.length) {
      state.level = state.waiting.shift();
      state.since = null;
      state.seen = false;
    }
    state.since ??= this._now();
    state.seen ||= this._now() - state.since >= HOLD_MS;
    return state.level;
  }

  _pin(pin) {
    let state = this._pins.get(pin);
    if (!state) {
      state = { level: 1, since: null, seen: false, waiting: [] };
      this._pins.set(pin, state);
    }
    return state;
  }
}
