// A board's matches and settings, over its prompt: sent, backed up in one file, and restored. The
// same as `make send-match`, `backup` and `restore` do (tools/matches/fetching.py); what a restore does
// is worked out by the same code.

import { dateOf, dayOf } from "./files.js";
import * as zip from "./zip.js";

const MATCHES = "matches";
const SECRET = "seal.bin"; // of sealed dice: it never leaves its board
const KEPT = /^(match\.log(\.newest)?|[\w-]+\.bin|matches\/[\w-]+\.log)$/;
const ARCHIVED = /^(\d{5,})(?:-(\d{4})(\d\d)(\d\d))?\.log$/;
const COMMENT = "picogammon-backup";
const MOST_BYTES = 1 << 20;
const MOST_FILES = 256;
const SENT = "sent.log";
// The board's own reading joins a log and its newest records, and finds what is damaged.
const JOIN = (to) => `
import os
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
n = 0
def every(log):
 global n
 for record in log.open():
  n += 1
  yield record
sent = Recent(Journal("${SENT}"), "${SENT}")
kept = Journal("${to}")
kept.restart(every(sent))
kept.close()
sent.close()
bad = sent.damage or n < 2 and "nothing has been played in it"
if bad: os.remove("${to}")
print(bad or "")`;

// Puts a match into the archive of a board; returns its number there. `log` and `newest`: bytes, the
// second null where there is none; `day`: a Date.
export async function send(files, { log, newest, day }) {
  const numbers = (await files.names(MATCHES)).map((name) => Number.parseInt(name, 10) || 0);
  const number = Math.max(0, ...numbers) + 1;
  try {
    await files.write(`${MATCHES}/${SENT}`, new Uint8Array()); // so that the folder is there
    await files.remove(`${MATCHES}/${SENT}`);
    await files.write(SENT, log);
    if (newest) await files.write(`${SENT}.newest`, newest);
    const why = await files.run(JOIN(`${MATCHES}/${String(number).padStart(5, "0")}-${dayOf(day).join("")}.log`));
    if (why.trim()) throw new Error(`This is no match to be sent: ${why.trim()}`);
  } finally {
    for (const path of [SENT, `${SENT}.newest`]) await files.remove(path);
  }
  return number;
}

// [{number, day, log}] of a board's archive, the newest first: the day as a Date, null where the board
// knew none, and the log's bytes.
export async function matches(files) {
  const names = (await files.names(MATCHES)).filter((name) => ARCHIVED.test(name));
  const found = [];
  for (const name of names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))) {
    const [, number, ...day] = name.match(ARCHIVED);
    found.push({ number: Number(number), day: dateOf(day.join(".")), log: await files.read(`${MATCHES}/${name}`) });
  }
  return found;
}

// {content: the bytes of a zip file with all matches and settings, count: how many files, secret:
// whether the board has one that is not among them}.
export async function backup(files) {
  const archived = (await files.names(MATCHES)).map((name) => `${MATCHES}/${name}`);
  const names = await files.names("");
  const paths = [...names, ...archived].filter((path) => KEPT.test(path) && path !== SECRET);
  const found = [];
  for (const path of paths) found.push([path, await files.read(path)]);
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
export async function restore(files, clerk, found) {
  const [there, listed] = [{}, { "": await files.names(""), [MATCHES]: await files.names(MATCHES) }];
  for (const path of await clerk.wanted(listed[""], listed[MATCHES])) {
    const [name, folder = ""] = path.split("/").reverse();
    listed[folder] ??= await files.names(folder);
    if (listed[folder].includes(name)) there[path] = await files.read(path);
  }
  const { steps, notes } = await clerk.restoring(found, there);
  for (const [path, bytes] of steps) await (bytes ? files.write(path, bytes) : files.remove(path));
  return { count: steps.filter(([, bytes]) => bytes).length, notes };
}
