// What the page does for a real board beside showing it: matches go there, backups come and go, names,
// settings and positions are typed, the board measures itself.

import * as archive from "./archive.js";
import { POSITION } from "./address.js";
import { atPrompt } from "./prompt.js";

const WAIT = "The board stops for a moment, and plays on then…";

export class Desk {
  // `parts`: elements {send, backup, restore, set, measure, matches, settings, text}: three buttons' and
  // an input's, and three dialogs. `cable()`: the Cable. `kept`: a Kept. `tell(text)`, `warn(text)`.
  constructor(parts, cable, kept, { tell, warn }) {
    this._parts = parts;
    this._cable = cable;
    this._kept = kept;
    this._tell = tell;
    this._warn = warn;
    for (const dialog of [parts.matches, parts.settings, parts.text]) {
      dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    }
    on(parts.send, "click", () => this._chooseMatch());
    on(parts.matches.querySelector("input"), "change", (event) => this._sendFiles(event.target));
    on(parts.backup, "click", () => this._try(() => this._backup()));
    on(parts.restore, "change", (event) => this._restore(event.target));
    on(parts.set, "click", () => this._try(() => this._askSettings()));
    on(parts.settings.querySelector("form.position"), "submit", (event) => this._setPosition(event));
    on(parts.measure, "click", () => this._try(() => this._measure()));
    on(parts.text.querySelector(".copy"), "click", () => this._copy());
  }

  close() {
    for (const dialog of [this._parts.matches, this._parts.settings, this._parts.text]) dialog.close();
  }

  // What goes wrong is said; the board is still there.
  async _try(act) {
    try {
      await act();
    } catch (error) {
      this._warn(`${error.message}.`);
    }
  }

  _chooseMatch() {
    const dialog = this._parts.matches;
    const rows = this._kept.list().map(({ id, name, names, changed }) => {
      const title = name || (names ? names.join(" – ") : `Match ${id}`);
      const files = this._kept.files(id);
      const match = { log: files["/flash/match.log"], newest: files["/flash/match.log.newest"] };
      const row = document.createElement("li");
      row.append(element("b", title));
      if (match.log) row.append(button("Send", `Send ${title}`, () => this._send({ ...match, day: new Date(changed ?? Date.now()) })));
      return row;
    });
    dialog.querySelector("ul").replaceChildren(...rows);
    dialog.showModal();
  }

  async _sendFiles(input) {
    const files = [...input.files];
    input.value = "";
    const newest = files.find(({ name }) => name.endsWith(".newest"));
    const log = files.find((file) => file !== newest);
    if (!log) return;
    const match = { log: await bytes(log), newest: newest ? await bytes(newest) : null };
    await this._send({ ...match, day: new Date(log.lastModified) });
  }

  _send(match) {
    this._parts.matches.close();
    return this._try(async () => {
      this._tell(WAIT);
      const number = await atPrompt(this._cable(), (files) => archive.send(files, match));
      this._tell(`It is match ${number} on the board, which plays on: "Earlier matches" in its menu plays it back.`);
    });
  }

  async _backup() {
    this._tell(WAIT);
    const { content, count } = await atPrompt(this._cable(), archive.backup);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type: "application/zip" }));
    link.download = "picogammon.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    this._tell(`The backup has ${count} files. The board plays on.`);
  }

  _restore(input) {
    const [file] = input.files;
    return this._try(async () => {
      const entries = await archive.read(await bytes(file));
      input.value = "";
      if (!confirm("The backup's match and settings replace those on the board. Restore them?")) return;
      this._tell(WAIT);
      await atPrompt(this._cable(), (files) => archive.restore(files, entries));
      this._tell(`${entries.length} files are on the board, which goes on with them.`);
    }).finally(() => (input.value = ""));
  }

  async _askSettings() {
    const dialog = this._parts.settings;
    const rows = await this._cable().ask("set");
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
    const field = event.target.querySelector("input");
    const text = field.value.trim();
    if (!POSITION.test(text) || /\s/.test(text)) this._say("A position begins with XGID= or PICOGAMMON:, and has no spaces.");
    else if (await this._set(`position ${text}`)) field.value = "";
  }

  _say(text) {
    this._parts.settings.querySelector("[role=status]").textContent = text;
  }

  async _measure() {
    this._tell("The board measures itself, which takes a minute. The picture stands still meanwhile.");
    const report = await this._cable().report();
    this._tell("The board has measured itself.");
    this._parts.text.querySelector("textarea").value = report;
    this._parts.text.querySelector(".copy").textContent = "Copy";
    this._parts.text.showModal();
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

async function bytes(file) {
  return new Uint8Array(await file.arrayBuffer());
}

function on(part, event, act) {
  part.addEventListener(event, act);
}

function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

function button(words, label, act) {
  const made = element("button", words);
  made.type = "button";
  made.className = "choice";
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}
