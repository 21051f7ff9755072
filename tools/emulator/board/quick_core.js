// rp2040js's processor, which finds an instruction sooner.
//
// rp2040js asks for one form of instruction after another, up to eighty times. Here seven bits of the
// instruction choose among the forms that programs are made of, if it lies in cached flash or RAM; all
// others are left to rp2040js. Registers, flags, memory and cycles are the same
// (host_tests/emulator/compare_cores.mjs).

import { CortexM0Core } from "../../npm/node_modules/rp2040js/dist/esm/cortex-m0-core.js";

const SP = 13;
const LR = 14;
const PC = 15;
const FLASH = 0x10000000;
const FLASH_END = 0x11000000; // the first alias ends
const RAM = 0x20000000;
const RAM_END = 0x20042000;
const BUSES = 0x40000000; // from here on an access takes longer, or less
const SLOW = 0; // cycles that no instruction takes

export class QuickCore extends CortexM0Core {
  executeInstruction() {
    const at = (this.registers[PC] & ~1) >>> 0;
    const near = (at >= FLASH && at < FLASH_END) || (at >= RAM && at < RAM_END);
    if (this.interruptsUpdated || !near) return super.executeInstruction();
    const opcode = this.readUint16(at);
    const cycles = this._execute(at, opcode);
    // Fetching it once more costs nothing: it is in the cache.
    if (cycles === SLOW) return super.executeInstruction();
    this.cycles += cycles;
    return cycles;
  }

