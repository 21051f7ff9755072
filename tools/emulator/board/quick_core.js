// rp2040js's processor, which runs many instructions in a row.
//
// rp2040js compares each instruction with up to eighty forms. Here a burst ends only before an alarm, or an access to
// anything but RAM, cached flash, the divider and SysTick. Seven bits of an instruction choose among the usual forms;
// rp2040js executes all others with the same registers, flags, memory and cycles.

import { CortexM0Core } from "../../npm/node_modules/rp2040js/dist/esm/cortex-m0-core.js";

const SP = 13;
const LR = 14;
const PC = 15;
const FLASH = 0x10000000;
const FLASH_BYTES = 0x1000000; // its first alias
const RAM = 0x20000000;
const RAM_BYTES = 0x42000;
const ROM_BYTES = 0x4000;
const BUSES = 0x40000000; // from here on an access takes longer, or less
const SIO = 0xd0000000;
const DIVIDER = 0xd0000060; // it has seven words, changes nothing but itself, and knows no time
const DIVIDER_BYTES = 28;
const SYSTICK = 0xe000e018; // what the clock says; reading it changes nothing

// What is left to do with `a` and `b`, or at `address`, when an instruction is decoded.
const NOTHING = 0;
const RESULT = 1; // `a` into a register, and two flags follow it
const TEST = 2; // no more than the flags
const SUM = 3;
const DIFFERENCE = 4;
const COMPARE = 5;
const LOAD_32 = 6;
const LOAD_16 = 7;
const LOAD_8 = 8;
const LOAD_S16 = 9; // with its sign
const LOAD_S8 = 10;
const STORE_32 = 11;
const STORE_16 = 12;
const STORE_8 = 13;
const SLOW = 14; // for rp2040js

// The bits of an address that are 0, by what is done there.
const ALIGNED = Uint8Array.of(0, 0, 0, 0, 0, 0, 3, 1, 0, 1, 0, 3, 1, 0, 0);

// What STR and LDR do by three bits of an instruction with a register.
const BY_REGISTER = Uint8Array.of(STORE_32, STORE_16, STORE_8, LOAD_S8, LOAD_32, LOAD_16, LOAD_8, LOAD_S16);

export class QuickCore extends CortexM0Core {
  // `cache`: a FlashCache.
  constructor(chip, cache) {
    super(chip);
    this.cache = cache;
    this.nanos = 8; // of a cycle
    this.bus = { serves: true }; // whether flash is memory
    this.carried = 0; // cycles that the next instruction's code took to come
    this._signed = new Int32Array(this.registers.buffer);
    this._ram16 = new Uint16Array(chip.sram.buffer);
    this._ram32 = new Int32Array(chip.sram.buffer);
    this._flash32 = new Int32Array(chip.flash.buffer);
    this._rom16 = new Uint16Array(chip.bootrom.buffer);
    this._kind = SLOW; // of the instruction before which a burst has ended
    this._address = 0;
    this._register = 0;
  }

