// The matches that the browser keeps. Each lies on a flash of its own, all of whose files are one value of the database,
// so that a save is whole or has not happened; one of them lies in the board. What is told of them beside (a name, the
// score, when) is a list that may get lost without harm.

import { Memory } from "./database.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {Partial<Match> & {fresh?: boolean}} About  `fresh`: whether nothing was played yet */
/** @typedef {Record<string, Uint8Array>} Files  absolute path -> bytes */
/** @typedef {import("./database.js").Database} Database */

const FIRST = 1;
const LIST = "list"; // the list's key; that of a match is its number
const BOARDS_OWN = /^\/flash\/(settings|dice|people|cards|sets)\.bin$/; // of no single match
const PLAYERS = /^\/flash\/(people|cards|sets)\.bin$/;
const RING = "/flash/matches/";
const SECTOR = 4096; // bytes: docs/match-files.md
const FULL = "This browser has no more room for this page. Delete matches that you no longer need: until then, what is played is lost when the page is closed.";
const NOTHING = "This browser keeps nothing for this page: the match ends when the page is closed.";
const UNREAD = (/** @type {any} */ { message }) => `A saved match could not be read (${message}): the board does not have it.`;

export class Kept {
  /** @type {(text: string) => void} */
  #complain;
  /** @type {Record<string, About>} */
  #known = { [FIRST]: {} };
  /** @type {Database | Memory} */
  #database = new Memory();
  /** @type {Files} */
  #files = {}; // those of the match in the board
  #isAsked = false; // whether the browser was asked to keep what it keeps
  current = FIRST;
  left = FIRST; // the one before the last new match

  /** @param {(text: string) => void} complain  is told what went wrong */
  constructor(complain) {
    this.#complain = complain;
  }

