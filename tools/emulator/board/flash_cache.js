// The RP2040's flash cache: the cost of an access, without its data.
//
// 16 KB, two ways, lines of 8 bytes, the way used longer ago gives way (data sheet 2.6.3). README.md
// derives what a miss costs and brings.

import { Registers } from "./registers.js";

const LINES = 1024; // of each way
const LINE_BITS = 3;
const NONE = -1;

export class FlashCache {
  // `fill`: bytes that a miss brings, 4 or 8, or 0 for flash that costs nothing; `cycles`: of a miss.
  constructor({ fill, cycles }) {
    this.fill = fill;
    this.cycles = fill ? cycles : 0;
    this.onMiss = () => {}; // (offset), before the miss brings anything
    this.unitBits = fill === 4 ? 2 : LINE_BITS; // reads of one unit after another cost nothing
    // The two ways of a set are neighbours, the one used last first: its line, and the line's halves.
    this._lines = new Int32Array(2 * LINES);
    this._halves = new Uint8Array(2 * LINES);
    this.flush();
  }

  flush() {
    this._lines.fill(NONE);
    this._halves.fill(0);
    this._last = NONE;
  }

  // What a read at an offset into the flash costs, in cycles beyond a hit's.
  read(offset, keeps = true) {
    const unit = offset >>> this.unitBits;
    if (unit === this._last) return 0;
    return this._look(offset, unit, keeps);
  }

  // What a read past the cache costs.
  pass(offset) {
    this.onMiss(offset);
    return this.cycles;
  }

  // Lets go of a line, as a write to it does.
  drop(offset) {
    const line = offset >>> LINE_BITS;
    const first = (line % LINES) * 2;
    for (const way of [first, first + 1]) if (this._lines[way] === line) this._halves[way] = 0;
    this._last = NONE;
  }

  _look(offset, unit, keeps) {
    const line = offset >>> LINE_BITS;
    const half = this.unitBits === 2 ? 1 << (unit & 1) : 3;
    const first = (line & (LINES - 1)) << 1;
    const { _lines: lines, _halves: halves } = this;
    const second = lines[first + 1] === line;
    if (lines[first] !== line && (second || keeps)) {
      const there = second ? halves[first + 1] : 0;
      lines[first + 1] = lines[first];
      halves[first + 1] = halves[first];
      lines[first] = line;
      halves[first] = there;
    }
    if (lines[first] === line && halves[first] & half) {
      this._last = unit;
      return 0;
    }
    this.onMiss(offset);
    if (keeps) {
      halves[first] |= half;
      this._last = unit;
    }
    return this.cycles;
  }
}

const CTRL = 0x00;
const FLUSH = 0x04;
const STAT = 0x08;
const ON = 3; // the cache is enabled, and a write past it is an error
const READY = 2;

// The registers that control it. It is never switched off: MicroPython does not.
export class CacheControl extends Registers {
  constructor(cache) {
    super();
    this._cache = cache;
    this.values.set(CTRL, ON);
    this.values.set(STAT, READY);
  }

  writeUint32(offset, value) {
    if (offset === FLUSH) this._cache.flush();
    else super.writeUint32(offset, value);
  }
}
