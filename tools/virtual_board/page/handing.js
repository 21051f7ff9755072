// A text that is to go to another page: to be copied, shared, or read as a QR code by another screen's camera.
// And what has to be known for both ends of that: the servers that help two pages to find each other.

import { drawCode } from "./codes.js";
import { serversOf } from "./far.js";

const CODE_WIDTH = 340; // of a QR code at most, in CSS pixels
const AS_CODE = "QR code";
const SERVERS = "picogammon.servers";

// What stands in an element of the class `hands`.
export const HANDS = `
  <p class="how"></p>
  <textarea class="text" rows="3" readonly aria-label="Send this" spellcheck="false"></textarea>
  <p class="choices"><button type="button" class="choice copy">Copy</button> <button type="button" class="quiet share">Share…</button> <button type="button" class="quiet code">QR code</button></p>
  <canvas role="img" aria-label="A QR code of this text, for another screen's camera"></canvas>`;

export class Handing {
  // `element`: of the class `hands`, which this fills.
  constructor(element) {
    element.innerHTML = HANDS;
    this._element = element;
    this._find = (name) => element.querySelector(`.${name}`);
    this._find("share").hidden = !navigator.share;
    this._find("copy").addEventListener("click", () => this._copy());
    this._find("share").addEventListener("click", () => navigator.share({ text: this._find("text").value }).catch(() => {}));
    this._find("code").addEventListener("click", () => this._turn(this._find("code").textContent === AS_CODE));
  }

  // Shows a text; `how` says what to do with it. Its dialog is open.
  show(text, how) {
    this._find("how").textContent = how;
    this._find("text").value = text;
    this._find("copy").textContent = "Copy";
    this._turn(false);
    const width = Math.min(CODE_WIDTH, this._element.closest("form").clientWidth);
    drawCode(this._element.querySelector("canvas"), text, width).then((can) => this._element.classList.toggle("codeless", !can));
  }

  // Whether the code is there instead of the text, where there is no room for both.
  _turn(on) {
    this._find("code").textContent = on ? "The text" : AS_CODE;
    this._element.classList.toggle("coded", on);
  }

  async _copy() {
    const field = this._find("text");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this._find("copy").textContent = "Copied";
    } catch {
      field.focus(); // it is selected: the keyboard copies it
    }
  }
}

// The servers that this browser keeps, as Far takes them.
export function keptServers() {
  return serversOf(kept(SERVERS));
}

const FIELD = `
  <summary>If you cannot be joined</summary>
  <p>Behind most routers two pages find each other by a STUN server, and behind some only by a relay (TURN). None is asked unless you name one, as stun:HOST:PORT or turn:USER:PASSWORD@HOST:PORT, on both pages.</p>
  <input class="servers" aria-label="STUN or TURN servers" spellcheck="false" autocapitalize="off" autocomplete="off">`;

// The field for these servers, in an element `details`; `changed()` is called when others are named.
export class Servers {
  constructor(details, changed = () => {}) {
    details.innerHTML = FIELD;
    this._field = details.querySelector(".servers");
    this._field.addEventListener("change", changed);
    details.closest("form").addEventListener("submit", (event) => event.preventDefault()); // by Enter
    this.show();
  }

  // Shows what is kept, which another dialog may have changed.
  show() {
    this._field.value = kept(SERVERS);
  }

  // Keeps what stands there, and returns it as Far takes it. Throws what is wrong with it.
  take() {
    const text = this._field.value.trim();
    const found = serversOf(text);
    keep(SERVERS, text);
    return found;
  }
}

// A text that this browser keeps, "" without.
export function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is typed again the next time.
  }
}
