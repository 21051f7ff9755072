// The processor as the chip has it where rp2040js's is kinder: reads of flash wait for the cache, and
// what faults on the chip ends the run. All of rp2040js's reads and writes pass here.

import { QuickCore } from "./quick_core.js";

const FLASH = 0x10000000;
const FLASH_ALIAS = 0x1000000; // cached, cached but kept by no miss, and twice past the cache
const FLASH_ALIASES = 4 * FLASH_ALIAS;
const RAM = 0x20000000;
const RAM_BYTES = 0x42000;
const SIO = 0xd0000000; // pins, spin locks, the divider: asked for all the time
const SIO_END = 0xd0000180;
const ROM_BYTES = 0x4000;
const VECTORS = 0xffffff00; // the bits that the register of the vector table's address has
const NOT_ALIGNED = "which is not aligned";
const EVEN = "which is even";

// Where there is something besides flash and RAM, from and to: the processor's own, the peripherals'
// buses, the boot ROM, the flash's control and interface. What is asked for most comes first.
const MAPPED = Uint32Array.of(
  SIO, SIO_END,
  0x40000000, 0x40070000,
  0x50000000, 0x50400000,
  0xe000e000, 0xe000f000,
  0, ROM_BYTES,
  0x14000000, 0x14004000,
  0x18000000, 0x18004000,
); // prettier-ignore

function isMapped(address) {
  for (let i = 0; i < MAPPED.length; i += 2) {
    if (address >= MAPPED[i] && address < MAPPED[i + 1]) return true;
  }
  return false;
}

const hex = (number) => `0x${(number >>> 0).toString(16).padStart(8, "0")}`;

export class Processor extends QuickCore {
  // `cache`: a FlashCache.
  constructor(chip, cache) {
    super(chip, cache);
    this._stall = 0;
    this.blTaken = (_, exchanges) => exchanges && this._checkState();
  }

  get VTOR() {
    return this._vectors;
  }

  set VTOR(address) {
    this._vectors = (address & VECTORS) >>> 0;
  }

  // One instruction; returns the cycles it took.
  executeInstruction() {
    this._stall = this.carried;
    this.carried = 0;
    return super.executeInstruction() + this._stall;
  }

  // Ends the run: the instruction at an address, by default the current one, is impossible.
  fail(why, at = this.PC - 2) {
    throw new Error(`the processor cannot go on: ${why}, by the code at ${hex(at)}`);
  }

  readUint16(address) {
    address >>>= 0;
    if (address & 1) this._fail("read of a halfword", address, NOT_ALIGNED);
    const offset = address - FLASH;
    if (offset >= 0 && offset < FLASH_ALIAS) {
      this._stall += this.cache.read(offset);
      return this.rp2040.flash16[offset >>> 1];
    }
    if (address >= RAM && address < RAM + RAM_BYTES) {
      return this.rp2040.sramView.getUint16(address - RAM, true);
    }
    if ((address | 3) === (this.PC | 3)) this._checkFetch(address);
    this._elsewhere(address, "read");
    return super.readUint16(address);
  }

  readUint32(address) {
    address >>>= 0;
    if (address & 3) this._fail("read of a word", address, NOT_ALIGNED);
    if (address >= RAM && address < RAM + RAM_BYTES) {
      return this.rp2040.sramView.getUint32(address - RAM, true);
    }
    if (address >= SIO && address < SIO_END) return this.rp2040.sio.readUint32(address - SIO);
    const offset = address - FLASH;
    if (offset >= 0 && offset < FLASH_ALIAS) this._stall += this.cache.read(offset);
    else this._elsewhere(address, "read");
    return super.readUint32(address);
  }

  readUint8(address) {
    address >>>= 0;
    if (address >= RAM && address < RAM + RAM_BYTES) return this.rp2040.sram[address - RAM];
    const offset = address - FLASH;
    if (offset >= 0 && offset < FLASH_ALIAS) {
      this._stall += this.cache.read(offset);
      return this.rp2040.flash[offset];
    }
    this._elsewhere(address, "read");
    return super.readUint8(address);
  }

  writeUint32(address, value) {
    address >>>= 0;
    if (address & 3) this._fail("write of a word", address, NOT_ALIGNED);
    if (address >= RAM && address < RAM + RAM_BYTES) {
      this.rp2040.sramView.setUint32(address - RAM, value, true);
    } else if (address >= SIO && address < SIO_END) {
      this.rp2040.sio.writeUint32(address - SIO, value);
    } else if (!this._written(address)) super.writeUint32(address, value);
  }

  writeUint16(address, value) {
    address >>>= 0;
    if (address & 1) this._fail("write of a halfword", address, NOT_ALIGNED);
    if (address >= RAM && address < RAM + RAM_BYTES) {
      this.rp2040.sramView.setUint16(address - RAM, value, true);
    } else if (!this._written(address)) super.writeUint16(address, value);
  }

  writeUint8(address, value) {
    address >>>= 0;
    if (address >= RAM && address < RAM + RAM_BYTES) this.rp2040.sram[address - RAM] = value;
    else if (!this._written(address)) super.writeUint8(address, value);
  }

  // The chip has no other state than Thumb: a function's address is odd.
  BXWritePC(address) {
    const returns = this.currentMode === 1 && address >>> 28 === 0xf;
    if (!returns && !(address & 1)) this._fail("branch", address, EVEN);
    super.BXWritePC(address);
  }

  // The same for a branch that keeps its link: rp2040js has taken it already.
  _checkState() {
    const register = (this.rp2040.readUint16(this.LR - 3) >> 3) & 15;
    const target = this.registers[register];
    if (register >= 14 || target & 1) return;
    this.fail(`call at ${hex(target)}, ${EVEN}`, this.LR - 3);
  }

  _fail(what, address, why) {
    this.fail(`${what} at ${hex(address)}, ${why}`);
  }

  // An instruction may lie in ROM, flash and RAM.
  _checkFetch(address) {
    const inFlash = address >= FLASH && address < FLASH + FLASH_ALIASES;
    if (address < ROM_BYTES || inFlash) return;
    this.fail(`fetch of code at ${hex(address)}, where there is none`, address);
  }

  // What a read costs where neither RAM nor cached flash is, if there is anything.
  _elsewhere(address, what) {
    const offset = address - FLASH;
    if (offset >= 0 && offset < FLASH_ALIASES) {
      const uncached = offset >= 2 * FLASH_ALIAS;
      this._stall += uncached
        ? this.cache.pass(offset % FLASH_ALIAS)
        : this.cache.read(offset % FLASH_ALIAS, offset < FLASH_ALIAS);
    } else if ((address < RAM || address >= RAM + RAM_BYTES) && !isMapped(address)) {
      this._fail(what, address, "where there is nothing");
    }
  }

  // Whether a write ends here: flash takes none, its cache lets go of what is written to.
  _written(address) {
    const offset = address - FLASH;
    if (offset < 0 || offset >= FLASH_ALIASES) {
      this._elsewhere(address, "write");
      return false;
    }
    if (offset >= FLASH_ALIAS) this._fail("write", address, "which is flash");
    this.cache.drop(offset);
    return true;
  }
}
