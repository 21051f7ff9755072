// A board's matches and settings, over its prompt: sent, backed up in one file, and restored. The
// same as `make send-match`, `backup` and `restore` do (tools/matches/fetching.py).

import { dateOf, dayOf } from "./files.js";
import * as zip from "./zip.js";

const MATCHES = "matches";
const LOG = "match.log";
const NEWEST = "match.log.newest";
const NOTED = "seen/log"; // how far the running log had come: what is restored may be older
const KEPT = /^(match\.log(\.newest)?|[\w-]+\.bin|matches\/[\w-]+\.log)$/;
const ARCHIVED = /^(\d{5})(?:-(\d{4})(\d\d)(\d\d))?\.log$/;
const COMMENT = "picogammon-backup";
const MOST_BYTES = 4 << 20;
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
  for (const name of names.sort().reverse()) {
    const [, number, ...day] = name.match(ARCHIVED);
    found.push({ number: Number(number), day: dateOf(day.join(".")), log: await files.read(`${MATCHES}/${name}`) });
  }
  return found;
}

// {content: the bytes of a zip file with all matches and settings, count: how many files}.
export async function backup(files) {
  const archived = (await files.names(MATCHES)).map((name) => `${MATCHES}/${name}`);
  const paths = [...(await files.names("")), ...archived].filter((path) => KEPT.test(path));
  const found = [];
  for (const path of paths) found.push([path, await files.read(path)]);
  return { content: zip.pack(found, COMMENT), count: found.length };
}

// [[path, bytes]] of what a backup has. Rejects any other file.
export async function read(content) {
  const { entries, comment } = await zip.unpack(content, MOST_BYTES);
  if (comment !== COMMENT || !entries.every(([path]) => KEPT.test(path))) throw new Error("this is no backup of a board");
  return entries;
}

// Puts back what `read` gave, in place of what is there; archived matches that it lacks stay.
export async function restore(files, entries) {
  if (entries.some(([path]) => path === LOG)) {
    await files.remove(NEWEST);
    await files.remove(NOTED);
  }
  const ordered = [...entries].sort(([a], [b]) => (a === NEWEST) - (b === NEWEST)); // it follows the log
  for (const [path, bytes] of ordered) await files.write(path, bytes);
}
