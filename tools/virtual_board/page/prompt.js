// The files of a board at the cable, by MicroPython's prompt. The board stops meanwhile and plays on
// afterwards: its match is on flash.

import { decode, encode } from "./flash.js";

export const WAIT = "The board stops for a moment, and plays on then…";

const RAW = "raw REPL; CTRL-B to exit\r\n>";
const CHUNK = 768; // bytes of a file in one line
const NO_ROOM = "OSError: 28";

// What `act(files)` returns, a promise. Rejects where the board refuses; it plays on then, too, unless
// `files.leave` took it away.
export function atPrompt(cable, act) {
  return cable.alone(async () => {
    await cable.write("\r\x03\x03");
    await cable.until(">>> ");
    await cable.write("\r\x01");
    await cable.until(RAW);
    await cable.write("\x04"); // the memory is empty then
    await cable.until(RAW);
    const files = new Files(cable);
    try {
      await files.setClock(new Date());
      return await act(files);
    } finally {
      if (!files.left) await playOn(cable);
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
    this.left = true;
  }

  // The names in a folder ("" is the outermost), [] where there is none.
  async names(folder) {
    const listed = `import os\ntry:\n for n in os.listdir(${quoted(folder)}): print(n)\nexcept OSError: pass`;
    return (await this.run(listed)).split(/\r?\n/).filter(Boolean);
  }

  async read(path) {
    const code = `from binascii import b2a_base64 as b\nwith open(${quoted(path)}, "rb") as f:
 d = f.read(${CHUNK})\n while d:\n  print(b(d).decode(), end="")\n  d = f.read(${CHUNK})`;
    const lines = (await this.run(code)).split(/\r?\n/).filter(Boolean);
    return Uint8Array.from(lines.flatMap((line) => [...decode(line)]));
  }

  // Puts a file there, whole or not at all; its folder is made.
  async write(path, bytes) {
    const folder = path.split("/").slice(0, -1).join("/");
    if (folder && !(await this.names("")).includes(folder)) await this.run(`import os\nos.mkdir(${quoted(folder)})`);
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

  async setClock(now) {
    const day = (now.getDay() + 6) % 7; // Monday is 0
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate(), day];
    const time = [now.getHours(), now.getMinutes(), now.getSeconds(), 0];
    await this.run(`import machine\nif hasattr(machine, "RTC"): machine.RTC().datetime((${[...date, ...time]}))`);
  }
}

function quoted(text) {
  return JSON.stringify(text);
}