  /** Reads what is kept; says it where nothing is, as for null. @param {Database | null} database */
  async open(database) {
    if (!database) return this.#complain(NOTHING);
    try {
      const [keys, list] = await Promise.all([database.keys(), database.get(LIST)]);
      const ids = keys.filter(Number.isInteger).map(Number);
      const { current, known } = isList(list) ? list : { current: Math.max(FIRST, ...ids), known: {} };
      this.#known = Object.fromEntries([current, ...ids].map((id) => [id, known[id] ?? {}]));
      this.current = current;
      this.#database = database;
      const files = await this.#read(this.current);
      if (!files) this.#known[(this.current = this.#free)] = {}; // nothing is written over what cannot be read
      this.#files = files ?? {};
    } catch (error) {
      console.warn(error);
      this.#complain(NOTHING);
    }
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

  /** The files of the match in the board. */
  restore() {
    return this.#files;
  }

  /**
   * The files of a match; none where they cannot be read.
   * @returns {Promise<Files>}
   */
  async files(id) {
    return id === this.current ? this.#files : ((await this.#read(id)) ?? {});
  }

  /** Resolves when they are kept, or it is said why they are not. @param {Files} files  of the match in the board */
  async save(files) {
    this.#files = files;
    this.about.changed ??= Date.now(); // of a new match; later each change sets it
    await this.#write([[this.current, files]], this.#complain);
    if (this.#isAsked) return;
    this.#isAsked = true;
    navigator.storage?.persist?.().catch(() => {}); // it may refuse
  }

  /** Puts files into the board: name -> bytes, sectors of its matches among them. */
  take(files) {
    const path = (name) => (/^\d\d$/.test(name) ? RING : "/flash/") + name;
    return this.save({ ...this.#files, ...Object.fromEntries(Object.entries(files).map(([name, bytes]) => [path(name), bytes])) });
  }

  /** Erases the match in the board and the board's own files, but for what players have done, if that is kept. */
  erase(keepsPlayers) {
    const left = Object.entries(this.#files).filter(([path]) => keepsPlayers && PLAYERS.test(path));
    this.#files = Object.fromEntries(left);
    this.#known[this.current] = {};
    return this.#write([[this.current, this.#files]], this.#complain);
  }

  /**
   * Remembers what the board tells of its match. Returns the one that has ended, if the board has begun another one.
   * @param {import("./state.js").Told} told
   */
  note({ names, levels, scores, length, won, xgid, settings, fresh, log }) {
    const before = this.about;
    const ended = before.won && before.log && before.log !== log ? before : null;
    const about = { ...(ended ? {} : before), names, levels, scores, length, won, xgid, settings, fresh, log };
    if (JSON.stringify(about) !== JSON.stringify(before)) {
      this.#known[this.current] = { ...about, changed: Date.now() };
      this.#write();
    }
    return ended;
  }

  /** Puts another match into the board, with the board's own files; one that was not played is not kept. */
  async choose(id) {
    const files = id === this.current ? null : await this.#read(id);
    if (files) await this.#move(id, files);
  }

  begin() {
    this.left = this.current;
    const isKept = Object.keys(this.#files).length && !this.#isUnplayed;
    return this.#move(isKept ? this.#free : this.current, {});
  }

  /**
   * Keeps a match that comes from elsewhere, beside the one in the board. Rejects where there is no room for it.
   * @param {About} [about]
   */
  async add(log, about = {}) {
    const id = this.#free;
    const ring = Object.entries(sectorsOf(log)).map(([sector, bytes]) => [RING + sector, bytes]);
    this.#known[id] = { changed: Date.now(), ...about };
    if (await this.#write([[id, Object.fromEntries(ring)]])) return;
    delete this.#known[id];
    throw new Error("this browser has no room for more matches: delete some first");
  }

  /** The sectors in which a match and those that were put aside there are kept: name -> bytes. */
  async ringOf(id) {
    const files = Object.entries(await this.files(id)).filter(([path]) => path.startsWith(RING));
    return Object.fromEntries(files.map(([path, bytes]) => [path.slice(RING.length), bytes]));
  }

  /** The files of the board, with its sectors among them: name -> bytes. */
  boardFiles() {
    return Object.fromEntries(Object.entries(this.#files).map(([path, bytes]) => [path.slice(path.lastIndexOf("/") + 1), bytes]));
  }

  rename(id, name) {
    this.#known[id].name = name;
    return this.#write();
  }

  remove(id) {
    delete this.#known[id];
    return this.#write([[id, undefined]]);
  }

  get #free() {
    return Math.max(FIRST, ...Object.keys(this.#known).map(Number)) + 1;
  }

  get #isUnplayed() {
    return this.about.fresh && !this.about.name;
  }

  async #move(id, files) {
    const before = this.current;
    const isDropped = id !== before && this.#isUnplayed;
    const own = Object.entries(this.#files).filter(([path]) => BOARDS_OWN.test(path));
    const its = Object.entries(files).filter(([path]) => !BOARDS_OWN.test(path));
    this.#files = Object.fromEntries([...its, ...own]);
    if (id === before || !this.#known[id]) this.#known[id] = {};
    this.current = id;
    await this.#write([[id, this.#files]], this.#complain);
    if (isDropped) await this.remove(before);
  }

  /** The files of a match, or null where they cannot be read. */
  async #read(id) {
    try {
      return (await this.#database.get(id)) ?? {};
    } catch (error) {
      this.#complain(UNREAD(error));
      return null;
    }
  }

  /**
   * Writes changes, and the list; whether they are kept.
   * @param {[key: IDBValidKey, value: any][]} [changes]
   */
  async #write(changes = [], complain = /** @type {(text: string) => void} */ (() => {})) {
    try {
      await this.#database.write([[LIST, { current: this.current, known: this.#known }], ...changes]);
      return true;
    } catch (error) {
      complain(/** @type {Error} */ (error).name === "QuotaExceededError" ? FULL : NOTHING);
      return false;
    }
  }
}

/** What a match is called. @param {Match} match */
export function titleOf({ run, name, names, levels }) {
  return name || (names ? called(names, levels).join(" – ") : `Match ${run}`);
}

/** Who plays, and which levels. @param {string[]} names @param {string[]} [levels] */
export function called(names, levels) {
  return names.map((name, side) => (levels?.[side] ? `${name} (${levels[side]})` : name));
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

function isList(value) {
  return Number.isInteger(value?.current) && value.known instanceof Object;
}
