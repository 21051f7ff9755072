// The dialog with the matches that are kept: another one is chosen, begun, renamed or deleted here,
// saved as a file, or opened from one.

import { button, openOver, row, say, standing, titleOf, toBoard } from "./elements.js";
import { download, fileName } from "./files.js";

const MOST_LETTERS = 40;

export class Shelf {
  // `opener`: the button that opens `dialog`. `kept`: a Kept, `clerk`: a Clerk, `reporter`: a Reporter. `changed()` is called
  // when another match lies in the board, `playBack()` when it is to play its match back. What begins a match is the dialog's, too (Beginning).
  constructor(opener, dialog, kept, clerk, reporter, { changed, playBack }) {
    this._dialog = dialog;
    this._list = dialog.querySelector("ul");
    this._said = dialog.querySelector("[role=status]");
    this._kept = kept;
    this._changed = changed;
    this._playBack = playBack;
    this._clerk = clerk;
    this._reporter = reporter;
    this._onFile(".open input", (file) => this._try(file.name, () => this._open(file)));
    this._onFile(".report input", (file) => reporter.make(nameOf(file), file));
    opener.addEventListener("click", (event) => {
      this._renamed = null;
      this._fill();
      this._say();
      openOver(dialog, event);
    });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  _leave(act) {
    toBoard();
    act();
    this._changed();
  }

  // Begins to play a match back, on the board.
  _show(id) {
    if (id === this._kept.current) toBoard();
    else this._leave(() => this._kept.choose(id));
    this._playBack();
  }

  _onFile(selector, act) {
    const input = this._dialog.querySelector(selector);
    input.addEventListener("change", () => {
      const [file] = input.files;
      if (file) act(file);
      input.value = ""; // the same file may be chosen again
    });
  }

  async _open(file) {
    const { log, notes, about } = await this._clerk.read(file);
    this._kept.add(log, undefined, { ...about, file: file.name });
    this._fill();
    this._say(`${file.name} is among the matches.`, ...notes);
  }

  async _save(match, name) {
    const { text, notes } = await this._clerk.write(this._kept.ringOf(match.id));
    const file = fileName(name, "mat");
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

  _say(...lines) {
    say(this._said, ...lines);
  }

  // A row stays in which a name is typed.
  _fill() {
    const { id, shown } = this._renamed ?? {};
    const typed = shown?.contains(document.activeElement) ? document.activeElement : null;
    this._list.replaceChildren(...this._kept.list().map((match) => (match.id === id ? shown : this._row(match))));
    typed?.focus();
  }

  _row(match) {
    const current = match.id === this._kept.current;
    const name = titleOf(match);
    const made = row(name, detailsOf(match, current));
    if (!current) {
      const act = () => this._leave(() => this._kept.choose(match.id));
      made.append(button("Play", `Play ${name}`, "choice", act));
    }
    made.append(button("Play back", `Play back ${name}`, "quiet", () => this._show(match.id)));
    made.append(button("Rename", `Rename ${name}`, "quiet", () => this._rename(made, match)));
    made.append(button("Save", `Save ${name} as a file`, "quiet", () => this._try(name, () => this._save(match, name))));
    made.append(button("Report", `Report on ${name}`, "quiet", () => this._reporter.make(name, this._kept.ringOf(match.id))));
    if (!current) made.append(this._remover(match, name));
    return made;
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
      remover.setAttribute("aria-label", `Delete for good: ${name}`);
      setTimeout(() => remover.focus());
    });
    return remover;
  }

  _rename(shown, match) {
    this._renamed = { id: match.id, shown };
    const form = document.createElement("form");
    const field = document.createElement("input");
    field.value = titleOf(match);
    field.maxLength = MOST_LETTERS;
    field.setAttribute("aria-label", "Name of the match");
    const done = () => {
      match.name = field.value.trim();
      this._kept.rename(match.id, match.name);
      if (this._renamed?.id === match.id) this._renamed = null;
      this._fill();
      this._list.querySelector(`[aria-label="${CSS.escape(`Rename ${titleOf(match)}`)}"]`).focus();
    };
    form.append(field, button("Keep", "Keep this name", "choice", done));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done();
    });
    shown.replaceChildren(form);
    field.select();
    setTimeout(() => field.focus());
  }
}

function nameOf(file) {
  return file.name.replace(/\.\w+$/, "");
}

function detailsOf(match, current) {
  const changed = match.changed && new Date(match.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return [current && "on the board", match.event, standing(match), match.file, changed].filter(Boolean).join(" · ");
}
