// The USB cable to a real board, by Web Serial or through this page's server: lines to the board and what it
// answers, and MicroPython's prompt, where its wiring is tried and it restarts as a drive.
// What it is asked and answers is in firmware/picogammon/mirror.py and keyboard.py, and docs/ubgi.md.

import { after, cancel } from "./clock.js";
import { decode, encode } from "./kept.js";

export const RUNNING = "running"; // the match that a board plays
export const WAIT = "The board stops for a moment, and plays on then…";

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
const RAW = "raw REPL; CTRL-B to exit\r\n>";
const CHUNK = 768; // bytes of a file in one line
const NO_ROOM = "OSError: 28";

export class Cable {
  #port;
  #reader;
  #writer;
  #text = ""; // what has come and was not read yet
  #left = MOST;
  #last = Promise.resolve(); // the last question
  #decoder = new TextDecoder();
  #encoder = new TextEncoder();
  taken = false; // the board was taken away: nothing more is asked, though its port may be open for a moment

  // Asks the person for a port and opens it. Rejects where there is none, or it is taken. `serial`:
  // navigator.serial, or what stands for it.
  static async connect(serial) {
    const port = await serial.requestPort({ filters: [PICO] });
    await port.open({ baudRate: 115200 });
    await port.setSignals?.({ dataTerminalReady: true }); // MicroPython speaks to who is there
    return new Cable(port);
  }

  constructor(port) {
    this.#port = port;
    this.#reader = port.readable.getReader();
    this.#writer = port.writable.getWriter();
  }

