// Asks the compiled engine as a page does. usage: node ask.mjs ENGINE.wasm, and on stdin as JSON
// {tables: [[where, hex]], outcomes: [hex], replies: [[hex, die, die]], looks: [hex],
// answered: [[hex, die, die, hex]]}; on stdout what it answered.
import { readFileSync } from 'node:fs';
import { engineOf } from '../../tools/webassembly/engine.js';

const { tables, outcomes, replies, looks, answered } = JSON.parse(readFileSync(0, 'utf8'));
const memory = Buffer.alloc(1 << 22); // stands for MicroPython's
const OUT = 64;
const AFTER = 128;
const GIVEN = 1024;
const engine = engineOf(readFileSync(process.argv[2]), (address, length) => memory.subarray(address, address + length));
const put = (hex, at = 0) => memory.write(hex, at, 'hex');
const hex = (from, length) => memory.toString('hex', from, from + length);
for (const [at, text] of tables) engine.put(at, 0, put(text));
const ready = engine.prepare();
console.log(
  JSON.stringify({
    ready,
    outcomes: outcomes.map((pos) => (put(pos), engine.outcome(0, OUT), hex(OUT, 20))),
    replies: replies.map(([pos, first, second]) => [
      (put(pos), engine.reply(0, first, second, OUT, AFTER)),
      hex(OUT, 20),
      hex(AFTER, 26),
    ]),
    looks: looks.map((pos) => [(put(pos), engine.look(0, OUT)), hex(OUT, 20)]),
    answered: answered.map(([pos, first, second, given]) => {
      put(pos);
      put(given, GIVEN);
      engine.answered(0, first, second, GIVEN, OUT);
      return hex(OUT, 36);
    }),
  }),
);
