// Makes a match's report, the same page as `make report` does, in the dialog that shows how far it is.

import { Clerk } from "./clerk.js";
import { say } from "./elements.js";
import { fileName } from "./files.js";

const SURE_MS = 3000; // what is left is not told before
const MINUTE_MS = 60_000;

export class Reporter {
  constructor(dialog) {
    this._dialog = dialog;
    this._clerks = [];
    this._said = dialog.querySelector("[role=status]");
    this._bar = dialog.querySelector("progress");
    this._left = dialog.querySelector(".left");
    this._links = [...dialog.querySelectorAll("a")];
    this._close = dialog.querySelector(".close");
    // Given up at once: "close" comes later, when another report may have been begun.
    this._close.addEventListener("click", () => {
      this._dismiss();
      dialog.close();
    });
    dialog.addEventListener("cancel", () => this._dismiss());
  }

  // Of a match's log (name -> bytes), or of a File; `name`: what the match is called.
  async make(name, match) {
    this._show(true);
    say(this._said, `${name}: every decision is judged.`);
    this._begun = performance.now();
    this._far(0);
    this._dialog.showModal();
    try {
      this._offer(fileName(name, "html"), await rendered(await this._tell(match)));
    } catch (error) {
      this._show(false);
      say(this._said, `${name}: ${error.message}`);
    } finally {
      this._dismiss();
    }
  }

  // What the report says. Several clerks judge a game each, the longest first.
  async _tell(match) {
    const first = new Clerk();
    this._clerks = [first];
    const sizes = await first.sizes(match);
    const total = sizes.reduce((sum, size) => sum + size);
    const waiting = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a]);
    const found = [];
    const far = sizes.map(() => 0);
    const work = async (clerk) => {
      for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
        const heard = (thousandths) => {
          far[game] = thousandths * sizes[game];
          this._far(far.reduce((sum, done) => sum + done) / total);
        };
        found[game] = await clerk.judge(match, game, heard);
      }
    };
    const count = Math.min(sizes.length, navigator.hardwareConcurrency ?? 1);
    while (this._clerks.length < count) this._clerks.push(new Clerk());
    await Promise.all(this._clerks.map(work));
    return first.report(match, found);
  }

  _far(thousandths) {
    const spent = performance.now() - this._begun;
    this._bar.value = thousandths;
    const left = Math.ceil((spent * (1000 - thousandths)) / thousandths / MINUTE_MS);
    if (!thousandths || spent < SURE_MS) this._left.textContent = "How long it takes is not known yet.";
    else this._left.textContent = left > 1 ? `About ${left} minutes left.` : "Less than a minute left.";
  }

  // Gives up what is not done, and the clerks' memory.
  _dismiss() {
    for (const clerk of this._clerks) clerk.stop();
    this._clerks = [];
  }

  _offer(name, page) {
    const [open, save] = this._links;
    if (open.href) URL.revokeObjectURL(open.href); // the one before it
    open.href = save.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    save.download = name;
    this._show(false, true);
    say(this._said, `${name} is ready: one file, which needs no network.`);
    open.focus();
  }

  _show(working, made = false) {
    this._bar.hidden = this._left.hidden = !working;
    for (const link of this._links) link.hidden = !made;
    this._close.textContent = working ? "Cancel" : "Close";
  }
}

async function rendered(told) {
  const [{ render }, { default: mustache }, template] = await Promise.all([
    import("./report/render.js"),
    import("./report/mustache.mjs"),
    fetch("./report/page.html").then((answer) => answer.text()),
    import("./report/chartist.js"), // which is no module: it is at globalThis.Chartist
  ]);
  return render(told, template, mustache, globalThis.Chartist);
}
