// Sends a match to a real board's archive: one that the browser keeps, a match file, or a board's log.

import * as archive from "./archive.js";
import { button, row, say, standing, titleOf } from "./elements.js";
import { bytesOf, dateOf } from "./files.js";

export class Sending {
  // `opener`: the button that opens `dialog`. `cable()`: the Cable. `kept`: a Kept, `clerk`: a Clerk.
  // `tell(text, details)`.
  constructor(opener, dialog, cable, kept, clerk, tell) {
    this._dialog = dialog;
    this._cable = cable;
    this._kept = kept;
    this._clerk = clerk;
    this._tell = tell;
    this._said = dialog.querySelector("[role=status]");
    this._last = Promise.resolve();
    opener.addEventListener("click", () => this._open());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.querySelector("input").addEventListener("change", ({ target }) => {
      const files = [...target.files];
      target.value = ""; // the same file may be chosen again
      if (files.length) this._try(files[0].name, () => this._sendFiles(files));
    });
  }

  _open() {
    const rows = this._kept.list().map((match) => {
      const title = titleOf(match);
      const files = this._kept.logOf(match.id);
      const day = new Date(match.changed ?? Date.now());
      const send = () => this._try(title, () => this._sendLog(files, day));
      return row(title, standing(match), ...(files["match.log"] ? [button("Send", `Send ${title}`, "choice", send)] : []));
    });
    this._dialog.querySelector("ul").replaceChildren(...rows);
    say(this._said);
    this._dialog.showModal();
  }

  // A match file; or a board's match.log, and match.log.newest beside it.
  async _sendFiles(files) {
    const newest = files.find(({ name }) => name.endsWith(".newest"));
    const [file, another] = files.filter((one) => one !== newest);
    if (!file || another) throw new Error("choose one match: a .mat file, or match.log and match.log.newest");
    if (file.name.toLowerCase().endsWith(".log")) {
      const log = { "match.log": await bytesOf(file), ...(newest && { "match.log.newest": await bytesOf(newest) }) };
      return this._sendLog(log, new Date(file.lastModified));
    }
    const { log, notes, day } = await this._clerk.read(file);
    return this._send({ log, day: dateOf(day) ?? new Date() }, notes);
  }

  // `files`: what a log consists of, name -> bytes.
  async _sendLog(files, day) {
    return this._send({ log: await this._clerk.join(files), day });
  }

  async _send(match, notes = []) {
    say(this._said, "Sending…");
    const number = await archive.send(this._cable(), match);
    this._dialog.close();
    this._tell(`It is match ${number} on the board, which plays on: "Earlier matches" in its menu plays it back.`, notes.join("\n"));
  }

  // One after the other: each gets a number of its own. Why it was not sent is said where it was asked for.
  _try(what, act) {
    say(this._said, `${what}…`);
    this._last = this._last.then(act).catch((error) => {
      if (!this._dialog.open && this._cable()) this._dialog.showModal();
      say(this._said, `${what}: ${error.message}`);
    });
  }
}
