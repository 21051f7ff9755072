// The moves of the match on the board, beside it, while it is played and while it is played back: game by
// game, numbered as in a match file, what was done last marked and kept in sight. A click leads the board
// to a move. By keyboard the list is one stop of the tabulator, and up and down lead from move to move.

import { after, cancel } from "./clock.js";
import { element } from "./elements.js";

const SETTLED_MS = 300; // a turn keeps several things, one after the other

export class Moves {
  // `panel`: its element, with a heading and a part that scrolls. `load(run)`: a promise of a match's
  // games, as Clerk.list gives them, by its run; without one, of the match that is played.
  // `go(game, stop)` leads the board there.
  constructor(panel, load, go) {
    this._panel = panel;
    this._title = panel.querySelector("h2");
    this._list = panel.querySelector(".scrolls");
    this._load = load;
    this._go = go;
    this._played = null;
    this._noted = null; // {fresh} while a match is played
    this._list.addEventListener("keydown", (event) => this._walk(event));
    new ResizeObserver(() => {
      if (this._late) this._fillNoted();
      this._keepInSight();
    }).observe(this._list);
  }

  // `played`: what a board tells of a playback (device/companion.py, Mirror), null for none.
  show(played) {
    this._noted = null;
    const other = played?.run !== this._played?.run;
    this._played = played;
    this._appear(played ? "listing" : "");
    if (!played) this._clear("");
    else if (other) this._fill(played.run);
    else this._mark(`${played.game}.${played.stop}`);
  }

  // The match on the board is played; `fresh`: nothing was done in it yet.
  note(fresh) {
    const begins = !this._noted || this._noted.fresh || this._played;
    this._played = null;
    this._noted = { fresh };
    this._appear("noting");
    if (fresh) this._clear("No moves yet");
    else if (begins) this._fillNoted();
  }

  // Something of the match that is played was kept.
  kept() {
    cancel(this._timer);
    this._timer = after(() => this._noted && !this._noted.fresh && this._fillNoted(), SETTLED_MS);
  }

  // How the list lies beside the board: "listing" in place of who sits there, "noting" where there is room, ""
  // not at all.
  _appear(how) {
    this._panel.hidden = !how;
    for (const name of ["listing", "noting"]) this._panel.parentElement.classList.toggle(name, name === how);
  }

  async _fillNoted() {
    this._late = !this._panel.getClientRects().length; // nobody sees it: it is filled when there is room
    if (this._late) return;
    const games = await this._load().catch(() => null); // what cannot be read is said where it is opened
    if (!this._noted || this._noted.fresh || !games) return;
    this._enter(games);
    const { number, cells } = games.at(-1);
    this._mark(`${number}.${cells.length}`);
  }

  async _fill(run) {
    this._clear("One moment…");
    try {
      const games = await this._load(run);
      if (this._played?.run !== run) return; // over, or another one by now
      this._enter(games);
      this._mark(`${this._played.game}.${this._played.stop}`);
    } catch (error) {
      if (this._played?.run === run) this._clear(error.message);
    }
  }

  _clear(title) {
    this._title.textContent = title;
    this._list.replaceChildren();
    this._buttons = new Map();
    this._current = null;
  }

  _enter(games) {
    const held = this._list.contains(document.activeElement) ? keyOf(this._buttons, document.activeElement) : null;
    this._clear(games[0].names.join(" – "));
    this._list.replaceChildren(...games.map((game) => this._table(game)));
    this._buttons.get(held)?.focus();
  }

  _table(game) {
    const table = document.createElement("table");
    const caption = table.createCaption();
    caption.append(this._button(game.number, 0, `Game ${game.number}`));
    const head = table.createTHead().insertRow();
    head.append(element("td", ""), ...game.names.map((name, side) => heading(`${name} : ${game.scores[side]}`, "col")));
    const body = table.createTBody();
    let row = null; // the one that is begun
    game.cells.forEach(([side, text], at) => {
      const move = this._button(game.number, at + 1, text);
      if (side === null) {
        wide(body, move);
      } else {
        if (side === 0 || !row || row.cells.length > 2) {
          row = body.insertRow();
          row.append(heading(String([...body.rows].filter(({ cells }) => cells.length > 1).length + 1), "row"));
          if (side === 1) row.insertCell();
        }
        row.insertCell().append(move);
      }
    });
    if (game.end) wide(body, game.end);
    return table;
  }

  _button(game, stop, text) {
    const made = element("button", text);
    made.type = "button";
    made.tabIndex = -1;
    made.addEventListener("click", (event) => {
      if (event.detail === 0) event.stopPropagation(); // a key's: the list keeps the keyboard
      this._go(game, stop);
    });
    this._buttons.set(`${game}.${stop}`, made);
    return made;
  }

  _mark(key) {
    const button = this._buttons.get(key);
    if (!button || button === this._current) return;
    this._current?.removeAttribute("aria-current");
    button.setAttribute("aria-current", "step");
    this._current = button;
    for (const other of this._list.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    button.tabIndex = 0;
    this._keepInSight();
  }

  _keepInSight() {
    if (!this._current) return;
    const [inner, outer] = [this._current.getBoundingClientRect(), this._list.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this._list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }

  _walk(event) {
    if (event.key === "Escape") return event.target.blur();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...this._buttons.values()];
    const at = all.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function keyOf(map, value) {
  return [...map].find(([, other]) => other === value)?.[0];
}

function heading(text, scope) {
  const made = element("th", text);
  made.scope = scope;
  return made;
}

// A row that belongs to neither side.
function wide(body, content) {
  const cell = body.insertRow().insertCell();
  cell.colSpan = 3;
  cell.append(content);
}
