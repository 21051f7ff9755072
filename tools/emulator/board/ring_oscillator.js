// The ring oscillator, whose random bit is where dice come from. rp2040js has none: this one's bits
// come from a seed, the same each time, or from the computer's own randomness.

import { randomBytes } from "node:crypto";
import { Registers } from "./registers.js";

const STATUS = 0x18;
const RANDOM_BIT = 0x1c;
const STABLE_AND_ENABLED = 0x80001000;
const BLOCK = 256;

export class RingOscillator extends Registers {
  // `seed`: a whole number, or null for real randomness.
  constructor(seed) {
    super();
    this._state = seed === null ? null : (seed * 2654435761 + 1) >>> 0 || 1;
    this._block = [];
    this._stuckAt = null;
  }

  // A source that has died gives this bit for ever; null mends it.
  stick(bit) {
    this._stuckAt = bit;
  }

  readUint32(offset) {
    if (offset === STATUS) return STABLE_AND_ENABLED;
    if (offset === RANDOM_BIT) return this._stuckAt ?? this._bit();
    return super.readUint32(offset);
  }

  _bit() {
    if (this._state === null) {
      if (!this._block.length) this._block = Array.from(randomBytes(BLOCK));
      return this._block.pop() & 1;
    }
    let state = this._state; // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this._state = state >>> 0;
    return (this._state >>> 16) & 1;
  }
}
