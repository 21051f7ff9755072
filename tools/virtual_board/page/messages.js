// What the page has to say: a line for what has passed, a sheet over the board for what needs a
// decision.

import { closeDialogs, openOver } from "./elements.js";

const find = (id) => document.getElementById(id);

export class Messages {
  constructor() {
    this.errors = [];
    for (const id of ["erase", "erase-stopped"]) find(id).addEventListener("click", (event) => this._ask(event));
    find("keep").addEventListener("click", closeDialogs);
    find("line-close").addEventListener("click", () => this._pass());
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && !document.querySelector("dialog[open]")) this._pass();
    });
  }

  onRestart(act) {
    find("restart").addEventListener("click", () => act());
  }

  onErase(act) {
    find("erase-now").addEventListener("click", () => {
      closeDialogs();
      act();
    });
  }

  // The line is gone; who had the keyboard in it is on the board.
  _pass() {
    if (find("line").contains(document.activeElement)) document.activeElement.blur();
    find("line").hidden = true;
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
    const text = "Only one tab can have the board, or two would write over the same match.";
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

  _ask(event) {
    if (!find("sheet").hidden) find("restart").focus(); // which has the keyboard again afterwards
    openOver(find("confirm"), event);
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