  // The cycles it took, or SLOW where nothing has happened yet.
  _execute(at, opcode) {
    const { registers } = this;
    const low = opcode & 7;
    const middle = (opcode >> 3) & 7;
    const high = (opcode >> 8) & 7;
    const high3 = (opcode >> 6) & 7; // a register's number, or a small one
    const five = (opcode >> 6) & 31;
    const eight = opcode & 255;
    switch (opcode >> 9) {
      case 0b0000000: case 0b0000001: case 0b0000010: case 0b0000011: // LSLS, immediate
        this._step(at);
        if (five) this.C = ((registers[middle] >>> (32 - five)) & 1) !== 0;
        this._result(low, registers[middle] << five);
        return 1;
      case 0b0000100: case 0b0000101: case 0b0000110: case 0b0000111: // LSRS, immediate
        this._step(at);
        this.C = ((registers[middle] >>> (five ? five - 1 : 31)) & 1) !== 0;
        this._result(low, five ? (registers[middle] >>> five) | 0 : 0);
        return 1;
      case 0b0001000: case 0b0001001: case 0b0001010: case 0b0001011: // ASRS, immediate
        this._step(at);
        this.C = ((registers[middle] >>> (five ? five - 1 : 31)) & 1) !== 0;
        this._result(low, registers[middle] >> (five || 31));
        return 1;
      case 0b0001100: // ADDS, registers
        this._step(at);
        registers[low] = this._sum(registers[middle], registers[high3]);
        return 1;
      case 0b0001101: // SUBS, registers
        this._step(at);
        registers[low] = this._difference(registers[middle], registers[high3]);
        return 1;
      case 0b0001110: // ADDS, a small number
        this._step(at);
        registers[low] = this._sum(registers[middle], high3);
        return 1;
      case 0b0001111: // SUBS, a small number
        this._step(at);
        registers[low] = this._difference(registers[middle], high3);
        return 1;
      case 0b0010000: case 0b0010001: case 0b0010010: case 0b0010011: // MOVS
        this._step(at);
        this._result(high, eight);
        return 1;
      case 0b0010100: case 0b0010101: case 0b0010110: case 0b0010111: // CMP, a number
        this._step(at);
        this._difference(registers[high], eight);
        return 1;
      case 0b0011000: case 0b0011001: case 0b0011010: case 0b0011011: // ADDS, a number
        this._step(at);
        registers[high] = this._sum(registers[high], eight);
        return 1;
      case 0b0011100: case 0b0011101: case 0b0011110: case 0b0011111: // SUBS, a number
        this._step(at);
        registers[high] = this._difference(registers[high], eight);
        return 1;
      case 0b0100000: case 0b0100001:
        return this._calculate(at, (opcode >> 6) & 15, low, middle);
      case 0b0100010: case 0b0100011:
        return this._move(at, opcode);
      case 0b0100100: case 0b0100101: case 0b0100110: case 0b0100111: // LDR, literal
        this._step(at);
        registers[high] = this.readUint32(((at + 4) & ~3) + (eight << 2));
        return 2;
      case 0b0101000: // STR
        return this._store32(at, registers[middle] + registers[high3], low);
      case 0b0101001: // STRH
        return this._store16(at, registers[middle] + registers[high3], low);
      case 0b0101010: // STRB
        return this._store8(at, registers[middle] + registers[high3], low);
      case 0b0101100: // LDR
        return this._load32(at, registers[middle] + registers[high3], low);
      case 0b0101101: // LDRH
        return this._load16(at, registers[middle] + registers[high3], low);
      case 0b0101110: // LDRB
        return this._load8(at, registers[middle] + registers[high3], low);
      case 0b0110000: case 0b0110001: case 0b0110010: case 0b0110011: // STR, immediate
        return this._store32(at, registers[middle] + (five << 2), low);
      case 0b0110100: case 0b0110101: case 0b0110110: case 0b0110111: // LDR, immediate
        return this._load32(at, registers[middle] + (five << 2), low);
      case 0b0111000: case 0b0111001: case 0b0111010: case 0b0111011: // STRB, immediate
        return this._store8(at, registers[middle] + five, low);
      case 0b0111100: case 0b0111101: case 0b0111110: case 0b0111111: // LDRB, immediate
        return this._load8(at, registers[middle] + five, low);
      case 0b1000000: case 0b1000001: case 0b1000010: case 0b1000011: // STRH, immediate
        return this._store16(at, registers[middle] + (five << 1), low);
      case 0b1000100: case 0b1000101: case 0b1000110: case 0b1000111: // LDRH, immediate
        return this._load16(at, registers[middle] + (five << 1), low);
      case 0b1001000: case 0b1001001: case 0b1001010: case 0b1001011: // STR, from the stack
        return this._store32(at, registers[SP] + (eight << 2), high);
      case 0b1001100: case 0b1001101: case 0b1001110: case 0b1001111: // LDR, from the stack
        return this._load32(at, registers[SP] + (eight << 2), high);
      case 0b1010100: case 0b1010101: case 0b1010110: case 0b1010111: // ADD, of the stack's pointer
        this._step(at);
        registers[high] = registers[SP] + (eight << 2);
        return 1;
      case 0b1011000: // ADD and SUB, to the stack's pointer
        if (opcode & 256) return SLOW;
        this._step(at);
        this.SP = registers[SP] + (opcode & 128 ? -4 : 4) * (opcode & 127);
        return 1;
      case 0b1011001:
        return this._extend(at, high3, low, middle);
      case 0b1011010:
        return this._push(at, opcode);
      case 0b1011110:
        return this._pop(at, opcode);
      case 0b1101000: case 0b1101001: case 0b1101010: case 0b1101011:
      case 0b1101100: case 0b1101101: case 0b1101110: // B, with a condition
        if (this.checkCondition((opcode >> 8) & 15)) {
          registers[PC] = at + 4 + ((opcode << 24) >> 23);
          return 2;
        }
        this._step(at);
        return 1;
      case 0b1110000: case 0b1110001: case 0b1110010: case 0b1110011: // B
        registers[PC] = at + 4 + ((opcode << 21) >> 20);
        return 2;
      case 0b1111000: case 0b1111001: case 0b1111010: case 0b1111011:
        return this._call(at, opcode);
      default:
        return SLOW;
    } // prettier-ignore
  }

  _step(at) {
    this.registers[PC] = at + 2;
  }

  // A register's new content, a signed number, which two flags follow.
  _result(register, value) {
    this.registers[register] = value;
    this.N = value < 0;
    this.Z = value === 0;
  }

  _sum(a, b) {
    const sum = a + b;
    const result = sum | 0;
    this.N = result < 0;
    this.Z = result === 0;
    this.C = sum > 0xffffffff;
    this.V = ((a ^ result) & (b ^ result)) < 0;
    return result;
  }

  _difference(a, b) {
    const result = (a - b) | 0;
    this.N = result < 0;
    this.Z = result === 0;
    this.C = a >= b;
    this.V = ((a ^ b) & (a ^ result)) < 0;
    return result;
  }

  // What two registers are worked into, by four bits of the instruction.
  _calculate(at, what, low, middle) {
    const { registers } = this;
    const a = registers[low];
    const b = registers[middle];
    let result;
    switch (what) {
      case 0b0000: result = a & b; break; // ANDS
      case 0b0001: result = a ^ b; break; // EORS
      case 0b1100: result = a | b; break; // ORRS
      case 0b1101: result = Math.imul(a, b); break; // MULS
      case 0b1110: result = a & ~b; break; // BICS
      case 0b1111: result = ~b; break; // MVNS
      case 0b1000: // TST
        this._step(at);
        this.N = (a & b) < 0;
        this.Z = (a & b) === 0;
        return 1;
      case 0b1001: // RSBS
        this._step(at);
        registers[low] = this._difference(0, b);
        return 1;
      case 0b1010: // CMP
        this._step(at);
        this._difference(a, b);
        return 1;
      default:
        return SLOW;
    } // prettier-ignore
    this._step(at);
    this._result(low, result);
    return 1;
  }

