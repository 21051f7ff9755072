// The power switch and the watchdog: starts the circuit board, and starts it again when its firmware fails.

import { MANUAL, after, now } from "./clock.js";
import { update } from "./state.js";

const LOOK_MS = 250;
const SETTLED_MS = 30000; // a board that has run this long since it was restarted may be restarted again
const PICTURE = ["wave", "oled", "tone", "told"]; // messages that change what is shown

/**
 * Makes app.power and app.swap. Emits "told", "flash", "choices", "practice", "refused", "choose", "restarted",
 * "stopped" with what comes; "swap" before another board starts, and "dark" when what was shown is gone.
 * @param {import("./state.js").App} app
 */
export function mountPower(app) {
  const seed = wantedSeed();
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const given = () => ({
    bundle: app.bundle,
    board: app.state.board,
    seed,
    calm: still.matches,
    flash: app.kept.restore(),
    ...app.opening,
  });
  const power = new Power(given, (what, value) => {
    if (what === "flash") {
      const kept = app.kept.save(value);
      app.emit("flash");
      return kept;
    }
    if (what in app.wires) return app.wires[what](value);
    if (what === "text") console.log(value);
    if (what === "choices") update({ choices: value });
    if (what === "told") update({ told: value });
    if (what === "dark") update({ told: null });
    app.emit(what, value);
  });
  app.power = power;
  app.swap = async (change = () => {}, begins = "") => {
    const runs = app.state.phase !== "loading";
    if (runs) {
      power.off();
      app.emit("swap");
    }
    await (app.changing = change());
    return runs ? power.on(begins) : power.ready;
  };
  still.addEventListener("change", () => power.act("calm", still.matches));
}

// ?seed=NUMBER makes the dice the same each time: for tests only.
function wantedSeed() {
  const text = new URLSearchParams(location.search).get("seed");
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new Error(`?seed= must be a whole number below 4294967296, not ${text}.`);
}

/** A board that is switched on leaves the picture of the one before until it has one of its own. */
export class Power {
  #given;
  #emit;
  #worker = /** @type {Worker | null} */ (null);
  #first = /** @type {Worker | null} */ (newWorker()); // its interpreter starts while the page loads
  #restartableAt = -Infinity; // Infinity until a board that was restarted has started, however long that takes
  #patience = Infinity; // looks that the watchdog has, where the firmware wants it
  #looks = Infinity; // those that are left
  #held = /** @type {[what: string, value: any][] | null} */ (null); // the picture, until it is complete
  #stored = /** @type {Promise<void> | null} */ (null); // when the files that came last are kept
  #lived = () => {};
  ready = outcome();

  /**
   * @param {() => object} given  what the firmware is started with
   * @param {(what: string, value?: any) => any} emit  takes the worker's messages, and "dark", "restarted" and
   *   "stopped" with the reason; a promise that files of "flash" are kept
   */
  constructor(given, emit) {
    this.#given = given;
    this.#emit = emit;
    this.#look();
  }

  /** Resolves when main.py's tasks run; rejects with the reason. `begins`: JSON of a match (device/hands.py), or "". */
  on(begins = "") {
    this.off();
    this.#patience = this.#looks = Infinity;
    this.#held = [];
    const worker = (this.#worker = this.#first ?? newWorker());
    this.#first = null;
    this.#renew();
    const listen = (what, hear) => worker.addEventListener(what, (event) => worker === this.#worker && hear(event));
    listen("message", ({ data }) => this.#heard(worker, data.what, data.value));
    listen("error", ({ message }) => this.#failed(message || "The firmware cannot be loaded."));
    this.#tell("start", { begins, ...this.#given(), at: now() });
    return this.ready;
  }

  off() {
    if (this.#worker) this.#renew();
    this.#worker?.terminate();
    this.#worker = null;
    this.#stored = null;
    this.#lived();
  }

  /** A button's pin moved. `at`: when, as clock.now says it. */
  contact(pin, level, at) {
    this.#tell("contact", { pin, level, at });
  }

  /** Lets the board live until that time, with manual time; resolves when it has, or is off. */
  live(until) {
    if (!this.#worker) return null;
    this.#tell("live", until);
    return /** @type {Promise<void>} */ (new Promise((resolve) => (this.#lived = resolve)));
  }

  /** What a person does beside the buttons, see device/hands.py; an answer is emitted under that name. */
  act(what, ...given) {
    this.#tell("act", [what, ...given]);
  }

  #tell(what, value) {
    this.#worker?.postMessage({ what, value });
  }

  // Who still waits for an earlier start waits for the next one.
  #renew() {
    const earlier = this.ready;
    this.ready = outcome();
    earlier.resolve(this.ready);
  }

  // What the board shows waits until what it has stored before is kept.
  #heard(worker, what, value) {
    if (what === "flash") {
      const stored = (this.#stored = this.#emit(what, value));
      stored.then(() => this.#stored === stored && (this.#stored = null));
    } else if (this.#stored && what !== "fed") this.#stored.then(() => worker === this.#worker && this.#take(what, value));
    else this.#take(what, value);
  }

  #take(what, value) {
    if (this.#held && PICTURE.includes(what)) return this.#held.push([what, value]);
    if (what === "lived") this.#lived();
    else if (what === "started") this.#show();
    else if (what === "failed") this.#failed(value);
    else if (what === "watch") this.#patience = this.#looks = Math.ceil(value / LOOK_MS) + 1;
    else if (what === "fed") this.#looks = this.#patience;
    else this.#emit(what, value);
  }

  // The first picture is complete: it takes the place of the one before.
  #show() {
    if (this.#restartableAt === Infinity) this.#restartableAt = now() + SETTLED_MS;
    this.#emit("dark");
    for (const message of this.#held ?? []) this.#emit(...message);
    this.#held = null;
    this.ready.resolve();
  }

  // Counts looks, not time: a page in the background, or a sleeping computer, must not look like a hanging firmware.
  #look() {
    after(() => this.#look(), LOOK_MS);
    if (!this.#worker || --this.#looks > 0) return;
    this.#failed("The firmware stopped answering; its watchdog has reset the board.");
  }

  #failed(why) {
    this.off();
    this.ready.reject(new Error(why));
    this.#emit("dark");
    const again = now() >= this.#restartableAt;
    this.#emit(again ? "restarted" : "stopped", why);
    if (!again) return;
    this.#restartableAt = Infinity;
    this.on();
  }
}

/**
 * A promise with what settles it; nobody need wait for it.
 * @returns {Promise<void> & {resolve: (value?: any) => void, reject: (reason: Error) => void}}
 */
function outcome() {
  let ends;
  const promise = new Promise((resolve, reject) => (ends = { resolve, reject }));
  promise.catch(() => {});
  return Object.assign(promise, ends);
}

function newWorker() {
  return new Worker("./worker.js", { type: "module", name: MANUAL ? "manual" : "board" });
}
