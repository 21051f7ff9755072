// What each MicroPython of the page has: files, bytes by their address, regular expressions.

const NOT_FLASH = new Set(["device", "firmware", "dev", "proc", "tmp", "home", "lib"]);
const WRITABLE = 3; // O_WRONLY | O_RDWR
const letters = new TextEncoder();

/** What the board is started with: {firmware: path -> text, null of what lies `beside`, device, engine}. */
export async function bundle() {
  return (await fetched("./firmware.json")).json();
}

/** Where a file lies that the bundle has not. @param {string} path */
export function beside(path) {
  return `./firmware/${path}`;
}

/** A Response; rejects with what the server says where it refuses. @param {string} name */
export async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/**
 * The bytes at an address of MicroPython's, as uctypes.addressof gives it, until it next runs. There is one MicroPython
 * in a worker; tools/setup/npm.sh lets it say where its memory is, which may move when it grows.
 */
export function bytesAt(address, length) {
  return new Uint8Array(/** @type {any} */ (globalThis).micropythonMemory, address, length);
}

/** The board's flash in MicroPython's file system: files that have changed go to the page ahead of all else. */
export class FileSystem {
  #fs;
  #tell;
  #changed = false;
  /** @type {Set<string>} */
  #folders = new Set(); // that are there; to make one again takes longer than to write a file

  /** @param {any} fs  MicroPython's  @param {(files: Record<string, Uint8Array>) => void} [tell] */
  constructor(fs, tell = () => {}) {
    this.#fs = fs;
    this.#tell = tell;
  }

  /**
   * Writes path -> bytes or text below `top`; null is none yet.
   * @param {Record<string, Uint8Array | string | null>} files
   */
  mount(top, files) {
    this.#fs.mkdirTree(top);
    for (const [path, bytes] of Object.entries(files)) if (bytes !== null) this.#put(`${top}/${path}`, bytes);
  }

  /**
   * Fetches files, and resolves when it has tried. Who opens one that is still to come waits for it.
   * @param {[path: string, url: string][]} files
   */
  follow(files) {
    const late = new Map(files);
    const { open } = this.#fs;
    const came = (path, bytes) => late.delete(path) && this.#put(path, new Uint8Array(bytes));
    this.#fs.open = (path, ...more) => {
      const bytes = late.has(path) && fetchedNow(late.get(path));
      if (bytes) came(path, bytes);
      return open.call(this.#fs, path, ...more);
    };
    const wait = async ([path, url]) => came(path, await (await fetched(url)).arrayBuffer());
    return Promise.allSettled(files.map(wait));
  }

  /**
   * Puts the saved files back, and from now on tells what changes.
   * @param {Record<string, Uint8Array>} files  absolute path -> bytes
   */
  restore(files) {
    this.#fs.mkdirTree("/flash");
    for (const [path, bytes] of Object.entries(files)) this.#put(path, bytes);
    for (const change of ["close", "rename", "unlink", "write"]) this.#watch(change);
  }

  /** Tells every file of the flash, if any has changed since the last time. */
  save() {
    if (!this.#changed) return;
    this.#changed = false;
    const files = {};
    this.#collect("", files);
    this.#tell(files);
  }

  #put(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    if (!this.#folders.has(folder)) this.#fs.mkdirTree(folder);
    this.#folders.add(folder);
    // The file system would make bytes of a text letter by letter, and then copy them.
    this.#fs.writeFile(path, typeof bytes === "string" ? letters.encode(bytes) : bytes, { canOwn: true });
  }

  // Saves what the file system's method of that name has changed, when the firmware next lets go of the processor.
  #watch(name) {
    const original = this.#fs[name];
    this.#fs[name] = (...given) => {
      const changed = this.#isWritten(given[0]); // a closed stream forgets what it was open for: look first
      const result = original.apply(this.#fs, given);
      if (changed && !this.#changed) queueMicrotask(() => this.save());
      this.#changed ||= changed;
      return result;
    };
  }

  // Whether that is a path, or a file that is open for writing.
  #isWritten(of) {
    return typeof of === "string" || Boolean(of.node && this.#fs.isFile(of.node.mode) && of.flags & WRITABLE);
  }

  #collect(folder, files) {
    for (const name of this.#fs.readdir(folder || "/")) {
      if (name === "." || name === ".." || (folder === "" && NOT_FLASH.has(name))) continue;
      const path = `${folder}/${name}`;
      const { mode } = this.#fs.stat(path);
      if (this.#fs.isDir(mode)) this.#collect(path, files);
      else if (this.#fs.isFile(mode)) files[path] = this.#fs.readFile(path);
    }
  }
}

// A file's bytes, while nothing else happens; null where there is no network, or no such file.
function fetchedNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? request.response : null;
}

// What the clerk's `re` and `unicodedata` ask of the browser.

/** [[where, [the whole, each group or null]], ...] as JSON. */
export function search(pattern, flags, text) {
  const found = [...text.matchAll(new RegExp(pattern, flags))];
  return JSON.stringify(found.map((match) => [match.index, [...match].map((group) => group ?? null)]));
}

export function normalize(form, text) {
  return text.normalize(form);
}
