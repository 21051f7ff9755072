// Practice by the calendar: the cards of a board's deck that are due today, one after another. First it asks, then it
// explains; who answered says how well he knew it, and FSRS when it comes again (dates.js).

import { AGAIN, Dates, GOOD, GRADES, today } from "./dates.js";
import { Dialog, download, fileButton, fileName, html, nothing, toBoard } from "./dialogs.js";
import { Places } from "./input.js";
import { latest } from "./state.js";

const CARDS = "cards.bin"; // on any board
const MISTAKES = "My mistakes"; // the set that is asked here, by the calendar
const COLOURS = ["Amber", "Blue"]; // what boards call who has no name
const NAMELESS = "There are no cards yet. Enter your name in New match: mistakes become cards when a game is over. Or add a list of XGIDs.";
const NONE = "There are no cards yet. Your mistakes become cards when a game is over. Or add a list of XGIDs.";
const NOTHING = { answer: "Nothing is to be decided here", why: [] };
const MOST_BYTES = 1 << 20; // of a file
const BAR = 25;
const OFF = 0;

/** @typedef {import("./state.js").App} App */

/** @type {Practice | undefined} */
let practice;

/**
 * Asks the cards that are due, of the board that is shown. `newMatch(event)` opens what asks for a name.
 * @param {App} app
 * @param {(event: Event) => void} newMatch
 */
export function openPractice(app, newMatch) {
  practice ??= new Practice(app, newMatch);
  practice.open();
}

