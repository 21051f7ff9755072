// The circuit board: MicroPython and the firmware run here, apart from the page, so that neither can stall the other
// and a firmware that hangs can be switched off.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { Contacts } from "./chips.js";
import { MANUAL, after, cancel, live, look, now } from "./clock.js";
import { engineIfAny } from "../../webassembly/engine.js";
import { FileSystem, beside, bytesAt } from "./python.js";

const HEAP_BYTES = 1024 * 1024; // grows when it is used up
const FIRST_STEP_MS = 10;
const PRINTED_LINES = 40;
const ENGINE = "/device/engine.wasm"; // the compiled engine, for MicroPython

const START = `
import sys
sys.path.insert(0, "/device")
sys.path.append("/firmware")
import asyncio, io, os, _page
os.chdir("/flash")
def _failed(loop, context):
    text = io.StringIO()
    sys.print_exception(context["exception"], text)
    _page.failed(text.getvalue())
asyncio.Loop.set_exception_handler(_failed)
_main = {"__name__": "__main__", "host": None}
if "picogammon" in os.listdir("/firmware"): # other firmware runs without a host
    import companion
    _main["host"] = companion.Page()
exec(compile(open("/firmware/main.py").read(), "main.py", "exec"), _main)
`;

Object.assign(globalThis, { setTimeout: after, clearTimeout: cancel }); // asyncio's
// time.ticks_ms's: an interrupt is told when the contact moved, however late a timer was.
const clock = MANUAL ? look : Date.now;
let behind = 0;
Date.now = () => clock() - behind;

// It starts while the page still loads the firmware.
const interpreter = loadMicroPython({
  url: "./micropython.wasm",
  heapsize: HEAP_BYTES,
  linebuffer: true,
  stdout: print,
  stderr: print,
});
/** @type {FileSystem | null} */
let files = null;
let printed = /** @type {string[]} */ ([]); // from the last exception on
const contacts = new Contacts((pin, level, at) => {
  behind = Math.max(0, now() - at);
  interrupt(pin, level);
  behind = 0;
});
/** @type {(pin: number, level: 0 | 1) => void} */
let interrupt = () => {}; // until the firmware listens
/** @type {any} */
let hands = null; // device/hands.py, once the board has shown something
/** @type {Promise<void>} */
let starting;
let dead = false;

// What the firmware has stored goes ahead of what it shows.
/** @param {string} what  @param {any} value */
function tell(what, value = null) {
  if (dead) return;
  files?.save();
  postMessage({ what, value });
}

function print(line) {
  printed = line.startsWith("Traceback") ? [line] : [...printed, line].slice(-PRINTED_LINES);
  tell("text", line);
}

/** @param {string} what  @param {any} value */
function end(what, value = null) {
  tell(what, value);
  dead = true;
}

function fail(error) {
  end("failed", error?.message || String(error));
}

// Fills bytes with the browser's randomness, or for tests from a seed, as README.md has it.
function randomness(seed) {
  if (seed === null) return (bytes) => crypto.getRandomValues(bytes);
  let state = seed;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = state >>> 24;
    }
  };
}

// `begins`: JSON of the match that begins at once (device/hands.py), or "".
async function start({ bundle, flash, board, seed, calm, begins, at }) {
  const python = await interpreter;
  files = new FileSystem(python.FS, (snapshot) => tell("flash", snapshot));
  files.mount("/device", bundle.device);
  files.mount("/firmware", { ...bundle.firmware, "board_config.py": board.config });
  const late = Object.keys(bundle.firmware).filter((path) => bundle.firmware[path] === null);
  const arrived = files.follow([
    ...late.map((path) => /** @type {[string, string]} */ ([`/firmware/${path}`, beside(path)])),
    ...(bundle.engine ? [/** @type {[string, string]} */ ([ENGINE, "./engine.wasm"])] : []),
  ]);
  files.restore(flash);
  const random = randomness(seed);
  // Bytes come by their address: MicroPython goes on with them at once.
  python.registerJsModule("_page", {
    level: (pin) => contacts.read(pin),
    listen: (handler) => (interrupt = handler),
    wave: (pin, address, length) => tell("wave", { pin, bytes: bytesAt(address, length).slice() }),
    i2c: (device, address, length) => {
      if (device !== board.oled?.address) return -1;
      if (length) tell("oled", bytesAt(address, length).slice());
      return length;
    },
    tone: (pin, frequency, duty) => tell("tone", { pin, frequency, duty }),
    random: (address, length) => void random(bytesAt(address, length)),
    seeded: seed !== null,
    sync: () => files?.save(),
    watch: (milliseconds) => tell("watch", milliseconds),
    feed: () => tell("fed"),
    reset: () => end("failed", printed[0]?.startsWith("Traceback") ? printed.join("\n") : "The firmware has reset the board."),
    failed: (trace) => end("failed", trace),
    told: (json, heard) => tell("told", { ...JSON.parse(json), heard }),
    calm,
    compiled: () => (bundle.engine ? engineIfAny(() => python.FS.readFile(ENGINE), bytesAt) : null),
    begins,
    // Who can play is known when the weights are there; the compiled engine comes with them.
    serve: (served) => {
      hands = served;
      arrived.then(() => tell("choices", JSON.parse(hands.choices())));
    },
    refused: (why) => end("refused", why),
    choose: (kept) => tell("choose", kept),
  });
  if (MANUAL) {
    await arrived;
    live(at);
  }
  python.runPython(START);
  // The tasks that main.py has made take their first step before this timer: the first frame is out.
  after(() => tell("started"), FIRST_STEP_MS);
  if (MANUAL) live(now() + FIRST_STEP_MS);
}

const told = {
  start: (given) => (starting = start(given).catch(fail)),
  live: (until) => starting.then(() => (live(until), tell("lived"))),
  // What a person does beside the buttons: a method of device/hands.py, and what it gets. It may answer in JSON.
  act: ([what, ...given]) => {
    const answer = hands?.[what](...given);
    if (answer) tell(what, JSON.parse(answer));
  },
  contact: ({ pin, level, at }) => contacts.move(pin, level, at),
};

addEventListener("message", ({ data }) => told[data.what](data.value));

// An error that is not handled here would reach the page a second time, as one of its own. MicroPython also leaves a
// reset by an exception; the board has ended by then, and the page hears nothing of it.
addEventListener("error", (event) => handled(event, event.error ?? event.message));
addEventListener("unhandledrejection", (event) => handled(event, event.reason));

function handled(event, error) {
  event.preventDefault();
  fail(error);
}