  // The words of each line that answers `line`, without the first word, which all have in common.
  // Rejects what the board refuses. Questions wait for one another.
  ask(line) {
    return this.alone(() => this.#ask(line));
  }

  // Does `act` when all that was asked before is answered; what is asked meanwhile waits.
  alone(act) {
    const answer = this.#last.then(() => {
      if (this.taken) throw new Error("The cable came out");
      return act();
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  // Ends a line that another program may have begun. What the board answers to that is skipped.
  greet() {
    return this.alone(async () => {
      await this.write("\r\nmirror\r\n");
      try {
        await this.until("mirror end");
      } catch (error) {
        throw this.#text.includes("unknown_command") ? new Error(OLDER) : error;
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
    const log = await this.#whole(`match ${run}`);
    if (!log) throw new Error(run === RUNNING ? "there is no match on this board yet" : "the board has given this match up");
    return log;
  }

  // Puts a match, a log's bytes, to the board's earlier ones.
  send(log, day) {
    return this.alone(() => this.#bring((sum) => `send ${sum} ${day}`, log));
  }

  // Lets a match, a log's bytes, take the place of the one that the board plays; what there is to say of it.
  restore(log) {
    return this.alone(async () => {
      await this.#bring((sum) => `send ${sum} restore`, log);
      return (await this.#ask("restore")).slice(0, -1).map(([, ...words]) => words.join(" "));
    });
  }

  // The names of the board's files.
  async names() {
    return (await this.ask("files")).slice(0, -1).map(([name]) => name);
  }

  // The bytes of a file on the board, null where there is none.
  file(path) {
    return this.#whole(`get ${path}`);
  }

  // Puts a file there, whole or not at all; another one waits.
  put(path, bytes) {
    return this.alone(() => this.#bring((sum) => `put ${path} ${sum}`, bytes));
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
        const line = await this.#line(MEASURING_MS);
        if (line.startsWith("error ")) throw new Error(line.split(" ").slice(2).join(" "));
        if (line.startsWith("info string ")) continue;
        lines.push(line);
        if (line.startsWith("end")) return lines.join("\n");
      }
    });
  }

  // What is sent begins a question, whose answer may be so long.
  async write(text) {
    this.#left = MOST;
    await this.#writer.write(this.#encoder.encode(text));
  }

  // What comes until `end`, without it.
  async until(end) {
    let at;
    while ((at = this.#text.indexOf(end)) < 0) await this.#more(PATIENCE_MS);
    const text = this.#text.slice(0, at);
    this.#text = this.#text.slice(at + end.length);
    return text;
  }

  async close() {
    await this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    await this.#port.close().catch(() => {});
  }

  // The bytes that answer a line, null where there are none.
  async #whole(line) {
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
  async #bring(announced, bytes) {
    await this.#ask(announced(`${bytes.length} ${crc32(bytes)}`));
    for (let at = 0; at < bytes.length; at += PIECE) await this.#ask(`data ${encode(bytes.subarray(at, at + PIECE))}`);
  }

  async #ask(line) {
    const [kind] = line.split(" ");
    await this.write(`${line}\r\n`);
    const rows = [];
    for (;;) {
      const [word, ...rest] = (await this.#line(SLOW_MS[kind])).split(" ");
      if (word === "error") throw new Error(why(...rest));
      if (word !== kind) continue; // what the board says by itself, and the echo of a prompt
      rows.push(rest);
      if (kind === "data" || LAST.includes(rest[0])) return rows;
    }
  }

  async #line(patience = PATIENCE_MS) {
    let at;
    while ((at = this.#text.search(LINE_END)) < 0) await this.#more(patience);
    const line = this.#text.slice(0, at);
    this.#text = this.#text.slice(at).replace(LINE_END, "");
    return line;
  }

  async #more(patience) {
    const { value, done } = await this.#read(patience);
    if (done) throw new Error("The cable came out");
    this.#left -= value.length;
    if (this.#left < 0) {
      this.#text = "";
      throw new Error("The board sends without end: pull its plug, then connect it again");
    }
    this.#text += this.#decoder.decode(value, { stream: true });
  }

  // The next bytes, as a reader gives them. Rejects when none come for long.
  #read(patience) {
    let timer = 0;
    const late = new Promise((_, reject) => {
      timer = after(() => reject(new Error("The board does not answer")), patience);
    });
    return Promise.race([this.#reader.read(), late]).finally(() => cancel(timer));
  }
}

// What is wrong where a board answers a line by an error with these words.
function why(code, ...words) {
  return code === "unknown_command" ? OLDER : words.join(" ");
}

// What `act(files)` returns, a promise, at the prompt. The board stops meanwhile and plays on afterwards: its match
// is on flash. Rejects where the board refuses; it plays on then, too, unless
// `files.leave` took it away. `cable`: a Cable, null where it came out by now.
export async function atPrompt(cable, act) {
  if (!cable) throw new Error("The cable came out");
  return cable.alone(async () => {
    await cable.write("\r\x03\x03");
    await cable.until("Ctrl-A"); // main.py asks for it
    await cable.write("\r\x01");
    await cable.until(RAW);
    await cable.write("\x04"); // the memory is empty then
    await cable.until(RAW);
    const files = new Files(cable);
    try {
      return await act(files);
    } finally {
      if (!cable.taken) await playOn(cable);
    }
  });
}

async function playOn(cable) {
  await cable.write("\r\x02");
  await cable.until(">>> ");
  await cable.write("\x04");
  await cable.until(" plays on ");
}

class Files {
  #cable;

  constructor(cable) {
    this.#cable = cable;
  }

  // What a program prints. Rejects with the last line of its traceback.
  async run(code) {
    await this.#cable.write(`${code}\x04`);
    const [said, trace] = (await this.#cable.until("\x04>")).replace(/^[^O]*OK/, "").split("\x04");
    if (!trace) return said;
    const last = trace.trim().split("\n").at(-1);
    throw new Error(last.includes(NO_ROOM) ? "The board's flash is full: remove matches there first" : last);
  }

  // Runs a program after which the board is no longer there.
  async leave(code) {
    await this.#cable.write(`${code}\x04`);
    this.#cable.taken = true;
  }

  // Puts a file there, whole or not at all.
  async write(path, bytes) {
    const beside = quoted(`${path}.new`);
    await this.run(`import os\nfrom binascii import a2b_base64 as b\nf = open(${beside}, "wb")`);
    for (let at = 0; at < bytes.length; at += CHUNK) {
      await this.run(`f.write(b("${encode(bytes.subarray(at, at + CHUNK))}"))`);
    }
    await this.run(`f.close()\nos.rename(${beside}, ${quoted(path)})`);
  }

  // Removes a file, if there is one.
  async remove(path) {
    await this.run(`import os\ntry: os.remove(${quoted(path)})\nexcept OSError: pass`);
  }
}

function quoted(text) {
  return JSON.stringify(text);
}

// A WebSocket to this page's server.
export function lineTo(path) {
  const line = new WebSocket(new URL(path, location.href).href.replace(/^http/, "ws"));
  line.binaryType = "arraybuffer";
  return line;
}

// Stands for navigator.serial where the page's server has a cable to a board that is a program
// (tools/virtual_board/plug.py).
export const plug = { requestPort: async () => new Plug() };

class Plug {
  #line;

  // The first message says that the board is there, or why not.
  async open() {
    this.#line = lineTo("./board");
    /** @type {any} */
    let sink = null;
    this.readable = new ReadableStream({ start: (stream) => (sink = stream), cancel: () => void (sink = null) });
    this.writable = new WritableStream({ write: (bytes) => this.#line.send(bytes) });
    await /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
      this.#line.addEventListener("message", ({ data }) => {
        if (typeof data !== "string") sink?.enqueue(new Uint8Array(data));
        else if (data === "plugged") resolve();
        else reject(new Error(data));
      });
      this.#line.addEventListener("close", () => {
        reject(new Error("The server is gone"));
        sink?.close();
      });
    }));
  }

  async close() {
    this.#line.close();
  }
}

export function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
