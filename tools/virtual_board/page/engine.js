// The compiled engine (tools/webassembly). MicroPython asks it in hexadecimal: a call takes and gives texts alone.

const COUNT = 252; // tools/webassembly/entries.py says what is where; what is found follows the count
const BEFORE = 304;
const MANY = 512;
const FOUND = 2304;
const END = 302;
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

// The engine, or null where there is none, or the browser does not take it: levels think without it then.
// `code()` gives the bytes of engine.wasm.
export function engineIfAny(code) {
  try {
    return engineOf(code());
  } catch (error) {
    console.warn(error.message);
    return null;
  }
}

// `code`: the bytes of engine.wasm. Throws where the browser is too old for them. Only a worker compiles so much at once.
export function engineOf(code) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, place, prepare, outcomes, reply, look } = instance.exports;
  const start = place();
  const room = new Uint8Array(memory.buffer, start);
  const words = new DataView(memory.buffer, start);

  function put(at, hex) {
    for (let i = 0; 2 * i < hex.length; i++) room[at + i] = parseInt(hex.substr(2 * i, 2), 16);
  }
  function taken(from, to) {
    let hex = "";
    for (let at = from; at < to; at++) hex += DIGITS[room[at]];
    return hex;
  }
  function asked(pos, ask) {
    put(BEFORE, pos);
    const count = ask();
    if (count < 0) throw new Error("the compiled engine failed");
    words.setInt32(COUNT, count, true);
    return taken(COUNT, END);
  }

  return {
    put,
    // Whether there was room for the tables that were put there.
    prepare: () => prepare() === 0,
    // What a position (26 bytes) is worth: five words.
    outcome(pos) {
      put(MANY, pos);
      if (outcomes(1) < 0) throw new Error("the compiled engine failed");
      return taken(FOUND, FOUND + 20);
    },
    // How many plays the roll has, a word; and of the best what it is worth, and the position after it.
    reply: (before, first, second) => asked(before, () => reply(first, second)),
    // How many replies were judged, a word; and what the position is worth a roll later.
    look: (pos) => asked(pos, look),
  };
}
