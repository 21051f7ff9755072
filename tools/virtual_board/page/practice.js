// Practice by the calendar: the cards of a board's deck that are due today, one after another. First it
// asks, then it explains; who answered says how well he knew it, and FSRS when it comes again (dates.js).

import { AGAIN, Dates, GOOD, GRADES, kept, putAside, today } from "./dates.js";
import { button, dialogOf, element, say } from "./elements.js";
import { bytesOf, download, fileName } from "./files.js";
import { toBoard } from "./dialogs.js";
import { Laying } from "./laying.js";
import { openNewMatch } from "./matches.js";

const CARDS = "cards.bin"; // on any board
const NAMELESS = "There are no cards yet. Enter your name in New match: mistakes become cards when a game is over. Or add a list of XGIDs.";
const NONE = "There are no cards yet. Your mistakes become cards when a game is over. Or add a list of XGIDs.";
const MISTAKES = "My mistakes"; // the set that is asked here, by the calendar
const COLOURS = ["Amber", "Blue"]; // what boards call who has no name
const DAMAGED = "What this browser keeps of your practice cannot be read, and stays as it is. Save it, then begin anew: every card is due then.";
const MOST_BYTES = 1 << 20; // of a file
const CONTENT = `
  <h2 id="practice-title">Practice</h2>
  <p class="whose"><label>Whose cards <select class="quiet"></select></label></p>
  <p role="status"></p>
  <div class="card">
    <div class="over">
      <div class="board" role="img"></div>
      <div class="places" role="group" aria-label="Your points, bar and off: arrow keys lead from one to the next"></div>
    </div>
    <p class="asked"></p>
    <form>
      <input aria-label="Your play" placeholder="Your play: click, drag, or type 8/5 6/5" spellcheck="false" autocapitalize="off" autocomplete="off">
      <button type="button" class="quiet undo">Undo</button><button class="choice">Show</button>
    </form>
    <p class="choices cube"></p>
    <div class="back" aria-live="polite"></div>
    <p class="choices grades" role="group" aria-label="How well did you know it?"></p>
  </div>
  <details class="sets">
    <summary>Sets to practise on the board</summary>
    <p class="choices"></p>
  </details>
  <p class="choices files">
    <button type="button" class="quiet name" hidden>New match…</button>
    <button type="button" class="quiet positions">Save positions</button>
    <button type="button" class="quiet dates">Save dates</button>
    <button type="button" class="quiet anew">Begin anew</button>
    <label class="quiet">Add from a file…<input type="file" accept=".txt,.json" class="unseen"></label>
    <button type="button" class="quiet close" autofocus>Close</button>
  </p>`;

let shown = null;

// `deck`: {name: of the board, read(): a promise of the bytes of its cards.bin, null where there is none, write(bytes)}.
/**
 * Asks the cards that are due, of that board.
 * @param {import("./state.js").App} app
 * @param {import("./state.js").Source} source
 */
export function openPractice(app, source) {
  const own = source === app.own;
  const deck = {
    name: source.name,
    read: () => source.file(CARDS),
    write: (bytes) => source.put(CARDS, bytes),
    sets: own ? (app.state.choices?.sets ?? []).filter((set) => set !== MISTAKES) : [],
    practise(set) {
      toBoard();
      app.power.act("practise", set);
    },
    nameless: own && COLOURS.includes(app.state.told?.names[0] ?? ""),
  };
  shown ??= new Practice();
  return shown.open(deck, app.clerk);
}

