// The dialog in which a page lets others watch its board: a link for each of them (watch.html).

import { dialogOf, openOver } from "./elements.js";
import { Handing, keptServers } from "./handing.js";
import { Shown } from "./watch.js";

const MOST = 8;
const CONTENT = `
  <h2 id="showing-title">Let somebody watch</h2>
  <p class="said">Whoever opens the link sees this board, with names, score, dice and display, and can do nothing. Each link is for one page that watches.</p>
  <p class="stands"></p>
  <form>
    <p class="choices"><button type="button" class="choice make">Make a link</button> <button type="button" class="quiet stop">Let nobody watch</button></p>
    <div class="hands" hidden></div>
    <div class="pastes" hidden>
      <textarea class="came" rows="2" aria-label="What the page that watches answers" placeholder="What the page that watches answers" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
      <p class="choices"><button type="button" class="quiet take">Join</button></p>
    </div>
    <p role="status"></p>
    <p class="choices"><button type="button" class="quiet close">Close</button></p>
  </form>`;

export class Sharing {
  // `look()`: what the board shows, as watch.js wants it.
  constructor(look) {
    this._look = look;
    this._shown = []; // open, or waiting for an answer: that is the last
    this._dialog = dialogOf("showing", CONTENT);
    this._dialog.classList.add("joins");
    this._find = (name) => this._dialog.querySelector(`.${name}`);
    this._status = this._dialog.querySelector("[role=status]");
    this._handing = new Handing(this._find("hands"));
    this._find("close").addEventListener("click", () => this._dialog.close());
    const acts = { make: () => this._make(), take: () => this._take(), stop: () => this._stop() };
    for (const [name, act] of Object.entries(acts)) this._find(name).addEventListener("click", () => this._try(act));
  }

  open(event) {
    this._status.textContent = "";
    event.currentTarget.closest("dialog")?.close();
    openOver(this._dialog, event);
    this._show();
  }

  async _try(act) {
    this._status.textContent = "";
    try {
      await act();
    } catch (error) {
      this._status.textContent = `${error.message}.`;
    }
    this._show();
  }

  async _make() {
    if (this._open().length >= MOST) throw new Error(`${MOST} pages watch already`);
    this._waits?.close();
    const shown = new Shown(keptServers(), this._look, () => this._changed(shown));
    this._waits = shown;
    this._shown = [...this._open(), shown];
    const code = await shown.far.offer();
    if (shown !== this._waits) return; // another link is asked for by now, or none
    const address = new URL("./watch.html", location.href);
    this._handing.show(`${address.origin}${address.pathname}#watch=${code}`, "Send this link to whoever is to watch. Then paste below what the page that opens it answers.");
    this._handed = true;
  }

  async _take() {
    const text = this._find("came").value;
    if (!text.trim()) throw new Error("Paste what the page that watches answers, first");
    if (!this._waits) throw new Error("Make a link first: this is the answer to one");
    await this._waits.far.join(text);
    this._status.textContent = "Joining…";
  }

  _stop() {
    for (const shown of this._shown) shown.close();
    this._shown = [];
    this._waits = null;
    this._handed = false;
  }

  _changed(shown) {
    if (shown === this._waits) {
      this._waits = null;
      this._handed = false;
      this._find("came").value = "";
      this._status.textContent = shown.why ? `${shown.why}.` : "";
    }
    this._show();
  }

  _open() {
    return this._shown.filter((shown) => shown.open);
  }

  _show() {
    const count = this._open().length;
    this._find("stands").textContent = count ? `${count} ${count === 1 ? "page watches" : "pages watch"}.` : "";
    this._find("stands").hidden = !count;
    this._find("make").hidden = Boolean(this._handed);
    this._find("stop").hidden = !count && !this._handed;
    this._find("hands").hidden = this._find("pastes").hidden = !this._handed;
  }
}
