// A board at the cable, at MicroPython's prompt: what tries its wiring, and restarts it as a drive. The board
// stops meanwhile and plays on afterwards: its match is on flash.

import { encode } from "./flash.js";

export const WAIT = "The board stops for a moment, and plays on then…";

const RAW = "raw REPL; CTRL-B to exit\r\n>";
const CHUNK = 768; // bytes of a file in one line
const NO_ROOM = "OSError: 28";

// What `act(files)` returns, a promise. Rejects where the board refuses; it plays on then, too, unless
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
  constructor(cable) {
    this._cable = cable;
  }

  // What a program prints. Rejects with the last line of its traceback.
  async run(code) {
    await this._cable.write(`${code}\x04`);
    const [said, why] = (await this._cable.until("\x04>")).replace(/^[^O]*OK/, "").split("\x04");
    if (!why) return said;
    const last = why.trim().split("\n").at(-1);
    throw new Error(last.includes(NO_ROOM) ? "The board's flash is full: remove matches there first" : last);
  }

  // Runs a program after which the board is no longer there.
  async leave(code) {
    await this._cable.write(`${code}\x04`);
    this._cable.taken = true;
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
