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
   * @param {number} pin
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

  /**
   * One transmission. Lights that it does not reach keep their colour; what is left over leaves the strip's end.
   * @param {Uint8Array} bytes
   */
  take(bytes) {
    const reached = Math.min(this.lights.length, Math.floor(bytes.length / this.#bytes));
    for (let i = 0; i < reached; i++) {
      this.lights[i] = this.#offsets.map((offset) => bytes[i * this.#bytes + offset]);
    }
  }
}

const WIDTH = 128;
const PAGES = 8;
const MOST = 127; // the last column

// How many more bytes a command takes; those that are not listed take none.
const ARGUMENTS = { 0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8d: 1, 0xa8: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

/**
 * The OLED's controller as the firmware uses it: takes I2C transmissions, and holds its GDDRAM, which bytes of pixels
 * fill window by window. Command numbers are those of the SSD1306 data sheet, section 9.
 */
export class SSD1306 {
  #ram = new Uint8Array(WIDTH * PAGES); // [page * 128 + segment]
  /** @type {number[]} */
  #command = []; // the bytes of one so far
  #isOn = false;
  #segmentsReversed = false;
  #rowsReversed = false;
  // Where the next byte of pixels goes, and the window that it stays in.
  #column = 0;
  #page = 0;
  #columns = [0, MOST];
  #pages = [0, PAGES - 1];
  contrast = 0x7f;

  /** @param {number} height  the rows of dots on the glass, 64 or 32 */
  constructor(height = 64) {
    this.height = height;
  }

  /** Its power is gone. */
  clear() {
    this.#ram.fill(0);
    this.#isOn = false;
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
   * Whether the dot at x, y of the glass is lit. A module mounts the glass so that A1, C8 show upright.
   * @param {number} x  @param {number} y
   */
  lit(x, y) {
    const row = this.#rowsReversed ? y : this.height - 1 - y;
    return this.#isOn && Boolean((this.#ram[(row >> 3) * WIDTH + MOST - x] >> (row & 7)) & 1);
  }

  /** The bytes of the GDDRAM that the glass can show, page after page, leftmost column of an upright glass first. */
  gddram() {
    return Array.from({ length: (WIDTH * this.height) / 8 }, (_, i) => this.#ram[(i & ~MOST) + MOST - (i & MOST)]);
  }

  #data(byte) {
    const segment = this.#segmentsReversed ? MOST - this.#column : this.#column;
    this.#ram[this.#page * WIDTH + segment] = byte;
    const isLast = this.#column === this.#columns[1];
    this.#column = isLast ? this.#columns[0] : this.#column + 1;
    if (isLast) this.#page = this.#page === this.#pages[1] ? this.#pages[0] : this.#page + 1;
  }

  #commandByte(byte) {
    this.#command.push(byte);
    const [command, first, last] = this.#command;
    if (this.#command.length <= (ARGUMENTS[command] ?? 0)) return;
    this.#command = [];
    if (command === 0x21) [this.#columns, this.#column] = [[first, last], first];
    else if (command === 0x22) [this.#pages, this.#page] = [[first, last], first];
    else if (command === 0x81) this.contrast = first;
    else if (command === 0xa0 || command === 0xa1) this.#segmentsReversed = command === 0xa1;
    else if (command === 0xae || command === 0xaf) this.#isOn = command === 0xaf;
    else if (command === 0xc0 || command === 0xc8) this.#rowsReversed = command === 0xc8;
  }
}
