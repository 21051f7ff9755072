// The board's USB port, for a page of `make opponent`: what goes over its cable goes on to the server
// (tools/opponent/page.py). Elsewhere there is no such port.

import { lineTo } from "./cable.js";

const AGAIN_MS = 500;
const MOST = 512; // bytes that wait to go out

export class Port {
  #open;
  #line = null;
  #came = [];
  #said = [];
  #plugged = false;

  // `open()`: a WebSocket to the server.
  constructor(open = () => lineTo("./cable")) {
    this.#open = open;
  }

  // The next byte that has come, -1 where there is none.
  read() {
    return this.#came.length ? this.#came.shift() : -1;
  }

  // Whether there was room for a byte; where nobody is plugged in it is lost.
  write(byte) {
    if (!this.#plugged) return true;
    if (this.#said.length >= MOST || this.#line.bufferedAmount >= MOST) return false;
    if (!this.#said.length) queueMicrotask(() => this.#send());
    this.#said.push(byte);
    return true;
  }

  // Carries bytes, until another page has taken the cable.
  carry() {
    this.#line = this.#open();
    this.#line.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#plugged = data === "plugged";
      else this.#came.push(...new Uint8Array(data));
    });
    this.#line.addEventListener("close", ({ reason }) => {
      this.#plugged = false;
      if (reason !== "taken") setTimeout(() => this.carry(), AGAIN_MS);
    });
  }

  #send() {
    const bytes = Uint8Array.from(this.#said);
    this.#said = [];
    if (this.#plugged) this.#line.send(bytes);
  }
}
