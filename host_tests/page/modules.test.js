// Modules of the page that need no browser: what it keeps, and when a board is restarted.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.location = { search: "?time=manual" };
const page = (name) => import(`../../tools/virtual_board/page/${name}.js`);
const { live, now } = await page("clock");
const { Cable } = await page("cable");
const { Kept, standing, titleOf } = await page("kept");
const { Power } = await page("power");

// A browser's database with what it has, each write of which is kept, or refused for the reason `refuses`.
function databaseOf(kept = [], refuses = "") {
  const values = new Map(kept);
  return {
    values,
    keys: async () => [...values.keys()],
    get: async (key) => structuredClone(values.get(key)),
    async write(changes) {
      const cloned = structuredClone(changes);
      if (refuses) throw new DOMException("refused", refuses);
      for (const [key, value] of cloned) value === undefined ? values.delete(key) : values.set(key, value);
    },
  };
}

async function keptIn(database, complain = () => {}) {
  const kept = new Kept(complain);
  await kept.open(database);
  return kept;
}

// How often the browser was asked not to clear what it keeps, which it refuses.
let asked = 0;
const persist = () => Promise.reject(new Error(`refused ${(asked += 1)}`));
Object.defineProperty(globalThis, "navigator", { value: { storage: { persist } }, configurable: true });

const SECTOR = { "/flash/matches/00": new Uint8Array(3) };
const runsOf = (kept) => kept.list().map(({ run }) => run);

test("a match that the disk does not give is not written over", async () => {
  const database = databaseOf([[1, SECTOR], [2, SECTOR]]); // prettier-ignore
  const get = async (key) => {
    if (Number.isInteger(key)) throw new Error("the disk");
  };
  const said = [];
  const matches = await keptIn({ ...database, get }, (words) => said.push(words));
  assert.deepEqual(matches.restore(), {});
  await matches.save({});
  await matches.choose(1);
  assert.deepEqual([matches.current, said.length], [3, 2]);
  assert.match(said[0], /could not be read \(the disk\)/);
  for (const id of [1, 2]) assert.deepEqual(database.values.get(id), SECTOR);
});

test("a match is called by who plays, and how it stands", () => {
  const known = { names: ["Ann", "Bob"], levels: ["", "expert"], scores: [0, 3], length: 3, won: "Bob" };
  assert.equal(titleOf({ id: 1, ...known }), "Ann – Bob (expert)");
  assert.equal(standing({ id: 1, ...known }), "0–3, match to 3, Bob won");
});

test("a match that nobody has moved in is not kept when another one begins or is chosen", async () => {
  const database = databaseOf();
  const matches = await keptIn(database);
  const unplayed = { names: ["A", "B"], scores: [0, 0], length: 1, xgid: "", settings: "", fresh: true };
  await matches.save(SECTOR);
  matches.note({ ...unplayed, fresh: false });
  for (let i = 0; i < 3; i++) {
    await matches.begin();
    await matches.save({ "/flash/settings.bin": new Uint8Array(3) });
    matches.note(unplayed);
  }
  assert.deepEqual(runsOf(matches), [2, 1]);
  await matches.choose(1);
  assert.deepEqual(runsOf(matches), [1]);
  assert.deepEqual(Object.keys(matches.restore()), ["/flash/matches/00", "/flash/settings.bin"]);
  const again = await keptIn(database);
  assert.deepEqual([again.list(), again.restore()], [matches.list(), matches.restore()]);
});

const files = (...names) => Object.fromEntries(names.map((name) => [`/flash/${name}`, new Uint8Array(1)]));
const PLAYERS = files("people.bin", "cards.bin", "sets.bin");

test("a match keeps its seal, and what is the board's goes with the board", async () => {
  const matches = await keptIn(databaseOf());
  const carried = { ...PLAYERS, ...files("settings.bin") };
  const own = files("matches/00", "matches/01", "seal.bin");
  await matches.save({ ...own, ...carried });
  await matches.begin();
  assert.deepEqual(matches.restore(), carried);
  await matches.save({ ...carried, ...files("matches/00") });
  await matches.choose(1);
  assert.deepEqual(matches.restore(), { ...own, ...carried });
});

test("files of a restore take their places, and all others stay", async () => {
  const matches = await keptIn(databaseOf());
  await matches.save(files("matches/00", "seal.bin"));
  const [sector, people] = [Uint8Array.of(2), Uint8Array.of(3)];
  await matches.take({ "00": sector, "01": sector, "people.bin": people });
  const taken = { "/flash/matches/00": sector, "/flash/matches/01": sector, "/flash/people.bin": people };
  assert.deepEqual(matches.restore(), { ...files("seal.bin"), ...taken });
});

