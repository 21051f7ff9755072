// Buttons between rows and columns of wires, without diodes: a closed one joins its two wires. A wire
// is low while anything that it is joined with is driven low; the pins' pull-ups hold it high.

import { GPIOPinState } from "../../npm/node_modules/rp2040js/dist/esm/index.js";

export class ButtonMatrix {
  // `pins`: [those of the rows, those of the columns]; without there is none.
  constructor([rows, columns] = [[], []]) {
    this._rows = rows;
    this._columns = columns;
    this._closed = new Map(); // [row pin, column pin] by its name
    this._gpio = null;
  }

  // To the pins of a chip (rp2040js GPIOPin, by number).
  attach(gpio) {
    this._gpio = gpio;
    for (const pin of [...this._rows, ...this._columns]) gpio[pin].addListener(() => this._settle());
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
      if (this._gpio[pin].rawInputValue === low.has(pin)) this._gpio[pin].setInputValue(!low.has(pin));
    }
  }
}
