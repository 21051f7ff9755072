// Modules of the page that need no browser: what it keeps, what it paints, and when a board is restarted.

import assert from "node:assert/strict";
import test from "node:test";
import { createRequire } from "node:module";

globalThis.location = { search: "?time=manual" };
const page = (name) => import(`../../tools/virtual_board/page/${name}.js`);
const { parseHTML } = createRequire(new URL("../../tools/npm/package.json", import.meta.url))("linkedom");
const { live, now } = await page("clock");
const { Address } = await page("address");
const { Beginning } = await page("beginning");
const { Cable } = await page("cable");
const { layOut, lightSpots, neighbour, placeBoxes } = await page("geometry");
const { Kept } = await page("kept");
const { plug } = await page("plug");
const { Power } = await page("power");
const { Seats } = await page("seats");
const { Table } = await page("table");
const { keptOf } = await page("reporter");
const { standing, titleOf } = await page("elements");
const BOARDS = JSON.parse(process.env.BOARDS); // what the server tells of some boards, by name

const FLASH = "picogammon.flash";
const LIST = "picogammon.matches";
// What another version of the page may have kept, or a damaged disk.
const VALUES = [null, true, 0, -1, 1e300, "", "x", [], [null], {}, { a: { b: 1 } }];
const NO_JSON = ["", "{", "null", "7", '"text"', "[]", "[1]"];

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

// What the list of matches says, before and after matches are begun, saved and chosen.
function listed(kept) {
  keep(kept);
  const matches = new Kept(() => {});
  const told = () =>
    matches.list().map((match) => {
      const day = new Date(match.changed ?? 0).toLocaleString([], { dateStyle: "medium" });
      return [titleOf(match), standing(match), day].join();
    });
  const before = told();
  matches.note({ names: ["A", "B"], scores: [0, 0], length: 1, xgid: "", settings: "" });
  matches.begin();
  matches.save({ "/flash/matches/00": new Uint8Array(3) });
  for (const { id } of matches.list()) matches.choose(id);
  return [...before, ...told()];
}

test("a list of matches of whatever kind is listed, and can be gone on with", () => {
  const fields = ["name", "names", "levels", "scores", "length", "won", "changed", "xgid", "settings", "event", "file"];
  const strange = ["01", "1", "-2", "99999999999999999999999", "x", ""].map((id) => [`${FLASH}.${id}`, "{}"]);
  const flashes = { [FLASH]: "{}", [`${FLASH}.2`]: "{}", ...Object.fromEntries(strange) };
  const lists = VALUES.flatMap((value) => {
    const about = Object.fromEntries(fields.map((field) => [field, value]));
    return [
      { current: value, known: value },
      { current: 2, known: { 1: value, 2: value } },
      { known: { 1: about, 2: about } },
    ].map((list) => JSON.stringify(list));
  });
  for (const text of [...NO_JSON, '{"current": -5, "known": []}', ...lists]) {
    const told = listed({ ...flashes, [LIST]: text });
    assert(told.length && !told.some((words) => /undefined|Invalid/.test(words)), text);
  }
});

test("the list says all that is known of a match, also after a reload", () => {
  const known = { names: ["Ann", "Bob"], levels: ["", "expert"], scores: [0, 3], length: 3, won: "Bob" };
  keep({ [FLASH]: "{}", [LIST]: JSON.stringify({ known: { 1: known } }) });
  const [match] = new Kept(() => {}).list();
  assert.equal(titleOf(match), "Ann – Bob (expert)");
  assert.equal(standing(match), "0–3, match to 3, Bob has won");
});

test("a flash of whatever kind counts as empty", () => {
  const paths = ["", "x", "/flash", "/flash/", "/flash/a/", "//", "/firmware/main.py", "/flash/../firmware/main.py"];
  const flashes = [
    ...VALUES.map((value) => ({ "/flash/settings.bin": value })),
    ...paths.map((path) => ({ [path]: "AAAA" })),
    { "/flash/a": "AAAA", "/flash/a/b": "AAAA" },
    { "/flash/matches/00": "AAAA", "/flash/settings.bin": "AAAA", "/flash/seen/log": "" },
  ];
  for (const text of [...NO_JSON, ...flashes.map((files) => JSON.stringify(files))]) {
    assert.equal(listed({ [FLASH]: text, [`${FLASH}.2`]: text }).length, 5, text);
  }
});

