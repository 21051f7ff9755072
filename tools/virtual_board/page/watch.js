// A board that others watch: what its page tells, over a line of far.js that hears nothing, and what a page that
// watches makes of that. What came is looked at part by part: who made it up gets a board, and no more.

import { Far, WATCHING } from "./far.js";

const EVERY_MS = 200; // what changes within is told as one
const MOST_AT_ONCE = 100; // messages: more than a line holds back that was silent for a while
const MOST_LIGHTS = 400;
const MOST_PLACE = 16; // lights of one place
const MOST_CHECKERS = 15;
const POINTS = 24;
const MOST_LINE = 20_000; // letters; a line that is slow gets only what is newest
const WIDTH = 128; // dots of a display
const GLASS = 1024; // bytes of one
const BYTES = /^[\w+/]*=*$/;

// Tells one page what a board shows. `look()`: {board, lights, chip, seats, table, said} of now; `board` its data,
// of which drawn() is told, `chip` an SSD1306.
export class Shown {
  // `servers` as far.js has them; `changed()` is called when it opens or closes.
  constructor(servers, look, changed) {
    this._look = look;
    this._told = {};
    this.over = false;
    const end = () => {
      clearInterval(this._timer);
      this.over = true;
      changed();
    };
    const begin = () => {
      this._timer = setInterval(() => this._tell(), EVERY_MS);
      this._tell();
      changed();
    };
    this.far = new Far(servers, { open: begin, heard: () => {}, closed: (why) => ((this.why = why), end()) }, WATCHING);
  }

  get open() {
    return this.far.open;
  }

  close() {
    clearInterval(this._timer);
    this.over = true;
    this.far.close();
  }

  _tell() {
    if (this.far.waiting > MOST_LINE) return;
    const { board, lights, chip, ...rest } = this._look();
    const now = { ...rest, board: drawn(board), lights: textOf(lights.flat()), rows: chip.height, glass: textOf(glassOf(chip)) };
    const fresh = Object.entries(now).filter(([name, value]) => {
      const text = JSON.stringify(value);
      const changed = this._told[name] !== text;
      this._told[name] = text;
      return changed;
    });
    if (fresh.length) this.far.send(JSON.stringify(Object.fromEntries(fresh)));
  }
}

// Whether a board tells no more than one has to: a page that is flooded would do nothing else.
export class Measure {
  constructor() {
    this._left = MOST_AT_ONCE;
    this._last = 0;
  }

  // Counts a message; `now` in milliseconds. False where it is one too many.
  fits(now) {
    this._left = Math.min(MOST_AT_ONCE, this._left + (2 * (now - this._last)) / EVERY_MS) - 1;
    this._last = now;
    return this._left >= 0;
  }
}

// What has to be known of a board to draw it: the numbers of the lights of each place, and where its home boards lie.
function drawn({ points, bars, offs, homeLeft }) {
  return { points, bars, offs, homeLeft };
}

// What a page hears of a board, in the form of Shown's `look()`, with `rows` and `glass` for the display: as much of
// it as was told and can be.
export function heardOf(text) {
  let told = null;
  try {
    told = JSON.parse(text);
  } catch {
    // It is nothing.
  }
  const heard = {};
  for (const [name, value] of Object.entries(told ?? {})) {
    const taken = Object.hasOwn(TAKEN, name) ? TAKEN[name](value) : undefined;
    if (taken !== undefined) heard[name] = taken;
  }
  return heard;
}

// A display's dots, a bit each, row by row.
function glassOf(chip) {
  const bytes = new Uint8Array((WIDTH * chip.height) / 8);
  for (let at = 0; at < 8 * bytes.length; at++) {
    if (chip.lit(at % WIDTH, Math.floor(at / WIDTH))) bytes[at >> 3] |= 1 << (at & 7);
  }
  return bytes;
}

// A display with the dots of such bytes, for an Oled.
export class Glass {
  constructor() {
    this.height = 64;
    this.contrast = 255;
    this.bytes = new Uint8Array(GLASS);
  }

  lit(x, y) {
    const at = y * WIDTH + x;
    return (this.bytes[at >> 3] >> (at & 7)) & 1;
  }
}

const isText = (value, most) => typeof value === "string" && value.length <= most;
const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
const isColour = (value) => Array.isArray(value) && value.length === 3 && value.every((part) => isCount(part, 255));
const isFlag = (value) => typeof value === "boolean";
const isSide = (value) => value === 0 || value === 1;
const pair = (value, fits) => Array.isArray(value) && value.length === 2 && value.every(fits);
const only = (fits) => (value) => (fits(value) ? value : undefined);

const isSeat = (seat) =>
  isText(seat?.name, 24) && isText(seat.who, 24) && isColour(seat.colour) && isCount(seat.score, 999) &&
  isCount(seat.length, 999) && isCount(seat.pips, 999) && isText(seat.clock, 12) && isFlag(seat.acts); // prettier-ignore
const isDie = (die) => Array.isArray(die) && isCount(die[0], 6) && die[0] > 0 && isSide(die[1]) && isFlag(Boolean(die[2]));
const isCube = (cube) => Array.isArray(cube) && isCount(cube[0], 2 ** 20) && (cube[1] === null || isSide(cube[1]));
const isPlaces = (places, count) =>
  Array.isArray(places) && places.length === count &&
  places.every((lights) => Array.isArray(lights) && lights.length <= MOST_PLACE && lights.every((at) => isCount(at, MOST_LIGHTS - 1))); // prettier-ignore
const isBoard = (board) =>
  isPlaces(board?.points, POINTS) && isPlaces(board.bars, 2) && isPlaces(board.offs, 2) && isFlag(board.homeLeft);
const isCounts = (counts) =>
  typeof counts === "object" && counts !== null && !Array.isArray(counts) && Object.values(counts).every((count) => isCount(count, MOST_CHECKERS)); // prettier-ignore
const isTable = (table) =>
  Array.isArray(table?.dice) && table.dice.length <= 4 && table.dice.every(isDie) && (!table.cube || isCube(table.cube)) &&
  pair(table.colours, isColour) && isCounts(table.counts); // prettier-ignore

// What each part has to be; undefined of what it is not.
const TAKEN = {
  board: (board) => (isBoard(board) ? drawn(board) : undefined),
  rows: only((rows) => rows === 64 || rows === 32),
  seats: only((seats) => seats === null || pair(seats, isSeat)),
  table: only((table) => table === null || isTable(table)),
  said: only((said) => isText(said, 400)),
  glass: (text) => bytesOf(text, GLASS),
  lights: (text) => {
    const bytes = bytesOf(text, 3 * MOST_LIGHTS);
    return bytes && Array.from({ length: Math.floor(bytes.length / 3) }, (_, at) => [...bytes.slice(3 * at, 3 * at + 3)]);
  },
};

function textOf(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(text, most) {
  if (!isText(text, 2 * most) || !BYTES.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).slice(0, most);
  } catch {
    return undefined;
  }
}
