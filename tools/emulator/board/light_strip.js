// The strip of lights: measures the waveform on its data pin as WS2812 lights do.

import { GPIOPinState } from "../../npm/node_modules/rp2040js/dist/esm/index.js";

const ONE_NS = 600; // a high time above this is a 1: half-way between the data sheet's two
const LATCH_NS = 50_000; // so long low, and what came is shown

export class LightStrip {
  // `order`: the colours of a light as they come, such as "GRB".
  constructor(order) {
    this._at = ["R", "G", "B"].map((colour) => order.indexOf(colour));
    this.dead = null; // the number of a light that hands nothing on
    this.dark();
  }

  // Without power.
  dark() {
    this.frames = []; // { from, at: when the first bit came and when it was latched, bytes }
    this._lights = []; // [red, green, blue] of each light that a frame has reached
    this._bits = [];
  }

  // What is seen of those that a frame was sent to: [red, green, blue] each.
  get lights() {
    const dead = this.dead ?? this._lights.length;
    return this._lights.map((light, i) => (i < dead ? light : [0, 0, 0]));
  }

  // Listens to a pin. `alarm(callback)` makes an alarm with schedule(ns); `now()` is in ns.
  attach(pin, alarm, now) {
    this._rise = 0;
    this._bits = [];
    const latch = alarm(() => this._latch(now()));
    pin.addListener((level, before) => {
      if (level === GPIOPinState.High) {
        this._rise = now();
        if (!this._bits.length) this._from = this._rise;
      } else if (level === GPIOPinState.Low && before === GPIOPinState.High) {
        this._bits.push(now() - this._rise > ONE_NS ? 1 : 0);
        latch.schedule(LATCH_NS);
      }
    });
  }

  _latch(at) {
    const bytes = [];
    for (let i = 0; i + 8 <= this._bits.length; i += 8) {
      bytes.push(parseInt(this._bits.slice(i, i + 8).join(""), 2));
    }
    this._bits = [];
    for (let i = 0; i * 3 + 3 <= bytes.length; i++) {
      this._lights[i] = this._at.map((colour) => bytes[3 * i + colour]);
    }
    if (bytes.length) this.frames.push({ from: this._from, at, bytes });
  }
}
