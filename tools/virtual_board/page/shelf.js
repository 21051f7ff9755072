// The dialog with the matches that are kept: another one is chosen, begun, renamed or deleted here.

const MOST_LETTERS = 40;

export class Shelf {
  // `opener`: the button that opens `dialog`. `kept`: a Kept. `changed()` is called when another match
  // lies in the board.
  constructor(opener, dialog, kept, changed) {
    this._dialog = dialog;
    this._list = dialog.querySelector("ul");
    this._kept = kept;
    this._changed = changed;
    opener.addEventListener("click", () => {
      opener.blur(); // the keyboard is the board's again afterwards
      this._fill();
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
