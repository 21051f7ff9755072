// An emulated board: an RP2040 with its flash, a strip of lights, an OLED, buttons and a USB cable.
//
// Emulated time passes in `run` alone, and the same calls give the same results. rp2040js is the processor; the
// files beside this one have what rp2040js lacks.

import { GPIOPinState, RP2040 } from "../../npm/node_modules/rp2040js/dist/esm/index.js";
import { FlashBus } from "./flash_bus.js";
import { CacheControl, FlashCache } from "./flash_cache.js";
import { FLASH_BYTES, FlashChip } from "./flash_chip.js";
import { ButtonMatrix } from "./button_matrix.js";
import { Heap } from "./heap.js";
import { LightStrip } from "./light_strip.js";
import { OledModule } from "./oled_module.js";
import { pacePio } from "./pio_pace.js";
import { Processor } from "./processor.js";
import { RingOscillator } from "./ring_oscillator.js";
import { UsbHost } from "./usb_host.js";

const FLASH_START = 0x10000000;
const ROUNDS = 256; // instructions between two looks at what a caller waits for
const RAM_START = 0x20000000;
const STACK_END = 0x20042000; // it grows down from here
const PAINT = 0xa5;
const CACHE_CONTROL = 0x14000;
const SSI = 0x18000;
const FLASH_PINS = 0x40018;
const WATCHDOG = 0x40058;
const RING_OSCILLATOR = 0x40060;

// rp2040js only warns of an undefined instruction, which ends the run as its errors do.
const logOf = (core) => ({
  debug() {},
  info() {},
  warn(name, message) {
    if (message.includes("is not implemented yet")) core.fail("undefined instruction");
  },
  error(name, message) {
    throw new Error(`${name}: ${message}`);
  },
});

export class Board {
  // `bootrom`: its 32-bit words. `wiring`: { strip: {pin, order}, oled: {address, bus, pins, height},
  // piezo: pin or null, buttons: [pin, ...], matrix: [row pins, column pins] }. `chip`: see constants.py.
  constructor(bootrom, wiring, chip) {
    this._bootrom = Uint32Array.from(bootrom);
    this._wiring = wiring;
    this._constants = chip;
    this.strip = new LightStrip(wiring.strip.order);
    this.oled = new OledModule(wiring.oled, chip.i2c_ns);
    this.usb = new UsbHost();
    this._levels = new Map(wiring.buttons.map((pin) => [pin, true]));
    this._matrix = new ButtonMatrix(wiring.matrix);
    this.piezo = { shorted: false }; // by a coil or a drop of solder
    this._edges = []; // { at, move }, the next one first
    this._source = chip.ring;
  }

  // Power on, with an image in the flash (2 MB). `seed` for the random bits, or null. The processor
  // runs `slowness` times slower than a chip's.
  powerOn(image, seed, slowness) {
    this.seed = seed;
    this._slowness = slowness;
    this._before = 0;
    this._edges = [];
    this.resets = 0;
    this.strip.dark();
    this.oled.dark();
    this._start(image, null);
  }

  // Nanoseconds since power-on.
  get now() {
    return this._before + this._clock.nanos;
  }

  // When the chip last started, in the same time: its own clocks began at 0 then.
  get started() {
    return this._before;
  }

  get memory() {
    return this.flash.memory;
  }

  // Moves a button's contact: `down` or not, now or `later` (ns from now).
  contact(pin, down, later = 0) {
    this._plan(later, () => {
      this._levels.set(pin, !down);
      this._chip.gpio[pin].setInputValue(!down);
    });
  }

  // The same for the contact between a row and a column of the matrix.
  cross(row, column, down, later = 0) {
    this._plan(later, () => this._matrix.move(row, column, down));
  }

  _plan(later, move) {
    this._edges.push({ at: this.now + later, move });
    this._edges.sort((a, b) => a.at - b.at);
  }

  // Paints what the stack of so many bytes does not use now, to see later how deep it went.
  paintStack(size) {
    const sram = this._chip.sram;
    sram.fill(PAINT, STACK_END - size - RAM_START, this._core.SP - RAM_START);
  }

  // How many bytes of the stack were in use at most since it was painted.
  stackUsed(size) {
    const start = STACK_END - size - RAM_START;
    const painted = this._chip.sram.subarray(start, STACK_END - RAM_START);
    const first = painted.findIndex((byte) => byte !== PAINT);
    return size - first;
  }

  // What a collection of MicroPython's memory would leave free now, see heap.js.
  freeMemory() {
    this._heap ??= new Heap(this._chip.sram);
    return this._heap.free(this._core.registers, this._core.SP);
  }

  // How the source of random bits behaves, see ring_oscillator.js; no reset and no plug helps then.
  // Null: as the chip's constants say.
  randomness(how) {
    this._source = how ?? this._constants.ring;
    this.random?.behave(this._source);
  }

