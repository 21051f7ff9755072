// The dialog with the matches that are kept: another one is chosen, begun, renamed or deleted here,
// saved as a file, or opened from one.

import { Clerk } from "./clerk.js";

const MOST_LETTERS = 40;
const MOST_LINES = 12;

export class Shelf {
  // `opener`: the button that opens `dialog`. `kept`: a Kept. `changed()` is called when another match
  // lies in the board.
  constructor(opener, dialog, kept, changed) {
    this._dialog = dialog;
    this._list = dialog.querySelector("ul");
    this._said = dialog.querySelector("[role=status]");
    this._kept = kept;
    this._changed = changed;
    this._clerk = new Clerk();
    this._onFile(".open input", (file) => this._open(file));
    this._onFile(".verify input", (file) => this._verify(file));
    opener.addEventListener("click", () => {
      opener.blur(); // the keyboard is the board's again afterwards
      this._fill();
      this._say();
      dialog.showModal();
    });
    dialog.querySelector(".begin").addEventListener("click", () => this._leave(() => kept.begin()));
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  _leave(act) {
    this._dialog.close();
    act();
    this._changed();
  }

  _onFile(selector, act) {
    const input = this._dialog.querySelector(selector);
    input.addEventListener("change", () => {
      const [file] = input.files;
      if (file) this._try(file.name, () => act(file));
      input.value = ""; // the same file may be chosen again
    });
  }

  async _open(file) {
    const { log, notes } = await this._clerk.read(file);
    this._kept.add({ "/flash/match.log": log }, file.name.replace(/\.\w+$/, "").slice(0, MOST_LETTERS));
    this._fill();
    this._say(`${file.name} is among the matches.`, ...notes);
  }

  async _verify(file) {
    const { lines } = await this._clerk.verify(file);
    this._say(`${file.name}:`, ...lines);
  }

  async _save(match, name) {
    const { text, notes } = await this._clerk.write(this._kept.logOf(match.id));
    const file = `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.mat`;
    download(file, text);
    this._say(`${file} is saved.`, ...notes);
  }

  async _try(what, act) {
    this._say(`${what}…`);
    try {
      await act();
    } catch (error) {
      this._say(`${what}: ${error.message}`);
    }
  }

  // The last of many lines say most.
  _say(...lines) {
    const left = lines.length - MOST_LINES;
    const shown = left > 0 ? [lines[0], ...lines.slice(1 - MOST_LINES), `(${left} more)`] : lines;
    this._said.textContent = shown.join("\n");
  }

  _fill() {
    this._list.replaceChildren(...this._kept.list().map((match) => this._row(match)));
  }

  _row(match) {
    const row = document.createElement("li");
    const current = match.id === this._kept.current;
    const name = titleOf(match);
    const about = document.createElement("div");
    about.append(text("b", name), text("span", detailsOf(match, current)));
    row.append(about);
    if (!current) {
      const act = () => this._leave(() => this._kept.choose(match.id));
      row.append(button("Play", `Play ${name}`, "choice", act));
    }
    row.append(button("Rename", `Rename ${name}`, "quiet", () => this._rename(row, match)));
    row.append(button("Save", `Save ${name} as a file`, "quiet", () => this._try(name, () => this._save(match, name))));
    if (!current) row.append(this._remover(match, name));
    return row;
  }

  // A match is gone after two clicks.
  _remover(match, name) {
    const remover = button("Delete", `Delete ${name}`, "quiet", () => {
      if (remover.classList.contains("danger")) {
        this._kept.remove(match.id);
        this._fill();
        this._dialog.querySelector(".begin").focus();
        return;
      }
      remover.className = "choice danger";
      remover.textContent = "Delete for good";
      remover.setAttribute("aria-label", `Delete ${name} for good`);
      setTimeout(() => remover.focus());
    });
    return remover;
  }

  _rename(row, match) {
    const form = document.createElement("form");
    const field = document.createElement("input");
    field.value = titleOf(match);
    field.maxLength = MOST_LETTERS;
    field.setAttribute("aria-label", "Name of the match");
    const done = () => {
      this._kept.rename(match.id, field.value.trim());
      this._fill();
    };
    form.append(field, button("Keep", "Keep this name", "choice", done));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done();
    });
    row.replaceChildren(form);
    field.select();
    setTimeout(() => field.focus());
  }
}

function titleOf({ id, name, names }) {
  return name || (names ? `${names[0]} – ${names[1]}` : `Match ${id}`);
}

function detailsOf({ scores, length, changed }, current) {
  const parts = current ? ["on the board"] : [];
  if (scores) parts.push(`${scores[0]} : ${scores[1]}${length ? ` to ${length}` : ", money"}`);
  if (changed) parts.push(new Date(changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
  return parts.join(" · ");
}

function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

function text(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}

function button(words, label, look, act) {
  const element = text("button", words);
  element.type = "button";
  element.className = look;
  element.setAttribute("aria-label", label);
  element.addEventListener("click", act);
  return element;
}
