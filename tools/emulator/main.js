// One emulated board, told what to do by lines of JSON on stdin, answering each with one on stdout.
// usage: node main.js BOOTROM.json
// A line is {"do": COMMAND, ...}; the answer is {"ok": true, ...} or {"error": TEXT}. The commands
// are the methods of Session; the Python side (emulator.py) says what they are for. First of all, and
// whenever another board is wanted: {"do": "make", "wiring": ..., "chip": ...}.

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
    if (!board.on) return { now: 0, started: 0, resets: 0 };
    return { now: board.now / MS, started: board.started / MS, resets: board.resets };
  }

  boot({ image, uf2, cut, seed, slowness, faults }) {
    this._board.powerOn(this._content(image, uf2, cut), seed, slowness, faults);
    if (!cut) this.record();
  }

  // What the flash is to hold: what it held, an image, or what a cut left, and a UF2 over that.
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

  faults() {
    return { faults: this._board.faults.map(({ at, why }) => [at / MS, why]) };
  }

  off() {
    this._board.powerOff();
  }

  // From here on the flash's operations count: these are what a cut cuts.
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

  // {"still": ms}: neither OLED nor flash nor USB did anything for so long. {"output": text}: this
  // came over USB and was not yet received. {"frames": n}, {"operations": n}: so many frames of
  // lights, flash operations since boot or `record`. {"picture": base64}: the OLED shows this, and
  // not from before the chip's last reset. {"usb": "connected" or "sent"}. {"resets": n}.
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

  // The frames since this was last asked: when each began to come, when it was latched, its bytes.
  frames() {
    const frames = this._board.strip.frames.splice(0);
    return { frames: frames.map(({ from, at, bytes }) => [from / MS, at / MS, bytes]) };
  }

  oled() {
    return { picture: Buffer.from(this._board.oled.picture()).toString("base64") };
  }

  // The OLED's transmissions since this was last asked; the first time none are known.
  taken() {
    const { oled } = this._board;
    const taken = oled.taken ?? [];
    oled.taken = [];
    return { taken };
  }

  dead({ first }) {
    this._board.strip.dead = first;
  }

  plug({ what, plugged }) {
    this._board[what].plugged = plugged;
  }

  forget() {
    this._board.oled.forget();
  }

  slow({ fastest }) {
    this._board.oled.fastest = fastest ?? Infinity;
  }

  hold({ clocks }) {
    this._board.oled.hold(clocks);
  }

  send({ data }) {
    this._board.usb.send(Buffer.from(data, "base64"));
  }

  received() {
    return { data: Buffer.from(this._board.usb.received()).toString("base64") };
  }

  read({ reading }) {
    this._board.usb.read(reading);
  }

  paint({ size }) {
    this._board.paintStack(size);
  }

  stack({ size }) {
    return { used: this._board.stackUsed(size) };
  }

  // From here on `memory` knows the least that was free, looked at every `ms`.
  watch({ ms }) {
    this._watch = { every: ms * MS, next: 0 };
    this._least = null;
  }

  // What is free now, and the least since this was last asked.
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
    return { ok: true, ...boards.session.state(), ...found };
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
