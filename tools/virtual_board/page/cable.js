// The USB cable to a real board: ways to open it, lines to the board and its answers (firmware/picogammon/server.py,
// docs/ubgi.md), and MicroPython's prompt.

import { after, cancel } from "./clock.js";
import { decode, encode } from "./kept.js";

export const RUNNING = "running"; // the match that a board plays

const PICO = { usbVendorId: 0x2e8a };
// From a line to its answer's next one; a board with many matches takes a while.
const PATIENCE_MS = { mirror: 5000, hardware: 180000 };
const USUAL_MS = 20000;
const PIECE = 114; // bytes of a file in a line
const TRIES = 3; // to read a file that may be replaced meanwhile
const LAST = ["end", "none", "on"]; // second words of the last line of an answer
const OUT = "The cable was unplugged";
const TAKEN = "another program or tab may hold it. Close it there and connect again.";
const RAW = /raw REPL; CTRL-B to exit\r\n>/;

/** @typedef {{readable: ReadableStream, writable: WritableStream, close: () => Promise<void>}} Way  to a board */

/** The port that a person chooses. Rejects where there is none, or it is taken. @returns {Promise<Way>} */
export async function overUsb() {
  const port = await /** @type {any} */ (navigator).serial.requestPort({ filters: [PICO] });
  await port.open({ baudRate: 115200 }).catch(() => {
    throw new Error(TAKEN);
  });
  await port.setSignals({ dataTerminalReady: true }); // MicroPython speaks to who is there
  return port;
}

/** The cable of this page's server to a board that is a program (tools/virtual_board/plug.py). @returns {Promise<Way>} */
export function overServer() {
  const line = new WebSocket(new URL("./board", location.href).href.replace(/^http/, "ws"));
  line.binaryType = "arraybuffer";
  const cancelled = () => {
    line.onmessage = line.onclose = null;
    line.close();
  };
  return new Promise((resolve, reject) => {
    let sink = /** @type {any} */ (null);
    const readable = new ReadableStream({ start: (controller) => (sink = controller), cancel: cancelled });
    const writable = new WritableStream({ write: (bytes) => line.send(bytes) });
    line.onmessage = ({ data }) => {
      if (typeof data !== "string") sink.enqueue(new Uint8Array(data));
      else if (data === "plugged") resolve({ readable, writable, close: async () => {} });
      else reject(new Error(data)); // why there is no board
    };
    line.onclose = () => {
      reject(new Error("The server is gone"));
      sink.close();
    };
  });
}

export class Cable {
  #way;
  #reader;
  #writer;
  #text = ""; // what has come and was not read yet
  /** @type {Promise<unknown>} */
  #last = Promise.resolve(); // the last question
  #decoder = new TextDecoder();
  #encoder = new TextEncoder();
  #isOut = false; // nothing more is asked, though the way may be open for a moment

  /** @param {Way} way */
  constructor(way) {
    this.#way = way;
    this.#reader = way.readable.getReader();
    this.#writer = way.writable.getWriter();
  }

  /** The words of each line that answers `line`, without the first, the same in all. Rejects what the board refuses. */
  ask(line) {
    return this.#alone(() => this.#ask(line));
  }

