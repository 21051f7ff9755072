// The board's flash inside MicroPython's file system: what the firmware's files hold goes to the
// page as soon as a file is closed, renamed, removed or synced, in step with all else that the
// firmware sends.

const NOT_FLASH = new Set(["device", "firmware", "dev", "proc", "tmp", "home", "lib"]);
const WRITABLE = 3; // O_WRONLY | O_RDWR
const letters = new TextEncoder();

export class FileSystem {
  constructor(fs, tell) {
    this._fs = fs;
    this._tell = tell;
    this._changed = false;
    this._folders = new Set(); // that are there; to make one again takes longer than to write a file
  }

  // Writes path -> bytes or text below `top`; null is none yet.
  mount(top, files) {
    this._fs.mkdirTree(top);
    for (const [path, bytes] of Object.entries(files)) if (bytes !== null) this._put(`${top}/${path}`, bytes);
  }

  // Fetches files that go below `top`, from `url(path)`, and resolves when it has tried. Who opens one that
  // is still to come waits for it.
  follow(top, paths, url) {
    const late = new Map(paths.map((path) => [`${top}/${path}`, url(path)]));
    const { open } = this._fs;
    const came = (path, bytes) => late.delete(path) && this._put(path, new Uint8Array(bytes));
    this._fs.open = (path, ...more) => {
      if (late.has(path)) fetchNow(late.get(path), (bytes) => came(path, bytes));
      return open.call(this._fs, path, ...more);
    };
    const wait = async ([path, from]) => {
      const answer = await fetch(from);
      if (answer.ok) came(path, await answer.arrayBuffer());
    };
    return Promise.allSettled([...late].map(wait));
  }

  // Puts the saved files (absolute path -> bytes) back, and from now on tells what changes.
  restore(files) {
    this._fs.mkdirTree("/flash");
    for (const [path, bytes] of Object.entries(files)) this._put(path, bytes);
    this._watch();
  }

  // Tells every file of the flash, if any has changed since the last time.
  save() {
    if (!this._changed) return;
    this._changed = false;
    const files = {};
    this._collect("/", files);
    this._tell(files);
  }

  _put(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    if (!this._folders.has(folder)) this._fs.mkdirTree(folder);
    this._folders.add(folder);
    // The file system would make bytes of a text letter by letter, and then copy them.
    this._fs.writeFile(path, typeof bytes === "string" ? letters.encode(bytes) : bytes, { canOwn: true });
  }

  _collect(folder, files) {
    for (const name of this._fs.readdir(folder)) {
      if (name === "." || name === ".." || (folder === "/" && NOT_FLASH.has(name))) continue;
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      const mode = this._fs.stat(path).mode;
      if (this._fs.isDir(mode)) this._collect(path, files);
      else if (this._fs.isFile(mode)) files[path] = this._fs.readFile(path);
    }
  }

  _watch() {
    const fs = this._fs;
    const after = (name, react) => {
      const original = fs[name];
      fs[name] = (...args) => {
        // A closed stream forgets what it was open for: look first.
        const then = react(...args);
        const result = original.apply(fs, args);
        then?.();
        return result;
      };
    };
    const now = () => {
      this._changed = true;
      this.save();
    };
    after("rename", () => now);
    after("unlink", () => now);
    after("close", (stream) => (this._isFile(stream) && stream.flags & WRITABLE ? now : null));
    after("write", (stream) => {
      if (!this._isFile(stream) || this._changed) return;
      this._changed = true;
      // Flushed without closing: saved when the firmware next lets go of the processor.
      queueMicrotask(() => this.save());
    });
  }

  _isFile(stream) {
    return Boolean(stream.node && this._fs.isFile(stream.node.mode));
  }
}

// Nothing else happens meanwhile. Where it does not come, `take` is not called: the file is missing.
function fetchNow(url, take) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
    if (request.status === 200) take(request.response);
  } catch {
    // There is no network.
  }
}
