// Every instruction of 16 bits and many of 32, in random states: what a burst makes of it, with what comes after it or
// alone, and what rp2040js does. Prints how many were compared, or the first that differs. usage: node compare_cores.mjs

import { RP2040 } from "../../tools/npm/node_modules/rp2040js/dist/esm/index.js";
import { FlashCache } from "../../tools/emulator/board/flash_cache.js";
import { Processor } from "../../tools/emulator/board/processor.js";

const STATES = 2;
const FLASH = 0x10000000;
const RAM = 0x20000000;
const SIO = 0xd0000000;
const DIVIDER = 0xd0000060;
const TIMER = 0x40054000;
const SYSTICK = 0xe000e018;
const NOP = 0x46c0;
const NUMBERS = [0, 1, 2, 31, 32, 33, 255, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

// rp2040js alone: an instruction after another.
class Plain extends Processor {
  burst(clock, target, most) {
    let done = 0;
    do {
      clock.tick(this.executeInstruction() * this.nanos);
      done++;
    } while (done < most && clock.nanos < target && !this.waiting);
    return done;
  }
}

function made(Kind) {
  const chip = new RP2040();
  const done = [];
  const core = new Kind(chip, new FlashCache({ fill: 4, cycles: 45 }), (why) => done.push(why));
  chip.core = core;
  chip.logger = { debug() {}, info() {}, warn: () => core.fail("undefined"), error() {} };
  chip.onBreak = () => core.fail("breakpoint");
  for (let i = 0; i < 0x1000; i++) chip.flash[i] = (i * 7) & 255;
  core.writeUint32(SYSTICK - 8, 5); // it counts the clock's cycles
  for (const name of ["writeUint8", "writeUint16", "writeUint32"]) {
    const write = core[name];
    core[name] = function (address, value) {
      const from = (address - DIVIDER) >>> 0;
      const compared = address >>> 28 === 2 || (name === "writeUint32" && from < 28); // RAM and divider, themselves
      if (!compared) done.push([name, address >>> 0, value >>> 0]);
      return write.call(this, address, value);
    };
  }
  return { chip, core, done };
}

const anything = () => random(65536) * 65536 + random(65536);
const near = () => 4 * random(1000);

function someRegister() {
  switch (random(5)) {
    case 0: return anything();
    case 1: return NUMBERS[random(NUMBERS.length)];
    case 2: return RAM + 0x8000 + near() + (random(8) ? 0 : random(4));
    case 3: return FLASH + near() + (random(8) ? 0 : random(4));
    default: return [SIO, DIVIDER, DIVIDER, TIMER, SYSTICK][random(5)] + 4 * random(3);
  } // prettier-ignore
}

function state(opcode) {
  const at = [FLASH + 0x4000, RAM + 0x4000, 0x1000][random(3)] + 2 * random(1000);
  const registers = Array.from({ length: 16 }, someRegister);
  registers[13] = RAM + 0x10000 + near();
  registers[14] = at | 1;
  registers[15] = at;
  if (opcode >>> 11 === 13 && random(4) === 0) registers[(opcode >> 3) & 7] = SYSTICK - ((opcode >> 4) & 124); // LDR
  const flags = Array.from({ length: 4 }, () => random(2) === 1);
  const halves = [opcode, random(2) ? 0xd000 | anything() : anything()];
  if (random(4) === 0) halves.unshift(NOP);
  return { at, registers, flags, halves, most: random(2) ? 1 : 1 + random(6), ns: 8 * (1 + random(9)) };
}

function run({ chip, core, done }, { at, registers, flags, halves, most, ns }) {
  done.length = 0;
  core.cache.flush();
  core.registers.set(registers);
  [core.N, core.Z, core.C, core.V] = flags;
  Object.assign(core, { PM: false, IPSR: 0, currentMode: 0, waiting: false, lockedUp: false });
  Object.assign(core, { interruptsUpdated: false, pendingSVCall: false, cycles: 0, SPSEL: 0 });
  Object.assign(core, { eventRegistered: false, bankedSP: 0, nPRIV: false });
  const memory = at < FLASH ? new DataView(chip.bootrom.buffer) : at < RAM ? chip.flashView : chip.sramView;
  halves.forEach((half, i) => memory.setUint16((at & 0xffffff) + 2 * i, half & 0xffff, true));
  const { clock } = chip;
  const began = clock.nanos;
  let count = 0;
  try {
    do count += core.burst(clock, began + ns, most - count);
    while (count < most && clock.nanos < began + ns && !core.waiting);
  } catch (error) {
    done.push(error.message); // a fault for which there is no stack
    count = 0;
  }
  const took = clock.nanos - began;
  const { N, Z, C, V, PM, IPSR, currentMode, waiting, cycles, interruptsUpdated } = core;
  const { divDividend, divDivisor, divQuotient, divRemainder, divCSR } = chip.sio;
  done.push([divDividend, divDivisor, divQuotient, divRemainder, divCSR]);
  const left = { N, Z, C, V, PM, IPSR, currentMode, waiting, cycles, interruptsUpdated };
  const seen = [...core.registers.slice(0, 15), core.PC & ~1]; // a vector's lowest bit may still be in PC
  return JSON.stringify({ took, count, registers: seen, ...left, done });
}

console.warn = () => {}; // rp2040js's words about registers that there are not
const [quick, plain] = [made(Processor), made(Plain)];
let compared = 0;
for (let opcode = 0; opcode < 65536; opcode++) {
  for (let i = 0; i < STATES; i++) {
    const before = state(opcode);
    const [ours, theirs] = [run(quick, before), run(plain, before)];
    const alike = compared % 16 || Buffer.compare(quick.chip.sram, plain.chip.sram) === 0;
    if (ours !== theirs || !alike) {
      console.log(`${opcode.toString(16)} in ${JSON.stringify(before)}:\n${ours}\n${theirs}`);
      process.exit(1);
    }
    compared++;
  }
}
console.log(compared);
