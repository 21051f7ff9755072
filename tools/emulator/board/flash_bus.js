// The RP2040's way to its flash: the serial interface (SSI) and the pin that selects the chip.
//
// rp2040js has an SSI without a chip, and applies writes to the flash's pins to GPIO 0 to 5. The
// processor's reads of flash as memory pass elsewhere, if `isMemory`.

import { Registers } from "./registers.js";

const SSI_CONTROL = 0x00;
const SSI_ENABLE = 0x08;
const SSI_TX_LEVEL = 0x20;
const SSI_RX_LEVEL = 0x24;
const SSI_STATUS = 0x28;
const SSI_ID = 0x58;
const SSI_DATA = 0x60;
const CAN_SEND = 6; // transmit FIFO empty, and not full
const HAS_RECEIVED = 8;
const ID = 0x51535049;
const BOOT_2 = 0x100; // bytes
const MODE = 8; // two bits of the control register
const MEMORY = 3; // sends a command and an address, then receives: what a read as memory takes

const SELECT_CTRL = 0x0c; // the flash's chip select among the IO_QSPI registers
const LAST_CTRL = 0x2c;
const NOT_CONNECTED = 0x1f;
const DRIVEN_LOW = 2;
const DRIVEN_HIGH = 3;

export class FlashPins extends Registers {
  constructor(changed) {
    super();
    this._changed = changed;
  }

  readUint32(offset) {
    const unset = offset & 4 && offset <= LAST_CTRL ? NOT_CONNECTED : 0;
    return this.values.get(offset) ?? unset;
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === SELECT_CTRL) this._changed((value >> 8) & 3);
  }
}

// Software holds the select pin low or high, or leaves it to the interface, which then selects while it sends (as
// boot stage 2 does).
export class FlashBus extends Registers {
  constructor(chip) {
    super();
    this._chip = chip;
    this._received = [];
    this._held = 0;
    this.serves = false; // whether flash is memory, wherever it is read
    this.pins = new FlashPins((held) => this._select(held));
  }

  readUint32(offset) {
    switch (offset) {
      case SSI_TX_LEVEL: return 0;
      case SSI_RX_LEVEL: return this._received.length;
      case SSI_STATUS: return CAN_SEND | (this._received.length ? HAS_RECEIVED : 0);
      case SSI_ID: return ID;
      case SSI_DATA: return this._received.shift() ?? 0;
      default: return super.readUint32(offset);
    } // prettier-ignore
  }

  writeUint32(offset, value) {
    if (offset === SSI_DATA) {
      if (super.readUint32(SSI_ENABLE)) this._send(value & 0xff);
      return;
    }
    if (offset === SSI_ENABLE && !(value & 1)) {
      this._received = [];
      this._letGo();
    }
    super.writeUint32(offset, value);
    this.serves = this._serves();
  }

  // Returns whether flash is memory at an offset. While it is erased or written to, it is not. Boot stage 2, which
  // makes it memory, runs in flash here; a chip's boot ROM copies it first.
  isMemory(offset) {
    return this.serves || offset < BOOT_2;
  }

  _serves() {
    const held = this._held === DRIVEN_LOW || this._held === DRIVEN_HIGH;
    const mode = (super.readUint32(SSI_CONTROL) >> MODE) & 3;
    return !held && mode === MEMORY && super.readUint32(SSI_ENABLE) !== 0;
  }

  _send(byte) {
    if (this._held === DRIVEN_HIGH) {
      this._received.push(0xff);
      return;
    }
    if (this._held !== DRIVEN_LOW && !this._received.length) this._letGo();
    this._received.push(this._chip.transfer(byte));
  }

  // The interface releases the pin, unless software holds it.
  _letGo() {
    if (this._held === DRIVEN_LOW || this._held === DRIVEN_HIGH) return;
    this._chip.deselect();
    this._chip.select();
  }

  _select(held) {
    if (held === this._held) return;
    if (this._held !== DRIVEN_HIGH) this._chip.deselect();
    this._held = held;
    this.serves = this._serves();
    if (held === DRIVEN_LOW) this._received = [];
    if (held !== DRIVEN_HIGH) this._chip.select();
  }
}
