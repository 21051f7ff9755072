// The data of a real board: which wire is where. They are shown, checked as `make check-board` does it,
// tried on the board before anything is written, and written there as board_config.py.

import { dialogOf, element, say } from "./elements.js";
import { FIELDS, fieldOf, textOf } from "./wiring-fields.js";
import { OWN, TRY, Trial } from "./trial.js";
import { WAIT, atPrompt } from "./cable.js";

const FILE = "board_config.py";
const SET_UP = "board.bin";
const WRITTEN =
  "The board plays with these data. Where it stays dark, choose “Undo” here, or hold any button for ten seconds while you plug it in, and let go.";
const NO_IMAGE = "its firmware lies in files: change its data there, and run make flash";
const RUNS =
  `A run a line, as (1, 24) from point 1 to 24, (12, 1) the other way, ("bar", 0), ("off", 1), or ("gap", 3) for lights that stay dark. With several lights a point: (1, 12, "in") from the rim inwards, "out", or "in out" for a snake.`;
const DIALOG = `
<h2 id="wiring-title">Wiring</h2>
<p>Pins are GP numbers, as they are printed on the Pico. “Try” lights the lights and reads the buttons with these values; only “Write” keeps them.</p>
<form><div class="parts"></div>
<div class="trial" hidden></div>
<p role="status"></p>
<p class="choices">
<button class="choice">Write</button>
<button type="button" class="quiet try">Try</button>
<button type="button" class="quiet undo">Undo</button>
<button type="button" class="quiet close">Close</button>
</p></form>`;

export class Wiring {
  // `opener`: the button that opens it. `cable()`: the Cable. `clerk`: a Clerk. `usual(name)`: a promise of
  // the text of that board's data. `name()`: what the board is called. `changed()`: it has other data now.
  constructor(opener, cable, clerk, { usual, name, changed }) {
    this._cable = cable;
    this._clerk = clerk;
    this._usual = usual;
    this._name = name;
    this._changed = changed;
    this._dialog = dialogOf("wiring", DIALOG);
    this._said = this._dialog.querySelector("[role=status]");
    opener.addEventListener("click", async () => {
      await this._work; // that of a dialog that was closed meanwhile
      this._try("", () => this._open());
    });
    this._on("form", "submit", (event) => {
      event.preventDefault();
      this._instead("Checking…", () => this._write());
    });
    this._on(".try", "click", () => (this._trial ? this._trial.end() : this._try("Checking…", () => this._begin())));
    this._on(".undo", "click", () => this._instead(WAIT, () => this._undo()));
    this._on(".close", "click", () => this._dialog.close());
    this._dialog.addEventListener("close", () => this._trial?.end());
  }

  // What the page draws of the board that is called so, by its own data; null where it has none, or none
  // that the page can read.
  async shown(name) {
    try {
      const files = await this._files(name);
      return files && (await this._clerk.board(files)).shown;
    } catch {
      return null;
    }
  }

  // Its data and its set-up, over what is usual for a board of that name: name -> bytes; null where
  // there is none of this.
  async _files(name) {
    const cable = this._cable();
    const found = { [FILE]: await cable.file(FILE), [SET_UP]: await cable.file(SET_UP) };
    if (!found[FILE] && !found[SET_UP]) return null;
    if (!found[FILE]) found[FILE] = new TextEncoder().encode(await this._usual(name));
    return Object.fromEntries(Object.entries(found).filter(([, bytes]) => bytes));
  }

  async _open() {
    const name = this._name();
    const files = (await this._files(name)) ?? { [FILE]: new TextEncoder().encode(await this._usual(name)) };
    const parts = this._dialog.querySelector(".parts");
    parts.replaceChildren(); // what is typed into those of another time would be lost
    if (!this._dialog.open) this._dialog.showModal();
    say(this._said, "Reading…");
    const { config, problems } = await this._clerk.board(files);
    this._config = config;
    parts.replaceChildren(...FIELDS.map(([title, fields]) => group(title, fields, config)));
    say(this._said, ...problems);
  }

  // {text, shown} of what stands in the form; rejects with what is wrong with it.
  async _checked() {
    const { text, lines } = textOf(this._dialog.querySelector("form"), this._config);
    const told = await this._clerk.board({ [FILE]: new TextEncoder().encode(text) }).catch((error) => {
      const [, line] = error.message.match(/^line (\d+)/) ?? [];
      throw line ? new Error(`${lines[line - 1]}: this cannot be read`, { cause: error }) : error;
    });
    if (told.problems.length) throw new Error(told.problems.join("\n"));
    return told;
  }

  async _write() {
    const { text } = await this._checked();
    say(this._said, WAIT);
    await atPrompt(this._cable(), async (files) => {
      if ((await files.run(`${OWN}print(board_data.own_pins(host))`)).trim() === "()") throw new Error(NO_IMAGE);
      await files.run(TRY(text)); // what cannot be used raises, and nothing is written
      await files.write(FILE, new TextEncoder().encode(text));
      await files.remove(SET_UP); // it is within these data
    });
    this._changed();
    say(this._said, WRITTEN);
  }

  async _undo() {
    const done = await atPrompt(this._cable(), (files) => files.run(`${OWN}print(board_data.forget(host))`));
    this._changed();
    say(this._said, done.trim() === "True" ? "The board plays with its image's own data." : "There was nothing to undo.");
  }

  async _begin() {
    const told = await this._checked();
    if (!this._dialog.open) return; // nobody would end it
    say(this._said, WAIT);
    this._trial = new Trial(this._dialog.querySelector(".trial"), told);
    this._dialog.querySelector(".try").textContent = "Stop trying";
    try {
      await atPrompt(this._cable(), (files) => this._trial.run(files, () => say(this._said)));
      say(this._said, "The board plays on. Nothing was written.");
    } finally {
      this._trial.done();
      this._trial = null;
      this._dialog.querySelector(".try").textContent = "Try";
    }
  }

  // What goes wrong is said in the dialog. A click while something is done does nothing.
  async _try(meanwhile, act) {
    if (this._work) return;
    this._work = this._do(meanwhile, act);
    await this._work;
    this._work = null;
  }

  async _do(meanwhile, act) {
    say(this._said, meanwhile);
    try {
      await act();
    } catch (error) {
      if (!this._dialog.open && this._cable()) this._dialog.showModal();
      say(this._said, error.message);
    }
  }

  // Likewise, in place of a trial that is under way.
  async _instead(meanwhile, act) {
    if (this._trial) {
      this._trial.end();
      await this._work;
    }
    return this._try(meanwhile, act);
  }

  _on(selector, event, act) {
    this._dialog.querySelector(selector).addEventListener(event, act);
  }
}

function group(title, fields, config) {
  const block = document.createElement("div");
  const grid = document.createElement("div");
  grid.className = "fields";
  grid.append(...fields.map((field) => fieldOf(field, config)));
  block.append(element("h3", title), grid);
  if (fields.some(([name]) => name === "WIRING")) {
    const help = element("p", RUNS);
    help.className = "legend";
    grid.append(help);
  }
  return block;
}