class Practice {
  constructor() {
    this._dialog = dialogOf("practising", CONTENT);
    const find = (selector) => this._dialog.querySelector(selector);
    this._parts = Object.fromEntries(["select", ".card", ".board", ".asked", "form", ".cube", ".back", ".grades"].map((one) => [one, find(one)]));
    this._field = find("form input");
    this._laying = new Laying({ board: find(".board"), places: find(".places"), field: this._field, undo: find(".undo"), show: find("form .choice") }, {
      ask: (...laid) => this._asked("lay", { number: this._left[0].number, steps: laid[0], point: laid[1] ?? null, to: laid[2] ?? null }),
      tell: (text) => (text ? say(this._said, text) : this._tell()),
      trying: (act) => this._try(act),
    });
    this._said = find("[role=status]");
    this._parts.select.addEventListener("change", () => this._deal());
    this._parts.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._try(() => this._show());
    });
    this._dialog.addEventListener("keydown", (event) => this._key(event));
    const files = { ".positions": () => this._savePositions(), ".dates": () => this._saveDates(), ".anew": () => this._beginAnew() };
    for (const [selector, act] of Object.entries(files)) find(selector).addEventListener("click", () => this._inTurn(act));
    find("[type=file]").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      if (file) this._inTurn(() => this._add(file));
      target.value = ""; // the same file may be chosen again
    });
    find(".close").addEventListener("click", () => this._dialog.close());
    find(".name").addEventListener("click", (event) => {
      this._dialog.close();
      openNewMatch(event);
    });
  }

  async open(deck, clerk) {
    this._deck = deck;
    this._clerk = clerk;
    this._cards = [];
    this._clear("Reading…");
    this._dialog.querySelector(".name").hidden = !deck.nameless;
    const sets = this._dialog.querySelector(".sets");
    sets.hidden = !deck.sets.length;
    sets.querySelector("p").replaceChildren(...deck.sets.map((set) => button(set, set, "quiet", () => deck.practise(set))));
    if (!this._dialog.open) this._dialog.showModal();
    this._reading = this._read();
    this._last = this._try(() => this._reading);
    await this._last;
  }

  // The clerk's answer to a question about the deck.
  _asked(what, given) {
    return this._clerk.ask(what, { ...given, files: deckOf(this._bytes) });
  }

  // One file after the other, and none before the deck is there, or it would be written over.
  _inTurn(act) {
    this._last = this._last.then(() => this._try(() => this._reading.then(act)));
  }

  // What goes wrong is said; the cards are still there.
  async _try(act) {
    try {
      await act();
    } catch (error) {
      say(this._said, `${error.message}.`);
    }
  }

  async _read() {
    const deck = this._deck;
    const bytes = await deck.read();
    const { cards, damaged } = bytes ? await this._clerk.ask("deck", { files: deckOf(bytes) }) : { cards: [], damaged: 0 };
    if (deck !== this._deck) return; // another board's by now
    this._bytes = bytes;
    this._cards = cards;
    const names = new Map(cards.map(({ name }) => [name.toLowerCase(), name]));
    this._parts.select.replaceChildren(...[...names].map(([key, name]) => new Option(name, key)));
    this._parts.select.closest("p").hidden = names.size < 2;
    this._notes = damaged ? [`${damaged} damaged ${damaged === 1 ? "card" : "cards"} left out.`] : [];
    this._deal();
  }

  // What is due today of whose cards are chosen: what has been for longest first, then what is new.
  _deal() {
    this._clear("");
    const anew = this._dialog.querySelector(".anew");
    anew.hidden = true;
    try {
      this._dates = new Dates();
    } catch {
      anew.hidden = false;
      return this._tell(DAMAGED);
    }
    this._day = today();
    this._mine = this._cards.filter(({ name }) => name.toLowerCase() === this._parts.select.value);
    const due = this._mine.map((card) => ({ ...card, due: this._dates.due(card.key) })).filter(({ due: date }) => !date || date <= this._day);
    this._left = due.sort((a, b) => (a.due ?? Infinity) - (b.due ?? Infinity));
    return this._next();
  }

  async _next() {
    this._clear("");
    const [card] = this._left;
    if (!card) return this._end();
    const fresh = this._left.filter(({ due }) => !due).length;
    this._tell(`${this._left.length} due today${fresh ? ` (${fresh} new)` : ""}.`);
    let front;
    try {
      front = await this._asked("card", { number: card.number });
    } catch (error) {
      this._notes.push(`A card is left out: ${error.message}.`);
      this._left.shift();
      return this._next();
    }
    if (card !== this._left[0]) return null; // others were chosen meanwhile
    this._ask(front);
    return null;
  }

  _ask(front) {
    const { asked, choices } = front;
    const { ".card": whole, ".asked": text, form, ".cube": cube } = this._parts;
    whole.hidden = false;
    this._dialog.querySelector(".sets").open = false;
    this._laying.begin(front);
    text.textContent = asked;
    form.hidden = choices.length > 0;
    cube.hidden = !form.hidden;
    cube.replaceChildren(...choices.map((word) => button(word, word, "choice", () => this._try(() => this._show(word)))));
    const typed = matchMedia("(pointer: fine)").matches ? this._field : form.querySelector("button");
    (form.hidden ? cube.firstChild : typed).focus();
  }

  // Explains the card; `answer`: the text of an action; without one, the play that was laid or typed, "" for none.
  async _show(answer) {
    const [card] = this._left;
    await this._laying.shown;
    if (card !== this._left[0]) return;
    say(this._said, "The coach looks…");
    const { back: found } = await this._asked("answer", { number: card.number, text: answer ?? this._field.value.trim() });
    if (card !== this._left[0]) return;
    this._tell();
    const { form, ".cube": cube, ".back": back, ".grades": grades } = this._parts;
    form.hidden = cube.hidden = true;
    this._laying.end();
    const { answer: best, yours, lost, right, played, why } = found ?? { answer: "Nothing is to be decided here", why: [] };
    const lines = [`Best: ${best}`, yours && `You: ${yours}${right ? ", right" : ""}${lost && `, loses ${lost}`}`, played && `In the game you played ${played}`, ...why];
    back.replaceChildren(...lines.filter(Boolean).map((line) => element("p", line)));
    const waits = this._dates.waits(card.key, this._day);
    const label = (word, at) => (waits ? `${word}, ${waits[at]} ${waits[at] === 1 ? "day" : "days"}` : word);
    const made = GRADES.map((word, at) => button(label(word, at), label(word, at), "quiet", () => this._try(() => this._grade(at + 1))));
    grades.replaceChildren(...made);
    made[yours && !right ? AGAIN - 1 : GOOD - 1].focus();
  }

  // `grade`: one of GRADES, from 1. What was wrong comes once more today.
  _grade(grade) {
    const [card] = this._left;
    this._dates.answer(card.key, grade, this._day);
    this._left.shift();
    if (grade === AGAIN) this._left.push({ ...card, due: this._day });
    return this._next();
  }

  _end() {
    this._dialog.querySelector(".sets").open = true;
    if (!this._cards.length) return this._tell(this._deck.nameless ? NAMELESS : NONE);
    const dates = this._mine.map(({ key }) => this._dates.due(key)).filter((date) => date > this._day);
    const next = dates.length ? Math.min(...dates) : null;
    const count = dates.filter((date) => Number(date) === next).length;
    const when = next && new Date(next).toLocaleDateString([], { dateStyle: "long", timeZone: "UTC" });
    return this._tell(`Done for today.${next ? ` Next: ${count} ${count === 1 ? "card" : "cards"} on ${when}.` : ""}`);
  }

  _tell(text = this._stands) {
    this._stands = text;
    say(this._said, text, ...this._notes);
  }

  _clear(text) {
    this._parts[".card"].hidden = true;
    this._parts[".back"].replaceChildren();
    this._parts[".grades"].replaceChildren();
    say(this._said, text);
  }

  // 1 to 4 grade; Backspace takes back what was laid.
  _key(event) {
    if (event.key === "Backspace" && event.target !== this._field) this._laying.undo();
    const chosen = this._parts[".grades"].children[Number(event.key) - 1];
    if (!chosen || event.target === this._field) return;
    event.preventDefault();
    chosen.click();
  }

  async _savePositions() {
    if (!this._cards.length) throw new Error("There are no cards to save");
    const { text, notes } = await this._asked("xgids", { name: this._parts.select.value });
    download(fileName(`${this._deck.name} cards`, "txt"), text);
    if (notes.length) say(this._said, ...notes);
  }

  _saveDates() {
    download("practice-dates.json", kept() ?? new Dates().text, "application/json");
  }

  _beginAnew() {
    putAside();
    this._deal();
  }

  // XGIDs go into the deck, dates into this browser.
  async _add(file) {
    if (file.size > MOST_BYTES) throw new Error(`No list of cards has ${file.size} bytes`);
    const { _deck: deck, _bytes: bytes } = this;
    const text = new TextDecoder().decode(await bytesOf(file));
    let told;
    if (text.trimStart().startsWith("{")) {
      const count = new Dates().merge(text);
      told = `The dates of ${count} ${count === 1 ? "card" : "cards"} are taken over.`;
    } else {
      const name = this._parts.select.selectedOptions[0]?.text ?? prompt("Whose cards are these? A name as on the board");
      if (name === null) return;
      const { added, left, cards } = await this._clerk.ask("add", { name, text, files: deckOf(bytes) });
      if (cards) await deck.write(cards);
      told = `${added} ${added === 1 ? "card" : "cards"} for ${name} added${left ? `; ${left} there already, or without room` : ""}.`;
    }
    await this._read();
    this._notes.unshift(told);
    this._tell();
  }
}

function deckOf(bytes) {
  return bytes ? { [CARDS]: bytes } : {};
}
