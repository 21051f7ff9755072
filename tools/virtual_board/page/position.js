// The dialog in which a position is entered: pasted, or read from a photo of a board's QR code.

import { POSITION } from "./shell.js";
import { readPhotos } from "./codes.js";
import { openOver, toBoard } from "./elements.js";

// What the board takes: a plain XGID or code as it is, anything else as the XGID that `clerk` finds in it.
export async function idIn(pasted, clerk) {
  return POSITION.test(pasted) && !/\s/.test(pasted) ? pasted : clerk.position(pasted);
}

export class Position {
  // `opener`: the button that opens `dialog`. `clerk` finds the ID in a pasted text. `enter(text)` is called
  // with what says a position.
  constructor(opener, dialog, clerk, enter) {
    this._dialog = dialog;
    this._clerk = clerk;
    this._enter = enter;
    this._entered = null;
    this._field = dialog.querySelector("textarea");
    this._why = dialog.querySelector("[role=status]");
    const photos = dialog.querySelector("input[type=file]").closest("label");
    opener.addEventListener("click", (event) => {
      this._field.value = this._why.textContent = "";
      openOver(dialog, event);
    });
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this._take(this._field.value);
    });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    readPhotos(photos, (text) => this._take(text), (why) => this._complain(why));
  }

  // The board refused `position`. Whether it came from here: then the dialog opens again with what was
  // pasted and the reason.
  refused(position, why) {
    if (this._entered !== position) return false;
    this._complain(`It cannot be played from: ${why}. Your match goes on.`);
    this._dialog.showModal();
    return true;
  }

  async _take(text) {
    const pasted = text.trim();
    this._field.value = pasted;
    const found = await idIn(pasted, this._clerk).catch((error) => error);
    if (this._field.value.trim() !== pasted || !this._dialog.open) return; // corrected or closed meanwhile
    if (found instanceof Error) {
      this._complain(`That cannot be read: ${found.message}.`);
      return;
    }
    this._entered = found;
    toBoard();
    this._enter(found);
  }

  _complain(why) {
    this._why.textContent = why;
    this._field.focus();
  }
}
