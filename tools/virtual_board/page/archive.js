// A board's matches and settings, over its cable: sent, backed up in one file, and restored. The
// same as `make send-match`, `backup` and `restore` do (tools/matches/fetching.py); what a restore does
// is worked out by the same code.

import { BACKUP } from "./cable.js";
import { dateOf, dayOf } from "./files.js";
import * as zip from "./zip.js";

const MATCHES = "matches";
const SECRET = "seal.bin"; // of sealed dice: it never leaves its board
const KEPT = /^(match\.log(\.newest)?|[\w-]+\.bin|matches\/[\w-]+\.log)$/;
const ARCHIVED = /^(\d{5,})(?:-(\d{4})(\d\d)(\d\d))?\.log$/;
const COMMENT = "picogammon-backup";
const MOST_BYTES = 1 << 20;
const MOST_FILES = 256;

// Puts a match into the archive of a board; returns its number there. `log`: bytes; `day`: a Date.
export async function send(cable, { log, day }) {
  const numbers = (await cable.names(MATCHES)).map((name) => Number.parseInt(name, 10) || 0);
  const number = Math.max(0, ...numbers) + 1;
  await cable.put(`${MATCHES}/${String(number).padStart(5, "0")}-${dayOf(day).join("")}.log`, log);
  return number;
}

// [{number, day, log}] of a board's archive, the newest first: the day as a Date, null where the board
// knew none, and the log's bytes.
export async function matches(cable) {
  const names = (await cable.names(MATCHES)).filter((name) => ARCHIVED.test(name));
  const found = [];
  for (const name of names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))) {
    const [, number, ...day] = name.match(ARCHIVED);
    found.push({ number: Number(number), day: dateOf(day.join(".")), log: await cable.file(`${MATCHES}/${name}`) });
  }
  return found;
}

// {content: the bytes of a zip file with all matches and settings, count: how many files, secret:
// whether the board has one that is not among them}.
export async function backup(cable) {
  const archived = (await cable.names(MATCHES)).map((name) => `${MATCHES}/${name}`);
  const names = (await cable.names()).sort().reverse(); // match.log.newest first: what moves meanwhile is in both
  const paths = [...names, ...archived].filter((path) => KEPT.test(path) && path !== SECRET);
  const found = [];
  for (const path of paths) found.push([path, await cable.file(path)]);
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
  const there = {};
  for (const path of await clerk.wanted(await cable.names(), await cable.names(MATCHES))) {
    const bytes = await cable.file(path);
    if (bytes) there[path] = bytes;
  }
  const { steps, notes } = await clerk.restoring(found, there);
  for (const [path, bytes] of steps) {
    if (path === BACKUP) notes.push(...(await cable.restore(bytes)));
    else await cable.put(path, bytes);
  }
  await cable.restart();
  return { count: steps.length, notes };
}
