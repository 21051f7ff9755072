// Answers each line of JSON on stdin, a command for one emulated board, with a line on stdout.
// usage: node main.js BOOTROM.json
// A line is {"do": COMMAND, ...}; the answer is {...} or {"error": TEXT}. The commands are the methods of
// Session, which emulator.py explains. {"do": "make", "wiring": ..., "chip": ...} makes a board, or another one.

import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { Board } from "./board/board.js";
import { Starts } from "./starts.js";
import { afterCut, erased, readImage, writeUf2 } from "./board/images.js";

const MS = 1e6; // in ns
// The end of stdin ends this process between two commands; the loss of its parent does so within one.
const PARENT = process.ppid;
const LOOKS = 1000;

class Session {
  constructor(board) {
    this._board = board;
    this._base = null;
  }

  state() {
    const board = this._board;
    if (!board.flash) return { now: 0, started: 0, resets: 0 };
    return { now: board.now / MS, started: board.started / MS, resets: board.resets };
  }

  boot({ image, uf2, cut, seed, slowness }) {
    this._board.powerOn(this._content(image, uf2, cut), seed, slowness);
    if (!cut) this.record();
  }

  // The flash's contents: as they were, an image, or the remains of a cut; and a UF2 over them.
  _content(path, uf2, cut) {
    let image;
    if (cut) image = afterCut(this._base, this._recorded ?? this._board.flash.operations, cut);
    else if (path) image = readImage(path);
    else if (uf2 || !this._board.flash) image = erased();
    else image = this._board.memory.slice();
    if (cut && !this._recorded) this._recorded = this._board.flash.operations;
    if (uf2) writeUf2(image, uf2);
    return image;
  }

  // A cut counts operations from here on.
  record() {
    this._base = this._board.memory.slice();
    this._board.flash.operations = [];
    this._recorded = null;
  }

  wear({ kind, sectors }) {
    this._board.flash.worn[kind] = new Set(sectors);
  }

  operations({ from }) {
    const listed = (this._recorded ?? this._board.flash.operations).slice(from);
    return { operations: listed.map(({ at, kind, address }) => [at / MS, kind, address]) };
  }

  save({ path }) {
    writeFileSync(path, this._board.memory);
  }

  run({ ms, until }) {
    const condition = until ? this._condition(until) : () => false;
    let looks = 0;
    const met = this._board.run(ms * MS, () => {
      looks += 1;
      if (this._watch && this._board.now >= this._watch.next) this._look();
      if (looks % LOOKS === 0 && process.ppid !== PARENT) process.exit(1);
      return condition();
    });
    return { met };
  }

  _condition(until) {
    const board = this._board;
    const [[what, value]] = Object.entries(until);
    switch (what) {
      case "still": {
        const from = board.now;
        return () => {
          const last = Math.max(from, board.oled.lastAt, board.flash.lastAt, board.usb.lastAt);
          return board.now - last >= value * MS;
        };
      }
      case "output": {
        const bytes = Buffer.from(value, "latin1");
        return () => Buffer.from(board.usb.unread).includes(bytes);
      }
      case "frames": return () => board.strip.frames.length >= value;
      case "operations": return () => board.flash.operations.length >= value;
      case "picture": {
        const wanted = Buffer.from(value, "base64");
        let looked = -1;
        return () => {
          if (!board.oled.told || board.oled.transmissions === looked) return false;
          looked = board.oled.transmissions;
          return wanted.equals(board.oled.picture());
        };
      }
      case "usb": return () => (value === "connected" ? board.usb.connected : board.usb.sent);
      case "resets": return () => board.resets >= value;
      default: throw new Error(`cannot wait for ${what}`);
    } // prettier-ignore
  }

  contact({ edges }) {
    for (const [pin, down, later] of edges) this._board.contact(pin, down, later * MS);
  }

  cross({ edges }) {
    for (const [row, column, down, later] of edges) this._board.cross(row, column, down, later * MS);
  }

  lights() {
    return { lights: this._board.strip.lights };
  }

  frames() {
    const frames = this._board.strip.frames.splice(0);
    return { frames: frames.map(({ from, at, bytes }) => [from / MS, at / MS, bytes]) };
  }

  oled() {
    return { picture: Buffer.from(this._board.oled.picture()).toString("base64") };
  }

  taken() {
    const { oled } = this._board;
    const taken = oled.taken ?? [];
    oled.taken = [];
    return { taken };
  }

  set({ part, fields }) {
    Object.assign(this._board[part], fields);
  }

  forget() {
    this._board.oled.forget();
  }

  send({ data }) {
    this._board.usb.send(Buffer.from(data, "base64"));
  }

  received() {
    return { data: Buffer.from(this._board.usb.received()).toString("base64") };
  }

  paint({ size }) {
    this._board.paintStack(size);
  }

  stack({ size }) {
    return { used: this._board.stackUsed(size) };
  }

  watch({ ms }) {
    this._watch = { every: ms * MS, next: 0 };
    this._least = null;
  }

  memory() {
    const now = this._look();
    const least = this._least;
    this._least = null;
    return { memory: { now, least } };
  }

  _look() {
    if (this._watch) this._watch.next = this._board.now + this._watch.every;
    const now = this._board.freeMemory();
    if (!now) return null;
    const { free, largest } = this._least ?? now;
    this._least = { free: Math.min(free, now.free), largest: Math.min(largest, now.largest) };
    return now;
  }

  randomness({ how }) {
    this._board.randomness(how);
  }
}

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const bootrom = json(process.argv[2]);
const boards = { session: null };
const commands = Object.getOwnPropertyNames(Session.prototype)
  .filter((name) => name !== "constructor" && !name.startsWith("_"));

function done({ do: command, ...rest }) {
  if (command === "make") boards.session = new Session(new Board(bootrom, rest.wiring, rest.chip));
  else if (commands.includes(command)) return boards.session[command](rest);
  else throw new Error(`no command ${command}`);
}

function answer(line) {
  try {
    const found = done(JSON.parse(line));
    return { ...boards.session.state(), ...found };
  } catch (error) {
    return { error: error.message, stack: error.stack };
  }
}

function say(value) {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

const starts = new Starts(answer, boards);
for await (const line of createInterface({ input: process.stdin })) say(starts.answer(line));
