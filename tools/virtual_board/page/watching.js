// The page that watches boards: one, or up to eight of a club evening, each over a line of its own (watch.js).

import { Board } from "./board.js";
import { readPhotos } from "./codes.js";
import { Far, WATCHING } from "./far.js";
import { Handing, Servers, keep, kept } from "./handing.js";
import { Oled } from "./oled.js";
import { Seats } from "./seats.js";
import { Glass, Measure, heardOf } from "./watch.js";

const MOST = 8;
const FULL = "Eight boards are here already";
const FLOOD = "It sends more than a board has to say";
const PAIRINGS = "picogammon.pairings";
const IN_ADDRESS = "#watch=";
const HOW = "Send this answer back to the board's page, and leave this page open: the board is here once it was pasted there.";
const find = (id) => document.getElementById(id);

// One board.
class Tile {
  // `far`: the line, whose events are this one's. `dropped()` is called when it goes.
  constructor(dropped) {
    this.element = find("tile").content.firstElementChild.cloneNode(true);
    this._find = (name) => this.element.querySelector(`.${name}`);
    this._measure = new Measure();
    this._glass = new Glass();
    this._oled = new Oled(this._find("oled"), this._glass);
    this._seats = new Seats([...this.element.querySelectorAll(".seat")], this.element);
    this._board = new Board(this._find("board"), this._find("room"), () => {});
    this._find("drop").addEventListener("click", () => {
      this.far.close();
      this.element.remove();
      dropped();
    });
  }

  hear(message) {
    if (!this._measure.fits(performance.now())) {
      this.far.close();
      return this.lost(FLOOD);
    }
    const { board, lights, glass, rows, seats, table, said } = heardOf(message);
    if (board !== undefined) this._board.use(board);
    if (rows !== undefined) this._oled.resize(rows);
    if (glass) this._glass.bytes.set(glass);
    if (glass) this._oled.show();
    if (lights) this._board.show(lights);
    if (seats !== undefined) this._sit(seats);
    if (table !== undefined) this._board.lay(table);
    if (said !== undefined) this._find("board").setAttribute("aria-label", said);
  }

  lost(why) {
    this._find("lost").textContent = `${why}. A new link brings it back.`;
    this.element.classList.add("over");
  }

  // A board at a cable tells who plays on its display alone.
  _sit(seats) {
    this._seats.show(seats);
    const names = seats?.map(({ name }) => name).join(" – ") ?? "A board";
    this.element.setAttribute("aria-label", names);
  }
}

// The dialog that takes a board's link and gives the answer to it.
class Adding {
  constructor(dialog, joined) {
    this._dialog = dialog;
    this._joined = joined;
    this._find = (name) => dialog.querySelector(`.${name}`);
    this._status = dialog.querySelector("[role=status]");
    this._handing = new Handing(this._find("hands"));
    this._servers = new Servers(dialog.querySelector("details"), () => this._again());
    this._find("close").addEventListener("click", () => dialog.close());
    this._find("take").addEventListener("click", () => this.take(this._find("came").value));
    readPhotos(this._find("photos"), (text) => this.take(text), (why) => this._say(why));
  }

  open() {
    this._say("");
    this._asked = null;
    this._find("came").value = "";
    this._find("hands").hidden = true;
    this._find("pastes").hidden = false;
    this._dialog.showModal();
  }

  async take(text) {
    if (!this._dialog.open) this.open();
    this._say("");
    if (find("boards").childElementCount >= MOST) return this._say(FULL);
    const tile = new Tile(() => this._joined());
    const own = (this._asked = {});
    try {
      this._line(tile);
      const code = await tile.far.answer(text);
      if (own !== this._asked) return; // another link is to be answered by now
      this._find("pastes").hidden = true;
      this._find("hands").hidden = false;
      this._handing.show(code, HOW);
      this._answered = text;
    } catch (error) {
      tile.far?.close();
      this._say(`${error.message}.`);
    }
  }

  // Answers once more where other servers are named than the answer that stands there knows of.
  async _again() {
    if (this._find("hands").hidden) return;
    await this.take(this._answered);
    if (!this._status.textContent) this._say("This is another answer: send it in place of the one before.");
  }

  _line(tile) {
    const events = {
      open: () => {
        this._dialog.close();
        this._joined(tile);
      },
      heard: (message) => tile.hear(message),
      closed: (why) => tile.lost(why),
    };
    const servers = this._servers.take();
    this._waits?.close(); // who answers another link no longer waits for the one before
    tile.far = new Far(servers, events, WATCHING);
    this._waits = tile.far;
    events.open = ((open) => () => ((this._waits = null), open()))(events.open);
  }

  _say(text) {
    this._status.textContent = text;
  }
}

function main() {
  const boards = find("boards");
  const count = () => boards.childElementCount;
  const show = () => {
    find("nobody").hidden = count() > 0;
    find("add").hidden = count() >= MOST;
    boards.dataset.count = count();
  };
  const adding = new Adding(find("adding"), (tile) => {
    if (tile) boards.append(tile.element);
    show();
  });
  find("add").addEventListener("click", () => adding.open());
  const field = find("pairings").querySelector("textarea");
  field.value = kept(PAIRINGS);
  field.addEventListener("input", () => keep(PAIRINGS, field.value));
  find("pairings").hidden = !field.value;
  find("pair").addEventListener("click", () => {
    find("pairings").hidden = !find("pairings").hidden;
    if (!find("pairings").hidden) field.focus();
  });
  const come = () => {
    if (!location.hash.startsWith(IN_ADDRESS)) return;
    const link = location.hash;
    history.replaceState(null, "", location.pathname + location.search);
    adding.take(link);
  };
  addEventListener("hashchange", come);
  show();
  come();
}

main();
