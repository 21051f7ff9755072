// The RP2040's flash cache: what an access through it costs, and nothing of what it reads.
//
// 16 KB, two ways, lines of 8 bytes, the way used longer ago gives way (data sheet 2.6.3). What a
// miss costs, and how many bytes of a line it brings, is for whoever makes it to say: README.md
// derives the numbers.

import { Registers } from "./registers.js";

const LINES = 1024; // of each way
const LINE_BITS = 3;
const NONE = -1;

export class FlashCache {
  // `fill`: bytes that a miss brings, 4 or 8, or 0 for flash that costs nothing; `cycles`: of the
  // system clock that it takes.
  constructor({ fill, cycles }) {
    this.fill = fill;
    this.cycles = fill ? cycles : 0;
    this.onMiss = () => {}; // is told of each and its offset, before it brings anything
    this.unitBits = fill === 4 ? 2 : LINE_BITS; // reads of one unit after another cost nothing
    // Two ways beside each other, the one used last first: which line it holds, which halves of it.
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
    if (lines[first] === line) {
      if (halves[first] & half) {
        this._last = unit;
        return 0;
      }
    } else if (lines[first + 1] === line) {
      const there = halves[first + 1];
      this._swap(first);
      if (there & half) {
        this._last = unit;
        return 0;
      }
    } else if (keeps) {
      this._swap(first);
      lines[first] = line;
      halves[first] = 0;
    }
    this.onMiss(offset);
    if (keeps) {
      halves[first] |= half;
      this._last = unit;
    }
    return this.cycles;
  }

  _swap(first) {
    const line = this._lines[first];
    const half = this._halves[first];
    this._lines[first] = this._lines[first + 1];
    this._halves[first] = this._halves[first + 1];
    this._lines[first + 1] = line;
    this._halves[first + 1] = half;
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
