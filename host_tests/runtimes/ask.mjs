// Asks the compiled engine as a page does. usage: node ask.mjs ENGINE.wasm, and on stdin as JSON
// {tables: [[where, hex]], outcomes: [hex], replies: [[hex, die, die]], looks: [hex]}; on stdout what it answered, and a second's counts.
import { readFileSync } from 'node:fs';
import { engineOf } from '../../tools/virtual_board/page/engine.js';

const engine = engineOf(readFileSync(process.argv[2]));
const { tables, outcomes, replies, looks } = JSON.parse(readFileSync(0, 'utf8'));
for (const [at, hex] of tables) engine.put(at, hex);
const ready = engine.prepare();

function timed(list, ask) {
  const begun = performance.now();
  const found = list.map(ask);
  return [found, Math.round((1000 * list.length) / (performance.now() - begun))];
}
console.log(
  JSON.stringify({
    ready,
    outcomes: timed(outcomes, (pos) => engine.outcome(pos)),
    replies: timed(replies, ([pos, first, second]) => engine.reply(pos, first, second)),
    looks: timed(looks, (pos) => engine.look(pos)),
  }),
);