  /** Ends a line that another program may have begun, and tells the board the time, which it forgets without power. */
  async greet(now) {
    await this.#alone(() => this.#type("\r\nmirror\r\n", /mirror end\r?\n/));
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate(), (now.getDay() + 6) % 7]; // Monday is 0
    await this.ask(["clock", ...date, now.getHours(), now.getMinutes(), now.getSeconds()].join(" "));
  }

  /** Changes a name, a preference or the position. Rejects with the reason where nothing has changed. */
  async set(what) {
    const [[end, ...why]] = await this.ask(`set ${what}`);
    if (end !== "end") throw new Error(`Not done: ${why.join(" ")}`);
  }

  /** The board's matches, the one that was played last first; `day`: as 2026-11-22, or "-". */
  async matches() {
    return (await this.ask("matches")).slice(0, -1).map(([run, what, day]) => ({ run: Number(run), what, day }));
  }

  /** How many sectors no match has. */
  async room() {
    const [, used, all] = (await this.ask("matches")).at(-1) ?? [];
    return Number(all) - Number(used);
  }

  async match(run = RUNNING) {
    const log = await this.#whole(`match ${run}`);
    if (!log) throw new Error(run === RUNNING ? "there is no match on this board yet" : "the board no longer has this match");
    return log;
  }

  /** Puts a match's log to the board's earlier ones. */
  send(log, day) {
    return this.#alone(() => this.#bring((sum) => `send ${sum} ${day}`, log));
  }

  async names() {
    return (await this.ask("files")).slice(0, -1).map(([name]) => name);
  }

  /** The bytes of a file on the board, null where there is none. */
  file(path) {
    return this.#whole(`get ${path}`);
  }

  /** Puts a file there, whole or not at all; another one waits. */
  put(path, bytes) {
    return this.#alone(() => this.#bring((sum) => `put ${path} ${sum}`, bytes));
  }

  /** Lets the board start anew, with the settings that were put there. */
  restart() {
    return this.#alone(() => this.#type("restart\r\n", / plays on /));
  }

  /** The hardware report, which takes half a minute. */
  report() {
    return this.#alone(async () => {
      await this.#write("hardware\r\n");
      const lines = (await this.#answer("hardware")).split(/\r?\n/);
      return lines.filter((line) => !line.startsWith("info string ")).join("\n");
    });
  }

  /**
   * What `act(run, leave)` gives, at MicroPython's prompt. The board plays on afterwards, whatever happens, unless it
   * has left: its match is on flash. `run(code)` gives what a program prints, or rejects with the last line of its
   * traceback; after `leave(code)` the board is no longer there.
   * @template T
   * @param {(run: (code: string) => Promise<string>, leave: (code: string) => Promise<void>) => Promise<T>} act
   * @returns {Promise<T>}
   */
  prompt(act) {
    const leave = async (code) => {
      await this.#write(`${code}\x04`);
      this.#isOut = true;
    };
    return this.#alone(async () => {
      await this.#type("\r\x03\x03", /Ctrl-A/); // main.py asks for it
      await this.#type("\r\x01", RAW);
      await this.#type("\x04", RAW); // the memory is empty then
      try {
        return await act((code) => this.#run(code), leave);
      } finally {
        if (!this.#isOut) {
          await this.#type("\r\x02", />>> /);
          await this.#type("\x04", / plays on /);
        }
      }
    });
  }

  async close() {
    this.#isOut = true;
    await this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    await this.#way.close().catch(() => {});
  }

  /** Does `act` when all that was asked before is answered; what is asked meanwhile waits. */
  #alone(act) {
    const answer = this.#last.then(() => {
      if (this.#isOut) throw new Error(OUT);
      return act();
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** The bytes that answer a line, null where there are none. */
  async #whole(line, tries = TRIES) {
    try {
      const rows = await this.ask(line);
      const [said, size, crc] = rows.pop() ?? [];
      if (said === "none") return null;
      const bytes = Uint8Array.from(rows.flatMap(([, code]) => [...decode(code)]));
      if (bytes.length === Number(size) && crc32(bytes) === Number(crc)) return bytes;
      throw new Error(`${line} did not arrive complete over the cable: try again`);
    } catch (error) {
      if (tries > 1) return this.#whole(line, tries - 1);
      throw error;
    }
  }

  /** Sends bytes. `announced(sum)`: the line that goes before them, with their number and CRC. */
  async #bring(announced, bytes) {
    await this.#ask(announced(`${bytes.length} ${crc32(bytes)}`));
    for (let at = 0; at < bytes.length; at += PIECE) await this.#ask(`data ${encode(bytes.subarray(at, at + PIECE))}`);
  }

  async #ask(line) {
    const [kind] = line.split(" ");
    await this.#write(`${line}\r\n`);
    /** @type {string[][]} */
    const rows = [];
    for (;;) {
      const text = await this.#answer(kind);
      const [, ...words] = text.slice(text.lastIndexOf("\n") + 1).split(" ");
      rows.push(words);
      if (LAST.includes(words[0])) return rows;
    }
  }

  /** What comes, to the next line that begins with the word `kind`. Rejects what the board refuses. */
  async #answer(kind) {
    const end = new RegExp(`^(${kind}|error) .*\\r?\\n`, "m");
    const text = (await this.#until(end, PATIENCE_MS[kind] ?? USUAL_MS)).trimEnd();
    const [, why] = text.match(/^error \S+ (.*)$/m) ?? [];
    if (why !== undefined) throw new Error(why);
    return text;
  }

  async #run(code) {
    const answer = await this.#type(`${code}\x04`, "\x04>");
    const [said, trace] = answer.replace(/^[^O]*OK/, "").split("\x04");
    const last = trace.trim().split("\n").at(-1);
    if (last) throw new Error(last.includes("OSError: 28") ? "The board's flash is full: remove matches there first" : last);
    return said;
  }

  /** Sends a text; what comes then, to the end of what matches. @param {string} text @param {RegExp | string} end */
  async #type(text, end) {
    await this.#write(text);
    return this.#until(end, PATIENCE_MS.mirror);
  }

  async #write(text) {
    await this.#writer.write(this.#encoder.encode(text));
  }

  async #until(end, patience) {
    let timer = 0;
    const late = new Promise((_, reject) => {
      timer = after(() => reject(new Error("The board does not answer")), patience);
    });
    try {
      let found;
      while (!(found = this.#text.match(end))) await Promise.race([this.#more(), late]);
      const length = found.index + found[0].length;
      const text = this.#text.slice(0, length);
      this.#text = this.#text.slice(length);
      return text;
    } finally {
      cancel(timer);
    }
  }

  async #more() {
    const { value, done } = await this.#reader.read();
    if (done) throw new Error(OUT);
    this.#text += this.#decoder.decode(value, { stream: true });
  }
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
