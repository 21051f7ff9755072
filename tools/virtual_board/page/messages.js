// What the page has to say: a line for what has passed, a sheet over the board for what needs a
// decision.

const find = (id) => document.getElementById(id);

export class Messages {
  constructor() {
    this.errors = [];
    for (const id of ["erase", "erase-stopped"]) find(id).addEventListener("click", () => this._ask());
    find("keep").addEventListener("click", () => find("confirm").close());
    find("line-close").addEventListener("click", () => (find("line").hidden = true));
  }

  onRestart(act) {
    find("restart").addEventListener("click", () => act());
  }

  onErase(act) {
    find("erase-now").addEventListener("click", () => {
      find("confirm").close();
      act();
    });
  }

  // Something to know that stops nothing.
  warn(text) {
    this._note(text);
    this._line(text, "");
  }

  // Something that was asked for; `details` are shown on demand.
  tell(text, details = "") {
    this._line(text, details);
  }

  // The firmware failed and runs again.
  restarted(why) {
    this._note(why);
    this._line("The firmware stopped with an error and was restarted; the match resumes.", why);
  }

  // The firmware failed and stays off, or never started.
  stopped(why) {
    this._note(why);
    find("line").hidden = true;
    this._sheet("The firmware has stopped", lastLine(why), why, ["restart", "erase-stopped"]);
    find("restart").focus();
  }

  // Another page has the board.
  elsewhere(take) {
    const text = "Only one page can hold the board, or two would write over one match.";
    this._sheet("The board is open in another tab", text, "", ["take"]);
    inert(true); // its matches are the other page's now, by keyboard as well
    find("take").onclick = take;
    find("take").focus();
  }

  clear() {
    inert(false);
    find("sheet").hidden = true;
    find("line").hidden = true;
  }

  // Whoever has the keyboard when the question comes has it again afterwards.
  _ask() {
    document.querySelector("dialog[open]")?.close();
    if (find("sheet").hidden) document.activeElement?.blur();
    else find("restart").focus();
    find("confirm").showModal();
  }

  _note(text) {
    this.errors.push(text);
    console.warn(text);
  }

  _line(text, details) {
    find("line-text").textContent = text;
    find("line-details").hidden = !details;
    find("line-trace").textContent = details;
    find("line").hidden = false;
  }

  _sheet(title, text, trace, buttons) {
    find("sheet-title").textContent = title;
    find("sheet-text").textContent = text;
    find("sheet-details").hidden = !trace.includes("\n");
    find("sheet-trace").textContent = trace;
    for (const id of ["restart", "erase-stopped", "take"]) find(id).hidden = !buttons.includes(id);
    find("sheet").hidden = false;
  }
}

// While inert nothing but the sheet can be reached.
function inert(on) {
  for (const part of document.querySelectorAll("header, main")) part.inert = on;
}

function lastLine(text) {
  return text.trim().split("\n").at(-1);
}
