// The circuit board: MicroPython and the firmware run here, apart from the page, so that neither
// can stall the other and a firmware that hangs can be switched off.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { MANUAL, after, cancel, live, look, now } from "./clock.js";
import { Contacts } from "./contacts.js";
import { engineIfAny } from "./engine.js";
import { FileSystem } from "./filesystem.js";
import { beside } from "./loading.js";
import { Matrix } from "./matrix.js";
import { Port } from "./port.js";

const HEAP_BYTES = 1024 * 1024; // grows when it is used up
const PWRON_RESET = 1;
const AT_ONCE = 65536; // as much as getRandomValues gives
const FIRST_STEP_MS = 10;
const ENGINE = "engine.wasm"; // the compiled engine (engine.js), in MicroPython's /device

const START = `
import sys
sys.path.insert(0, "/device")
sys.path.append("/firmware")
import os, asyncio, io, _page
os.chdir("/flash")
def _failed(loop, context):
    text = io.StringIO()
    sys.print_exception(context["exception"], text)
    _page.failed(text.getvalue())
asyncio.Loop.set_exception_handler(_failed)
import companion
_why = companion.begin()
if _why:
    _page.refused(_why)
else:
    _main = {"__name__": "__main__", "host": companion.host()}
    exec(compile(open("/firmware/main.py").read(), "main.py", "exec"), _main)
`;

globalThis.setTimeout = after; // asyncio's
globalThis.clearTimeout = cancel;
if (MANUAL) Date.now = look; // time.ticks_ms's

// It starts while the page still loads the firmware.
const interpreter = loadMicroPython({
  url: "./micropython.wasm",
  heapsize: HEAP_BYTES,
  linebuffer: true,
  stdout: (line) => tell("text", line),
  stderr: (line) => tell("text", line),
});
const contacts = new Contacts((pin, level) => interrupt(pin, level));
const matrix = new Matrix();
let interrupt = () => {}; // until the firmware listens
let hands = null; // device/hands.py, once the board has shown something
let starting = null; // a promise
let dead = false;
let calm = false; // whether no light may pulse

function tell(what, value) {
  if (!dead) postMessage({ what, value });
}

function end(what, value) {
  tell(what, value);
  dead = true;
}

// A button's pin moved; one that joins two pins is named "ROW-COLUMN".
function move({ pin, level, at }) {
  if (typeof pin === "string") matrix.move(pin, level);
  else contacts.move(pin, level, at);
}

// What a person does beside the buttons: a method of device/hands.py, and what it gets.
function act([what, ...given]) {
  hands?.[what](...given);
}

function bytesOf(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.substr(2 * i, 2), 16);
  return bytes;
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// os.urandom: the browser's own, or with a seed, for tests only, s = s * 1664525 + 1013904223 (mod
// 2**32), high byte.
function randomness(seed) {
  if (seed === null) {
    return (count) => {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; at += AT_ONCE) {
        crypto.getRandomValues(bytes.subarray(at, at + AT_ONCE));
      }
      return bytes;
    };
  }
  let state = seed >>> 0;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
}

// `wanted`: the XGID that a new match begins at, or ""; `agreed`: the settings that it takes names and
// players from, as Settings.pack() has them, in hexadecimal, or "".
async function start({ bundle, flash, board, seed, cause, wanted, agreed, at }) {
  const python = await interpreter;
  const files = new FileSystem(python.FS, (snapshot) => tell("flash", snapshot));
  files.mount("/device", bundle.device);
  files.mount("/firmware", bundle.firmware);
  const late = Object.keys(bundle.firmware).filter((path) => bundle.firmware[path] === null);
  const engine = bundle.engine ? [ENGINE] : [];
  const arrived = Promise.all([
    files.follow("/firmware", late, beside),
    files.follow("/device", engine, (name) => `./${name}`),
  ]);
  files.restore(flash);
  const random = randomness(seed);
  const port = bundle.linked ? new Port() : null;
  python.registerJsModule("_page", {
    level: (pin) => contacts.read(pin) & matrix.read(pin),
    listen: (handler) => (interrupt = handler),
    drive: (pin, level) => matrix.drive(pin, level),
    wave: (pin, hex) => tell("wave", { pin, bytes: bytesOf(hex) }),
    i2c: (address, hex) => {
      if (!board.oled || address !== board.oled.address) return -1;
      if (hex) tell("i2c", bytesOf(hex));
      return hex.length / 2;
    },
    tone: (pin, frequency, duty) => tell("tone", { pin, frequency, duty }),
    random: (count) => hexOf(random(count)),
    seeded: seed !== null,
    sync: () => files.save(),
    watch: (milliseconds) => tell("watch", milliseconds),
    feed: () => tell("fed"),
    cause: () => cause ?? PWRON_RESET,
    reset: () => {
      files.save();
      end("reset");
    },
    failed: (trace) => end("failed", trace),
    told: (json, heard, follows) => tell("told", { ...JSON.parse(json), heard, follows }),
    calm: () => calm,
    compiled: () => (bundle.engine ? engineIfAny(() => python.FS.readFile(`/device/${ENGINE}`)) : null),
    port,
    wanted: () => wanted,
    agreed: () => agreed,
    // Who can play is known when the weights are there; the compiled engine comes with them.
    serve: (served) => {
      hands = served;
      arrived.then(() => tell("choices", JSON.parse(hands.choices())));
    },
    refused: (why) => end("refused", why),
  });
  if (MANUAL) {
    await arrived;
    live(at);
  }
  python.runPython(START);
  port?.carry();
  // The tasks that main.py has made take their first step before this timer: the first frame is out.
  after(() => tell("started"), FIRST_STEP_MS);
  if (MANUAL) live(now() + FIRST_STEP_MS);
}

function fail(error) {
  end("failed", error?.message || String(error));
}

addEventListener("message", ({ data }) => {
  if (data.what === "start") starting = start(data.value).catch(fail);
  else if (data.what === "live") starting.then(() => (live(data.value), tell("lived")));
  else if (data.what === "calm") {
    calm = data.value;
    hands?.calm(calm);
  } else if (data.what === "act") act(data.value);
  else if (data.what === "contact") move(data.value);
});
// An error that is not handled here would reach the page a second time, as one of its own. MicroPython also
// leaves a reset by an exception; the board has ended by then, and the page hears nothing of it.
addEventListener("error", (event) => handled(event, event.error ?? event.message));
addEventListener("unhandledrejection", (event) => handled(event, event.reason));

function handled(event, error) {
  event.preventDefault();
  fail(error);
}
