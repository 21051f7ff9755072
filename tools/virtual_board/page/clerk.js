// Match files: a kept match as a .mat file, a file as a match, whether a file's sealed dice are as they
// were sealed, and what a report says. The worker starts with the first question.

import { bytesOf, dayOf, sectorsOf } from "./files.js";
import { decode, encode } from "./flash.js";

const MOST_BYTES = 4 << 20;
const STOPPED = "it was stopped";
const UTF8 = new TextDecoder("utf-8", { fatal: true });

// A match is given as the bytes of its log, as the sectors of a board that plays it (name -> bytes,
// Kept.ringOf), or as a File; what cannot be read is rejected with the reason.
export class Clerk {
  constructor() {
    this._worker = null;
    this._stop = () => {};
    this._stopped = false;
    this._last = Promise.resolve();
  }

  // {text, notes} of the .mat file of a match; `day`: a Date.
  async write(match, day = new Date()) {
    return this._ask({ what: "write", day: dayOf(day).join("."), ...(await contentOf(match)) });
  }

  // {names, scores, length, won: the name of who has won the match, or ""} of a match.
  async about(match) {
    return this._ask({ what: "about", ...(await contentOf(match)) });
  }

  // The games of a match as tools/matches/listing.py lists them. `run`: which of several in these sectors,
  // by default the one that is played.
  async list(match, run = 0) {
    return (await this._ask({ what: "list", run, ...(await contentOf(match)) })).games;
  }

  // The bytes of a match's log alone. Rejects what is damaged, or where nothing was played.
  async pack(match) {
    return (await this._ask({ what: "pack", ...(await contentOf(match)) })).log;
  }

  // {log, notes, day, about} of a File: a .mat file, or a board's log; the day as the file says it, or "";
  // about: as `about` gives it, and `event`.
  async read(file) {
    return this._ask({ what: "read", ...(await contentOf(file)) });
  }

  // {yes, lines}: whether each roll of a File is as it was sealed. `seal`: what the board showed before
  // the match, or its first 16 digits; `number`: what was given then; `secret`: where the file does not
  // have it.
  async verify(file, seal = "", number = "", secret = "") {
    return this._ask({ what: "verify", seal, number, secret, ...(await contentOf(file)) });
  }

  // Which of a board's files `restoring` wants to see beside its earlier matches; `names`: of its files.
  async wanted(names) {
    return (await this._ask({ what: "wanted", names })).paths;
  }

  // {steps: [[path, its new bytes]], notes}: what tools/matches/restoring.py makes
  // of the files of a backup and of a board, path -> bytes each.
  async restoring(found, there) {
    const { steps, notes } = await this._ask({ what: "restore", found: coded(found), there: coded(there) });
    return { steps: steps.map(([path, code]) => [path, decode(code)]), notes };
  }

  // {people: [{name, lines: [[what, how much]], games: [PR]}], csv, games: two tables as text}
  // of a board's people.bin, `bytes`. Rejects what is damaged.
  people(bytes) {
    return this._ask({ what: "people", files: { "people.bin": bytes } });
  }

  // The following take a deck of practice cards, the bytes of a board's cards.bin, and reject with the reason.

  // {cards: [{number, name, key: what it is known by in whatever deck}], damaged: how many}.
  deck(bytes) {
    return this._ask({ what: "deck", files: deckOf(bytes) });
  }

  // {asked, board: an SVG as HTML, look: what that needs beside it, words: what it shows, choices: [word], none where a play is
  // asked; of the learner's places, places: {name: [left, top, width, height]} in hundredths of a percent, and spots: {name: what
  // is there}} of a card, by its number.
  card(bytes, number) {
    return this._ask({ what: "card", number, files: deckOf(bytes) });
  }

  // {steps, text: the play so far, board, words, spots, complete, done: whether it could be} after `steps` on
  // a card's board, and a press of a point, 25 the bar and 0 off, or a checker dragged from there `to` another one.
  lay(bytes, number, steps, point = null, to = null) {
    return this._ask({ what: "lay", number, steps, point, to, files: deckOf(bytes) });
  }

