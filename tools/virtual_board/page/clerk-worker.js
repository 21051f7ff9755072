// A MicroPython beside the board's, for match files: the tools' own reader and writer, and what makes
// reports, run in it (clerk/clerk.py).

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { encode } from "./kept.js";
import { engineIfAny } from "../../webassembly/engine.js";
import { FileSystem, beside, bundle, bytesAt, fetched, normalize, search } from "./python.js";

const HEAP_BYTES = 4 * 1024 * 1024;
const JUDGED = ["judge", "report", "people"]; // what is better with the compiled engine, or says whether it is there
const FOLDERS = ["/in", "/out"];
const LOG = "match.log"; // what the tools may leave in /out

let asked = "";
let hasEngine = false;
let engine; // null where there is none
let told = /** @type {any} */ (null);

async function everything() {
  const loaded = await bundle();
  for (const [path, text] of Object.entries(loaded.firmware)) {
    if (text === null) loaded.firmware[path] = new Uint8Array(await (await fetched(beside(path))).arrayBuffer());
  }
  return loaded;
}

async function start() {
  const [python, { firmware, engine: served }, tools] = await Promise.all([
    loadMicroPython({ url: "./micropython.wasm", heapsize: HEAP_BYTES, linebuffer: true }),
    everything(),
    fetched("./matches.json").then((response) => response.json()),
  ]);
  hasEngine = served;
  const files = new FileSystem(python.FS);
  files.mount("/firmware", firmware);
  files.mount("/clerk", tools);
  python.registerJsModule("_clerk", {
    search,
    normalize,
    compiled: () => engine,
    asked: () => asked,
    told: (text) => (told = JSON.parse(text)),
  });
  python.runPython(`import sys\nsys.path[:0] = ["/clerk"]\nsys.path.append("/firmware")\nimport shims\nimport clerk`);
  return python;
}

// The compiled engine; null where it is not served, or the browser does not take it: all clerks of a report find the same.
async function compiled() {
  if (!hasEngine) return null;
  const code = await (await fetched("./engine.wasm")).arrayBuffer();
  return engineIfAny(() => code, bytesAt);
}

function clear(fs, folder) {
  fs.mkdirTree(folder);
  for (const name of fs.readdir(folder)) {
    if (name !== "." && name !== "..") fs.unlink(`${folder}/${name}`);
  }
}

// `files`: name -> bytes, such as the sectors of a match; anything else is in `question`.
async function answer({ files, ...question }) {
  const python = await ready;
  if (JUDGED.includes(question.what)) engine ??= await compiled();
  for (const folder of FOLDERS) clear(python.FS, folder);
  for (const [name, bytes] of Object.entries(files ?? {})) python.FS.writeFile(`/in/${name}`, bytes);
  asked = JSON.stringify(question, (_, value) => (value instanceof Uint8Array ? encode(value) : value));
  python.runPython("clerk.answer()");
  // Piece by piece: MicroPython tidies its memory in between.
  for (; told.progress !== undefined; python.runPython("clerk.go_on()")) postMessage(told);
  if (python.FS.readdir("/out").includes(LOG)) told.log = python.FS.readFile(`/out/${LOG}`);
  return told;
}

const ready = start();
ready.catch(() => {}); // whoever asks is told
addEventListener("message", ({ data }) => {
  answer(data).then(postMessage, (error) => {
    console.error(error.message); // a traceback, for who looks for one
    postMessage({ failed: error.message.trim().split("\n").at(-1) });
  });
});
