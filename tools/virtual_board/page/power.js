// The power switch and the watchdog: starts the circuit board, and starts it again when its
// firmware fails.

import { MANUAL, after, now } from "./clock.js";
import { update } from "./state.js";

const LOOK_MS = 250;
const SETTLED_MS = 30000; // a board that ran this long since it started may be restarted again
const WDT_RESET = 3;
const TRACEBACK_LINES = 40;

// ?seed=NUMBER makes the dice the same each time: for tests only.
function wantedSeed() {
  const text = new URLSearchParams(location.search).get("seed");
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new Error(`?seed= must be a whole number below 4294967296, not ${text}.`);
}

/**
 * Makes app.power and app.swap. Emits "told", "flash", "choices", "refused", "text", "restarted", "stopped" with what
 * comes; "swap" before another board starts, and "dark" when there is nothing to be shown. Its worker starts at once.
 * @param {import("./state.js").App} app
 */
export function mountPower(app) {
  const { wires, emit } = app;
  const failed = (what) => (why) => {
    emit("dark");
    emit(what, why);
  };
  app.power = new Power(
    () => ({
      bundle: app.bundle,
      board: app.state.board,
      seed: wantedSeed(),
      flash: app.kept.restore(),
      wanted: "",
      agreed: "",
      ...app.opening,
    }),
    {
      wave: (sent) => wires.wave(sent),
      i2c: (bytes) => wires.oled(bytes),
      tone: (heard) => wires.tone(heard),
      flash: (files) => emit("flash", files),
      choices: (choices) => {
        update({ choices });
        emit("choices", choices);
      },
      told: (told) => {
        update({ told, over: Boolean(told.won && !told.played) });
        emit("told", told);
      },
      refused: (why) => emit("refused", why),
      text: (line) => console.log(line),
      restarted: failed("restarted"),
      stopped: failed("stopped"),
    },
  );
  app.swap = (change = () => {}) => {
    if (app.state.phase === "loading") {
      change();
      return app.power.ready;
    }
    app.power.off();
    change();
    emit("swap");
    emit("dark");
    return app.power.on();
  };
  app.on("dark", () => update({ told: null, over: false }));
  wantedSeed(); // so that a wrong one is said before anything is loaded
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  still.addEventListener("change", () => app.power.calm(still.matches));
  app.power.calm(still.matches);
}

export class Power {
  // `prepare()` gives what the firmware is started with. `events`: an object of functions named as
  // the worker's messages, and `restarted(why)`, `stopped(why)`.
  constructor(prepare, events) {
    this._prepare = prepare;
    this._events = events;
    this._since = -Infinity; // when a board that was restarted has started; Infinity until it has
    this._calm = false;
    this.ready = new Promise((resolve) => (this._resolve = resolve));
    this._next = newWorker(); // its interpreter starts while the page loads
    after(() => this._look(), LOOK_MS);
  }

  // Resolves when main.py has run and its tasks have taken their first step; rejects with the reason
  // when they could not.
  on(cause = null) {
    this.off();
    this._text = [];
    this._patience = null;
    const worker = this._next ?? newWorker();
    this._next = null;
    this._worker = worker;
    const waitedFor = this._resolve;
    this.ready = new Promise((resolve, reject) => {
      this._resolve = resolve;
      this._reject = reject;
    });
    waitedFor?.(this.ready); // who still waits for an earlier start waits for this one
    this.ready.catch(() => {}); // shown on the page; nobody need wait for it
    worker.addEventListener("message", ({ data }) => {
      if (this._worker === worker) this._heard(data.what, data.value);
    });
    worker.addEventListener("error", (event) => {
      if (this._worker === worker) this._failed(event.message || "The firmware cannot be loaded.");
    });
    worker.postMessage({ what: "calm", value: this._calm });
    worker.postMessage({ what: "start", value: { ...this._prepare(), cause, at: now() } });
    return this.ready;
  }

  off() {
    this._worker?.terminate();
    this._worker = null;
    this._lived?.();
  }

  // `at`: when it was, as now() says it.
  contact(pin, level, at) {
    this._worker?.postMessage({ what: "contact", value: { pin, level, at } });
  }

  // Lets the board live until the time `until`, with manual time; resolves when it has, or is off.
  live(until) {
    if (!this._worker) return null;
    this._worker.postMessage({ what: "live", value: until });
    return new Promise((resolve) => (this._lived = resolve));
  }

  // What a person does beside the buttons, see device/hands.py.
  act(what, ...given) {
    this._worker?.postMessage({ what: "act", value: [what, ...given] });
  }

  // Whether no light may pulse from now on.
  calm(wanted) {
    this._calm = wanted;
    this._worker?.postMessage({ what: "calm", value: wanted });
  }

  _heard(what, value) {
    switch (what) {
      case "lived": return this._lived();
      case "started": return this._started();
      case "failed": return this._failed(value);
      case "reset": return this._failed(this._traceback() || "The firmware has reset the board.");
      case "watch": this._patience = this._looks = Math.ceil(value / LOOK_MS) + 1; return;
      case "fed": this._looks = this._patience; return;
      case "text": this._remember(value); break;
    } // prettier-ignore
    this._events[what]?.(value);
  }

  _started() {
    if (this._since === Infinity) this._since = now();
    this._resolve();
  }

  // Counts looks, not time: a page in the background, or a sleeping computer, must not look like a
  // hanging firmware.
  _look() {
    after(() => this._look(), LOOK_MS);
    if (!this._worker || this._patience === null) return;
    if (--this._looks > 0) return;
    this._failed("The firmware stopped answering; its watchdog has reset the board.");
  }

  _failed(why) {
    this.off();
    this._reject(new Error(why));
    if (now() - this._since < SETTLED_MS) {
      this._events.stopped(why);
      return;
    }
    this._since = Infinity; // starting takes long on a slow machine
    this._events.restarted(why);
    this.on(WDT_RESET);
  }

  _remember(line) {
    this._text.push(line);
    if (this._text.length > TRACEBACK_LINES) this._text.shift();
  }

  // What the firmware printed of the exception before it reset the board.
  _traceback() {
    const from = this._text.findLastIndex((line) => line.startsWith("Traceback"));
    return from < 0 ? "" : this._text.slice(from).join("\n");
  }
}

function newWorker() {
  return new Worker("./worker.js", { type: "module", name: MANUAL ? "manual" : "board" });
}
