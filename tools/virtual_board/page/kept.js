// The matches that the browser keeps. Each lies on a flash of its own, one of them in the board, with the
// matches that were put aside there; what is told of them beside (a name, the score, when) is a list that
// may get lost without harm.

import { sectorsOf } from "./files.js";
import * as flash from "./flash.js";

const LIST = "picogammon.matches";
const FLASH = "picogammon.flash";
const FIRST = 1; // the one match that older pages kept, and still under their key
const BOARDS_OWN = /^\/flash\/(settings|dice|people|cards|sets)\.bin$/; // of no single match
const RING = "/flash/matches/";
const NUMBER = /^picogammon\.flash\.([1-9]\d{0,8})$/;

export class Kept {
  // `complain(text)` is told what went wrong.
  constructor(complain) {
    this._complain = complain;
    this.refresh();
  }

  // Reads the list as it is now: another page may have changed it before this one held the flash.
  refresh() {
    const { current, known } = read();
    this._known = {};
    for (const id of flashes()) this._known[id] = soundOf(known[id]);
    this.current = isCount(current) && current ? current : Math.max(FIRST, ...Object.keys(this._known));
    this._known[this.current] ??= {};
  }

  // [{id, name, names, levels, scores, length, won, changed, xgid, settings; of a file: event, file}], the
  // newest first; what is not known of a match is left out.
  list() {
    const all = Object.entries(this._known).map(([id, about]) => ({ id: Number(id), ...about }));
    return all.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0) || b.id - a.id);
  }

  // What is known of the match in the board.
  get about() {
    return this._known[this.current];
  }

  restore() {
    return this.files(this.current);
  }

  // The files of a match: path -> bytes.
  files(id) {
    return flash.restore(keyOf(id), this._complain);
  }

  save(files) {
    flash.save(keyOf(this.current), files, this._complain);
    this.about.changed = Date.now();
    this._write();
  }

  // Erases the match in the board, and the board's settings.
  erase() {
    flash.erase(keyOf(this.current));
    this._known[this.current] = {};
    this._write();
  }

  // Remembers what the board tells of its match.
  note({ names, levels, scores, length, won, xgid, settings }) {
    const before = JSON.stringify(this.about);
    Object.assign(this.about, { names, levels, scores, length, won, xgid, settings });
    if (JSON.stringify(this.about) !== before) this._write();
  }

  // Puts another match into the board; the board's own files go with it.
  choose(id) {
    this._move(id, this.files(id));
  }

  // Puts a new match into the board, in the place of the one there if nothing was ever kept of it.
  begin() {
    if (!flashes().includes(this.current)) return;
    const id = this._unused();
    this._known[id] = {};
    this._move(id, {});
  }

  // Keeps a match that comes from elsewhere, beside the one in the board. `log`: its bytes; `about`: what is
  // known of it, as `list` has it. Throws where there is no room for it.
  add(log, name, about = {}) {
    const id = this._unused();
    const ring = Object.entries(sectorsOf(log)).map(([sector, bytes]) => [RING + sector, bytes]);
    const kept = flash.save(keyOf(id), Object.fromEntries(ring), () => {});
    if (!kept) throw new Error("this browser keeps no more matches: delete some of them first");
    this._known[id] = { ...about, name, changed: Date.now() };
    this._write();
  }

  // The sectors in which a match and those that were put aside there are kept: name -> bytes.
  ringOf(id) {
    const files = Object.entries(this.files(id)).filter(([path]) => path.startsWith(RING));
    return Object.fromEntries(files.map(([path, bytes]) => [path.slice(RING.length), bytes]));
  }

  rename(id, name) {
    this._known[id].name = name;
    this._write();
  }

  // Forgets a match that is not in the board.
  remove(id) {
    delete this._known[id];
    flash.erase(keyOf(id));
    this._write();
  }

  _unused() {
    return Math.max(FIRST, ...Object.keys(this._known).map(Number)) + 1;
  }

  _move(id, files) {
    const own = Object.entries(this.restore()).filter(([path]) => BOARDS_OWN.test(path));
    const its = Object.entries(files).filter(([path]) => !BOARDS_OWN.test(path));
    flash.save(keyOf(id), Object.fromEntries([...its, ...own]), this._complain);
    this.current = id;
    this._write();
  }

  _write() {
    try {
      localStorage.setItem(LIST, JSON.stringify({ current: this.current, known: this._known }));
    } catch {
      // The flash has said so already.
    }
  }
}

function keyOf(id) {
  return id === FIRST ? FLASH : `${FLASH}.${id}`;
}

// The list as it was left; of one that cannot be read nothing is known.
function read() {
  try {
    const { current, known } = Object(JSON.parse(localStorage.getItem(LIST)));
    return { current, known: Object(known) };
  } catch {
    return { known: {} };
  }
}

// What is told of a match, without what is none of it: the list may be another version's, or damaged.
function soundOf(told) {
  const { name, names, levels, scores, length, won, changed, xgid, settings, event, file } = Object(told);
  const pair = (value, is) => Array.isArray(value) && value.length === 2 && value.every(is);
  return {
    ...(isText(name) && { name }),
    ...(pair(names, isText) && { names }),
    ...(pair(levels, isText) && { levels }),
    ...(pair(scores, isCount) && { scores }),
    ...(isCount(length) && { length }),
    ...(isText(won) && { won }),
    ...(isCount(changed) && changed < 8.64e15 && { changed }),
    ...(isText(event) && { event }),
    ...(isText(file) && { file }),
    ...(isText(xgid) && { xgid }),
    ...(isText(settings) && /^([0-9a-f]{2})*$/.test(settings) && { settings }),
  };
}

function isText(value) {
  return typeof value === "string";
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

// The numbers of the flashes there are.
function flashes() {
  try {
    const ids = Object.keys(localStorage).map((key) => (key === FLASH ? FIRST : idOf(key)));
    return ids.filter((id) => id !== null);
  } catch {
    return []; // this browser keeps nothing
  }
}

function idOf(key) {
  const [, digits] = key.match(NUMBER) ?? [];
  return digits === undefined || Number(digits) === FIRST ? null : Number(digits);
}
