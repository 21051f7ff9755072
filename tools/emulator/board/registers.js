// A peripheral that is only memory; those that rp2040js lacks extend it.

const XOR = 1;
const SET = 2;
const CLEAR = 3;

export class Registers {
  constructor() {
    this.values = new Map();
  }

  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.values.set(offset, value >>> 0);
  }

  // The RP2040's aliases of every register: write, exclusive or, set bits, clear bits.
  // Only the last three read first: reading some registers does something.
  writeUint32Atomic(offset, value, kind) {
    if (kind === XOR) value ^= this.readUint32(offset);
    else if (kind === SET) value |= this.readUint32(offset);
    else if (kind === CLEAR) value = this.readUint32(offset) & ~value;
    this.writeUint32(offset, value >>> 0);
  }
}
