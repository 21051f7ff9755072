// The USB cable to a real board, by WebSerial: a line to the board, and the lines that it answers.
// What it is asked and answers is in firmware/picogammon/mirror.py.

import { decode } from "./flash.js";

const PICO = { usbVendorId: 0x2e8a };
const PATIENCE_MS = 5000;
const LINE_END = /\r?\n/;

export class Cable {
  // Asks the person for a port and opens it. Rejects where there is none, or it is taken.
  static async connect(serial = navigator.serial) {
    const port = await serial.requestPort({ filters: [PICO] });
    await port.open({ baudRate: 115200 });
    await port.setSignals?.({ dataTerminalReady: true }); // MicroPython speaks to who is there
    return new Cable(port);
  }

  constructor(port) {
    this._port = port;
    this._reader = port.readable.getReader();
    this._writer = port.writable.getWriter();
    this._text = "";
    this._last = Promise.resolve();
    this._decoder = new TextDecoder();
    this._encoder = new TextEncoder();
  }

  // The words of each line that answers `line`, without the first word, which all have in common;
  // the last one is ["end"] or ["none"]. Questions wait for one another.
  ask(line) {
    const answer = this._last.then(() => this._ask(line));
    this._last = answer.catch(() => {});
    return answer;
  }

  // The bytes of a file on the board, null where there is none.
  async file(name) {
    const rows = await this.ask(`file ${name}`);
    if (rows.at(-1)[0] === "none") return null;
    return Uint8Array.from(rows.slice(0, -1).flatMap(([, code]) => [...decode(code)]));
  }

  async close() {
    await this._reader.cancel().catch(() => {});
    this._reader.releaseLock();
    this._writer.releaseLock();
    await this._port.close().catch(() => {});
  }

  async _ask(line) {
    const [kind] = line.split(" ");
    await this._writer.write(this._encoder.encode(`${line}\r\n`));
    const rows = [];
    for (;;) {
      const [word, ...rest] = (await this._line()).split(" ");
      if (word === "error") throw new Error("Its firmware is older, and cannot show itself here");
      if (word !== kind) continue; // what the board says by itself, and the echo of a prompt
      rows.push(rest);
      if (rest[0] === "end" || rest[0] === "none") return rows;
    }
  }

  async _line() {
    for (;;) {
      const at = this._text.search(LINE_END);
      if (at >= 0) {
        const line = this._text.slice(0, at);
        this._text = this._text.slice(at).replace(LINE_END, "");
        return line;
      }
      const { value, done } = await this._read();
      if (done) throw new Error("The cable came out");
      this._text += this._decoder.decode(value, { stream: true });
    }
  }

  // The next bytes, as a reader gives them. Rejects when none come for long.
  _read() {
    let timer = null;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("The board does not answer")), PATIENCE_MS);
    });
    return Promise.race([this._reader.read(), late]).finally(() => clearTimeout(timer));
  }
}
