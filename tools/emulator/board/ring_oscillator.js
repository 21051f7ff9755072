// The ring oscillator, whose random bit is the source of the dice. rp2040js has none. These bits
// come from a seed, or are samples of a wave as on the chip.

import { randomBytes } from "node:crypto";
import { Registers } from "./registers.js";

const STATUS = 0x18;
const RANDOM_BIT = 0x1c;
const STABLE_AND_ENABLED = 0x80001000;
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
  constructor({ mhz, jitter = 0.01, duty = 0.5 }, chance) {
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
  // `seed`: a whole number, or null for one of the computer's. `now()` in ns.
  constructor(seed, now) {
    super();
    this._seed = seed ?? randomBytes(4).readUInt32LE();
    this._now = now;
    this._chance = new Chance(this._seed);
    this.behave(null);
  }

  // From now on: null for ideal bits; { stuck: bit } for one bit; { mhz, jitter, duty } for a Wave.
  behave(how) {
    this._stuck = how?.stuck;
    this._wave = how?.mhz ? new Wave(how, new Chance(this._seed)) : null;
  }

  readUint32(offset) {
    if (offset === STATUS) return STABLE_AND_ENABLED;
    if (offset === RANDOM_BIT) return this._stuck ?? this._wave?.bit(this._now()) ?? (this._chance.next() >>> 16) & 1;
    return super.readUint32(offset);
  }
}
