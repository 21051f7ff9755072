// The page's chips do what their data sheets say, whatever driver talks to them.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.location = { search: "?time=manual" };
const { Contacts, SSD1306, Strip } = await import("../../tools/virtual_board/page/chips.js");
const { live, now } = await import("../../tools/virtual_board/page/clock.js");

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

for (const [promise, transmissions, written] of [
  [
    "horizontal addressing fills a window row by row, and begins it again",
    [commands(0x21, 10, 12, 0x22, 3, 4), data(1, 2, 3, 4, 5, 6, 7)],
    { 394: 7, 395: 2, 396: 3, 522: 4, 523: 5, 524: 6 },
  ],
  [
    "page addressing stays in its page, here the fifth from column 0x7e on",
    [commands(0x20, 2, 0xb5, 0x0e, 0x17), data(1, 2, 3)],
    { 766: 1, 767: 2, 640: 3 },
  ],
  [
    "a command's arguments may come one transmission each",
    [...[0x21, 10, 12, 0x22, 3, 4].map((byte) => [0x80, byte]), data(1)],
    { 394: 1 },
  ],
  [
    "a control byte with Co set is for one byte",
    [commands(0x20, 2), [0x80, 0xb2, 0x80, 0x05, 0x80, 0x10, 0xc0, 0xaa, 0x80, 0xa7, 0x40, 0x55]],
    { 261: 0xaa, 262: 0x55 },
  ],
])
  test(promise, () => assert.deepEqual(shown(SETUP, ...transmissions).written, written));

test("it reports whether it is on, and pump and clock are then a strain", () => {
  const chip = new SSD1306();
  assert.equal(chip.status & 0x40, 0x40);
  for (const one of [SETUP, commands(0x20, 0, 0x40, 0xd3, 0xd5, 0x81, 0xcf)]) {
    chip.take(one);
    assert.equal(chip.status & 0x40, 0);
    assert.equal(chip.strain, null);
  }
  chip.take(commands(0xd5, 0x80));
  assert.equal(chip.strain, 0xd5);
});

test("where dots show", () => {
  for (const [transmissions, dots] of [
    [[data(5)], ["0,0", "0,2"]],
    [[commands(0xc0), data(1)], ["0,63"]], // rows the other way round
    [[commands(0x45), data(1)], ["0,59"]], // display begins with line 5
    [[commands(0xd3, 5), data(1)], ["0,59"]], // moved up by 5
    [[data(1), commands(0xa0), data(1)], ["0,0", "126,0"]], // columns the other way round, from then on
    [[data(1), commands(0xae)], []], // off
    [[data(1), commands(0x8d, 0)], []], // no charge pump
  ])
    assert.deepEqual(shown(SETUP, ...transmissions).lit, dots);
  assert.equal(shown(SETUP, data(1), commands(0xa7)).lit.length, 64 * 128 - 1, "inverse");
});

test("a strip takes its colours in its own order, keeps those that are not reached, and passes on what is over", () => {
  const strip = new Strip(3, "GRB");
  strip.take(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
  assert.deepEqual(strip.lights.flat(), [2, 1, 3, 5, 4, 6, 8, 7, 9]);
  strip.take(Uint8Array.from([0, 0, 0, 1]));
  assert.deepEqual(strip.lights.flat(), [0, 0, 0, 5, 4, 6, 8, 7, 9]);
});

// What the firmware hears of a page's buttons, as [pin, level, when], in ms from now.
// A happening is [when, the pin that moves, to which level, and when it did]: without a pin, time passes.
function heardOf(...happenings) {
  const start = now();
  const heard = [];
  const contacts = new Contacts((pin, level) => heard.push([pin, level === contacts.read(pin) ? level : -1, now() - start]));
  for (const [time, pin, level, at] of happenings) {
    live(start + time);
    if (pin !== undefined) contacts.move(pin, level, start + at);
  }
  return heard;
}

for (const [promise, happenings, heard] of [
  [
    "a press that is told late is as long as it was, and the next is in time again",
    [[1900, 3, 0, 1000], [1901, 3, 1, 1150], [3000, 3, 0, 3000]],
    [[3, 0, 1900], [3, 1, 2050], [3, 0, 3000]],
  ],
  [
    "a press of which only the end is late is not longer",
    [[1000, 3, 0, 1000], [1900, 3, 1, 1150]],
    [[3, 0, 1000], [3, 1, 1900]],
  ],
  [
    "late presses of two buttons keep their order",
    [[1900, 2, 0, 1000], [1901, 2, 1, 1700], [1902, 3, 0, 1710], [2610]],
    [[2, 0, 1900], [2, 1, 2600], [3, 0, 2610]],
  ],
  [
    "quick presses of two buttons keep their order",
    [[1000, 2, 0, 1000], [1001, 2, 1, 1001], [1002, 3, 0, 1002], [1003, 3, 1, 1003], [1070]],
    [[2, 0, 1000], [2, 1, 1035], [3, 0, 1035], [3, 1, 1037]],
  ],
  [
    "a short press lasts for a moment",
    [[1000, 3, 0, 1000], [1001, 3, 1, 1001], [1002, 3, 0, 1002], [1100]],
    [[3, 0, 1000], [3, 1, 1035], [3, 0, 1075]],
  ],
  ["no edge comes from the future", [[1000, 3, 0, 5000]], [[3, 0, 1000]]],
])
  test(promise, () => assert.deepEqual(heardOf(...happenings), heard));
