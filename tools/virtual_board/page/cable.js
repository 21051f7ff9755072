// The USB cable to a real board, by WebSerial: a line to the board, and the lines that it answers.
// What it is asked and answers is in firmware/picogammon/mirror.py and keyboard.py, and docs/ubgi.md.

import { after, cancel } from "./clock.js";
import { decode, encode } from "./flash.js";
import { crc32 } from "./zip.js";

export const RUNNING = "running"; // the match that a board plays

const PICO = { usbVendorId: 0x2e8a };
const PATIENCE_MS = 5000;
const MEASURING_MS = 60000; // for master's longest look
// The patience with a line that answers these, where a board has many earlier matches.
const SLOW_MS = { matches: 20000, match: 20000, send: 20000, files: 20000, get: 20000, put: 20000, data: 20000, restore: 60000 };
const MOST = 1 << 20; // characters of one answer
const PIECE = 114; // bytes of a file in a line
const TRIES = 3; // to read a file that may be replaced meanwhile
const LAST = ["end", "none", "on"]; // second words of the last line of an answer
const OLDER =
  "Its firmware is older, and cannot do this here. Update it: hold BOOTSEL while you plug it in, and drop its file from Releases onto the drive";
const LINE_END = /\r?\n/;

export class Cable {
  // Asks the person for a port and opens it. Rejects where there is none, or it is taken. `serial`:
  // navigator.serial, or what stands for it.
  static async connect(serial) {
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
    this._left = MOST;
    this.taken = false; // the board was taken away: nothing more is asked, though its port may be open for a moment
    this._last = Promise.resolve();
    this._decoder = new TextDecoder();
    this._encoder = new TextEncoder();
  }

  // The words of each line that answers `line`, without the first word, which all have in common.
  // Rejects what the board refuses. Questions wait for one another.
  ask(line) {
    return this.alone(() => this._ask(line));
  }

  // Does `act` when all that was asked before is answered; what is asked meanwhile waits.
  alone(act) {
    const answer = this._last.then(() => {
      if (this.taken) throw new Error("The cable came out");
      return act();
    });
    this._last = answer.catch(() => {});
    return answer;
  }

  // Ends a line that another program may have begun. What the board answers to that is skipped.
  greet() {
    return this.alone(async () => {
      await this.write("\r\nmirror\r\n");
      try {
        await this.until("mirror end");
      } catch (error) {
        throw this._text.includes("unknown_command") ? new Error(OLDER) : error;
      }
    });
  }

