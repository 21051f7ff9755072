// The board's flash while the page is closed: the browser's local storage. All files lie under one
// key, so that a save is whole or has not happened.

const DAMAGED = "picogammon.flash.damaged";

// Absolute path -> bytes. A damaged store is put aside and counts as empty; `complain` is told.
export function restore(key, complain) {
  let text = null;
  try {
    text = localStorage.getItem(key);
    const files = JSON.parse(text ?? "{}");
    return Object.fromEntries(Object.entries(files).map(([path, code]) => [path, decode(code)]));
  } catch (error) {
    if (text !== null) setAside(key, text);
    complain(`The saved match could not be read (${error.message}): the board starts empty.`);
    return {};
  }
}

export function save(key, files, complain) {
  const coded = Object.entries(files).map(([path, bytes]) => [path, encode(bytes)]);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(coded)));
  } catch {
    complain("This browser keeps nothing for this page: the match ends when the page is closed.");
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

function setAside(key, text) {
  try {
    localStorage.setItem(DAMAGED, text);
    localStorage.removeItem(key);
  } catch {
    // No room to keep it twice: the next save replaces it.
  }
}
