// The OLED on its I2C bus: the virtual board's SSD1306, behind a bus with its times.

import { SSD1306 } from "../../virtual_board/page/chips.js";

const LOW = 0; // a pin that is driven low
const PULLED_UP = 3; // one that is not driven, with its own pull
const PULLED_DOWN = 4;
const BITS_A_BYTE = 9; // eight, and the acknowledgement
const TX_EMPTY = 1 << 4; // among the bus's interrupts
const IDLE = 0; // a bus's state
const WIDTH = 128;

// Resets a bus that waited for the line, which rp2040js does not.
function forgetTransfer(bus) {
  bus.txFIFO.reset();
  bus.busy = false;
  bus.state = IDLE;
}

export class OledModule {
  // `height`: the glass's rows. `slack`: the ns that a byte takes longer than the bus's clock says.
  constructor({ address, height }, slack) {
    this._address = address;
    this._slack = slack;
    this._chip = new SSD1306(height);
    this.plugged = true;
    this.resistors = true; // its pull-ups
    this.fastest = null; // Hz; on a faster bus it does not answer: it lacks its pull-ups
    this.transmissions = 0;
    this._begun = 0;
    this.taken = null; // a list, and what comes is kept in it
    this.lastAt = 0;
    this._heldFor = 0;
    this._sda = null;
  }

  // Without power. Its memory is all zeros then; a real one's is not.
  dark() {
    this._chip.reset();
    this.lastAt = 0;
  }

  // Loses its power for a moment, and with it all settings and pixels.
  forget() {
    this._chip.reset();
  }

  // Holds SDA low until SCL was clocked so often. Until then no transfer can begin.
  set held(clocks) {
    this._heldFor = clocks;
    this._sda?.setInputValue(!clocks);
    if (!clocks) this._giveUp?.();
  }

  // The bus's lines as a chip's pins (rp2040js GPIOPin), with their pull-ups.
  attachLines(sda, scl) {
    this._sda = sda;
    sda.setInputValue(!this._heldFor);
    scl.setInputValue(true);
    for (const line of [sda, scl]) {
      line.addListener((state) => {
        if (state !== PULLED_UP && state !== PULLED_DOWN) return;
        const held = line === sda && this._heldFor;
        line.setInputValue(!held && (state === PULLED_UP || (this.plugged && this.resistors)));
      });
    }
    scl.addListener((state) => {
      if (state === LOW && this._heldFor) this.held = this._heldFor - 1;
    });
  }

  // Whether anything came since the chip's last reset, which does not reset the OLED.
  get told() {
    return this.transmissions > this._begun;
  }

  // Answers on a bus (an rp2040js RPI2C). `cycle()`: a system clock's, in ns; `alarm`, `now` as for
  // the strip.
  attach(bus, cycle, alarm, now) {
    this._begun = this.transmissions;
    this._sent = [];
    this._then = null;
    const period = () => (bus.sclLowPeriod + bus.sclHighPeriod) * cycle();
    const byteTime = () => BITS_A_BYTE * period() + this._slack;
    const wait = alarm(() => this._then());
    const after = (what) => {
      this._then = what;
      wait.schedule(byteTime());
    };
    // A byte without an acknowledgement empties the queue and interrupts. rp2040js leaves that out, and the
    // firmware would wait for it.
    const abort = bus.abort.bind(bus);
    bus.abort = (reason) => {
      abort(reason);
      bus.setInterrupts(TX_EMPTY);
    };
    this._giveUp = null;
    bus.onConnect = (address) => {
      this._sent = [];
      this._rises = this.fastest === null || Math.round(1e9 / period()) <= this.fastest;
      if (this._heldFor) {
        this._giveUp = () => forgetTransfer(bus);
        return;
      }
      after(() => bus.completeConnect(this._answers && this._rises && address === this._address));
    };
    bus.onWriteByte = (byte) => {
      this._sent.push(byte);
      this.lastAt = now();
      after(() => bus.completeWrite(this._answers));
    };
    bus.onReadByte = () => after(() => bus.completeRead(this._answers ? this._chip.status : 0xff));
    bus.onStop = () => {
      if (this.plugged && this._sent.length) this._chip.take(this._sent);
      if (this.plugged && this._sent.length) this.taken?.push(this._sent);
      this._sent = [];
      this.transmissions++;
      bus.completeStop();
      const { strain } = this._chip;
      this._chip.strain = null;
      if (strain) throw new Error(`the OLED got the command 0x${strain.toString(16)} while it was on`);
    };
  }

  get _answers() {
    return this.plugged && !this._heldFor;
  }

  // Returns the visible picture as MicroPython's MONO_VLSB: pages of 128 bytes, the topmost of 8 dots in the lowest bit.
  picture() {
    const height = this._chip.height;
    const bytes = new Uint8Array((WIDTH * height) / 8);
    if (!this.plugged) return bytes;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < WIDTH; x++) {
        if (this._chip.lit(x, y)) bytes[(y >> 3) * WIDTH + x] |= 1 << (y & 7);
      }
    }
    return bytes;
  }
}
