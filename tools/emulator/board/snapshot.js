// The state of all objects that can be reached from one, to restore them.
//
// The objects remain and get their contents back, because closures have captured them. A closure's variables cannot
// be reached, so the code of this folder keeps in fields what changes.

const isObject = (value) => typeof value === "object" && value !== null;

export class Snapshot {
  constructor(root) {
    this._restorers = [];
    const seen = new Set();
    const waiting = [root];
    while (waiting.length) {
      const object = waiting.pop();
      if (!isObject(object) || seen.has(object)) continue;
      seen.add(object);
      this._keep(object, waiting, seen);
    }
  }

  restore() {
    for (const restorer of this._restorers) restorer();
  }

  _keep(object, waiting, seen) {
    if (ArrayBuffer.isView(object)) return this._keepBytes(object, seen);
    if (object instanceof Map) {
      const entries = [...object];
      waiting.push(...entries.flat());
      this._restorers.push(() => {
        object.clear();
        for (const [key, value] of entries) object.set(key, value);
      });
    } else if (object instanceof Set) {
      const values = [...object];
      waiting.push(...values);
      this._restorers.push(() => {
        object.clear();
        for (const value of values) object.add(value);
      });
    }
    this._keepFields(object, waiting);
  }

  _keepFields(object, waiting) {
    const fields = [];
    for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      if (!writable) continue;
      fields.push([name, value]);
      waiting.push(value);
    }
    const names = new Set(Object.keys(object));
    this._restorers.push(() => {
      for (const name of Object.keys(object)) if (!names.has(name)) delete object[name];
      for (const [name, value] of fields) object[name] = value;
    });
  }

  // Several views may share one buffer; a part of node's own pool is kept by itself.
  _keepBytes({ buffer, byteOffset, byteLength }, seen) {
    const whole = byteLength === buffer.byteLength;
    if (whole && seen.has(buffer)) return;
    if (whole) seen.add(buffer);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    const kept = bytes.slice();
    this._restorers.push(() => bytes.set(kept));
  }
}