  // Runs up to `most` instructions, until `target` (ns of the clock) or the clock's next alarm. Returns how many.
  // eslint-disable-next-line complexity -- calls between its parts would take longer than what they do
  burst(clock, target, most) {
    const { cache, _signed: S, _ram16: ram16, _ram32: ram32, _flash32: flash32, _rom16: rom16 } = this;
    const { sram: ram8, flash: flash8, flash16, sio } = this.rp2040;
    const unitBits = cache.unitBits;
    const alarm = clock.nextAlarm;
    const end = alarm === null || alarm.nanos > target ? target : alarm.nanos;
    const limit = Math.ceil((end - clock.nanosCounter) / this.nanos);
    let pc = S[PC] & ~1;
    let nz = this.N ? -1 : this.Z ? 0 : 1; // N and Z follow it
    let c = this.C;
    let v = this.V;
    let done = 0;
    let cycles = 0; // without what flash takes
    let stalls = 0;
    let unit = -1; // of the cache, that was read last
    let stall = 0;
    let kind = SLOW;
    let address = 0;
    let to = 0;
    if (this.interruptsUpdated || !this.bus.serves || (this.N && this.Z)) most = 0;
    while (done < most) {
      let at = pc - FLASH;
      let opcode;
      stall = 0;
      kind = SLOW;
      if (at >= 0 && at < FLASH_BYTES) {
        opcode = flash16[at >>> 1];
        if (at >>> unitBits !== unit) {
          unit = at >>> unitBits;
          stall = cache.read(at);
        }
      } else {
        at = pc - RAM;
        if (at >= 0 && at < RAM_BYTES) opcode = ram16[at >>> 1];
        else if (pc >= 0 && pc < ROM_BYTES) opcode = rom16[pc >>> 1];
        else break;
      }
      let next = pc + 2;
      let took = 1;
      let a = 0;
      let b = 0;
      const low = opcode & 7;
      const middle = (opcode >> 3) & 7;
      switch (opcode >> 9) {
        case 0b0000000: case 0b0000001: case 0b0000010: case 0b0000011: { // LSLS, immediate
          const five = (opcode >> 6) & 31;
          if (five) c = ((S[middle] >>> (32 - five)) & 1) !== 0;
          kind = RESULT; to = low; a = S[middle] << five;
          break;
        }
        case 0b0000100: case 0b0000101: case 0b0000110: case 0b0000111: { // LSRS, immediate
          const five = (opcode >> 6) & 31;
          c = ((S[middle] >>> (five ? five - 1 : 31)) & 1) !== 0;
          kind = RESULT; to = low; a = five ? (S[middle] >>> five) | 0 : 0;
          break;
        }
        case 0b0001000: case 0b0001001: case 0b0001010: case 0b0001011: { // ASRS, immediate
          const five = (opcode >> 6) & 31;
          c = ((S[middle] >>> (five ? five - 1 : 31)) & 1) !== 0;
          kind = RESULT; to = low; a = S[middle] >> (five || 31);
          break;
        }
        case 0b0001100: case 0b0001101: // ADDS and SUBS, a register
          kind = opcode & 0x200 ? DIFFERENCE : SUM; to = low; a = S[middle]; b = S[(opcode >> 6) & 7];
          break;
        case 0b0001110: case 0b0001111: // ADDS and SUBS, a small number
          kind = opcode & 0x200 ? DIFFERENCE : SUM; to = low; a = S[middle]; b = (opcode >> 6) & 7;
          break;
        case 0b0010000: case 0b0010001: case 0b0010010: case 0b0010011: // MOVS
          kind = RESULT; to = (opcode >> 8) & 7; a = opcode & 255;
          break;
        case 0b0010100: case 0b0010101: case 0b0010110: case 0b0010111: // CMP, a number
          kind = COMPARE; a = S[(opcode >> 8) & 7]; b = opcode & 255;
          break;
        case 0b0011000: case 0b0011001: case 0b0011010: case 0b0011011: // ADDS, a number
        case 0b0011100: case 0b0011101: case 0b0011110: case 0b0011111: // SUBS
          to = (opcode >> 8) & 7;
          kind = opcode & 0x800 ? DIFFERENCE : SUM; a = S[to]; b = opcode & 255;
          break;
        case 0b0100000: case 0b0100001: // two low registers
          a = S[low];
          b = S[middle];
          to = low;
          kind = RESULT;
          switch ((opcode >> 6) & 15) {
            case 0b0000: a &= b; break; // ANDS
            case 0b0001: a ^= b; break; // EORS
            case 0b1100: a |= b; break; // ORRS
            case 0b0010: // LSLS
              b &= 255;
              if (b) c = (a & (1 << (32 - b))) !== 0;
              a = b < 32 ? a << b : 0;
              break;
            case 0b0011: // LSRS
              b &= 255;
              c = b <= 32 && ((a >>> (b - 1)) & 1) !== 0;
              a = b < 32 ? (a >>> b) | 0 : 0;
              break;
            case 0b0100: // ASRS
              b &= 255;
              c = (a & (1 << (b < 32 ? b - 1 : 31))) !== 0;
              a >>= b < 32 ? b : 31;
              break;
            case 0b0101: { // ADCS
              const all = (a >>> 0) + (c ? 1 : 0);
              const sum = (b >>> 0) + all;
              v = (sum | 0) !== b + (all | 0);
              c = sum > 0xffffffff;
              a = sum | 0;
              break;
            }
            case 0b0110: { // SBCS
              const less = (b >>> 0) + (c ? 0 : 1);
              const rest = ((a >>> 0) - less) | 0;
              v = ((a ^ less) & (a ^ rest)) < 0;
              c = a >>> 0 >= less;
              a = rest;
              break;
            }
            case 0b1101: a = Math.imul(a, b); break; // MULS
            case 0b1110: a &= ~b; break; // BICS
            case 0b1111: a = ~b; break; // MVNS
            case 0b1000: a &= b; kind = TEST; break; // TST
            case 0b1001: a = 0; kind = DIFFERENCE; break; // RSBS
            case 0b1010: kind = COMPARE; break; // CMP
            default: kind = SLOW;
          }
          break;
        case 0b0100010: case 0b0100011: { // MOV, CMP and ADD between all registers, BX and BLX
          const from = (opcode >> 3) & 15;
          to = ((opcode >> 4) & 8) | low;
          const what = (opcode >> 8) & 3;
          if (what === 3) {
            const link = opcode & 128;
            const where = S[from];
            if (low || from === PC || (link && from === LR) || !(where & 1) || where >>> 28 === 15) break;
            if (link) S[LR] = next | 1;
            next = where & ~1;
            took = 2;
            kind = NOTHING;
            break;
          }
          if (what === 1) {
            if (from === PC || to === PC) break;
            kind = COMPARE;
            a = S[to];
            b = S[from];
            break;
          }
          a = from === PC ? pc + 4 : S[from];
          if (what === 0) a = (a + (to === PC ? pc + 4 : S[to])) | 0;
          kind = NOTHING;
          if (to === PC) {
            next = a & ~1;
            took = 2;
          } else S[to] = to === SP ? a & ~3 : a;
          break;
        }
        case 0b0100100: case 0b0100101: case 0b0100110: case 0b0100111: // LDR, literal
          kind = LOAD_32; to = (opcode >> 8) & 7; address = ((pc + 4) & ~3) + ((opcode & 255) << 2);
          break;
        case 0b0101000: case 0b0101001: case 0b0101010: case 0b0101011: // STR and LDR, by a register
        case 0b0101100: case 0b0101101: case 0b0101110: case 0b0101111:
          kind = BY_REGISTER[(opcode >> 9) & 7]; to = low; address = S[middle] + S[(opcode >> 6) & 7];
          break;
        case 0b0110000: case 0b0110001: case 0b0110010: case 0b0110011: // STR, by a number
        case 0b0110100: case 0b0110101: case 0b0110110: case 0b0110111: // LDR
          kind = opcode & 0x800 ? LOAD_32 : STORE_32; to = low; address = S[middle] + ((opcode >> 4) & 124);
          break;
        case 0b0111000: case 0b0111001: case 0b0111010: case 0b0111011: // STRB
        case 0b0111100: case 0b0111101: case 0b0111110: case 0b0111111: // LDRB
          kind = opcode & 0x800 ? LOAD_8 : STORE_8; to = low; address = S[middle] + ((opcode >> 6) & 31);
          break;
        case 0b1000000: case 0b1000001: case 0b1000010: case 0b1000011: // STRH
        case 0b1000100: case 0b1000101: case 0b1000110: case 0b1000111: // LDRH
          kind = opcode & 0x800 ? LOAD_16 : STORE_16; to = low; address = S[middle] + ((opcode >> 5) & 62);
          break;
        case 0b1001000: case 0b1001001: case 0b1001010: case 0b1001011: // STR, to the stack
        case 0b1001100: case 0b1001101: case 0b1001110: case 0b1001111: // LDR
          kind = opcode & 0x800 ? LOAD_32 : STORE_32; to = (opcode >> 8) & 7; address = S[SP] + ((opcode & 255) << 2);
          break;
        case 0b1010100: case 0b1010101: case 0b1010110: case 0b1010111: // ADD, of the stack's pointer
          S[(opcode >> 8) & 7] = S[SP] + ((opcode & 255) << 2);
          kind = NOTHING;
          break;
        case 0b1011000: // ADD and SUB, to the stack's pointer
          if (opcode & 256) break;
          S[SP] = (S[SP] + (opcode & 128 ? -4 : 4) * (opcode & 127)) & ~3;
          kind = NOTHING;
          break;
        case 0b1011001: // SXTH, SXTB, UXTH, UXTB
          if (opcode & 256) break;
          kind = NOTHING;
          a = S[middle];
          if (opcode & 128) S[low] = opcode & 64 ? a & 255 : a & 0xffff;
          else S[low] = opcode & 64 ? (a << 24) >> 24 : (a << 16) >> 16;
          break;
        case 0b1011010: { // PUSH
          let count = 0;
          for (let left = opcode & 511; left; left &= left - 1) count++;
          at = (S[SP] - 4 * count - RAM) >>> 0;
          if (at > RAM_BYTES - 4 * count || at & 3) break;
          kind = NOTHING;
          S[SP] -= 4 * count;
          at >>>= 2;
          for (let left = opcode & 255, i = 0; left; left >>= 1, i++) {
            if (!(left & 1)) continue;
            ram32[at++] = S[i];
            took++;
          }
          if (opcode & 256) ram32[at] = S[LR];
          break;
        }
        case 0b1011110: { // POP
          let count = 0;
          for (let left = opcode & 511; left; left &= left - 1) count++;
          at = (S[SP] - RAM) >>> 0;
          if (at > RAM_BYTES - 4 * count || at & 3) break;
          at >>>= 2;
          if (opcode & 256) {
            b = ram32[at + count - 1];
            if (!(b & 1) || b >>> 28 === 15) break;
            next = b & ~1;
            took = 3;
          }
          kind = NOTHING;
          S[SP] += 4 * count;
          for (let left = opcode & 255, i = 0; left; left >>= 1, i++) {
            if (!(left & 1)) continue;
            S[i] = ram32[at++];
            took++;
          }
          break;
        }
        case 0b1100000: case 0b1100001: case 0b1100010: case 0b1100011: // STM
        case 0b1100100: case 0b1100101: case 0b1100110: case 0b1100111: { // LDM
          to = (opcode >> 8) & 7;
          let count = 0;
          for (let left = opcode & 255; left; left &= left - 1) count++;
          at = (S[to] - RAM) >>> 0;
          if (at > RAM_BYTES - 4 * count || at & 3) break;
          kind = NOTHING;
          took = 1 + count;
          a = S[to] + 4 * count;
          at >>>= 2;
          for (let left = opcode & 255, i = 0; left; left >>= 1, i++) {
            if (!(left & 1)) continue;
            if (opcode & 0x800) S[i] = ram32[at++];
            else ram32[at++] = S[i];
          }
          if (!(opcode & (1 << to))) S[to] = a;
          break;
        }
        case 0b1101000: case 0b1101001: case 0b1101010: case 0b1101011:
        case 0b1101100: case 0b1101101: case 0b1101110: { // B, with a condition
          let met;
          switch ((opcode >> 9) & 7) {
            case 0: met = nz === 0; break;
            case 1: met = c; break;
            case 2: met = nz < 0; break;
            case 3: met = v; break;
            case 4: met = c && nz !== 0; break;
            case 5: met = nz < 0 === v; break;
            default: met = nz < 0 === v && nz !== 0;
          }
          kind = NOTHING;
          if (met === ((opcode & 256) === 0)) {
            next = pc + 4 + ((opcode << 24) >> 23);
            took = 2;
          }
          break;
        }
        case 0b1110000: case 0b1110001: case 0b1110010: case 0b1110011: // B
          next = pc + 4 + ((opcode << 21) >> 20);
          took = 2;
          kind = NOTHING;
          break;
        case 0b1111000: case 0b1111001: case 0b1111010: case 0b1111011: { // BL
          const half = pc + 2;
          at = half - FLASH;
          const inFlash = at >= 0 && at < FLASH_BYTES;
          const second = inFlash ? flash16[at >>> 1] : half < RAM ? rom16[half >>> 1] : ram16[(half - RAM) >>> 1];
          if ((second & 0xd000) !== 0xd000) break;
          if (inFlash && at >>> unitBits !== unit) {
            unit = at >>> unitBits;
            stall += cache.read(at);
          }
          const sign = (opcode >> 10) & 1;
          const bit23 = 1 - (sign ^ ((second >> 13) & 1));
          const bit22 = 1 - (sign ^ ((second >> 11) & 1));
          const near = ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
          S[LR] = (pc + 4) | 1;
          next = (pc + 4 + ((sign ? 0xff000000 : 0) | (bit23 << 23) | (bit22 << 22) | near)) | 0;
          took = 3;
          kind = NOTHING;
          break;
        }
        default:
      } // prettier-ignore
      if (kind >= LOAD_32) {
        if (kind === SLOW) break;
        at = (address - RAM) >>> 0;
        const inRam = at < RAM_BYTES;
        if (!inRam) at = (address - FLASH) >>> 0;
        if (!inRam && at >= FLASH_BYTES) {
          at = address >>> 0;
          if (at & 3) break;
          if (at - DIVIDER >= 0 && at - DIVIDER < DIVIDER_BYTES && kind === LOAD_32) {
            S[to] = sio.readUint32(at - SIO);
          } else if (at - DIVIDER >= 0 && at - DIVIDER < DIVIDER_BYTES && kind === STORE_32) {
            sio.writeUint32(at - SIO, S[to] >>> 0);
          } else if (at === SYSTICK && kind === LOAD_32) {
            const began = clock.nanosCounter;
            clock.nanosCounter = began + (cycles + stalls) * this.nanos;
            S[to] = this.readUint32(at);
            clock.nanosCounter = began;
            took = 2;
          } else break;
          pc = next;
          done++;
          cycles += took;
          stalls += stall;
          kind = NOTHING;
          if (cycles + stalls >= limit) break;
          continue;
        }
        if ((!inRam && kind >= STORE_32) || at & ALIGNED[kind]) break;
        if (!inRam) {
          stall += cache.read(at);
          unit = -1;
        }
        took = 2;
        switch (kind) {
          case LOAD_32: S[to] = (inRam ? ram32 : flash32)[at >>> 2]; break;
          case LOAD_16: S[to] = (inRam ? ram16 : flash16)[at >>> 1]; break;
          case LOAD_8: S[to] = (inRam ? ram8 : flash8)[at]; break;
          case LOAD_S16: S[to] = ((inRam ? ram16 : flash16)[at >>> 1] << 16) >> 16; break;
          case LOAD_S8: S[to] = ((inRam ? ram8 : flash8)[at] << 24) >> 24; break;
          case STORE_32: ram32[at >>> 2] = S[to]; break;
          case STORE_16: ram16[at >>> 1] = S[to]; break;
          default: ram8[at] = S[to];
        } // prettier-ignore
      } else if (kind !== NOTHING) {
        if (kind >= SUM) {
          const result = (kind === SUM ? a + b : a - b) | 0;
          c = kind === SUM ? (a >>> 0) + (b >>> 0) > 0xffffffff : a >>> 0 >= b >>> 0;
          v = ((a ^ result) & (kind === SUM ? b ^ result : a ^ b)) < 0;
          a = result;
        }
        nz = a;
        if (kind !== COMPARE && kind !== TEST) S[to] = a;
      }
      pc = next;
      done++;
      cycles += took;
      stalls += stall;
      kind = NOTHING;
      if (cycles + stalls >= limit) break;
    }
    if (done) {
      S[PC] = pc;
      this.N = nz < 0;
      this.Z = nz === 0;
      this.C = c;
      this.V = v;
      this.cycles += cycles;
    }
    if (kind === NOTHING) {
      clock.tick((cycles + stalls) * this.nanos);
      return done;
    }
    clock.nanosCounter += (cycles + stalls) * this.nanos;
    this.carried = stall;
    this._kind = kind;
    this._address = address;
    this._register = to;
    clock.tick(this.executeInstruction() * this.nanos);
    return done + 1;
  }

  // One instruction: the access to what is far before which a burst has ended, or one for rp2040js.
  executeInstruction() {
    const { _kind: kind, _address: address, _register: register } = this;
    this._kind = SLOW;
    if (kind === SLOW) return super.executeInstruction();
    const { registers } = this;
    registers[PC] = (registers[PC] & ~1) + 2;
    switch (kind) {
      case LOAD_32: registers[register] = this.readUint32(address); break;
      case LOAD_16: registers[register] = this.readUint16(address); break;
      case LOAD_8: registers[register] = this.readUint8(address); break;
      case LOAD_S16: registers[register] = (this.readUint16(address) << 16) >> 16; break;
      case LOAD_S8: registers[register] = (this.readUint8(address) << 24) >> 24; break;
      case STORE_32: this.writeUint32(address, registers[register]); break;
      case STORE_16: this.writeUint16(address, registers[register]); break;
      default: this.writeUint8(address, registers[register]);
    } // prettier-ignore
    const far = address >>> 0;
    const cycles = 1 + (far < BUSES ? 1 : this.cyclesIO(far, kind >= STORE_32));
    this.cycles += cycles;
    return cycles;
  }
}
