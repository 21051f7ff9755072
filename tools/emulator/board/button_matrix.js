// Buttons between rows and columns of wires, without diodes: a closed one joins its two wires. A wire
// is low while any wire that it is joined with is driven low. Then the pins' pull-ups bring it high,
// slowly, as on a large board.

import { GPIOPinState } from "../../npm/node_modules/rp2040js/dist/esm/index.js";

const RISE_NS = 11_000; // 25 to 40 kOhm and 300 pF, up to 2 V

export class ButtonMatrix {
  // [the rows' pins, the columns' pins]; by default no matrix.
  constructor([rows, columns] = [[], []]) {
    this._rows = rows;
    this._columns = columns;
    this._closed = new Map(); // [row pin, column pin] by its name
    this._gpio = null;
  }

  // To the pins of a chip (rp2040js GPIOPin, by number). `alarm(callback)` makes an alarm with
  // schedule(ns) and cancel().
  attach(gpio, alarm) {
    this._gpio = gpio;
    this._rises = new Map(); // the alarm of each pin
    this._rising = new Set();
    for (const pin of [...this._rows, ...this._columns]) {
      this._rises.set(pin, alarm(() => {
        this._rising.delete(pin);
        gpio[pin].setInputValue(true);
      }));
      gpio[pin].addListener(() => this._settle());
    }
    this._settle();
  }

  move(row, column, closed) {
    const name = `${row} ${column}`;
    if (closed) this._closed.set(name, [this._rows[row], this._columns[column]]);
    else this._closed.delete(name);
    this._settle();
  }

  _settle() {
    const pins = [...this._rows, ...this._columns];
    const low = new Set(pins.filter((pin) => this._gpio[pin].value === GPIOPinState.Low));
    for (let grown = -1; grown !== low.size; ) {
      grown = low.size;
      for (const [one, other] of this._closed.values()) {
        if (low.has(one) || low.has(other)) low.add(one).add(other);
      }
    }
    for (const pin of pins) {
      const high = this._gpio[pin].rawInputValue;
      if (low.has(pin)) {
        if (this._rising.delete(pin)) this._rises.get(pin).cancel();
        if (high) this._gpio[pin].setInputValue(false);
      } else if (!high && !this._rising.has(pin)) {
        this._rising.add(pin);
        this._rises.get(pin).schedule(RISE_NS);
      }
    }
  }
}
