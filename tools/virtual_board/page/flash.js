// The board's flash while the page is closed: the browser's local storage. All files lie under one
// key, so that a save is whole or has not happened.

const DAMAGED = "picogammon.flash.damaged";
const FULL = "This browser has no more room for this page. Delete matches that you no longer need: until then, what is played is lost when the page is closed.";
const NOTHING = "This browser keeps nothing for this page: the match ends when the page is closed.";
const PATH = /^\/flash(\/(?!\.{1,2}(\/|$))[^/]+)+$/;

// Absolute path -> bytes. A damaged store is put aside and counts as empty; `complain` is told.
export function restore(key, complain) {
  let text = null;
  try {
    text = localStorage.getItem(key);
    const files = JSON.parse(text ?? "{}");
    check(files);
    return Object.fromEntries(Object.entries(files).map(([path, code]) => [path, decode(code)]));
  } catch (error) {
    if (text !== null) setAside(key, text);
    complain(`The saved match could not be read (${error.message}): the board starts empty.`);
    return {};
  }
}

// Whether they are kept.
export function save(key, files, complain) {
  const coded = Object.entries(files).map(([path, bytes]) => [path, encode(bytes)]);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(coded)));
    return true;
  } catch (error) {
    complain(error.name === "QuotaExceededError" ? FULL : NOTHING);
    return false;
  }
}

export function erase(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept, so there is nothing to erase.
  }
}

export function decode(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// Throws where these are no files of a flash, each as text.
function check(files) {
  if (typeof files !== "object" || files === null || Array.isArray(files)) throw new Error("it has no files");
  const paths = Object.keys(files);
  const sound = paths.every((path) => PATH.test(path) && typeof files[path] === "string");
  const nested = paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)));
  if (!sound || nested) throw new Error("its files are none of a board's");
}

function setAside(key, text) {
  try {
    localStorage.setItem(DAMAGED, text);
    localStorage.removeItem(key);
  } catch {
    // No room to keep it twice: the next save replaces it.
  }
}
