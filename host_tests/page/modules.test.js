// Modules of the page that need no browser: what it keeps, and when a board is restarted.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.location = { search: "?time=manual" };
const page = (name) => import(`../../tools/virtual_board/page/${name}.js`);
const { live, now } = await page("clock");
const { Cable } = await page("cable");
const { Kept, standing, titleOf } = await page("kept");
const { Power } = await page("power");

const FLASH = "picogammon.flash";
const LIST = "picogammon.matches";
// The browser's storage with what it keeps; a full one takes nothing more.
function keep(kept, full = false) {
  const methods = {
    getItem(key) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(key, text) {
      if (full) throw new DOMException("full", "QuotaExceededError");
      this[key] = text;
    },
    removeItem(key) {
      delete this[key];
    },
  };
  const value = Object.assign(Object.create(methods), kept);
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  return value;
}

test("what cannot be read counts as empty, and one can go on", () => {
  for (const text of ["", "{", "null", "7", '"text"', "[1]", '{"/flash/settings.bin": 0}', '{"/flash/a": "?"}', '{"current": "x"}']) {
    keep({ [FLASH]: text, [`${FLASH}.2`]: text, [`${FLASH}.x`]: "{}", [LIST]: text });
    const matches = new Kept(() => {});
    matches.begin();
    matches.save({ "/flash/matches/00": new Uint8Array(3) });
    for (const { run } of matches.list()) matches.choose(run);
    assert.deepEqual(matches.list().map(({ run }) => run), [3, 2, 1], text); // prettier-ignore
  }
  keep({ [FLASH]: '{"/flash/a": 0}' });
  const said = [];
  assert.deepEqual(new Kept((words) => said.push(words)).restore(), {});
  assert.match(said[0], /could not be read/);
});

test("a match is called by who plays, and how it stands", () => {
  const known = { names: ["Ann", "Bob"], levels: ["", "expert"], scores: [0, 3], length: 3, won: "Bob" };
  assert.equal(titleOf({ id: 1, ...known }), "Ann – Bob (expert)");
  assert.equal(standing({ id: 1, ...known }), "0–3, match to 3, Bob won");
});

test("a match that nobody has moved in is not kept when another one begins or is chosen", () => {
  keep({});
  const matches = new Kept(() => {});
  const unplayed = { names: ["A", "B"], scores: [0, 0], length: 1, xgid: "", settings: "", fresh: true };
  matches.save({ "/flash/matches/00": new Uint8Array(3) });
  matches.note({ ...unplayed, fresh: false });
  for (let i = 0; i < 3; i++) {
    matches.begin();
    matches.save({ "/flash/settings.bin": new Uint8Array(3) });
    matches.note(unplayed);
  }
  assert.deepEqual(matches.list().map(({ run }) => run), [2, 1]); // prettier-ignore
  matches.choose(1);
  assert.deepEqual(matches.list().map(({ run }) => run), [1]); // prettier-ignore
  assert.deepEqual(Object.keys(matches.restore()), ["/flash/matches/00", "/flash/settings.bin"]);
});

test("a match keeps its seal, and what is the board's goes with the board", () => {
  const files = (...names) => Object.fromEntries(names.map((name) => [`/flash/${name}`, new Uint8Array(1)]));
  keep({});
  const matches = new Kept(() => {});
  const carried = files("people.bin", "cards.bin", "sets.bin", "settings.bin");
  const own = files("matches/00", "matches/01", "seal.bin");
  matches.save({ ...own, ...carried });
  matches.begin();
  assert.deepEqual(matches.restore(), carried);
  matches.save({ ...carried, ...files("matches/00") });
  matches.choose(1);
  assert.deepEqual(matches.restore(), { ...own, ...carried });
});

test("a match from elsewhere lies in sectors, as a board has them", () => {
  keep({});
  const matches = new Kept(() => {});
  const log = Uint8Array.from({ length: 2 * 4096 + 7 }, (_, i) => i & 127);
  matches.add(log, "one");
  const ring = matches.ringOf(2);
  assert.deepEqual(Object.keys(matches.files(2)), ["/flash/matches/00", "/flash/matches/01", "/flash/matches/02"]);
  assert.deepEqual(Object.entries(ring).map(([name, bytes]) => [name, bytes.length]), [["00", 4096], ["01", 4096], ["02", 7]]);
  assert.deepEqual(Buffer.concat(Object.values(ring)), Buffer.from(log));
});