  // Tells the board the time, which it forgets without power.
  setClock(now) {
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate(), (now.getDay() + 6) % 7]; // Monday is 0
    return this.ask(["clock", ...date, now.getHours(), now.getMinutes(), now.getSeconds()].join(" "));
  }

  // [{run: its number, what: RUNNING, "played" or "sent", day: as 2026-11-22, or "-"}] of the board's
  // matches, the one that was played last first.
  async matches() {
    return (await this.ask("matches")).slice(0, -1).map(([run, what, day]) => ({ run, what, day }));
  }

  // The bytes of a match's log while the board plays on. Rejects where there is none.
  async match(run = RUNNING) {
    const log = await this._whole(`match ${run}`);
    if (!log) throw new Error(run === RUNNING ? "there is no match on this board yet" : "the board has given this match up");
    return log;
  }

  // Puts a match, a log's bytes, to the board's earlier ones.
  send(log, day) {
    return this.alone(() => this._bring((sum) => `send ${sum} ${day}`, log));
  }

  // Lets a match, a log's bytes, take the place of the one that the board plays; what there is to say of it.
  restore(log) {
    return this.alone(async () => {
      await this._bring((sum) => `send ${sum} restore`, log);
      return (await this._ask("restore")).slice(0, -1).map(([, ...words]) => words.join(" "));
    });
  }

  // The names of the board's files.
  async names() {
    return (await this.ask("files")).slice(0, -1).map(([name]) => name);
  }

  // The bytes of a file on the board, null where there is none.
  file(path) {
    return this._whole(`get ${path}`);
  }

  // Puts a file there, whole or not at all; another one waits.
  put(path, bytes) {
    return this.alone(() => this._bring((sum) => `put ${path} ${sum}`, bytes));
  }

  // Lets the board start anew, with the settings that were put there.
  restart() {
    return this.alone(async () => {
      await this.write("restart\r\n");
      await this.until(" plays on ");
    });
  }

  // The lines of the hardware's report, as one text.
  report() {
    return this.alone(async () => {
      await this.write("hardware\r\n");
      const lines = [];
      for (;;) {
        const line = await this._line(MEASURING_MS);
        if (line.startsWith("error ")) throw new Error(line.split(" ").slice(2).join(" "));
        if (line.startsWith("info string ")) continue;
        lines.push(line);
        if (line.startsWith("end")) return lines.join("\n");
      }
    });
  }

  // What is sent begins a question, whose answer may be so long.
  async write(text) {
    this._left = MOST;
    await this._writer.write(this._encoder.encode(text));
  }

  // What comes until `end`, without it.
  async until(end) {
    let at;
    while ((at = this._text.indexOf(end)) < 0) await this._more(PATIENCE_MS);
    const text = this._text.slice(0, at);
    this._text = this._text.slice(at + end.length);
    return text;
  }

  async close() {
    await this._reader.cancel().catch(() => {});
    this._reader.releaseLock();
    this._writer.releaseLock();
    await this._port.close().catch(() => {});
  }

  // The bytes that answer a line, null where there are none.
  async _whole(line) {
    for (let left = TRIES; ; left--) {
      try {
        const rows = await this.ask(line);
        const [said, size, crc] = rows.pop();
        if (said === "none") return null;
        const bytes = Uint8Array.from(rows.flatMap(([, code]) => [...decode(code)]));
        if (bytes.length === Number(size) && crc32(bytes) === Number(crc)) return bytes;
        throw new Error(`${line.split(" ")[1]} does not come over the cable whole: try again`);
      } catch (error) {
        if (left <= 1) throw error;
      }
    }
  }

  // Sends bytes. `announced(sum)`: the line that goes before them, with their number and CRC.
  async _bring(announced, bytes) {
    await this._ask(announced(`${bytes.length} ${crc32(bytes)}`));
    for (let at = 0; at < bytes.length; at += PIECE) await this._ask(`data ${encode(bytes.subarray(at, at + PIECE))}`);
  }

  async _ask(line) {
    const [kind] = line.split(" ");
    await this.write(`${line}\r\n`);
    const rows = [];
    for (;;) {
      const [word, ...rest] = (await this._line(SLOW_MS[kind])).split(" ");
      if (word === "error") throw new Error(why(rest));
      if (word !== kind) continue; // what the board says by itself, and the echo of a prompt
      rows.push(rest);
      if (kind === "data" || LAST.includes(rest[0])) return rows;
    }
  }

  async _line(patience = PATIENCE_MS) {
    let at;
    while ((at = this._text.search(LINE_END)) < 0) await this._more(patience);
    const line = this._text.slice(0, at);
    this._text = this._text.slice(at).replace(LINE_END, "");
    return line;
  }

  async _more(patience) {
    const { value, done } = await this._read(patience);
    if (done) throw new Error("The cable came out");
    this._left -= value.length;
    if (this._left < 0) {
      this._text = "";
      throw new Error("The board sends without end: pull its plug, then connect it again");
    }
    this._text += this._decoder.decode(value, { stream: true });
  }

  // The next bytes, as a reader gives them. Rejects when none come for long.
  _read(patience) {
    let timer = null;
    const late = new Promise((_, reject) => {
      timer = after(() => reject(new Error("The board does not answer")), patience);
    });
    return Promise.race([this._reader.read(), late]).finally(() => cancel(timer));
  }
}

// What is wrong where a board answers a line by an error with these words.
function why([code, ...words]) {
  return code === "unknown_command" ? OLDER : words.join(" ");
}
