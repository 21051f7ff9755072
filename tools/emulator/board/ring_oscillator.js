// The ring oscillator, whose random bit is where dice come from. rp2040js has none: this one's bits
// come from a seed, the same each time, or from the computer's own randomness; or from a wave that
// is sampled, as on the chip.

import { randomBytes } from "node:crypto";
import { Registers } from "./registers.js";

const STATUS = 0x18;
const RANDOM_BIT = 0x1c;
const STABLE_AND_ENABLED = 0x80001000;
const BLOCK = 256;
const USUAL_KHZ = 6500;
const UNIT = 2 ** 32;

// Random numbers for a seed: xorshift32.
class Chance {
  constructor(seed) {
    this._state = (seed * 2654435761 + 1) >>> 0 || 1;
  }

  // A whole number below 2**32.
  next() {
    let state = this._state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (this._state = state >>> 0);
  }

  // Normally distributed, of mean 0 and deviation 1 (Box and Muller).
  normal() {
    const size = Math.sqrt(-2 * Math.log((this.next() + 1) / UNIT));
    return size * Math.cos((2 * Math.PI * this.next()) / UNIT);
  }
}

// An oscillator of `mhz` whose edges wander: after each period by `jitter` periods (standard
// deviation), which adds up. Its output is high for `duty` of a period.
class Wave {
  constructor({ mhz, jitter, duty }, chance) {
    this._perNano = mhz / 1000;
    this._jitter = jitter;
    this._duty = duty;
    this._chance = chance;
    this._at = 0;
    this._phase = 0;
  }

  bit(now) {
    const periods = (now - this._at) * this._perNano;
    this._at = now;
    this._phase += periods;
    if (this._jitter) this._phase += this._jitter * Math.sqrt(periods) * this._chance.normal();
    this._phase -= Math.floor(this._phase);
    return this._phase < this._duty ? 1 : 0;
  }
}

export class RingOscillator extends Registers {
  // `seed`: a whole number, or null for real randomness. `now()` in ns.
  constructor(seed, now) {
    super();
    this._seed = seed;
    this._now = now;
    this._chance = seed === null ? null : new Chance(seed);
    this._block = [];
    this.behave(null);
  }

  // How it fares from now on: null as it should; { stuck: bit } dead; { pattern: [bits] } going
  // round in a circle; { mhz, jitter, duty } as a Wave.
  behave(how) {
    const seed = this._seed ?? randomBytes(4).readUInt32LE();
    this.khz = how ? (how.mhz ?? 0) * 1000 : USUAL_KHZ;
    this._wave = how?.mhz ? new Wave(how, new Chance(seed)) : null;
    this._at = 0;
    if (!how) this._bit = () => this._ideal();
    else if (this._wave) this._bit = () => this._wave.bit(this._now());
    else if (how.pattern) this._bit = () => how.pattern[this._at++ % how.pattern.length];
    else this._bit = () => how.stuck;
  }

  readUint32(offset) {
    if (offset === STATUS) return STABLE_AND_ENABLED;
    if (offset === RANDOM_BIT) return this._bit();
    return super.readUint32(offset);
  }

  _ideal() {
    if (this._chance) return (this._chance.next() >>> 16) & 1;
    if (!this._block.length) this._block = Array.from(randomBytes(BLOCK));
    return this._block.pop() & 1;
  }
}
