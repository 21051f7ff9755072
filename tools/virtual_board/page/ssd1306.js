// The OLED's controller: takes I2C transmissions as the chip does and holds its GDDRAM.
// Command numbers are those of the SSD1306 data sheet, section 9.

const WIDTH = 128;
const PAGES = 8;

// How many more bytes a command takes; commands that are not listed take none.
const ARGUMENTS = new Map([
  [0x20, 1], [0x21, 2], [0x22, 2], [0x26, 6], [0x27, 6], [0x29, 5], [0x2a, 5], [0x81, 1], [0x8d, 1],
  [0xa3, 2], [0xa8, 1], [0xd3, 1], [0xd5, 1], [0xd9, 1], [0xda, 1], [0xdb, 1],
]); // prettier-ignore

const HORIZONTAL = 0;
const VERTICAL = 1;

export class SSD1306 {
  // `height`: the rows of dots on the glass, 64 or 32. Only 64 are wired alternately.
  constructor(height = 64) {
    this.height = height;
    this.reset();
  }

  // As at power on, except for the RAM, which the chip leaves to chance.
  reset() {
    this.ram = new Uint8Array(WIDTH * PAGES); // [page * 128 + segment]
    this.on = false;
    this.allOn = false;
    this.inverse = false;
    this.contrast = 0x7f;
    this.startLine = 0;
    this.offset = 0;
    this.rowsUsed = 64;
    this.alternate = true;
    this.pump = false;
    this.segmentsReversed = false;
    this.rowsReversed = false;
    this._mode = 2;
    this._columns = [0, WIDTH - 1];
    this._pages = [0, PAGES - 1];
    this._column = 0;
    this._page = 0;
    this._command = [];
  }

  // One transmission, without the address byte.
  take(bytes) {
    let i = 0;
    while (i < bytes.length) {
      const control = bytes[i++];
      const isData = Boolean(control & 0x40);
      // Co = 1: one byte follows, then another control byte. Co = 0: all the rest is of this kind.
      const end = control & 0x80 ? Math.min(i + 1, bytes.length) : bytes.length;
      for (; i < end; i++) {
        if (isData) this._data(bytes[i]);
        else this._commandByte(bytes[i]);
      }
    }
  }

  // Is the dot at x, y of the glass lit? A module mounts the glass so that A1, C8 show upright.
  // Told the wrong wiring, it shows every second line, or leaves every second row dark.
  lit(x, y) {
    if (!this.on || !this.pump) return false;
    if (this.allOn) return true;
    let row = this.rowsReversed ? y : this.height - 1 - y;
    if (this.alternate !== (this.height === 64)) {
      if (row & 1 && !this.alternate) return false;
      row = this.alternate ? 2 * row : row >> 1;
    }
    if (row >= this.rowsUsed) return false;
    const line = (row + this.startLine + this.offset) & 63;
    const bit = (this.ram[(line >> 3) * WIDTH + (127 - x)] >> (line & 7)) & 1;
    return Boolean(bit) !== this.inverse;
  }

  // The bytes of the GDDRAM that the glass can show, page after page, leftmost column of an upright
  // glass first.
  gddram() {
    return Array.from({ length: (WIDTH * this.height) / 8 }, (_, i) => this.ram[(i & ~127) + 127 - (i & 127)]);
  }

  _data(byte) {
    const segment = this.segmentsReversed ? 127 - this._column : this._column;
    this.ram[this._page * WIDTH + segment] = byte;
    if (this._mode === VERTICAL) {
      if (this._next("_page", this._pages)) this._next("_column", this._columns);
    } else if (this._mode === HORIZONTAL) {
      if (this._next("_column", this._columns)) this._next("_page", this._pages);
    } else {
      this._next("_column", [0, WIDTH - 1]);
    }
  }

  // Moves a counter on within its window; true when it started again.
  _next(counter, [first, last]) {
    const wrapped = this[counter] === last;
    this[counter] = wrapped ? first : (this[counter] + 1) & (counter === "_page" ? 7 : 127);
    return wrapped;
  }

  _commandByte(byte) {
    this._command.push(byte);
    if (this._command.length <= (ARGUMENTS.get(this._command[0]) ?? 0)) return;
    const [command, ...values] = this._command;
    this._command = [];
    this._obey(command, values);
  }

  _obey(command, [a, b]) {
    if (command < 0x10) this._column = (this._column & 0x70) | command;
    else if (command < 0x20) this._column = ((command & 7) << 4) | (this._column & 15);
    else if (command >= 0x40 && command < 0x80) this.startLine = command & 63;
    else if (command >= 0xb0 && command < 0xb8) this._page = command & 7;
    else this._set(command, a, b);
  }

  _set(command, a, b) {
    switch (command) {
      case 0x20: this._mode = a & 3; break;
      case 0x21: this._columns = [a & 127, b & 127]; this._column = a & 127; break;
      case 0x22: this._pages = [a & 7, b & 7]; this._page = a & 7; break;
      case 0x81: this.contrast = a; break;
      case 0x8d: this.pump = Boolean(a & 4); break;
      case 0xa0: case 0xa1: this.segmentsReversed = command === 0xa1; break;
      case 0xa4: case 0xa5: this.allOn = command === 0xa5; break;
      case 0xa6: case 0xa7: this.inverse = command === 0xa7; break;
      case 0xa8: this.rowsUsed = (a & 63) + 1; break;
      case 0xae: case 0xaf: this.on = command === 0xaf; break;
      case 0xc0: case 0xc8: this.rowsReversed = command === 0xc8; break;
      case 0xd3: this.offset = a & 63; break;
      case 0xda: this.alternate = Boolean(a & 0x10); break;
    } // prettier-ignore
  }
}