test("a board that is reset keeps what players have done, if it shall, and other matches", async () => {
  for (const [keeps, left] of [[true, PLAYERS], [false, {}]]) {
    const database = databaseOf();
    const matches = await keptIn(database);
    await matches.save(files("matches/00"));
    await matches.begin();
    await matches.save({ ...PLAYERS, ...files("matches/00", "settings.bin", "dice.bin", "seal.bin") });
    await matches.erase(keeps);
    const again = await keptIn(database);
    for (const kept of [matches, again]) assert.deepEqual([kept.current, kept.restore(), runsOf(kept)], [2, left, [1, 2]]); // prettier-ignore
    assert.deepEqual(await again.files(1), files("matches/00"));
  }
});

test("a match from elsewhere lies in sectors, as a board has them", async () => {
  const matches = await keptIn(databaseOf());
  const log = Uint8Array.from({ length: 2 * 4096 + 7 }, (_, i) => i & 127);
  await matches.add(log, "one");
  const ring = await matches.ringOf(2);
  assert.deepEqual(Object.keys(await matches.files(2)), ["/flash/matches/00", "/flash/matches/01", "/flash/matches/02"]);
  assert.deepEqual(Object.entries(ring).map(([name, bytes]) => [name, bytes.length]), [["00", 4096], ["01", 4096], ["02", 7]]);
  assert.deepEqual(Buffer.concat(Object.values(ring)), Buffer.from(log));
});

test("the browser is asked once to keep for good what is played", async () => {
  const matches = await keptIn(databaseOf());
  await matches.begin();
  const before = asked;
  for (const times of [1, 1]) {
    await matches.save(SECTOR);
    assert.equal(asked - before, times);
  }
});

test("a match that the list has lost is never written over", async () => {
  const database = databaseOf();
  const first = await keptIn(database);
  await first.save(SECTOR);
  await first.begin();
  await first.save(SECTOR);
  database.values.delete("list");
  const second = await keptIn(database);
  await second.begin();
  assert.deepEqual(runsOf(second), [3, 2, 1]);
  assert.deepEqual(await second.files(2), SECTOR);
});

test("where there is no more room a match is refused, and what is lost is said", async () => {
  for (const [refused, why] of [["QuotaExceededError", /no more room/], ["InvalidStateError", /keeps nothing/]]) {
    const said = [];
    const matches = await keptIn(databaseOf([], refused), (words) => said.push(words));
    await assert.rejects(matches.add(new Uint8Array(99), "one"), /delete some first/);
    assert.deepEqual([said, runsOf(matches)], [[], [1]]);
    await matches.save(SECTOR);
    assert.match(said[0], why);
    assert.deepEqual(matches.restore(), SECTOR);
  }
});

// A worker that never runs: `says` is what it tells the page, `done` what came of it.
function powered(keep = async () => {}) {
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
  const emit = (what, why) => (what === "flash" ? keep(why) : what !== "dark" && done.push(`${what}: ${why}`));
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

test("what a board shows waits until what it has stored before is kept, and its watchdog does not", async () => {
  const kept = [];
  const { done, says } = powered(() => new Promise((resolve) => kept.push(resolve)));
  says("started");
  says("watch", 1000);
  for (const step of [1, 2]) {
    says("flash", {});
    says("wave", step);
  }
  for (let fed = 0; fed < 9; fed++) {
    live(now() + 900);
    says("fed");
  }
  assert.deepEqual(done, []);
  for (const [at, store] of kept.entries()) {
    store();
    await null;
    await null;
    assert.equal(done.length, at + 1);
  }
  says("wave", 3);
  assert.deepEqual(done, ["wave: 1", "wave: 2", "wave: 3"]);
});

// What a question to a board is answered by, whose port says `answer(sent)` to each line, or the reason why none.
async function answered(answer, act) {
  let sink;
  const readable = new ReadableStream({ start: (stream) => (sink = stream) }, { highWaterMark: Infinity });
  const say = (text) => text && sink.enqueue(new TextEncoder().encode(text));
  const writable = new WritableStream({ write: (bytes) => say(answer(new TextDecoder().decode(bytes), sink)) });
  return act(new Cable({ async close() {}, readable, writable })).catch(({ message }) => message);
}

test("a cable that comes out is said", async () => {
  const out = await answered((_, sink) => void sink.close(), (cable) => cable.ask("mirror"));
  assert.match(out, /The cable was unplugged/);
});

test("a board that does not answer is said, whatever else it sends", async () => {
  const silent = answered(() => "x\r\n".repeat(1000), (cable) => cable.ask("mirror"));
  for (let turn = 0; turn < 20; turn++) await null;
  live(now() + 5000);
  assert.equal(await silent, "The board does not answer");
});

test("what did not arrive complete over the cable is asked for again, and then refused", async () => {
  let times = 0;
  const torn = () => (times++, "get data AAAA\r\nget end 3 1\r\n");
  assert.match(await answered(torn, (cable) => cable.file("cards.bin")), /cards.bin did not arrive complete over the cable/);
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
