// The matches that the browser keeps. Each lies on a flash of its own, as JSON under one key so that a save is
// whole or has not happened; one of them lies in the board. What is told of them beside (a name, the score, when) is
// a list that may get lost without harm.

import { sectorsOf } from "./files.js";

const FLASH = "picogammon.flash";
const LIST = "picogammon.matches";
const FIRST = 1; // the match that lies under FLASH itself
const BOARDS_OWN = /^\/flash\/(settings|dice|people|cards|sets)\.bin$/; // of no single match
const RING = "/flash/matches/";
const NUMBER = /^picogammon\.flash\.([1-9]\d{0,8})$/;
const PATH = /^\/flash(\/(?!\.{1,2}(\/|$))[^/]+)+$/;
const FULL = "This browser has no more room for this page. Delete matches that you no longer need: until then, what is played is lost when the page is closed.";
const NOTHING = "This browser keeps nothing for this page: the match ends when the page is closed.";

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isPair = (is) => (value) => Array.isArray(value) && value.length === 2 && value.every(is);
// What is known of a match. The list may be another version's, or damaged: what is not sound counts as not known.
const FIELDS = {
  name: isText,
  names: isPair(isText),
  levels: isPair(isText),
  scores: isPair(isCount),
  length: isCount,
  won: isText,
  changed: (value) => isCount(value) && value < 8.64e15,
  event: isText,
  file: isText,
  xgid: isText,
  settings: (value) => isText(value) && /^([0-9a-f]{2})*$/.test(value),
  fresh: (value) => value === true || value === false,
};

/** @typedef {Record<string, Uint8Array>} Files  absolute path -> bytes */

export class Kept {
  /** @type {(text: string) => void} */
  #complain;
  /** @type {Record<string, Partial<import("./state.js").Match> & {fresh?: boolean}>} */
  #known = {};
  current = FIRST;

  /** @param {(text: string) => void} complain  is told what went wrong */
  constructor(complain) {
    this.#complain = complain;
    this.refresh();
  }

  /** Reads the list as it is now: another page may have changed it before this one held the flash. */
  refresh() {
    const { current, known } = read();
    this.#known = Object.fromEntries(flashes().map((id) => [id, soundOf(known[id])]));
    this.current = isCount(current) && current ? current : Math.max(FIRST, ...this.#ids());
    this.#known[this.current] ??= {};
  }

  /**
   * The newest first.
   * @returns {import("./state.js").Match[]}
   */
  list() {
    const all = Object.entries(this.#known).map(([id, about]) => ({ ...about, id: Number(id) }));
    return all.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0) || b.id - a.id);
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
      check(files);
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

  /** Remembers what the board tells of its match. */
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
    const unplayed = this.about.fresh && !this.about.name;
    if (!unplayed && flashes().includes(this.current)) this.#move(Math.max(FIRST, ...this.#ids()) + 1, {});
    else if (unplayed) this.#move(this.current, {});
  }

  /**
   * Keeps a match that comes from elsewhere, beside the one in the board. Throws where there is no room for it.
   * @param {Uint8Array} log
   * @param {string} [name]
   * @param {Partial<import("./state.js").Match>} [about]
   */
  add(log, name, about = {}) {
    const id = Math.max(FIRST, ...this.#ids()) + 1;
    const ring = Object.entries(sectorsOf(log)).map(([sector, bytes]) => [RING + sector, bytes]);
    if (!this.#put(id, Object.fromEntries(ring), () => {})) {
      throw new Error("this browser keeps no more matches: delete some of them first");
    }
    this.#known[id] = { ...about, name, changed: Date.now() };
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

  #ids() {
    return Object.keys(this.#known).map(Number);
  }

  #move(id, files) {
    const before = this.current;
    const own = Object.entries(this.restore()).filter(([path]) => BOARDS_OWN.test(path));
    const its = Object.entries(files).filter(([path]) => !BOARDS_OWN.test(path));
    this.#put(id, Object.fromEntries([...its, ...own]));
    if (id === before || !this.#known[id]) this.#known[id] = {};
    this.current = id;
    if (id !== before && this.#known[before].fresh && !this.#known[before].name) this.remove(before);
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
    try {
      localStorage.setItem(LIST, JSON.stringify({ current: this.current, known: this.#known }));
    } catch {
      // The flash has said so already.
    }
  }
}

/** What a match is called. @param {import("./state.js").Match} match */
export function titleOf({ id, name, names, levels }) {
  const called = (text, side) => (levels?.[side] ? `${text} (${levels[side]})` : text);
  return name || (names ? names.map(called).join(" – ") : `Match ${id}`);
}

/** How a match stands, and who has won it. @param {Partial<import("./state.js").Match>} match */
export function standing({ scores, length, won }) {
  if (!scores) return "";
  const stands = `${scores[0]}–${scores[1]}${length ? `, match to ${length}` : ", money"}`;
  return won ? `${stands}, ${won} has won` : stands;
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

/** The list as it was left; of one that cannot be read nothing is known. */
function read() {
  try {
    const { current, known } = Object(JSON.parse(localStorage.getItem(LIST) ?? "{}"));
    return { current, known: Object(known) };
  } catch {
    return { current: 0, known: {} };
  }
}

function soundOf(told) {
  const given = Object(told);
  return Object.fromEntries(Object.entries(FIELDS).flatMap(([key, is]) => (is(given[key]) ? [[key, given[key]]] : [])));
}

/** Throws where these are no files of a flash, each as text. */
function check(files) {
  if (typeof files !== "object" || files === null || Array.isArray(files)) throw new Error("it has no files");
  const paths = Object.keys(files);
  const sound = paths.every((path) => PATH.test(path) && isText(files[path]));
  const nested = paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)));
  if (!sound || nested) throw new Error("its files are none of a board's");
}

/** The numbers of the flashes there are. */
function flashes() {
  try {
    const ids = Object.keys(localStorage).map((key) => Number(key.match(NUMBER)?.[1]));
    return [...(FLASH in localStorage ? [FIRST] : []), ...ids.filter((id) => id > FIRST)];
  } catch {
    return []; // this browser keeps nothing
  }
}
