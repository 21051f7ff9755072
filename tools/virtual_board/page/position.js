// The dialog in which a position is entered: pasted, or read from a photo of a board's QR code.

import { POSITION } from "./address.js";

export class Position {
  // `opener`: the button that opens `dialog`. `enter(text)` is called with what says a position.
  constructor(opener, dialog, enter) {
    this._dialog = dialog;
    this._enter = enter;
    this._field = dialog.querySelector("textarea");
    this._why = dialog.querySelector("[role=status]");
    const photo = dialog.querySelector("input[type=file]");
    opener.addEventListener("click", () => {
      opener.closest("dialog").close();
      this._field.value = this._why.textContent = "";
      dialog.showModal();
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

  async _read(photo) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    const [code] = await detector.detect(await createImageBitmap(photo));
    if (code) this._take(code.rawValue);
    else this._complain("There is no code in this photo. Hold the camera closer, and straight.");
  }

  _take(text) {
    const position = text.trim();
    if (!POSITION.test(position)) {
      this._complain("A position begins with PICOGAMMON: or XGID=");
      return;
    }
    this._dialog.close();
    this._enter(position);
  }

  _complain(why) {
    this._why.textContent = why;
  }
}

// Whether this browser reads QR codes from pictures.
async function canRead() {
  if (!("BarcodeDetector" in window)) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}