  // Lets `nanos` of emulated time pass, or less if `until()` becomes true; returns whether it did.
  run(nanos, until = () => false) {
    const end = this.now + nanos;
    while (!this._reached(end)) {
      while (this._edges.length && this._reached(this._edges[0].at)) this._edges.shift().move();
      const stop = this._edges.length ? Math.min(end, this._edges[0].at) : end;
      if (this._runTo(stop, until)) return true;
      if (this._wantsReset) this._reset();
    }
    return until();
  }

  // Whether it is that late (ns since power-on), reckoned as `_runTo` does: sums of fractions differ after a reset.
  _reached(at) {
    return this._clock.nanos >= at - this._before;
  }

  _runTo(stop, until) {
    const { _clock: clock, _core: core } = this;
    const target = stop - this._before;
    let round = 0;
    while (clock.nanos < target && !this._wantsReset) {
      if (core.waiting) {
        clock.tick(Math.min(clock.nanosToNextAlarm || 1000, target - clock.nanos));
        round++;
      } else round += core.burst(clock, target, ROUNDS - (round % ROUNDS));
      if (round % ROUNDS === 0 && until()) return true;
    }
    return false;
  }

  // Lets time pass in which the processor stands still, and nothing else does.
  _skip(nanos) {
    const end = this.now + nanos;
    while (this._edges.length && this._edges[0].at <= end) {
      this._clock.tick(Math.max(0, this._edges[0].at - this.now));
      this._edges.shift().move();
    }
    this._clock.tick(end - this.now);
  }

  _start(image, watchdog) {
    const chip = new RP2040();
    const cache = new FlashCache(this._constants);
    chip.core = new Processor(chip, cache);
    chip.logger = logOf(chip.core);
    chip.loadBootrom(this._bootrom);
    chip.flash.set(image);
    chip.onBreak = () => chip.core.fail("breakpoint");
    chip.peripherals[CACHE_CONTROL] = new CacheControl(cache);
    chip.addClockListener(() => this._pace(chip));
    pacePio(chip, () => 1e9 / chip.clkSys);
    this._pace(chip);
    this._chip = chip;
    this._heap = null;
    this._clock = chip.clock;
    this._core = chip.core;
    this._wantsReset = false;
    this._join(chip);
    this._watch(chip.peripherals[WATCHDOG], watchdog);
    chip.core.PC = FLASH_START; // boot stage 2; the boot ROM's own start is not needed
  }

  // How long a cycle of the system clock takes, in ns.
  _pace(chip) {
    chip.core.nanos = (1e9 / chip.clkSys) * this._slowness;
  }

  _join(chip) {
    const now = () => this.now;
    const alarm = (callback) => chip.clock.createAlarm(callback);
    const { operations = [], worn = null } = this.flash ?? {};
    const clock = { now, skip: (nanos) => this._skip(nanos) };
    this.flash = new FlashChip(chip.flash.subarray(0, FLASH_BYTES), clock, this._constants);
    this.flash.operations = operations;
    if (worn) this.flash.worn = worn;
    const bus = new FlashBus(this.flash);
    const { cache } = chip.core;
    chip.core.bus = bus;
    chip.peripherals[SSI] = bus;
    cache.onMiss = (offset) => bus.isMemory(offset) || chip.core.fail("read of flash, which is no memory now");
    chip.peripherals[FLASH_PINS] = bus.pins;
    this.random = new RingOscillator(this.seed === null ? null : this.seed + this.resets, now);
    this.random.behave(this._source);
    chip.peripherals[RING_OSCILLATOR] = this.random;
    this.strip.attach(chip.gpio[this._wiring.strip.pin], alarm, now);
    this.oled.attach(chip.i2c[this._wiring.oled.bus], () => 1e9 / chip.clkSys, alarm, now);
    this.oled.attachLines(...this._wiring.oled.pins.map((pin) => chip.gpio[pin]));
    for (const [pin, level] of this._levels) chip.gpio[pin].setInputValue(level);
    this._matrix.attach(chip.gpio, alarm);
    this._attachPiezo(chip.gpio[this._wiring.piezo]);
    this.usb.attach(chip.usbCtrl, now);
  }

  // Nothing but the chip's pull moves a disc's pin that is not driven.
  _attachPiezo(pin) {
    pin?.addListener((state) => {
      if (state === GPIOPinState.InputPullUp) pin.setInputValue(!this.piezo.shorted);
      if (state === GPIOPinState.InputPullDown) pin.setInputValue(false);
    });
  }

  // The watchdog resets all but itself: it still knows why, and keeps its scratch registers.
  _watch(watchdog, before) {
    if (before) {
      watchdog.reason = before.reason;
      watchdog.scratchData.set(before.scratchData);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false; // or it would go off again and again, no time passing
      this._wantsReset = true;
    };
    this._watchdog = watchdog;
  }

  _reset() {
    this.resets++;
    this._before = this.now;
    this._start(this.memory.slice(), this._watchdog);
  }
}
