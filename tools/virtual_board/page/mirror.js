// A real board on the page: shows what it shows while it is played on.

import { Cable } from "./cable.js";
import { decode } from "./flash.js";

const PAUSE_MS = 100;
const PAGE = 8; // rows of dots
const USUAL = 64;
// Switches a display of so many rows on, upright, and lets a page of it be written.
const on = (rows) => [
  0x00, 0xae, 0x20, 0x00, 0x40, 0xa1, 0xa8, rows - 1, 0xc8, 0xd3, 0x00, 0xda, rows === 64 ? 0x12 : 0x02,
  0x81, 0xff, 0xa4, 0xa6, 0x8d, 0x14, 0xaf,
]; // prettier-ignore
const at = (page) => [0x00, 0x21, 0, 127, 0x22, page, page];

export class Mirror {
  // `parts`: elements {connect, why, panel, name, crashes}; `why` says that there is no port.
  // `events`: `begin()` before the first picture, `board(name)` (a promise), `lights(list)`,
  // `said(text)`, `i2c(bytes)`, `rows(count)` of the display, `played({run, game, stop}, or null for
  // none)`, `crashes(text)`, and `ended(why)`, where "" is the person's wish.
  constructor(parts, events) {
    this._parts = parts;
    this._events = events;
    this._cable = null;
    parts.connect.addEventListener("click", () => (this._cable ? this._end("") : this._begin()));
    parts.crashes.addEventListener("click", () => this._try(() => this._crashes()));
  }

  // `serial`: where a port comes from, as navigator.serial, undefined where there is none; `how`: in words.
  reach({ serial, how }) {
    this._serial = serial;
    this.how = how;
    this._parts.connect.hidden = !serial;
    this._parts.why.hidden = Boolean(serial);
  }

  // The Cable, null while no board is shown.
  get cable() {
    return this._cable;
  }

  // The name of the board that is shown.
  get name() {
    return this._name;
  }

  // Its firmware's version.
  get version() {
    return this._version;
  }

  // Lets the board go, as if the person wished it.
  release() {
    this._end("");
  }

  // Shows the board from the beginning: its data may be others now.
  anew() {
    this._stale = true;
  }

  // Leads a match that is played back there; a board that is at work does not go.
  lead(game, stop) {
    return this._try(() => this._cable.ask(`set played ${game} ${stop}`));
  }

  async _begin() {
    if (this._begins) return; // a click while a port is chosen and opened does nothing
    this._begins = true;
    let cable = null;
    try {
      cable = await Cable.connect(this._serial);
    } catch (error) {
      if (error.name !== "NotFoundError") this._events.ended(`The port does not open: ${error.message}`);
      return; // NotFoundError: none was chosen
    } finally {
      this._begins = false;
    }
    this._cable = cable;
    this._name = null;
    this._events.begin();
    this._parts.connect.textContent = "Disconnect";
    this._parts.connect.classList.add("on");
    await this._try(() => this._look(cable));
  }

  async _look(cable) {
    await cable.greet();
    await cable.setClock(new Date());
    for (this.anew(); this._cable === cable; ) {
      const whole = this._stale;
      this._stale = false;
      if (whole) this._redraws = true;
      const rows = await cable.ask(whole ? "mirror all" : "mirror");
      if (this._cable !== cable) return;
      // The first answer has the whole display, if it has any of it, and so tells how many rows it has.
      const height = PAGE * rows.filter(([what]) => what === "oled").length || USUAL;
      if (whole) this._events.i2c(on(height));
      for (const [what, ...rest] of rows) {
        await this._show(what, rest, cable);
        if (this._cable !== cable) return;
      }
      if (whole) this._events.rows(height);
      const [, run, game, stop] = rows.find(([what]) => what === "played") ?? [];
      this._events.played(run ? { run, game, stop } : null);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async _show(what, [first, second, ...more], cable) {
    if (what === "board" && (this._redraws || this._name !== first)) {
      this._redraws = false;
      this._name = first;
      this._version = second;
      await this._events.board(first);
      if (this._cable !== cable) return;
      this._parts.name.textContent = `${first}, firmware ${second}, ${this.how}. Its own buttons play.`;
      this._parts.panel.hidden = false;
    } else if (what === "lights") {
      const bytes = decode(first);
      this._events.lights(Array.from({ length: bytes.length / 3 }, (_, i) => [...bytes.slice(3 * i, 3 * i + 3)]));
    } else if (what === "said") {
      this._events.said([first, second, ...more].join(" "));
    } else if (what === "oled") {
      this._events.i2c(at(Number(first)));
      this._events.i2c([0x40, ...decode(second)]);
    }
  }

  async _crashes() {
    const bytes = await this._cable.file("crash.log");
    this._events.crashes(bytes ? new TextDecoder().decode(bytes) : "");
  }

  async _try(act) {
    const cable = this._cable;
    try {
      await act();
    } catch (error) {
      if (this._cable === cable && cable) this._end(`${error.message}.`);
    }
  }

  _end(why) {
    this._cable.close();
    this._cable = null;
    this._parts.connect.textContent = "Connect a board";
    this._parts.connect.classList.remove("on");
    this._parts.panel.hidden = true;
    this._events.ended(why);
  }
}
