// Sends a match to a real board's earlier ones: one that the browser keeps, a match file, or a board's log.

import { button, row, say, standing, titleOf } from "./elements.js";
import { dateOf, dayOf } from "./files.js";

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
      const [file] = target.files;
      target.value = ""; // the same file may be chosen again
      if (file) this._try(file.name, () => this._sendFile(file));
    });
  }

  _open() {
    const rows = this._kept.list().map((match) => {
      const title = titleOf(match);
      const ring = this._kept.ringOf(match.id);
      const day = new Date(match.changed ?? Date.now());
      const send = () => this._try(title, async () => this._send(await this._clerk.pack(ring), day));
      return row(title, standing(match), ...(Object.keys(ring).length ? [button("Send", `Send ${title}`, "choice", send)] : []));
    });
    this._dialog.querySelector("ul").replaceChildren(...rows);
    say(this._said);
    this._dialog.showModal();
  }

  // A match file, or a board's log.
  async _sendFile(file) {
    if (file.name.toLowerCase().endsWith(".log")) return this._send(await this._clerk.pack(file), new Date(file.lastModified));
    const { log, notes, day } = await this._clerk.read(file);
    return this._send(log, dateOf(day) ?? new Date(), notes);
  }

  async _send(log, day, notes = []) {
    say(this._said, "Sending…");
    await this._cable().send(log, dayOf(day).join("-"));
    this._dialog.close();
    this._tell('It is on the board, which plays on: "Earlier matches" in its menu plays it back.', notes.join("\n"));
  }

  // One after the other. Why it was not sent is said where it was asked for.
  _try(what, act) {
    say(this._said, `${what}…`);
    this._last = this._last.then(act).catch((error) => {
      if (!this._dialog.open && this._cable()) this._dialog.showModal();
      say(this._said, `${what}: ${error.message}`);
    });
  }
}