  // MOV, CMP and ADD between all registers, BX and BLX.
  _move(at, opcode) {
    const { registers } = this;
    const from = (opcode >> 3) & 15;
    const to = ((opcode >> 4) & 8) | (opcode & 7);
    const what = (opcode >> 8) & 3;
    if (what === 3) {
      if (opcode & 7) return SLOW;
      this._step(at);
      if (opcode & 128) {
        registers[LR] = (at + 2) | 1;
        registers[PC] = registers[from] & ~1;
        this.blTaken(this, true);
      } else this.BXWritePC(registers[from]);
      return 2;
    }
    if (from === PC || to === PC || to === SP) return SLOW;
    this._step(at);
    if (what === 0) registers[to] += registers[from];
    else if (what === 1) this._difference(registers[to], registers[from]);
    else registers[to] = registers[from];
    return 1;
  }

  _extend(at, what, low, middle) {
    const { registers } = this;
    if (what > 3) return SLOW;
    this._step(at);
    const value = registers[middle];
    if (what === 0) registers[low] = (value << 16) >> 16; // SXTH
    else if (what === 1) registers[low] = (value << 24) >> 24; // SXTB
    else registers[low] = value & (what === 2 ? 0xffff : 0xff); // UXTH, UXTB
    return 1;
  }

  _load32(at, address, register) {
    this._step(at);
    this.registers[register] = this.readUint32(address);
    return 1 + this._wait(address);
  }

  _load16(at, address, register) {
    this._step(at);
    this.registers[register] = this.readUint16(address);
    return 1 + this._wait(address);
  }

  _load8(at, address, register) {
    this._step(at);
    this.registers[register] = this.readUint8(address);
    return 1 + this._wait(address);
  }

  _store32(at, address, register) {
    this._step(at);
    this.writeUint32(address, this.registers[register]);
    return 1 + this._wait(address, true);
  }

  _store16(at, address, register) {
    this._step(at);
    this.writeUint16(address, this.registers[register]);
    return 1 + this._wait(address, true);
  }

  _store8(at, address, register) {
    this._step(at);
    this.writeUint8(address, this.registers[register]);
    return 1 + this._wait(address, true);
  }

  _wait(address, writes) {
    return address >>> 0 < BUSES ? 1 : this.cyclesIO(address, writes);
  }

  _push(at, opcode) {
    const { registers } = this;
    this._step(at);
    let count = 0;
    for (let left = opcode & 511; left; left &= left - 1) count++;
    let address = registers[SP] - 4 * count;
    let cycles = 1;
    for (let i = 0; i <= 7; i++) {
      if (!(opcode & (1 << i))) continue;
      this.writeUint32(address, registers[i]);
      address += 4;
      cycles++;
    }
    if (opcode & 256) this.writeUint32(address, registers[LR]);
    this.SP = registers[SP] - 4 * count;
    return cycles;
  }

  _pop(at, opcode) {
    const { registers } = this;
    this._step(at);
    let address = registers[SP];
    let cycles = 1;
    for (let i = 0; i <= 7; i++) {
      if (!(opcode & (1 << i))) continue;
      registers[i] = this.readUint32(address);
      address += 4;
      cycles++;
    }
    if (!(opcode & 256)) {
      this.SP = address;
      return cycles;
    }
    this.SP = address + 4;
    this.BXWritePC(this.readUint32(address));
    return cycles + 2;
  }

  // BL; the other instructions of 32 bits are rare.
  _call(at, opcode) {
    const second = this.readUint16(at + 2);
    if ((second & 0xd000) !== 0xd000) return SLOW;
    const sign = (opcode >> 10) & 1;
    const bit23 = 1 - (sign ^ ((second >> 13) & 1));
    const bit22 = 1 - (sign ^ ((second >> 11) & 1));
    const near = ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
    const offset = (sign ? 0xff000000 : 0) | (bit23 << 23) | (bit22 << 22) | near;
    this.registers[LR] = (at + 4) | 1;
    this.registers[PC] = at + 4 + offset;
    this.blTaken(this, false);
    return 3;
  }
}
