// The page's chips do what their data sheets say, whatever driver talks to them.

import assert from "node:assert/strict";
import test from "node:test";

import { Contacts, SSD1306, Strip } from "../../tools/virtual_board/page/chips.js";

const commands = (...numbers) => [0x00, ...numbers];
const data = (...bytes) => [0x40, ...bytes];
const SETUP = commands(0xae, 0x20, 0, 0xa1, 0xc8, 0xa8, 63, 0x8d, 0x14, 0xaf);

// {written: {place in the GDDRAM: byte}, lit: ["x,y"]} after some transmissions.
function shown(...transmissions) {
  const chip = new SSD1306();
  for (const one of transmissions) chip.take(Uint8Array.from(one));
  const written = Object.fromEntries(Object.entries(chip.gddram()).filter(([, byte]) => byte));
  const dots = Array.from({ length: 64 * 128 }, (_, i) => [i % 128, Math.floor(i / 128)]);
  return { written, lit: dots.filter(([x, y]) => chip.lit(x, y)).map(String) };
}

test("horizontal addressing fills a window row by row", () => {
  const window = commands(0x21, 10, 12, 0x22, 3, 4);
  const { written, lit } = shown(SETUP, window, data(1, 2, 3, 4, 5, 6, 7));
  // The seventh byte comes back to the window's first column.
  assert.deepEqual(written, { 394: 7, 395: 2, 396: 3, 522: 4, 523: 5, 524: 6 });
  for (const dot of ["10,24", "10,25", "10,26", "11,25"]) assert(lit.includes(dot));
});

test("vertical addressing fills a window column by column", () => {
  const window = commands(0x20, 1, 0x21, 10, 12, 0x22, 3, 4);
  assert.deepEqual(shown(SETUP, window, data(1, 2, 3)).written, { 394: 1, 522: 2, 395: 3 });
});

test("page addressing stays in its page", () => {
  const place = commands(0x20, 2, 0xb5, 0x0e, 0x17); // page 5, column 0x7e
  assert.deepEqual(shown(SETUP, place, data(1, 2, 3)).written, { 766: 1, 767: 2, 640: 3 });
});

test("a command's arguments may come one transmission each", () => {
  const parts = [0x21, 10, 12, 0x22, 3, 4].map((byte) => [0x80, byte]);
  assert.deepEqual(shown(SETUP, ...parts, data(1)).written, { 394: 1 });
});

test("a control byte with Co set is for one byte", () => {
  const mixed = [0x80, 0xb2, 0x80, 0x05, 0x80, 0x10, 0xc0, 0xaa, 0x80, 0xa7, 0x40, 0x55];
  assert.deepEqual(shown(SETUP, commands(0x20, 2), mixed).written, { 261: 0xaa, 262: 0x55 });
});

test("where the first dot shows", () => {
  for (const [more, dot] of [
    [[], "0,0"],
    [[0xc0], "0,63"], // rows the other way round
    [[0x45], "0,59"], // display begins with line 5
    [[0xd3, 5], "0,59"], // moved up by 5
  ])
    assert.deepEqual(shown(SETUP, commands(...more), data(1)).lit, [dot]);
});

test("columns the other way round count for what is written afterwards", () => {
  const { lit } = shown(SETUP, data(1), commands(0xa0), data(1));
  assert.deepEqual(lit, ["0,0", "126,0"]);
});

test("inverse, all on, off, and no charge pump", () => {
  const lit = (...last) => shown(SETUP, data(1), commands(...last)).lit.length;
  assert.deepEqual([lit(0xa7), lit(0xa5), lit(0xae)], [8191, 8192, 0]);
  assert.equal(shown(commands(0xaf), data(0xff)).lit.length, 0);
});

const upTo = (last) => Array.from({ length: last }, (_, i) => i + 1);

function lights(order, ...transmissions) {
  const strip = new Strip(3, order);
  for (const one of transmissions) strip.take(Uint8Array.from(one));
  return strip.lights.flat();
}

test("a strip takes its colours in its own order", () => {
  assert.deepEqual(lights("GRB", upTo(9)), [2, 1, 3, 5, 4, 6, 8, 7, 9]);
  assert.deepEqual(lights("RGB", upTo(9)), upTo(9));
  assert.deepEqual(lights("GRBW", upTo(12)), [2, 1, 3, 6, 5, 7, 10, 9, 11]);
});

test("lights that a transmission does not reach keep their colour, and what is over is lost", () => {
  assert.deepEqual(lights("RGB", upTo(9), [10, 11, 12, 13]), [10, 11, 12, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(lights("RGB", upTo(15)), upTo(9));
});

// What the firmware hears of a page's buttons, as [pin, level, when]; a timer is never early.
// A happening is [now, the pin that moves, to which level, and when]: without a pin, time passes.
function heardOf(...happenings) {
  let now = 0;
  let timers = [];
  const heard = [];
  const contacts = new Contacts(
    (pin, level) => heard.push([pin, level === contacts.read(pin) ? level : -1, now]),
    () => now,
    (act, ms) => timers.push({ act, due: now + ms }),
  );
  for (const [time, pin, level, at] of happenings) {
    now = time;
    const ready = timers.filter(({ due }) => due <= now);
    timers = timers.filter(({ due }) => due > now);
    for (const { act } of ready) act();
    if (pin !== undefined) contacts.move(pin, level, at);
  }
  return heard;
}

for (const [promise, happenings, heard] of [
  [
    "an edge is told as it comes",
    [[1000, 3, 0, 1000], [1150, 3, 1, 1150]],
    [[3, 0, 1000], [3, 1, 1150]],
  ],
  [
    "a press that is told late is as long as it was, for the firmware was not late",
    [[1900, 3, 0, 1000], [1905, 3, 1, 1150], [2049], [2050]],
    [[3, 0, 1900], [3, 1, 2050]],
  ],
  [
    "a press of which only the end is late is not longer",
    [[1000, 3, 0, 1000], [1900, 3, 1, 1150]],
    [[3, 0, 1000], [3, 1, 1900]],
  ],
  [
    "after a late press the next is in time again",
    [[1900, 3, 0, 1000], [1901, 3, 1, 1150], [2050], [3000, 3, 0, 3000]],
    [[3, 0, 1900], [3, 1, 2050], [3, 0, 3000]],
  ],
  [
    "late presses of two buttons keep their order",
    [[1900, 2, 0, 1000], [1901, 2, 1, 1700], [1902, 3, 0, 1710], [2600], [2609], [2610]],
    [[2, 0, 1900], [2, 1, 2600], [3, 0, 2610]],
  ],
  [
    "quick presses of two buttons keep their order",
    [[1000, 2, 0, 1000], [1001, 2, 1, 1001], [1002, 3, 0, 1002], [1003, 3, 1, 1003], [1035], [1070]],
    [[2, 0, 1000], [2, 1, 1035], [3, 0, 1035], [3, 1, 1070]],
  ],
  [
    "two buttons can be held at once",
    [[1000, 2, 0, 1000], [1010, 3, 0, 1010]],
    [[2, 0, 1000], [3, 0, 1010]],
  ],
  [
    "a short press lasts for a moment, also where a timer is late",
    [[1000, 3, 0, 1000], [1001, 3, 1, 1001], [1002, 3, 0, 1002], [1034], [1060], [1074], [1075]],
    [[3, 0, 1000], [3, 1, 1060], [3, 0, 1075]],
  ],
  ["no edge comes from the future", [[1000, 3, 0, 5000]], [[3, 0, 1000]]],
])
  test(promise, () => assert.deepEqual(heardOf(...happenings), heard));
