// Files that the person chooses or gets, and the days that their names and heads tell.

const SECTOR = 4096; // bytes: docs/matches.md

// The bytes of a File.
export async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}

// The bytes of a match's log as the files of a board's sectors: name -> bytes.
export function sectorsOf(log) {
  const sectors = Array.from({ length: Math.ceil(log.length / SECTOR) }, (_, at) => log.slice(SECTOR * at, SECTOR * (at + 1)));
  return Object.fromEntries(sectors.map((bytes, at) => [String(at).padStart(2, "0"), bytes]));
}

// Gives the person a file of that content: a text, or bytes.
export function download(name, content, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// What a match of that name is called as a file of that kind.
export function fileName(name, kind) {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.${kind}`;
}

// [YYYY, MM, DD] of a Date, as texts.
export function dayOf(date) {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
}

// The Date of a text YYYY.MM.DD, null of any other.
export function dateOf(text) {
  const [, year, month, day] = text.match(/^(\d{4})\.(\d\d)\.(\d\d)$/) ?? [];
  return year ? new Date(year, month - 1, day) : null;
}
