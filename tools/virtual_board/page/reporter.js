// Makes a match's report, the same page as `make report` does, in the dialog that shows how far it is.

import { Clerk } from "./clerk.js";
import { say } from "./elements.js";
import { fileName } from "./files.js";

export class Reporter {
  constructor(dialog) {
    this._dialog = dialog;
    this._clerk = new Clerk(); // one of its own: others are answered meanwhile
    this._said = dialog.querySelector("[role=status]");
    this._bar = dialog.querySelector("progress");
    this._links = [...dialog.querySelectorAll("a")];
    this._close = dialog.querySelector(".close");
    this._close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this._clerk.stop());
  }

  // Of a match's log (name -> bytes), or of a File; `name`: what the match is called.
  async make(name, match) {
    this._show(true);
    say(this._said, `${name}: every decision is judged. A long match takes a minute or two.`);
    this._bar.value = 0;
    this._dialog.showModal();
    try {
      const told = await this._clerk.report(match, (far) => (this._bar.value = far));
      this._offer(fileName(name, "html"), await rendered(told));
    } catch (error) {
      this._show(false);
      say(this._said, `${name}: ${error.message}`);
    }
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
    this._bar.hidden = !working;
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
