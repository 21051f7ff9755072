// What the page does for a real board beside showing it and its matches: backups come and go, names,
// settings and positions are typed, the board measures itself.

import * as archive from "./archive.js";
import { element } from "./elements.js";
import { bytesOf, download } from "./files.js";
import { idIn } from "./position.js";

const ASKED =
  "The backup's match takes the place of the one on the board, which goes to its earlier matches. Settings are those of the backup. Restore them?";
const SECRET = ", but not the secret of sealed dice, which never leaves the board";
const files = (count) => `${count} ${count === 1 ? "file" : "files"}`;
const PLAIN = /^[ -~]*$/;

export class Desk {
  // `parts`: elements {backup, restore, set, measure, settings, text}: three buttons and an input, and
  // two dialogs. `cable()`: the Cable. `clerk`: a Clerk. `tell(text, details)`, `warn(text)`.
  constructor(parts, cable, clerk, { tell, warn }) {
    this._parts = parts;
    this._cable = cable;
    this._clerk = clerk;
    this._tell = tell;
    this._warn = warn;
    for (const dialog of [parts.settings, parts.text]) {
      dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    }
    on(parts.backup, "click", () => this._try(() => this._backup()));
    on(parts.restore, "change", (event) => this._restore(event.target));
    on(parts.set, "click", () => this._try(() => this._askSettings()));
    on(parts.settings.querySelector("form.position"), "submit", (event) => this._setPosition(event));
    on(parts.measure, "click", () => this._try(() => this._measure()));
    on(parts.text.querySelector(".copy"), "click", () => this._copy());
  }

  // What goes wrong is said; the board is still there.
  async _try(act) {
    try {
      await act();
    } catch (error) {
      this._warn(`${error.message}.`);
    }
  }

  async _backup() {
    this._tell("Reading the board's files…");
    const { content, count, secret } = await archive.backup(this._cable());
    download("picogammon.zip", content, "application/zip");
    this._tell(`The backup has ${files(count)}${secret ? SECRET : ""}. The board plays on.`);
  }

  _restore(input) {
    const [file] = input.files;
    return this._try(async () => {
      const found = await archive.read(await bytesOf(file));
      input.value = "";
      await this._clerk.restoring(found, {}); // what cannot be done is known before anything is
      if (!confirm(ASKED)) return;
      this._tell("Writing to the board, which starts anew then…");
      const { count, notes } = await archive.restore(this._cable(), this._clerk, found);
      this._tell(`${files(count)} ${count === 1 ? "is" : "are"} on the board, which plays on.`, notes.join("\n"));
    }).finally(() => (input.value = ""));
  }

  async _askSettings() {
    const dialog = this._parts.settings;
    const own = (this._asked = {});
    const rows = await this._cable().ask("set");
    if (own !== this._asked) return; // it was asked once more, and nobody's words are filled over
    const fields = rows.slice(0, -1).map(([kind, number, ...rest]) => {
      const [label, field] = kind === "name" ? nameField(number, rest.join(" ")) : choiceField(rest);
      field.addEventListener("change", () => this._set(`${kind} ${number} ${field.value.trim()}`));
      const row = element("label", label);
      row.append(field);
      return row;
    });
    dialog.querySelector(".fields").replaceChildren(...fields);
    this._say("");
    dialog.showModal();
  }

  // Whether the board has taken it; why not is said in the dialog.
  async _set(what) {
    this._say("");
    if (!PLAIN.test(what)) return this._say("Plain letters, digits and signs only: the display has no others.");
    try {
      const [[end, ...why]] = await this._cable().ask(`set ${what}`);
      this._say(end === "end" ? "It is on the board." : `Not done: ${why.join(" ")}.`);
      return end === "end";
    } catch (error) {
      this._say(`${error.message}.`);
      return false;
    }
  }

  async _setPosition(event) {
    event.preventDefault();
    const field = event.target.querySelector("textarea");
    const text = field.value.trim();
    try {
      if (await this._set(`position ${await idIn(text, this._clerk)}`)) field.value = "";
    } catch (error) {
      this._say(`${error.message}.`);
    }
  }

  _say(text) {
    this._parts.settings.querySelector("[role=status]").textContent = text;
  }

  async _measure() {
    this._tell("The board measures itself, which takes a minute. The picture stands still meanwhile.");
    const report = await this._cable().report();
    this._tell("The board has measured itself.");
    const field = this._parts.text.querySelector("textarea");
    field.value = report;
    this._parts.text.querySelector(".copy").textContent = "Copy";
    this._parts.text.showModal();
    field.setSelectionRange(0, 0); // it is read from its beginning
    field.scrollTop = 0;
  }

  async _copy() {
    const field = this._parts.text.querySelector("textarea");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this._parts.text.querySelector(".copy").textContent = "Copied";
    } catch {
      field.focus(); // it is selected: the keyboard copies it
    }
  }
}

function nameField(side, name) {
  const field = document.createElement("input");
  field.maxLength = 12;
  field.value = name;
  return [["1st player", "2nd player"][side], field];
}

// Of the words VALUE NAME: WORD|WORD|...
function choiceField([value, ...rest]) {
  const [label, choices] = rest.join(" ").split(": ");
  const field = document.createElement("select");
  choices.split("|").forEach((word, at) => field.add(new Option(word, at)));
  field.value = value;
  return [label, field];
}

function on(part, event, act) {
  part.addEventListener(event, act);
}
