// The dialog in which a position is entered: pasted, or read from a photo of a board's QR code.

import { POSITION } from "./address.js";
import { openOver, toBoard } from "./elements.js";

export class Position {
  // `opener`: the button that opens `dialog`. `enter(text)` is called with what says a position.
  constructor(opener, dialog, enter) {
    this._dialog = dialog;
    this._enter = enter;
    this._field = dialog.querySelector("textarea");
    this._why = dialog.querySelector("[role=status]");
    const photo = dialog.querySelector("input[type=file]");
    opener.addEventListener("click", (event) => {
      this._field.value = this._why.textContent = "";
      openOver(dialog, event);
    });
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this._take(this._field.value);
    });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    photo.addEventListener("change", () => {
      this._read(photo.files[0]).catch((error) => this._complain(`The photo cannot be read: ${error.message}`));
      photo.value = "";
    });
    canRead().then((can) => (photo.closest("label").hidden = !can));
  }

  // The board refused `position`. Whether it came from here: then it stands here again, with the
  // reason, to be corrected.
  refused(position, why) {
    if (this._field.value.trim() !== position) return false;
    this._complain(`It cannot be played from: ${why}. Your match goes on.`);
    this._dialog.showModal();
    return true;
  }

  async _read(photo) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    const [code] = await detector.detect(await createImageBitmap(photo));
    if (code) this._take(code.rawValue);
    else this._complain("There is no code in this photo. Hold the camera closer, and straight.");
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

// Whether this browser reads QR codes from pictures.
async function canRead() {
  if (!("BarcodeDetector" in window)) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}
