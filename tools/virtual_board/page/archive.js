// A board's matches and settings, over its cable: backed up in one file, and restored. The same as `make
// backup` and `restore` do (tools/matches/fetching.py); what a restore does is worked out by the same code.

import { RUNNING } from "./cable.js";
import * as zip from "./zip.js";

const LOG = "match.log"; // of the match that the board plays
const SECRET = "seal.bin"; // of sealed dice: it never leaves its board
const KEPT = /^(match\.log|[\w-]+\.bin|matches\/[\w-]+\.log)$/;
const EARLIER = /^matches\/(?:.*-(\d{4})(\d\d)(\d\d)\.log$)?/;
const COMMENT = "picogammon-backup";
const MOST_BYTES = 1 << 20;
const MOST_FILES = 256;

// {content: the bytes of a zip file with all matches and settings, count: how many files, secret:
// whether the board has one that is not among them}.
export async function backup(cable) {
  const names = await cable.names();
  const found = await logs(cable);
  for (const name of names) if (KEPT.test(name) && name !== SECRET) found.push([name, await cable.file(name)]);
  return { content: zip.pack(found, COMMENT), count: found.length, secret: names.includes(SECRET) };
}

// path -> bytes of what a backup has. Rejects any other file.
export async function read(content) {
  const { entries, comment } = await zip.unpack(content, MOST_BYTES, MOST_FILES);
  const found = Object.fromEntries(entries);
  const sound = comment === COMMENT && entries.every(([path]) => KEPT.test(path));
  if (!sound || Object.keys(found).length < entries.length) throw new Error("this is no backup of a board");
  return found;
}

// Puts back what `read` gave, as `clerk`, a Clerk, works it out: the board's match goes to its earlier
// ones, and whenever this is cut off the board has that match or the backup's. {count: how many files
// were written, notes}.
export async function restore(cable, clerk, found) {
  const there = Object.fromEntries(await logs(cable));
  for (const path of await clerk.wanted(await cable.names())) {
    const bytes = await cable.file(path);
    if (bytes) there[path] = bytes;
  }
  const { steps, notes } = await clerk.restoring(found, there);
  for (const [path, bytes] of steps) {
    const [earlier, ...day] = path.match(EARLIER) ?? [];
    if (path === LOG) notes.push(...(await cable.restore(bytes)));
    else if (earlier) await cable.send(bytes, day[0] ? day.join("-") : "-");
    else await cable.put(path, bytes);
  }
  await cable.restart();
  return { count: steps.length, notes };
}

// [[its path in a backup, its bytes]] of each match of a board.
async function logs(cable) {
  const found = [];
  for (const { run, what, day } of await cable.matches()) {
    const played = day === "-" ? "" : `-${day.replaceAll("-", "")}`;
    found.push([what === RUNNING ? LOG : `matches/${run.padStart(5, "0")}${played}.log`, await cable.match(run)]);
  }
  return found;
}
