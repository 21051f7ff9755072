// The computer at the other end of the USB cable, with an open serial port.

import { USBCDC } from "../../npm/node_modules/rp2040js/dist/esm/index.js";

export class UsbHost {
  constructor() {
    this.plugged = true;
    this._reading = true;
    this.connected = false;
    this._received = [];
    this._toSend = [];
    this._wanted = 0;
    this._held = [];
    this.lastAt = 0;
  }

  // Plugs the cable into a chip that has just started, if `plugged`.
  attach(usb, now) {
    this.connected = false;
    this._wanted = 0;
    this._held = [];
    this._toSend = [];
    this.lastAt = now();
    this._usb = usb;
    const serial = new USBCDC(usb);
    this._serial = serial;
    serial.onDeviceConnected = () => {
      this.connected = true;
    };
    serial.onSerialData = (bytes) => {
      this._received.push(...bytes);
      this.lastAt = now();
    };
    if (!this.plugged) usb.onUSBEnabled = () => {};
    // An armed endpoint waits until the host sends; rp2040js completes it at once with nothing, which
    // floods the chip with interrupts.
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== serial.outEndpoint) return;
      this._wanted = size;
      this._deliver();
    };
    // A host that does not read leaves the board's bytes in the board's buffer.
    const ready = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      const kept = !this._reading && !out && endpoint !== 0 && endpoint === serial.inEndpoint;
      if (kept) this._held.push(() => ready(endpoint, out));
      else ready(endpoint, out);
    };
  }

  // Whether a program on the host reads what comes.
  set reading(reading) {
    this._reading = reading;
    if (reading) this._held.splice(0).forEach((release) => release());
  }

  send(bytes) {
    this._toSend.push(...bytes);
    this._deliver();
  }

  received() {
    return this._received.splice(0);
  }

  get unread() {
    return this._received;
  }

  get sent() {
    return this._toSend.length === 0;
  }

  _deliver() {
    if (!this._wanted || !this._toSend.length) return;
    const bytes = Uint8Array.from(this._toSend.splice(0, this._wanted));
    this._wanted = 0;
    this._usb.endpointReadDone(this._serial.outEndpoint, bytes);
  }
}
