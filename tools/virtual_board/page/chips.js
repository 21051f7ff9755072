// The chips of the circuit board: what its buttons' contacts tell the firmware, the lights' chips and the display's.

import { after, now } from "./clock.js";

// For so long a contact stays as it is at least; the firmware wants 10 and 30.
const CLOSED_MS = 35;
const OPEN_MS = 40;

/**
 * The buttons' contacts, as interrupts. A busy page tells of an edge late, and nobody knows then what else it has
 * not told yet. So a late press begins when it is told, and what follows comes as much later, until all are let go:
 * each press is as long as it was, and they keep their order. A mouse or a test can press and let go faster than any
 * finger; so each level lasts for a moment.
 */
export class Contacts {
  #heard;
  #lag = 0; // ms from a move to its edge
  /** @type {{pin: number, level: 0 | 1, at: number}[]} */
  #waiting = [];
  /** @type {Set<number>} */
  #closed = new Set(); // pins
  /** @type {Map<number, number>} */
  #since = new Map(); // pin -> when its last edge was

  /** @param {(pin: number, level: 0 | 1, at: number) => void} heard  each edge, and when it was: a timer may be late */
  constructor(heard) {
    this.#heard = heard;
  }

  /**
   * The page's button on `pin` moved.
   * @param {0 | 1} level  0 is pressed
   * @param {number} at  when that was, as clock.now says it
   */
  move(pin, level, at) {
    const time = now();
    if (!this.#waiting.length && !this.#closed.size) this.#lag = 0;
    if (level === 0) this.#lag = Math.max(this.#lag, time - at);
    this.#waiting.push({ pin, level, at: Math.min(at, time) + this.#lag });
    if (this.#waiting.length === 1) this.#deliver();
  }

  /** What the firmware reads now. @param {number} pin */
  read(pin) {
    return this.#closed.has(pin) ? 0 : 1;
  }

  #deliver() {
    for (; this.#waiting.length; this.#waiting.shift()) {
      const [{ pin, level, at }] = this.#waiting;
      const when = Math.max(at, (this.#since.get(pin) ?? -Infinity) + (level ? CLOSED_MS : OPEN_MS));
      const early = when - now();
      if (early > 0) return void after(() => this.#deliver(), early);
      this.#since.set(pin, when);
      if (level) this.#closed.delete(pin);
      else this.#closed.add(pin);
      this.#heard(pin, level, when);
    }
  }
}

/** A chain of WS2812 lights: takes the bytes off the wire as the chips do. */
export class Strip {
  #offsets; // of red, green and blue among a light's bytes
  #bytes; // of a light

  /** @param {number} count  @param {string} order  of the colours of one light as they are sent, such as "GRB" */
  constructor(count, order) {
    this.#offsets = ["R", "G", "B"].map((colour) => order.indexOf(colour));
    this.#bytes = order.length;
    this.lights = Array.from({ length: count }, () => [0, 0, 0]);
  }

  /** One transmission. Lights that it does not reach keep their colour; what is left over leaves the strip's end. */
  take(bytes) {
    const reached = Math.min(this.lights.length, Math.floor(bytes.length / this.#bytes));
    for (let i = 0; i < reached; i++) {
      this.lights[i] = this.#offsets.map((offset) => bytes[i * this.#bytes + offset]);
    }
  }
}

const WIDTH = 128;
const PAGES = 8;

// How many more bytes a command takes; commands that are not listed take none.
const ARGUMENTS = new Map([
  [0x20, 1], [0x21, 2], [0x22, 2], [0x26, 6], [0x27, 6], [0x29, 5], [0x2a, 5], [0x81, 1], [0x8d, 1],
  [0xa3, 2], [0xa8, 1], [0xd3, 1], [0xd5, 1], [0xd9, 1], [0xda, 1], [0xdb, 1],
]); // prettier-ignore
const POWER = [0x8d, 0xd5]; // pump and clock: commands for while it is off
const STATUS = { on: 0x03, off: 0x43 };

const AT_POWER_ON = {
  on: false,
  pump: false,
  inverse: false,
  contrast: 0x7f,
  startLine: 0,
  offset: 0,
  rowsUsed: 64,
  alternate: true,
  segmentsReversed: false,
  rowsReversed: false,
  // Where the next byte of pixels goes, and the window that it stays in.
  horizontal: false,
  column: 0,
  page: 0,
  columns: [0, WIDTH - 1],
  pages: [0, PAGES - 1],
};

/** The OLED's controller, as in the SSD1306 data sheet: takes I2C transmissions and holds its GDDRAM. */
export class SSD1306 {
  #ram = new Uint8Array(WIDTH * PAGES); // [page * 128 + segment]
  #registers = { ...AT_POWER_ON };
  /** @type {number[]} */
  #command = []; // the bytes of one so far

  /** @param {number} height  the rows of dots on the glass, 64 or 32. Only 64 are wired alternately */
  constructor(height = 64) {
    this.height = height;
  }

  get contrast() {
    return this.#registers.contrast;
  }

  /** The byte that it answers when it is read. */
  get status() {
    return this.#registers.on ? STATUS.on : STATUS.off;
  }

  /** @type {number | null}  the last command for pump or clock that came while it was on */
  strain = null;

  reset() {
    this.#ram.fill(0);
    this.#registers = { ...AT_POWER_ON };
    this.#command = [];
  }

  /** One transmission, without the address byte. @param {ArrayLike<number>} bytes */
  take(bytes) {
    let i = 0;
    while (i < bytes.length) {
      const control = bytes[i++];
      const isData = Boolean(control & 0x40);
      // Co = 1: one byte follows, then another control byte. Co = 0: all the rest is of this kind.
      const end = control & 0x80 ? Math.min(i + 1, bytes.length) : bytes.length;
      for (; i < end; i++) {
        if (isData) this.#data(bytes[i]);
        else this.#commandByte(bytes[i]);
      }
    }
  }

  /**
   * Whether the dot at x, y of the glass is lit. A module mounts the glass so that A1, C8 show upright. Told the wrong
   * wiring, it shows every second line, or leaves every second row dark.
   * @param {number} x  @param {number} y
   */
  lit(x, y) {
    const { on, pump, inverse, startLine, offset, rowsUsed, alternate, rowsReversed } = this.#registers;
    if (!on || !pump) return false;
    let row = rowsReversed ? y : this.height - 1 - y;
    if (alternate !== (this.height === 64)) {
      if (row & 1 && !alternate) return false;
      row = alternate ? 2 * row : row >> 1;
    }
    if (row >= rowsUsed) return false;
    const line = (row + startLine + offset) & 63;
    const bit = (this.#ram[(line >> 3) * WIDTH + (127 - x)] >> (line & 7)) & 1;
    return Boolean(bit) !== inverse;
  }

  /** The bytes of the GDDRAM that the glass can show, page after page, leftmost column of an upright glass first. */
  gddram() {
    return Array.from({ length: (WIDTH * this.height) / 8 }, (_, i) => this.#ram[(i & ~127) + 127 - (i & 127)]);
  }

  #data(byte) {
    const at = this.#registers;
    const segment = at.segmentsReversed ? 127 - at.column : at.column;
    this.#ram[at.page * WIDTH + segment] = byte;
    const isLast = at.horizontal && at.column === at.columns[1];
    at.column = isLast ? at.columns[0] : (at.column + 1) & 127;
    if (isLast) at.page = at.page === at.pages[1] ? at.pages[0] : (at.page + 1) & 7;
  }

  #commandByte(byte) {
    this.#command.push(byte);
    if (this.#command.length <= (ARGUMENTS.get(this.#command[0]) ?? 0)) return;
    const [command, a = 0, b = 0] = this.#command;
    this.#command = [];
    const set = this.#registers;
    if (set.on && POWER.includes(command)) this.strain = command;
    if (command < 0x10) set.column = (set.column & 0x70) | command;
    else if (command < 0x20) set.column = ((command & 7) << 4) | (set.column & 15);
    else if (command >= 0x40 && command < 0x80) set.startLine = command & 63;
    else if (command >= 0xb0 && command < 0xb8) set.page = command & 7;
    else Object.assign(set, changed(command, a, b));
  }
}

// The registers that a command with its arguments `a` and `b` sets.
function changed(command, a, b) {
  switch (command) {
    case 0x20: return { horizontal: (a & 3) === 0 };
    case 0x21: return { columns: [a & 127, b & 127], column: a & 127 };
    case 0x22: return { pages: [a & 7, b & 7], page: a & 7 };
    case 0x81: return { contrast: a };
    case 0x8d: return { pump: Boolean(a & 4) };
    case 0xa0: case 0xa1: return { segmentsReversed: command === 0xa1 };
    case 0xa6: case 0xa7: return { inverse: command === 0xa7 };
    case 0xa8: return { rowsUsed: (a & 63) + 1 };
    case 0xae: case 0xaf: return { on: command === 0xaf };
    case 0xc0: case 0xc8: return { rowsReversed: command === 0xc8 };
    case 0xd3: return { offset: a & 63 };
    case 0xda: return { alternate: Boolean(a & 0x10) };
  } // prettier-ignore
}
