// Fetches matches from a real board, the one that it plays and its earlier ones: to be kept here, or saved as
// match files.

import { RUNNING } from "./cable.js";
import { button, row, say, standing } from "./elements.js";
import { dateOf, download, fileName } from "./files.js";

export class Fetching {
  // `opener`: the button that opens `dialog`. `cable()`: the Cable; `board()`: the board's name.
  // `kept`: a Kept, `clerk`: a Clerk.
  constructor(opener, dialog, cable, board, kept, clerk) {
    this._dialog = dialog;
    this._cable = cable;
    this._board = board;
    this._kept = kept;
    this._clerk = clerk;
    this._rows = dialog.querySelector("ul");
    this._said = dialog.querySelector("[role=status]");
    this._earlier = dialog.querySelector(".earlier");
    opener.addEventListener("click", () => this._open());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    this._earlier.addEventListener("click", () => this._try("Earlier matches", () => this._list()));
  }

  _open() {
    this._earlier.hidden = false;
    this._asked = null;
    const running = { title: `From the board ${this._board()}`, load: () => this._cable().match() };
    this._rows.replaceChildren(this._row(running, "the match that it plays"));
    say(this._said);
    this._dialog.showModal();
  }

  async _list() {
    say(this._said, "Reading…");
    const own = (this._asked = {});
    const cable = this._cable();
    const found = (await cable.matches()).filter(({ what }) => what !== RUNNING);
    if (own !== this._asked) return; // it was asked once more, or the dialog opened anew
    this._dialog.querySelector(".close").focus(); // the button with the keyboard goes
    this._earlier.hidden = true;
    for (const { run, day: played } of found) {
      const log = await cable.match(run);
      const day = dateOf(played.replaceAll("-", ".")) ?? undefined;
      const match = { title: `Match ${run} of ${this._board()}`, day, load: async () => log };
      const about = await this._about(log, day);
      if (own !== this._asked) return;
      this._rows.append(this._row(match, about));
    }
    say(this._said, found.length ? "These are the board's earlier matches." : "The board has no earlier matches.");
  }

  async _about(log, day) {
    const told = day ? [day.toLocaleDateString([], { dateStyle: "medium" })] : [];
    try {
      const match = await this._clerk.about(log);
      return [match.names.join(" – "), standing(match), ...told].join(" · ");
    } catch (error) {
      return [error.message, ...told].join(" · ");
    }
  }

  _row(match, about) {
    const { title } = match;
    return row(
      title,
      about,
      button("Keep", `Keep ${title}`, "choice", () => this._try(title, () => this._keep(match))),
      button("Save", `Save ${title} as a file`, "quiet", () => this._try(title, () => this._save(match))),
    );
  }

  async _keep({ title, load }) {
    this._kept.add(await load(), title);
    say(this._said, `${title} is kept: after you disconnect it is among the matches here.`);
  }

  async _save({ title, load, day }) {
    const { text, notes } = await this._clerk.write(await load(), day);
    download(fileName(title, "mat"), text);
    say(this._said, `${fileName(title, "mat")} is saved.`, ...notes);
  }

  async _try(what, act) {
    say(this._said, `${what}…`);
    try {
      await act();
    } catch (error) {
      say(this._said, `${what}: ${error.message}`);
    }
  }
}