  // {answer, yours, lost, right, played, why: [text]}: what stands behind a card to which `text` was answered, "" for nothing (tools/deck/told.py).
  async answer(bytes, number, text) {
    return (await this._ask({ what: "answer", number, text, files: deckOf(bytes) }, () => {})).back;
  }

  // {text, notes}: a learner's cards as a list of XGIDs.
  xgids(bytes, name) {
    return this._ask({ what: "xgids", name, files: deckOf(bytes) });
  }

  // {added, left: how many were there already, cards: the deck's new bytes, if it has others}: with the XGIDs of a text in it.
  add(bytes, name, text) {
    return this._ask({ what: "add", name, text, files: deckOf(bytes) });
  }

  // The XGID of the position that a pasted text has the ID of, in any format and with other text around
  // it. Rejects with the reason.
  async position(text) {
    return (await this._ask({ what: "position", text })).xgid;
  }

  // {config, problems: [sentence], shown, text} of a board's data, `files`: board_config.py, and perhaps
  // what was set up at the board (board.bin), name -> bytes. Of sound data alone: `shown`, what the page
  // draws, and `text`, the data as a board_config.py. Rejects what cannot be read.
  board(files) {
    return this._ask({ what: "board", files });
  }

  // {sizes: how many records each game has, version: of what judges them}.
  async games(match) {
    return this._ask({ what: "games", ...(await contentOf(match)) });
  }

  // Judges a game, by its number from 0, where `found` has not got yet (tools/report/judging.py);
  // `heard(piece)` is told what more is found, `news`, in words, and `progress`, in thousandths.
  async judge(match, game, found, heard) {
    heard(await this._ask({ what: "judge", game, found, ...(await contentOf(match)) }, heard));
  }

  // What tools/report/telling.py tells of the match, of whose games that was found.
  async report(match, found) {
    return (await this._ask({ what: "report", found, ...(await contentOf(match)) }, () => {})).page;
  }

  // Gives up for good what is being worked at, which is rejected, and the worker's memory.
  stop() {
    this._stopped = true;
    this._stop();
    this._end();
  }

  _end() {
    this._worker?.terminate();
    this._worker = null;
  }

  _ask(question, heard) {
    const answer = this._last.then(() => this._send(question, heard));
    this._last = answer.catch(() => {});
    return answer;
  }

  async _send(question, heard) {
    if (this._stopped) throw new Error(STOPPED);
    this._worker ??= new Worker("./clerk-worker.js", { type: "module" });
    const told = await new Promise((resolve) => {
      this._stop = () => resolve({ failed: STOPPED });
      this._worker.onmessage = ({ data }) => (data.progress === undefined || data.done ? resolve(data) : heard(data));
      this._worker.onerror = (event) => resolve({ failed: event.message || "it cannot be loaded" });
      this._worker.postMessage(question);
    });
    if (told.failed) {
      this._end();
      throw new Error(told.failed);
    }
    if (told.error) throw new Error(told.error);
    return told;
  }
}

function deckOf(bytes) {
  return bytes ? { "cards.bin": bytes } : {};
}

function coded(files) {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, encode(bytes)]));
}

// What of a match the worker gets: {files, text}. A match file's text is what tools/matches/lines.py makes
// of its bytes: UTF-8, UTF-16, or what Windows wrote before there was either.
async function contentOf(match) {
  if (match instanceof Uint8Array) return { files: sectorsOf(match), text: null };
  if (!(match instanceof File)) return { files: match, text: null };
  if (match.size > MOST_BYTES) throw new Error(`a match file has no ${match.size} bytes`);
  const bytes = await bytesOf(match);
  if (match.name.toLowerCase().endsWith(".log")) return contentOf(bytes);
  const wide = encodingOf(bytes);
  try {
    return { text: (wide ? new TextDecoder(wide) : UTF8).decode(bytes) };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes) };
  }
}

// Of text with two bytes a letter: said by its first two bytes, or seen in two plain letters.
function encodingOf([first, second, third, fourth]) {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0)) return "utf-16be";
  return null;
}
