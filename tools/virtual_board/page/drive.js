// The drive that a Pico is while it waits for an image. It is none: what looks like a block of a UF2 file is
// put into flash, wherever on the drive it is written, and after the last one the Pico restarts and the drive
// is gone. A browser writes to a temporary file first and renames it then, for which there may be no time.

import { after } from "./clock.js";

const INFO = "INFO_UF2.TXT";
const PIECE = 64 * 1024;
const LEAVES_MS = 5000;
const LOOK_MS = 200;

// Puts a UF2 file there. `folder`: a FileSystemDirectoryHandle, `name`: what the drive calls itself,
// `heard(share)`: told how far it is, to 1. Resolves when the drive has gone, with all of it; rejects with
// why not.
export async function put(folder, file, bytes, name, heard = () => {}) {
  const info = await textOf(folder, INFO);
  if (!info?.includes(`Board-ID: ${name}`)) throw new Error(`that is not the drive ${name}`);
  let written = 0;
  try {
    const out = await (await folder.getFileHandle(file, { create: true })).createWritable();
    while (written < bytes.length) {
      await out.write(bytes.subarray(written, written + PIECE));
      heard((written = Math.min(bytes.length, written + PIECE)) / bytes.length);
    }
    await out.close();
  } catch (error) {
    const there = (await textOf(folder, INFO)) !== null;
    if (there) throw new Error(`this browser cannot write there (${error.message})`, { cause: error });
    if (written < bytes.length) throw new Error("the drive went away before all of it was written", { cause: error });
  }
  for (let waited = 0; (await textOf(folder, INFO)) !== null; waited += LOOK_MS) {
    if (waited >= LEAVES_MS) throw new Error("the drive has the file, and the board does not start");
    await new Promise((resolve) => after(resolve, LOOK_MS));
  }
}

// What a file says, null where it cannot be read.
async function textOf(folder, name) {
  try {
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch {
    return null;
  }
}
