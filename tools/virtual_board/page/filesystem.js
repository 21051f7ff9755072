// The board's flash inside MicroPython's file system: what the firmware's files hold goes to the
// page as soon as a file is closed, renamed, removed or synced, in step with all else that the
// firmware sends.

const NOT_FLASH = new Set(["device", "firmware", "dev", "proc", "tmp", "home", "lib"]);
const WRITABLE = 3; // O_WRONLY | O_RDWR

export class FileSystem {
  constructor(fs, tell) {
    this._fs = fs;
    this._tell = tell;
    this._changed = false;
  }

  // Writes path -> bytes below `top`.
  mount(top, files) {
    this._fs.mkdirTree(top);
    for (const [path, bytes] of Object.entries(files)) this._put(`${top}/${path}`, bytes);
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
    this._fs.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    this._fs.writeFile(path, bytes);
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