class Practice {
  #app;
  #newMatch;
  #source;
  #dates = new Dates();
  /** @type {Uint8Array | null} the deck */
  #bytes = null;
  /** @type {{number: number, name: string, key: string}[]} */
  #cards = [];
  #learner = ""; // whose cards are asked, in small letters
  /** @type {string[]} */
  #notes = [];
  #stands = ""; // how many are due
  /**
   * The card that is asked: what the clerk tells of its front and its back, null until it is answered; the boards with
   * the play that is laid, one after each press; and after how many days it comes again.
   * @type {{front: any, boards: any[], back: any, waits: number[] | null} | null}
   */
  #card = null;
  #turn = Promise.resolve(); // all presses so far
  #reading = Promise.resolve();
  #newest = latest();
  /** @type {(text: string) => void} */
  #answer = () => {};
  /** @type {(grade: number) => void} */
  #grade = () => {};
  #room = document.createElement("div");
  #places = new Places(this.#room, {
    prefix: "card-",
    press: (name) => this.#lay(pointOf(name)),
    drop: (from, to) => this.#lay(pointOf(from), pointOf(to)),
  });
  #dialog = new Dialog("practising", "Practice", () => this.#body(), () => this.#choices()); // prettier-ignore

  constructor(app, newMatch) {
    this.#app = app;
    this.#source = app.own;
    this.#newMatch = newMatch;
    this.#room.className = "places";
    this.#room.setAttribute("role", "group");
    this.#room.setAttribute("aria-label", "Your points, bar and off: arrow keys lead from one to the next");
    this.#dialog.element.addEventListener("keydown", (event) => this.#key(event));
  }

  open() {
    this.#source = this.#app.source();
    this.#cards = [];
    this.#card = null;
    this.#dialog.open();
    this.#dialog.say("Reading…");
    this.#start();
  }

  /** Reads the deck, and asks what is due. */
  #start(...notes) {
    this.#reading = this.#read(notes);
    this.#try(async () => {
      await this.#reading;
      await this.#deal();
    });
  }

  async #read(notes) {
    const source = this.#source;
    const bytes = await source.file(CARDS);
    const { cards, damaged } = bytes ? await this.#ask("deck", {}, bytes) : { cards: [], damaged: 0 };
    if (source !== this.#source) return; // another board's by now
    this.#bytes = bytes;
    this.#cards = cards;
    if (!cards.some((card) => this.#isMine(card))) this.#learner = cards[0]?.name.toLowerCase() ?? "";
    this.#notes = damaged ? [...notes, `${damaged} damaged ${damaged === 1 ? "card" : "cards"} left out.`] : notes;
  }

  /** Asks one card after the other: what has been due for longest first, then what is new. */
  async #deal() {
    const day = today();
    const mine = this.#cards.filter((card) => this.#isMine(card));
    const dated = mine.map((card) => ({ ...card, due: this.#dates.due(card.key) }));
    const left = dated.filter(({ due }) => !due || due <= day).sort((a, b) => Number(a.due ?? Infinity) - Number(b.due ?? Infinity));
    for (let card = left[0]; card; card = left[0]) {
      const fresh = left.filter(({ due }) => !due).length;
      this.#card = null;
      this.#tell(`${left.length} due today${fresh ? ` (${fresh} new)` : ""}.`);
      try {
        const front = await this.#newest(this.#ask("front", { number: card.number }));
        this.#show({ ...front, number: card.number }, this.#dates.waits(card.key, day));
      } catch (/** @type {any} */ error) {
        this.#notes.push(`A card is left out: ${error.message}.`);
        left.shift();
        continue;
      }
      this.#explain(await this.#answered(card));
      const grade = await this.#newest(new Promise((resolve) => (this.#grade = resolve)));
      this.#dates.answer(card.key, grade, day);
      left.shift();
      if (grade === AGAIN) left.push({ ...card, due: day }); // it comes once more today
    }
    this.#card = null;
    this.#tell(this.#cards.length ? this.#done(mine, day) : this.#isNameless ? NAMELESS : NONE);
  }

  /** The back of a card, once it was answered so that the clerk takes it. */
  async #answered(card) {
    for (;;) {
      const text = await this.#newest(new Promise((resolve) => (this.#answer = resolve)));
      this.#dialog.say("The coach looks…");
      try {
        return (await this.#newest(this.#ask("back", { number: card.number, text }))).back ?? NOTHING;
      } catch (/** @type {any} */ error) {
        this.#dialog.say(`${error.message}.`);
      }
    }
  }

  #show(front, waits) {
    this.#card = { front, boards: [{ ...front, text: "", steps: [] }], back: null, waits };
    this.#room.hidden = front.choices.length > 0;
    this.#turn = Promise.resolve();
    this.#dialog.render();
    const boxes = Object.entries(front.places).map(([name, [x, y, width, height]]) => [name, { x, y, width, height }]);
    this.#places.put(Object.fromEntries(boxes), "%");
    this.#places.call(front.spots);
    const typed = matchMedia("(pointer: fine)").matches ? "form input" : "form button";
    this.#focus(front.choices.length ? ".cube button" : typed);
  }

  #explain(back) {
    if (!this.#card) return;
    this.#card.back = back;
    this.#room.hidden = true;
    this.#tell();
    this.#focus(`.grades :nth-child(${back.yours && !back.right ? AGAIN : GOOD})`);
  }

  #done(mine, day) {
    const dates = mine.map(({ key }) => Number(this.#dates.due(key))).filter((date) => date > day);
    if (!dates.length) return "Done for today.";
    const next = Math.min(...dates);
    const count = dates.filter((date) => date === next).length;
    const when = new Date(next).toLocaleDateString([], { dateStyle: "long", timeZone: "UTC" });
    return `Done for today. Next: ${count} ${count === 1 ? "card" : "cards"} on ${when}.`;
  }

  /** A press of a point lays a checker, or a drag from there to another one. */
  #lay(point, to = null) {
    this.#inTurn(async (boards) => {
      const found = await this.#ask("lay", { number: this.#card?.front.number, steps: boards.at(-1).steps, point, to });
      if (!found.refused) boards.push(found);
      return found.refused;
    });
  }

  #undo() {
    this.#inTurn(async (boards) => {
      if (boards.length > 1) boards.pop();
    });
  }

  /** Does what a press means after those before, and shows it, if the card is still asked then. */
  #inTurn(act) {
    const card = this.#card;
    const isAsked = () => card && card === this.#card && !card.back;
    const press = async () => {
      if (!isAsked()) return;
      const refused = await act(card?.boards);
      if (isAsked()) this.#showLaid(refused);
    };
    this.#turn = this.#turn.then(() => this.#try(press));
  }

  #showLaid(refused = "") {
    const board = this.#card?.boards.at(-1);
    this.#field.value = board.text;
    this.#places.call(board.spots);
    if (refused) this.#dialog.say(refused[0].toUpperCase() + refused.slice(1));
    else this.#tell();
    if (board.complete && !refused) this.#focus("form .choice");
  }

  #body() {
    const names = new Map(this.#cards.map(({ name }) => [name.toLowerCase(), name]));
    const choose = ({ target }) => {
      this.#learner = target.value;
      this.#try(() => this.#deal());
    };
    const option = ([key, name]) => html`<option value=${key} ?selected=${key === this.#learner}>${name}</option>`;
    const whose = html`<p class="whose"><label>Whose cards <select class="quiet" @change=${choose}>${[...names].map(option)}</select></label></p>`;
    return html`${names.size > 1 ? whose : nothing} ${this.#card ? this.#cardShown(this.#card) : nothing} ${this.#sets()}`;
  }

  #cardShown({ front, boards, back, waits }) {
    const board = boards.at(-1);
    const choice = (word) => html`<button type="button" class="choice" @click=${() => this.#answer(word)}>${word}</button>`;
    const asked = front.choices.length ? html`<p class="choices cube">${front.choices.map(choice)}</p>` : this.#form();
    return html`<div class="card">
      <div class="over">
        <div class="board" role="img" aria-label=${board.words} .innerHTML=${front.look + board.board}></div>
        ${this.#room}
      </div>
      <p class="asked">${front.asked}</p>
      ${back ? nothing : asked}
      <div class="back" aria-live="polite">${back ? linesOf(back).map((line) => html`<p>${line}</p>`) : nothing}</div>
      ${back ? this.#grades(waits) : nothing}
    </div>`;
  }

  #form() {
    const submit = async (event) => {
      event.preventDefault();
      await this.#turn;
      this.#answer(this.#field.value.trim());
    };
    // What is typed counts, and what was laid does not.
    const typed = () => {
      const boards = this.#card?.boards ?? [];
      boards.length = 1;
      this.#places.call(boards[0].spots);
      this.#dialog.render();
    };
    return html`<form @submit=${submit}>
      <input aria-label="Your play" placeholder="Your play: click, drag, or type 8/5 6/5" spellcheck="false" autocapitalize="off"
        autocomplete="off" @input=${typed} />
      <button type="button" class="quiet undo" @click=${() => this.#undo()}>Undo</button><button class="choice">Show</button>
    </form>`;
  }

  #grades(waits) {
    const grade = (word, at) => {
      const label = waits ? `${word}, ${waits[at]} ${waits[at] === 1 ? "day" : "days"}` : word;
      return html`<button type="button" class="quiet" @click=${() => this.#grade(at + 1)}>${label}</button>`;
    };
    return html`<p class="choices grades" role="group" aria-label="How well did you know it?">${GRADES.map(grade)}</p>`;
  }

  /** What the board itself asks. */
  #sets() {
    const all = this.#source === this.#app.own ? (this.#app.state.choices?.sets ?? []) : [];
    const practise = (set) => {
      toBoard();
      this.#app.power.act("practise", set);
    };
    const button = (set) => html`<button type="button" class="quiet" @click=${() => practise(set)}>${set}</button>`;
    const sets = all.filter((set) => set !== MISTAKES).map(button);
    if (!sets.length) return nothing;
    return html`<details class="sets" ?open=${!this.#card}><summary>Sets to practise on the board</summary><p class="choices">${sets}</p></details>`;
  }

  #choices() {
    const name = (event) => {
      this.#dialog.close();
      this.#newMatch(event);
    };
    const button = (words, act) => html`<button type="button" class="quiet" @click=${act}>${words}</button>`;
    return html`${this.#isNameless ? button("New match…", name) : nothing}
      ${button("Save positions", () => this.#try(() => this.#savePositions()))}
      ${fileButton("Add from a file…", ".txt", (file) => this.#try(() => this.#add(file)))}`;
  }

  /** 1 to 4 grade; Backspace takes back what was laid. */
  #key(event) {
    if (event.target === this.#field) return;
    if (event.key === "Backspace") this.#undo();
    const grade = this.#card?.back && Number(event.key);
    if (grade >= 1 && grade <= GRADES.length) this.#grade(grade);
  }

  async #savePositions() {
    if (!this.#cards.length) throw new Error("There are no cards to save");
    const { text, notes } = await this.#ask("xgids", { name: this.#learner });
    download(fileName(`${this.#source.name} cards`, "txt"), text);
    this.#dialog.say(this.#stands, ...notes);
  }

  /** Adds a list of XGIDs to the deck. */
  async #add(file) {
    if (file.size > MOST_BYTES) throw new Error(`No list of cards has ${file.size} bytes`);
    await this.#reading; // or it would be written over
    const text = await file.text();
    const name = this.#cards.find((card) => this.#isMine(card))?.name ?? prompt("Whose cards are these? A name as on the board");
    if (name === null) return;
    const { added, left, cards } = await this.#ask("add", { name, text });
    if (cards) await this.#source.put(CARDS, cards);
    this.#start(`${added} ${added === 1 ? "card" : "cards"} for ${name} added${left ? `; ${left} there already, or without room` : ""}.`);
  }

  /** The clerk's answer to a question about the deck. */
  #ask(what, given, bytes = this.#bytes) {
    return this.#app.clerk.ask(what, { ...given, files: bytes ? { [CARDS]: bytes } : {} });
  }

  #isMine({ name }) {
    return name.toLowerCase() === this.#learner;
  }

  get #isNameless() {
    return this.#source === this.#app.own && COLOURS.includes(this.#app.state.told?.names[0] ?? "");
  }

  get #field() {
    return /** @type {HTMLInputElement} */ (this.#dialog.element.querySelector("form input"));
  }

  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.#dialog.element.querySelector(selector))?.focus();
  }

  #tell(text = this.#stands) {
    this.#stands = text;
    this.#dialog.say(text, ...this.#notes);
  }

  /** What goes wrong is said; the cards are still there. */
  async #try(act) {
    try {
      await act();
    } catch (/** @type {any} */ error) {
      this.#dialog.say(`${error.message}.`);
    }
  }
}

function linesOf({ answer, yours, lost, right, played, why }) {
  const verdict = `${right ? ", right" : ""}${lost ? `, loses ${lost}` : ""}`;
  return [`Best: ${answer}`, yours && `You: ${yours}${verdict}`, played && `In the game you played ${played}`, ...why].filter(Boolean);
}

/** The number of the learner's point, null of the other side's places. */
function pointOf(name) {
  const [kind, number] = name.split("-");
  if (kind === "point") return Number(number);
  return { "bar-0": BAR, "off-0": OFF }[name] ?? null;
}