test("a match that another tab began meanwhile, or that the list has lost, is never written over", () => {
  const storage = keep({ [FLASH]: "{}" });
  const [first, second] = [new Kept(() => {}), new Kept(() => {})];
  first.begin();
  first.save({ "/flash/matches/00": new Uint8Array(3) });
  storage[LIST] = "{";
  second.refresh();
  second.begin();
  assert.deepEqual(second.list().map(({ run }) => run), [3, 2, 1]); // prettier-ignore
  assert.equal(second.files(2)["/flash/matches/00"].length, 3);
});

test("where there is no more room a match is refused, and what is lost is said", () => {
  keep({}, true);
  const said = [];
  const matches = new Kept((words) => said.push(words));
  const before = matches.list().length;
  assert.throws(() => matches.add(new Uint8Array(99), "one"), /delete some of them/);
  matches.save({ "/flash/matches/00": new Uint8Array(99) });
  assert.equal(matches.list().length, before);
  assert.match(said[0], /no more room/);
});

// A worker that never runs: `says` is what it tells the page, `done` what came of it.
function powered() {
  let worker = null;
  globalThis.Worker = class extends EventTarget {
    constructor() {
      super();
      worker = this;
    }
    postMessage() {}
    terminate() {}
  };
  const done = [];
  const emit = (what, why) => what !== "dark" && done.push(`${what}: ${why}`);
  new Power(() => ({}), emit).on();
  return { done, says: (what, value) => worker.dispatchEvent(new MessageEvent("message", { data: { what, value } })) };
}

test("a board that fails soon after a slow start is not restarted for ever", () => {
  const { done, says } = powered();
  for (const runs of [1, 31, 1]) {
    live(now() + 40_000);
    says("started");
    live(now() + 1000 * runs);
    says("failed", "why");
  }
  assert.deepEqual(done, ["restarted: why", "restarted: why", "stopped: why"]);
});

test("a watchdog that is not fed in time restarts the board", () => {
  const { done, says } = powered();
  says("started");
  says("watch", 1000);
  for (let fed = 0; fed < 20; fed++) {
    live(now() + 900);
    says("fed");
  }
  assert.deepEqual(done, []);
  live(now() + 1500);
  assert.match(String(done), /^restarted: .*watchdog/);
});

// What a question to a board is answered by, whose port says `answer(sent)` to each line, or the reason why none.
async function asked(answer, act) {
  let sink;
  const readable = new ReadableStream({ start: (stream) => (sink = stream) }, { highWaterMark: Infinity });
  const say = (text) => text && sink.enqueue(new TextEncoder().encode(text));
  const writable = new WritableStream({ write: (bytes) => say(answer(new TextDecoder().decode(bytes), sink)) });
  return act(new Cable({ async close() {}, readable, writable })).catch(({ message }) => message);
}

test("a cable that comes out is said", async () => {
  const out = await asked((_, sink) => void sink.close(), (cable) => cable.ask("mirror"));
  assert.match(out, /The cable came out/);
});

test("a board that does not answer is said, whatever else it sends", async () => {
  const silent = asked(() => "x\r\n".repeat(1000), (cable) => cable.ask("mirror"));
  for (let turn = 0; turn < 20; turn++) await null;
  live(now() + 5000);
  assert.equal(await silent, "The board does not answer");
});

test("what does not come over the cable whole is asked for again, and then refused", async () => {
  let times = 0;
  const torn = () => (times++, "get data AAAA\r\nget end 3 1\r\n");
  assert.match(await asked(torn, (cable) => cable.file("cards.bin")), /cards.bin does not come over the cable whole/);
  assert.equal(times, 3);
});

test("an emulated board hears how long a button is held, and what it does is told", async () => {
  const lit = { what: "wave", value: { pin: 22, bytes: [] } };
  const sent = [];
  const told = [];
  const line = Object.assign(new EventTarget(), { readyState: 0, send: (text) => sent.push(JSON.parse(text)) });
  let hear;
  globalThis.location.href = "http://localhost/worker.js";
  globalThis.WebSocket = Object.assign(
    function (path) {
      assert.equal(path, "ws://localhost/chip");
      return line;
    },
    { OPEN: 1 },
  );
  globalThis.addEventListener = (_, act) => (hear = ([what, value]) => act({ data: { what, value } }));
  globalThis.postMessage = (event) => told.push(event);
  await import("../../tools/emulator/page_worker.js");
  for (const message of [["contact", { pin: 12, level: 0, at: 1000 }], ["start"], ["contact", { pin: 12, level: 1, at: 1700 }]]) hear(message); // prettier-ignore
  line.readyState = 1;
  line.dispatchEvent(new Event("open"));
  line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify([lit]) }));
  assert.deepEqual(told, [{ what: "started" }, lit]);
  assert.deepEqual(sent, [[12, 0, 1000], [12, 1, 1700]]); // prettier-ignore
});
