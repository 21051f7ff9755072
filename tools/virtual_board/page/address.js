// The position in the page's address: `#XGID=...` is where the match stands now, and what is opened
// with another one there, or with what a board's QR code says, begins with it.

import { after, cancel, now } from "./clock.js";

export const POSITION = /^(XGID=|PICOGAMMON:)/i;
const LEAST_MS = 1000; // browsers count how often an address changes

export class Address {
  // `buttons` copy the address; `tell(text)` says what came of it. `wanted`: the position that somebody
  // opened the page with, "" if there is none or the page has written it itself.
  constructor(buttons, tell) {
    this._buttons = buttons;
    this._tell = tell;
    this._label = buttons[0].textContent;
    this._xgid = wanted();
    this._seen = location.hash; // with what it was written, or opened
    this.wanted = history.state?.own ? "" : this._xgid;
    this._timer = null;
    this._writtenAt = -Infinity;
    for (const button of buttons) button.addEventListener("click", () => this._copy());
  }

  // `act(text)` is called when somebody opens another position in this page.
  onChange(act) {
    addEventListener("hashchange", () => {
      const xgid = wanted();
      this._seen = location.hash;
      if (xgid && xgid !== this._xgid) act((this._xgid = xgid));
    });
  }

  // The match stands here now; "" where no XGID can say it.
  show(xgid) {
    if (xgid === this._xgid && history.state?.own) return;
    this._xgid = xgid;
    this._call(this._label);
    const soon = this._writtenAt + LEAST_MS - now();
    if (soon <= 0) this._write();
    else this._timer ??= after(() => this._write(), soon);
  }

  _call(words) {
    for (const button of this._buttons) button.textContent = words;
  }

  _write() {
    cancel(this._timer);
    this._timer = null;
    if (location.hash && location.hash !== this._seen) return; // somebody opens another position, which is told soon
    this._writtenAt = now();
    const address = new URL(location);
    address.hash = this._xgid;
    history.replaceState({ own: true }, "", address);
    this._seen = location.hash;
  }

  async _copy() {
    this._write();
    const link = location.href;
    try {
      await navigator.clipboard.writeText(link);
      this._call("Copied");
    } catch {
      this._tell(`The browser does not let this page copy. The link is ${link}`);
    }
  }
}

function wanted() {
  const text = decoded(location.hash.slice(1));
  return POSITION.test(text) ? text : "";
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
