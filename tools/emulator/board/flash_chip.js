// The board's flash, a W25Q16 (or a smaller one) by its data sheet: 2 MB that are erased sector by sector to ones, and
// programmed page by page to zeros, each in its time. It lists its operations, so that a test can cut the power at each.

export const FLASH_BYTES = 2 * 1024 * 1024;
const SECTOR = 4096;
const BLOCK = 65536;
const PAGE = 256;
const BLOCK_TIMES = 10 / 3; // an erased block takes so many times as long as a sector (section 9.6)
const MS = 1e6; // in ns

const PROGRAM = 0x02;
const READ = 0x03;
const WRITE_DISABLE = 0x04;
const READ_STATUS_1 = 0x05;
const WRITE_ENABLE = 0x06;
const ERASE_SECTOR = 0x20;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const READ_JEDEC_ID = 0x9f;
const ERASE_BLOCK = 0xd8;

const WRITE_ENABLED = 2; // in status register 1
const QUAD_ENABLED = 2; // in status register 2
const JEDEC_ID = [0xef, 0x40, 20]; // of 1 MB; of twice that, the last is one more
const UNIQUE_ID = [0xe6, 0x61, 0x41, 0x03, 0xe7, 0x45, 0x2a, 0x2f];

export class FlashChip {
  // `memory`: 2 MB that others may read. `clock`: { now() in ns, skip(ns) }. Then the times for a sector's
  // erase and a page's program, and the size; addresses beyond it begin again.
  constructor(memory, clock, { erase_ms: eraseMs, program_ms: programMs, flash_mb: flashMb }) {
    this.memory = memory;
    this._eraseNs = { [SECTOR]: eraseMs * MS, [BLOCK]: eraseMs * BLOCK_TIMES * MS };
    this._programNs = programMs * MS;
    this._clock = clock;
    this._bytes = flashMb * 1024 * 1024;
    this._jedecId = [JEDEC_ID[0], JEDEC_ID[1], JEDEC_ID[2] + Math.log2(flashMb)];
    this._sent = [];
    this._writable = false;
    this._busyUntil = 0;
    this.operations = [];
    this.worn = { erase: new Set(), program: new Set() }; // sectors on which these have no effect
    this.lastAt = 0;
  }

  select() {
    this._sent = [];
  }

  // The rising edge of chip select starts an erase or a program.
  deselect() {
    const [command, high, middle, low, ...data] = this._sent;
    this._sent = [];
    const address = ((high << 16) | (middle << 8) | low) % this._bytes;
    if (low === undefined || !this._writable) return;
    if (command === ERASE_SECTOR) this._erase(address, SECTOR);
    else if (command === ERASE_BLOCK) this._erase(address, BLOCK);
    else if (command === PROGRAM && data.length) this._program(address, data);
  }

  // One byte in, one byte out.
  transfer(byte) {
    this._sent.push(byte);
    const at = this._sent.length - 1;
    if (at === 0) {
      if (byte === WRITE_ENABLE) this._writable = true;
      else if (byte === WRITE_DISABLE) this._writable = false;
      return 0xff;
    }
    switch (this._sent[0]) {
      case READ_STATUS_1: return this._status();
      case READ_STATUS_2: return QUAD_ENABLED;
      case READ_JEDEC_ID: return this._jedecId[at - 1] ?? 0;
      case READ_UNIQUE_ID: return at < 5 ? 0 : UNIQUE_ID[(at - 5) % UNIQUE_ID.length];
      case READ: return at < 4 ? 0 : this._read(at - 4);
      default: return 0xff;
    } // prettier-ignore
  }

  _read(offset) {
    const [, high, middle, low] = this._sent;
    return this.memory[(((high << 16) | (middle << 8) | low) + offset) % this._bytes];
  }

  // The caller waits for the chip with interrupts off: the rest of the wait passes at once.
  _status() {
    const left = this._busyUntil - this._clock.now();
    if (left > 0) this._clock.skip(left);
    return this._writable ? WRITE_ENABLED : 0;
  }

  _erase(address, size) {
    this._do({ kind: "erase", address: address - (address % size), size }, this._eraseNs[size]);
  }

  // A page wraps around: what goes past its end lands at its start.
  _program(address, data) {
    const page = address - (address % PAGE);
    const bytes = new Uint8Array(PAGE).fill(0xff);
    data.slice(-PAGE).forEach((byte, i) => (bytes[(address + i) % PAGE] = byte));
    this._do({ kind: "program", address: page, size: PAGE, bytes }, this._programNs);
  }

  _do(operation, nanos) {
    this._writable = false;
    const at = this._clock.now();
    this._busyUntil = at + nanos;
    this.lastAt = this._busyUntil;
    const { kind, address } = operation;
    const done = this.worn[kind].has(Math.floor(address / SECTOR)) ? { ...operation, size: 0 } : operation;
    this.operations.push({ at, ...done });
    apply(this.memory, done);
  }
}

// Does an operation to a memory, whole.
export function apply(memory, { kind, address, size, bytes }) {
  if (kind === "erase") memory.fill(0xff, address, address + size);
  else for (let i = 0; i < size; i++) memory[address + i] &= bytes[i];
}

// Does an operation to a memory in part, as a power cut leaves it: the first half of its bytes, or with a `seed` some
// of its bits.
export function tear(memory, { kind, address, size, bytes }, seed = null) {
  if (seed === null) {
    apply(memory, { kind, address, size: size / 2, bytes });
    return;
  }
  let state = seed >>> 0 || 1;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const some = state >>> 24;
    if (kind === "erase") memory[address + i] |= some;
    else memory[address + i] &= bytes[i] | some;
  }
}
