// The matches that the browser keeps. Each lies on a flash of its own, as JSON under one key so that a save is
// whole or has not happened; one of them lies in the board. What is told of them beside (a name, the score, when) is
// a list that may get lost without harm.

import { remember, remembered } from "./state.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {Partial<Match> & {fresh?: boolean}} About  `fresh`: whether nothing was played yet */
/** @typedef {Record<string, Uint8Array>} Files  absolute path -> bytes */

const FLASH = "picogammon.flash";
const FIRST = 1; // the match that lies under FLASH itself
const NUMBER = /^picogammon\.flash\.(\d+)$/;
const BOARDS_OWN = /^\/flash\/(settings|dice|people|cards|sets)\.bin$/; // of no single match
const RING = "/flash/matches/";
const SECTOR = 4096; // bytes: docs/matches.md
const FULL = "This browser has no more room for this page. Delete matches that you no longer need: until then, what is played is lost when the page is closed.";
const NOTHING = "This browser keeps nothing for this page: the match ends when the page is closed.";

export class Kept {
  /** @type {(text: string) => void} */
  #complain;
  /** @type {Record<string, About>} */
  #known = {};
  current = FIRST;

  /** @param {(text: string) => void} complain  is told what went wrong */
  constructor(complain) {
    this.#complain = complain;
    this.refresh();
  }

  /** Reads the list as it is now: another page may have changed it before this one held the flash. */
  refresh() {
    const ids = flashes();
    const { current, known } = remembered("matches", isList, { current: Math.max(FIRST, ...ids), known: {} });
    this.#known = Object.fromEntries([current, ...ids].map((id) => [id, known[id] ?? {}]));
    this.current = current;
  }

  /**
   * The newest first.
   * @returns {Match[]}
   */
  list() {
    const all = Object.entries(this.#known).map(([id, about]) => ({ ...about, run: Number(id) }));
    return all.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0) || b.run - a.run);
  }

  /** What is known of the match in the board. */
  get about() {
    return this.#known[this.current];
  }

  restore() {
    return this.files(this.current);
  }

  /**
   * The files of a match; none where they cannot be read.
   * @param {number} id
   * @returns {Files}
   */
  files(id) {
    try {
      const files = JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}");
      return Object.fromEntries(Object.entries(files).map(([path, code]) => [path, decode(code)]));
    } catch (error) {
      this.#complain(`The saved match could not be read (${/** @type {Error} */ (error).message}): the board starts empty.`);
      return {};
    }
  }

  /** @param {Files} files  of the match in the board */
  save(files) {
    this.#put(this.current, files);
    this.about.changed = Date.now();
    this.#write();
  }

  /** Erases the match in the board, and the board's settings. */
  erase() {
    this.remove(this.current);
    this.#known[this.current] = {};
    this.#write();
  }

  /** Remembers what the board tells of its match. @param {import("./state.js").Told} told */
  note({ names, levels, scores, length, won, xgid, settings, fresh }) {
    const before = JSON.stringify(this.about);
    Object.assign(this.about, { names, levels, scores, length, won, xgid, settings, fresh });
    if (JSON.stringify(this.about) !== before) this.#write();
  }

  /** Puts another match into the board; the board's own files go with it. One that was not played is not kept. */
  choose(id) {
    if (id !== this.current) this.#move(id, this.files(id));
  }

  /** Puts a new match into the board. */
  begin() {
    const isKept = flashes().includes(this.current) && !this.#isUnplayed;
    this.#move(isKept ? this.#free : this.current, {});
  }

  /**
   * Keeps a match that comes from elsewhere, beside the one in the board. Throws where there is no room for it.
   * @param {Uint8Array} log
   * @param {About} [about]
   */
  add(log, about = {}) {
    const id = this.#free;
    const ring = Object.entries(sectorsOf(log)).map(([sector, bytes]) => [RING + sector, bytes]);
    if (!this.#put(id, Object.fromEntries(ring), () => {})) {
      throw new Error("this browser keeps no more matches: delete some of them first");
    }
    this.#known[id] = { ...about, changed: Date.now() };
    this.#write();
  }

  /** The sectors in which a match and those that were put aside there are kept: name -> bytes. */
  ringOf(id) {
    const files = Object.entries(this.files(id)).filter(([path]) => path.startsWith(RING));
    return Object.fromEntries(files.map(([path, bytes]) => [path.slice(RING.length), bytes]));
  }

  rename(id, name) {
    this.#known[id].name = name;
    this.#write();
  }

  /** Forgets a match. */
  remove(id) {
    delete this.#known[id];
    try {
      localStorage.removeItem(keyOf(id));
    } catch {
      // Nothing is kept, so there is nothing to erase.
    }
    this.#write();
  }

  get #free() {
    return Math.max(FIRST, ...Object.keys(this.#known).map(Number)) + 1;
  }

  get #isUnplayed() {
    return this.about.fresh && !this.about.name;
  }

  #move(id, files) {
    const before = this.current;
    const isDropped = id !== before && this.#isUnplayed;
    const own = Object.entries(this.restore()).filter(([path]) => BOARDS_OWN.test(path));
    const its = Object.entries(files).filter(([path]) => !BOARDS_OWN.test(path));
    this.#put(id, Object.fromEntries([...its, ...own]));
    if (id === before || !this.#known[id]) this.#known[id] = {};
    this.current = id;
    if (isDropped) this.remove(before);
    this.#write();
  }

  /** Whether they are kept. */
  #put(id, files, complain = this.#complain) {
    const coded = Object.entries(files).map(([path, bytes]) => [path, encode(bytes)]);
    try {
      localStorage.setItem(keyOf(id), JSON.stringify(Object.fromEntries(coded)));
      return true;
    } catch (error) {
      complain(/** @type {Error} */ (error).name === "QuotaExceededError" ? FULL : NOTHING);
      return false;
    }
  }

  #write() {
    remember("matches", { current: this.current, known: this.#known });
  }
}

/** What a match is called. @param {Match} match */
export function titleOf({ run, name, names, levels }) {
  const called = (text, side) => (levels?.[side] ? `${text} (${levels[side]})` : text);
  return name || (names ? names.map(called).join(" – ") : `Match ${run}`);
}

/** How a match stands, and who has won it. @param {Partial<Match>} match */
export function standing({ scores, length, won }) {
  if (!scores) return "";
  const stands = `${scores[0]}–${scores[1]}${length ? `, match to ${length}` : ", money"}`;
  return won ? `${stands}, ${won} won` : stands;
}

/** The bytes of a match's log as the files of a board's sectors: name -> bytes. @param {Uint8Array} log */
export function sectorsOf(log) {
  const sectors = Array.from({ length: Math.ceil(log.length / SECTOR) }, (_, at) => log.slice(SECTOR * at, SECTOR * (at + 1)));
  return Object.fromEntries(sectors.map((bytes, at) => [String(at).padStart(2, "0"), bytes]));
}

/** @param {string} base64 */
export function decode(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function keyOf(id) {
  return id === FIRST ? FLASH : `${FLASH}.${id}`;
}

function isList(value) {
  return Number.isInteger(value?.current) && value.known instanceof Object;
}

/** The numbers of the flashes there are. */
function flashes() {
  try {
    const ids = Object.keys(localStorage).map((key) => (key === FLASH ? FIRST : Number(key.match(NUMBER)?.[1])));
    return ids.filter((id) => id >= FIRST);
  } catch {
    return []; // this browser keeps nothing
  }
}
