// A chain of WS2812 lights: takes the bytes off the wire as the chips do.

export class Strip {
  // `order`: the colours of one light in the order they are sent, such as "GRB".
  constructor(count, order) {
    this._at = ["R", "G", "B"].map((colour) => order.indexOf(colour));
    this._bytes = order.length;
    this.lights = Array.from({ length: count }, () => [0, 0, 0]);
  }

  // One transmission. Lights that it does not reach keep their colour; what is left over leaves the
  // strip's end.
  take(bytes) {
    const reached = Math.min(this.lights.length, Math.floor(bytes.length / this._bytes));
    for (let i = 0; i < reached; i++) {
      this.lights[i] = this._at.map((at) => bytes[i * this._bytes + at]);
    }
  }

  dark() {
    this.lights = this.lights.map(() => [0, 0, 0]);
  }
}
