// The emulated strip takes what all kinds of lights take, and nothing else.

import assert from "node:assert/strict";
import test from "node:test";

import { LightStrip } from "../../tools/emulator/board/light_strip.js";

const LOW = 0;
const HIGH = 1;
const GAP_NS = 500;

// A strip after bits with these high times, and then so long a pause.
function sent(highs, pause) {
  let now = 1000;
  let due = Infinity;
  let latched;
  let edge;
  const strip = new LightStrip("RGB");
  const alarm = (callback) => {
    latched = callback;
    return { schedule: (ns) => (due = now + ns) };
  };
  strip.attach({ addListener: (listener) => (edge = listener) }, alarm, () => now);
  for (const high of highs) {
    edge(HIGH, LOW);
    now += high;
    edge(LOW, HIGH);
    now += GAP_NS;
  }
  now += pause;
  if (now >= due) latched();
  return strip;
}

const zeros = (count, ns = 300) => Array(count).fill(ns);
const LONG_NS = 280_000;

test("bits with the high times of all kinds of lights are shown after 280 us", () => {
  const light = [...zeros(4, 220), ...zeros(4, 750), ...zeros(4, 380), ...zeros(4, 580), ...zeros(8)];
  const strip = sent(light, LONG_NS);
  assert.deepEqual(strip.lights, [[0x0f, 0x0f, 0]]);
  assert.deepEqual(sent(light, LONG_NS - 2 * GAP_NS).lights, []);
});

for (const high of [200, 400, 560, 800]) {
  test(`a bit of ${high} ns is lost, and all after it slip`, () => {
    const strip = sent([high, ...zeros(6), 700, ...zeros(24)], LONG_NS);
    assert.deepEqual(strip.lights, [[2, 0, 0]]);
  });
}
