// The strip of lights: measures the waveform on its data pin as WS2812 lights do.

import { GPIOPinState } from "../../npm/node_modules/rp2040js/dist/esm/index.js";

const ZERO_NS = [220, 380]; // high times that WS2812B, newer WS2812B and SK6812 all take for a 0
const ONE_NS = [580, 750];
const LATCH_NS = 280_000; // so long low, and what came is shown

export class LightStrip {
  // `order`: the colours of a light as they come, such as "GRB".
  constructor(order) {
    this._at = ["R", "G", "B"].map((colour) => order.indexOf(colour));
    this.dead = null; // the number of a light that hands nothing on
    this.missing = 0; // how many frames to come do not reach it
    this.dark();
  }

  // Without power.
  dark() {
    this.frames = []; // { from, at: when the first bit came and when it was latched, bytes }
    this._lights = []; // as `lights`, dead ones included
    this._bits = [];
  }

  // [red, green, blue] of each light that a frame has reached.
  get lights() {
    const dead = this.dead ?? this._lights.length;
    return this._lights.map((light, i) => (i < dead ? light : [0, 0, 0]));
  }

  // Listens to a pin. `alarm(callback)` makes an alarm with schedule(ns); `now()` is in ns.
  attach(pin, alarm, now) {
    this._rise = 0;
    this._coming = false;
    this._bits = [];
    const latch = alarm(() => this._latch(now()));
    pin.addListener((level, before) => {
      if (level === GPIOPinState.High) {
        this._rise = now();
        if (!this._coming) this._from = this._rise;
        this._coming = true;
      } else if (level === GPIOPinState.Low && before === GPIOPinState.High) {
        const high = now() - this._rise;
        const bit = [ZERO_NS, ONE_NS].findIndex(([least, most]) => high >= least && high <= most);
        if (bit >= 0) this._bits.push(bit); // another one is lost, and all after it slip
        latch.schedule(LATCH_NS);
      }
    });
  }

  _latch(at) {
    const bytes = [];
    for (let i = 0; i + 8 <= this._bits.length; i += 8) {
      bytes.push(parseInt(this._bits.slice(i, i + 8).join(""), 2));
    }
    this._coming = false;
    this._bits = [];
    if (this.missing && bytes.length) return void this.missing--;
    for (let i = 0; i * 3 + 3 <= bytes.length; i++) {
      this._lights[i] = this._at.map((colour) => bytes[3 * i + colour]);
    }
    if (bytes.length) this.frames.push({ from: this._from, at, bytes });
  }
}
