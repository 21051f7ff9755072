// The dialog in which a match file is checked: whether its dice are as they were sealed, and whether the
// seal and the number are those that somebody noted down.

import { openOver, say } from "./elements.js";

export class Verify {
  // `opener`: the button that opens `dialog`. `clerk`: a Clerk.
  constructor(opener, dialog, clerk) {
    this._clerk = clerk;
    this._said = dialog.querySelector("[role=status]");
    this._fields = [...dialog.querySelectorAll("input:not([type=file])")]; // the seal, the number, the secret
    this._file = null;
    opener.addEventListener("click", (event) => {
      for (const field of this._fields) field.value = "";
      this._file = this._asked = null;
      say(this._said);
      openOver(dialog, event);
    });
    dialog.querySelector("input[type=file]").addEventListener("change", ({ target }) => {
      [this._file] = target.files;
      this._check();
      target.value = ""; // the same file may be chosen again
    });
    for (const field of this._fields) field.addEventListener("change", () => this._check());
    dialog.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  async _check() {
    const file = this._file;
    if (!file) return;
    const own = (this._asked = {}); // what comes late of a question before it is not said
    const tell = (...lines) => own === this._asked && say(this._said, ...lines);
    tell(`${file.name}…`);
    try {
      const { lines } = await this._clerk.verify(file, ...this._fields.map((field) => field.value));
      tell(`${file.name}:`, ...lines);
    } catch (error) {
      tell(`${file.name}: ${error.message}`);
    }
  }
}
