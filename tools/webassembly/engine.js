// Asks the compiled engine from JavaScript.

// Where the compiled engine has what, as tools/webassembly/entries.py says.
const FOUND = 256; // by a search
const BEFORE = 304;
const MANY = 512; // positions
const WORTH = 2304; // of each
const GIVEN = 3584; // what is played for
const LEFT = 4032; // two rolls later
const POSITION_BYTES = 26;
const OUTCOME_BYTES = 20;
const GIVEN_BYTES = 388;
const LEFT_BYTES = 36;

/**
 * The engine, or null where the browser does not take it: levels think without it then.
 * @param {() => BufferSource} code
 * @param {Parameters<typeof engineOf>[1]} at
 */
export function engineIfAny(code, at) {
  try {
    return engineOf(code(), at);
  } catch (error) {
    console.warn(String(error));
    return null;
  }
}

/**
 * The compiled engine, for compiled.py. Its input and output lie at addresses of MicroPython's; `at` gives the bytes
 * there (bytesAt in page/python.js). Throws if the browser is too old. Only a worker compiles so much at once.
 * @param {BufferSource} code  of engine.wasm
 * @param {(address: number, length: number) => Uint8Array} at
 */
export function engineOf(code, at) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, place, prepare, outcomes, reply, look, answered } = /** @type {any} */ (instance.exports);
  const room = new Uint8Array(memory.buffer, place());
  const put = (to, from, length) => room.set(at(from, length), to);
  const take = (from, to, length) => at(to, length).set(room.subarray(from, from + length));
  const done = (count) => {
    if (count < 0) throw new Error("the compiled engine failed");
    return count;
  };
  return {
    put,
    /** Whether there was room for the tables that were put there. */
    prepare: () => prepare() === 0,
    /** Writes what a position is worth, five words. */
    outcome(pos, out) {
      put(MANY, pos, POSITION_BYTES);
      done(outcomes(1));
      take(WORTH, out, OUTCOME_BYTES);
    },
    /** How many plays the roll has; writes what the best is worth, and the position after it. */
    reply(before, first, second, out, after) {
      put(BEFORE, before, POSITION_BYTES);
      const count = done(reply(first, second));
      if (count) take(FOUND, out, OUTCOME_BYTES);
      if (count && after) take(FOUND + OUTCOME_BYTES, after, POSITION_BYTES);
      return count;
    },
    /** How many replies were judged; writes what the position is worth a roll later. */
    look(pos, out) {
      put(BEFORE, pos, POSITION_BYTES);
      const judged = done(look());
      take(FOUND, out, OUTCOME_BYTES);
      return judged;
    },
    /** Writes what a roll and each answer to it leave of what is `given`. */
    answered(before, first, second, given, found) {
      put(BEFORE, before, POSITION_BYTES);
      put(GIVEN, given, GIVEN_BYTES);
      done(answered(first, second));
      take(LEFT, found, LEFT_BYTES);
    },
  };
}
