// The dialog in which a position is entered: pasted, or read from a photo of a board's QR code.

import { POSITION } from "./address.js";
import { readPhotos } from "./codes.js";
import { openOver, toBoard } from "./elements.js";

export class Position {
  // `opener`: the button that opens `dialog`. `enter(text)` is called with what says a position.
  constructor(opener, dialog, enter) {
    this._dialog = dialog;
    this._enter = enter;
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

  // The board refused `position`. Whether it came from here: then it stands here again, with the
  // reason, to be corrected.
  refused(position, why) {
    if (this._field.value.trim() !== position) return false;
    this._complain(`It cannot be played from: ${why}. Your match goes on.`);
    this._dialog.showModal();
    return true;
  }

  _take(text) {
    const position = text.trim();
    this._field.value = position;
    if (!POSITION.test(position)) {
      this._complain("A position begins with PICOGAMMON: or XGID=");
      return;
    }
    toBoard();
    this._enter(position);
  }

  _complain(why) {
    this._why.textContent = why;
    this._field.focus();
  }
}