test("files that no board has are put aside and said", () => {
  const text = '{"/firmware/main.py":"AAAA"}';
  const storage = keep({ [FLASH]: text });
  const said = [];
  assert.deepEqual(new Kept((words) => said.push(words)).restore(), {});
  assert.match(said[0], /could not be read/);
  assert.equal(storage[`${FLASH}.damaged`], text);
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
  assert.deepEqual(second.list().map(({ id }) => id), [3, 2, 1]); // prettier-ignore
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

test("whatever was chosen last, a match that is begun before the board says who can play has numbers", () => {
  const fields = ["player", "length", "clock", "sealed"];
  const choices = VALUES.flatMap((value) => [value, Object.fromEntries(fields.map((field) => [field, value]))]);
  for (const choice of choices) {
    keep({ "picogammon.choice": JSON.stringify(choice) });
    const { document, Event } = parseHTML("<dialog><form><p class=groups></p><b class=close></b></form></dialog>");
    Object.assign(globalThis, { document, FormData: class { *[Symbol.iterator]() {} } }); // prettier-ignore
    let begun;
    new Beginning([], document.querySelector("dialog"), (settings) => (begun = settings));
    document.querySelector("form").dispatchEvent(new Event("submit"));
    const { players, length, clock, sealed } = begun;
    const usual = [...players, length, clock, sealed].every((one) => Number.isInteger(one) && one >= 0 && one < 10);
    assert(usual, JSON.stringify(choice));
  }
});

test("a position that is opened while the address is written is not lost", () => {
  const heard = {};
  globalThis.location = new URL("http://localhost/");
  globalThis.history = { replaceState: (state, _, { href }) => Object.assign(globalThis.location, { href }) };
  globalThis.addEventListener = (what, act) => (heard[what] = act);
  const copy = new EventTarget();
  const opened = [];
  const address = new Address([copy], () => {});
  address.onChange((xgid) => opened.push(xgid));
  address.show("XGID=one");
  globalThis.location.hash = "XGID=two";
  copy.dispatchEvent(new Event("click")); // the address is written, as it is late by itself
  heard.hashchange();
  assert.deepEqual(opened, ["XGID=two"]);
});

test("findings of a report that are none are found anew", () => {
  for (const games of [null, 7, [], [null, 1], [{}, { news: [null] }]]) {
    keep({ "picogammon.report": JSON.stringify({ key: "it", games }) });
    assert.equal(keptOf("it", 2), null);
  }
});

test("who has won more points than the match has is not said to have three of one", () => {
  const { document } = parseHTML("<p></p><p></p><p></p>");
  globalThis.document = document;
  const parts = [...document.querySelectorAll("p")];
  const seat = { name: "Ann", who: "", colour: [9, 9, 9], length: 1, pips: 0, clock: "", acts: false };
  const main = document.createElement("div");
  new Seats(parts, main).show([3, 0, 1].map((score) => ({ ...seat, score })));
  const stands = parts.map((part) => part.querySelectorAll("span")[1].textContent);
  assert.deepEqual(stands, ["3 points, won", "0 of 1", "1 point, won"]);
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

const room = (homeLeft = false) => layOut(800, 600, homeLeft);

test("five lights a point run in from the rim and back, and none covers another", () => {
  const spots = lightSpots(room(), BOARDS.pico_five);
  const at = Object.fromEntries(spots.map((spot) => [spot.index, spot]));
  assert.deepEqual(Object.keys(at).map(Number), Array.from({ length: 140 }, (_, i) => i));
  // Player 0's off comes first, out to the rim, which is below.
  assert(at[0].y < at[4].y && at[5].y > at[9].y && at[10].y < at[14].y);
  assert(at[0].x > at[5].x && at[5].x === at[9].x && at[9].x > at[10].x);
  for (const one of spots)
    for (const other of spots)
      if (one !== other) assert(Math.hypot(one.x - other.x, one.y - other.y) > 1.9 * one.radius);
});

for (const homeLeft of [false, true])
  test(`each button lies over the lights of its place, with home boards at the ${homeLeft ? "left" : "right"}`, () => {
    const board = BOARDS.pico_five;
    const layout = room(homeLeft);
    const places = board.points.map((lights, i) => [`point-${i + 1}`, lights]);
    for (const side of [0, 1]) places.push([`bar-${side}`, board.bars[side]], [`off-${side}`, board.offs[side]]);
    const wanted = new Map(places.flatMap(([name, lights]) => lights.map((light) => [light, name])));
    assert.equal(wanted.size, 140);
    for (const { index, x, y } of lightSpots(layout, board)) assert.deepEqual(namedAt(layout, x, y), [wanted.get(index)]);
  });

function namedAt(layout, x, y) {
  const boxes = Object.entries(placeBoxes(layout));
  const holds = ([, box]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  return boxes.filter(holds).map(([name]) => name);
}

test("arrow keys lead from each button on the board to every other", () => {
  const boxes = placeBoxes(room());
  const reached = new Set(["point-24"]);
  for (const name of reached) for (const way of ["Left", "Right", "Up", "Down"]) reached.add(neighbour(name, way, boxes));
  assert.deepEqual([...reached].sort(), Object.keys(boxes).sort());
});

// What a question to a board is answered by, whose port says `answer(sent)` to each line, or the reason why none.
async function asked(answer, act) {
  let sink;
  const readable = new ReadableStream({ start: (stream) => (sink = stream) }, { highWaterMark: Infinity });
  const say = (text) => text && sink.enqueue(new TextEncoder().encode(text));
  const writable = new WritableStream({ write: (bytes) => say(answer(new TextDecoder().decode(bytes), sink)) });
  const port = { async open() {}, async close() {}, readable, writable };
  const cable = await Cable.connect({ requestPort: async () => port });
  return act(cable).catch(({ message }) => message);
}

test("a board that sends without end takes no more than a megabyte", async () => {
  for (const sent of ["x", "x\r\n", "set\r\n"])
    assert.match(await asked(() => sent.repeat((2 << 20) / sent.length), (cable) => cable.ask("set")), /sends without end/);
});

test("older firmware, and a cable that comes out, are said", async () => {
  const older = await asked(() => "error unknown_command\r\n", (cable) => cable.ask("mirror"));
  assert.match(older, /Its firmware is older/);
  const out = await asked((_, sink) => void sink.close(), (cable) => cable.ask("mirror"));
  assert.match(out, /The cable came out/);
});

test("a board that does not answer is said", async () => {
  const silent = asked(() => "", (cable) => cable.ask("mirror"));
  for (let turn = 0; turn < 9; turn++) await null;
  live(now() + 5000);
  assert.equal(await silent, "The board does not answer");
});

test("what does not come over the cable whole is asked for again, and then refused", async () => {
  let times = 0;
  const torn = () => (times++, "get data AAAA\r\nget end 3 1\r\n");
  assert.match(await asked(torn, (cable) => cable.file("cards.bin")), /cards.bin does not come over the cable whole/);
  assert.equal(times, 3);
});

// What a page's server is told from now on, each as JSON; it answers what `answer(told)` gives, or never.
function server(answer) {
  const bodies = [];
  globalThis.addEventListener ??= () => {};
  globalThis.fetch = async (_, { body }) => {
    bodies.push(body);
    const came = answer(JSON.parse(body));
    return came ? { ok: true, json: async () => came } : new Promise(() => {});
  };
  return bodies;
}

test("a program for the prompt goes to the page's server in pieces that it reads", async () => {
  const bodies = server(({ begins, said }) => (begins || said) && { came: "" });
  const program = Uint8Array.from({ length: 10_000 }, (_, at) => (at < 2000 ? 1 : at & 255));
  const port = await plug.requestPort();
  await port.open();
  await port.writable.getWriter().write(program);
  const said = bodies.map((body) => JSON.parse(body).said ?? "").join("");
  assert.deepEqual(Uint8Array.from(said, (letter) => letter.charCodeAt(0)), program);
  assert(bodies.every((body) => new TextEncoder().encode(body).length <= 4096));
});

test("an emulated board hears how long a button is held, and what it does is told", async () => {
  const lit = { what: "wave", value: { pin: 22, bytes: [] } };
  const bodies = server(({ start }) => start && [lit]);
  const told = [];
  let hear;
  globalThis.addEventListener = (_, act) => (hear = ([what, value]) => act({ data: { what, value } }));
  globalThis.postMessage = (event) => told.push(event);
  await import("../../tools/emulator/page_worker.js");
  for (const message of [["contact", { pin: 12, level: 0, at: 1000 }], ["contact", { pin: 12, level: 1, at: 1700 }], ["start"]]) hear(message); // prettier-ignore
  while (bodies.length < 2) await null;
  assert.deepEqual(told, [lit, { what: "started" }]);
  assert.deepEqual(JSON.parse(bodies[1]), { contacts: [[12, 0, 0], [12, 1, 700]] }); // prettier-ignore
});

// What is painted of a table: {dice: [pips, whether faint, colour] each, cube: {text, aside: how far it lies
// below the middle, turned, rim: its colour}, counts: {place: text}}.
function painted(name, table) {
  const board = BOARDS[name];
  const layout = room();
  const middle = (layout.top + layout.bottom) / 2;
  const seen = { dice: [], cube: null, counts: {} };
  let block = null;
  let onCube = false;
  const acts = {
    roundRect: (x, y, width) => (block = { x, y, width }),
    beginPath: () => (block = null),
    fill: () => {
      if (!block) return;
      if (block.x > layout.halves[1].x) seen.dice.push([0, pen.globalAlpha < 1, pen.fillStyle]);
      else seen.cube = { aside: Math.round(block.y + block.width / 2 - middle), turned: false, rim: null };
    },
    stroke: () => {
      if (block && block.x < layout.halves[1].x && seen.cube) seen.cube.rim = pen.strokeStyle;
    },
    arc: () => seen.dice.at(-1)[0]++,
    translate: () => (onCube = true),
    rotate: () => (seen.cube.turned = true),
    fillText: (text, x, y) => {
      if (onCube) seen.cube.text = text;
      else for (const place of namedAt(layout, x, y)) seen.counts[place] = text;
    },
  };
  const pen = new Proxy({ globalAlpha: 1, ...acts }, { get: (target, key) => target[key] ?? (() => {}) });
  const it = new Table();
  it.take({ dice: [], cube: null, counts: {}, colours: [[255, 76, 0], [0, 64, 255]], ...table }); // prettier-ignore
  it.paint(pen, layout, lightSpots(layout, board), board);
  return seen;
}

test("dice have their pips and their side's colour, and used ones are faint", () => {
  const [six, five] = painted("pico", { dice: [[6, 0, 0], [5, 1, 1]] }).dice; // prettier-ignore
  assert.deepEqual([six.slice(0, 2), five.slice(0, 2)], [[6, false], [5, true]]); // prettier-ignore
  assert.notEqual(six[2], five[2]);
  assert.equal(painted("pico", { dice: Array(4).fill([3, 1, 0]) }).dice.length, 4);
  assert.deepEqual(painted("pico", {}), { dice: [], cube: null, counts: {} });
});

test("the cube lies nearer to who has it, with its rim, and is turned to who sits above", () => {
  const { aside, ...middle } = painted("pico", { cube: { value: 1, side: null, place: "centre" } }).cube;
  assert.deepEqual([aside, middle], [0, { turned: false, rim: null, text: "1" }]);
  const below = painted("pico", { cube: { value: 4, side: 0, place: "below" } }).cube;
  const above = painted("pico", { cube: { value: 1024, side: 1, place: "above" } }).cube;
  assert(below.aside > 0 && !below.turned && below.text === "4");
  assert(above.aside < 0 && above.turned && above.text === "1024");
  assert(below.rim && above.rim && below.rim !== above.rim);
});

test("where there are more checkers than lights a number says how many, at its place", () => {
  const counts = { "point-6": 7, "point-8": 5, "point-13": 1, "bar-0": 2, "off-1": 9 };
  assert.deepEqual(painted("pico_five", { counts }).counts, { "point-6": "7", "off-1": "9" });
  assert.deepEqual(painted("pico", { counts }).counts, { "point-6": "7", "point-8": "5", "bar-0": "2", "off-1": "9" });
});
