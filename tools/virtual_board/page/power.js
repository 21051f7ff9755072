// The power switch and the watchdog: starts the circuit board, and starts it again when its firmware fails.

import { MANUAL, after, now } from "./clock.js";
import { update } from "./state.js";

const LOOK_MS = 250;
const SETTLED_MS = 30000; // a board that ran this long since it started may be restarted again
const SPARE_MS = 500; // a worker's interpreter starts when the board that came before has settled
const TRACEBACK_LINES = 40;
const SHOWN = new Set(["wave", "i2c", "tone", "told"]);

// ?seed=NUMBER makes the dice the same each time: for tests only.
function wantedSeed() {
  const text = new URLSearchParams(location.search).get("seed");
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new Error(`?seed= must be a whole number below 4294967296, not ${text}.`);
}

/**
 * Makes app.power and app.swap. Emits "told", "flash", "choices", "refused", "restarted", "stopped" with what comes;
 * "swap" before another board starts, and "dark" when what was shown is gone.
 * @param {import("./state.js").App} app
 */
export function mountPower(app) {
  const { wires, emit } = app;
  const failed = (what) => (why) => {
    emit("dark");
    emit(what, why);
  };
  const power = new Power(
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
      dark: () => emit("dark"),
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
  app.power = power;
  app.swap = (change = () => {}, settings = "") => {
    const runs = app.state.phase !== "loading";
    if (runs) power.off();
    change();
    if (!runs) return power.ready;
    emit("swap");
    return power.on(settings);
  };
  app.on("dark", () => update({ told: null, over: false }));
  wantedSeed(); // so that a wrong one is said before anything is loaded
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  still.addEventListener("change", () => power.calm(still.matches));
  power.calm(still.matches);
}

/**
 * A board that is switched on while another one's picture is shown leaves that until it has one of its own. A spare
 * worker waits for it, so that this takes a moment.
 */
export class Power {
  #prepare;
  #events;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Worker | null} */
  #spare = newWorker(); // its interpreter starts while the page loads
  #since = -Infinity; // when a board that was restarted has started; Infinity until it has
  #calm = false;
  /** @type {string[]} */
  #text = []; // what the firmware has printed last
  /** @type {number | null} */
  #patience = null; // looks that the watchdog has, where the firmware wants it
  #looks = 0; // those that are left
  #shows = false; // whether a picture is there
  /** @type {{what: string, value: any}[] | null} */
  #held = null; // what the board shows while the picture is another's
  /** @type {(value?: any) => void} */
  #started = () => {};
  /** @type {(why: Error) => void} */
  #ended = () => {};
  /** @type {(value?: any) => void} */
  #lived = () => {};
  ready = this.#wait();

  /**
   * @param {() => object} prepare  gives what the firmware is started with
   * @param {Record<string, (value?: any) => void>} events  by the worker's messages, and `dark()`, `restarted(why)`,
   *   `stopped(why)`
   */
  constructor(prepare, events) {
    this.#prepare = prepare;
    this.#events = events;
    this.#look();
  }

  /**
   * Resolves when main.py has run and its tasks have taken their first step; rejects with the reason when they could
   * not. `settings`: a match begins with them (device/hands.py).
   */
  on(settings = "") {
    this.off();
    this.#text = [];
    this.#patience = null;
    this.#held = this.#shows ? [] : null;
    const worker = (this.#worker = this.#spare ?? newWorker());
    this.#spare = null;
    const waitedFor = this.#started;
    this.ready = this.#wait();
    waitedFor(this.ready); // who still waits for an earlier start waits for this one
    const heard = (what, hear) => worker.addEventListener(what, (event) => this.#worker === worker && hear(event));
    heard("message", ({ data }) => this.#heard(data.what, data.value));
    heard("error", ({ message }) => this.#failed(message || "The firmware cannot be loaded."));
    this.#tell("calm", this.#calm);
    this.#tell("start", { settings, ...this.#prepare(), at: now() });
    return this.ready;
  }

  off() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#lived();
  }

  /**
   * A button's pin moved.
   * @param {number} pin  @param {0 | 1} level  @param {number} at  when, as clock.now says it
   */
  contact(pin, level, at) {
    this.#tell("contact", { pin, level, at });
  }

  /**
   * Lets the board live until that time, with manual time; resolves when it has, or is off.
   * @param {number} until
   */
  live(until) {
    if (!this.#worker) return null;
    this.#tell("live", until);
    return new Promise((resolve) => (this.#lived = resolve));
  }

  /** What a person does beside the buttons, see device/hands.py. @param {string} what  @param {...any} given */
  act(what, ...given) {
    this.#tell("act", [what, ...given]);
  }

  /** Whether no light may pulse from now on. @param {boolean} wanted */
  calm(wanted) {
    this.#calm = wanted;
    this.#tell("calm", wanted);
  }

  #tell(what, value) {
    this.#worker?.postMessage({ what, value });
  }

  #wait() {
    const ready = new Promise((resolve, reject) => {
      this.#started = resolve;
      this.#ended = reject;
    });
    ready.catch(() => {}); // shown on the page; nobody need wait for it
    return ready;
  }

  #heard(what, value) {
    if (what === "lived") this.#lived();
    else if (what === "started") this.#show();
    else if (what === "failed") this.#failed(value);
    else if (what === "reset") this.#failed(this.#traceback() || "The firmware has reset the board.");
    else if (what === "watch") this.#patience = this.#looks = Math.ceil(value / LOOK_MS) + 1;
    else if (what === "fed") this.#looks = this.#patience ?? 0;
    else if (this.#held && SHOWN.has(what)) this.#held.push({ what, value });
    else this.#hand(what, value);
  }

  #hand(what, value) {
    if (what === "text") this.#text = [...this.#text, value].slice(-TRACEBACK_LINES);
    this.#events[what]?.(value);
  }

  // The first picture is complete: it takes the place of the one before.
  #show() {
    if (this.#since === Infinity) this.#since = now();
    const held = this.#held;
    this.#held = null;
    if (held) this.#events.dark();
    for (const { what, value } of held ?? []) this.#hand(what, value);
    this.#shows = true;
    this.#started();
    // On manual time no one would notice, and each page of a test would start another interpreter.
    if (!MANUAL) after(() => (this.#spare ??= newWorker()), SPARE_MS);
  }

  // Counts looks, not time: a page in the background, or a sleeping computer, must not look like a hanging firmware.
  #look() {
    after(() => this.#look(), LOOK_MS);
    if (!this.#worker || this.#patience === null || --this.#looks > 0) return;
    this.#failed("The firmware stopped answering; its watchdog has reset the board.");
  }

  #failed(why) {
    this.off();
    this.#ended(new Error(why));
    this.#shows = false;
    if (now() - this.#since < SETTLED_MS) {
      this.#events.stopped(why);
      return;
    }
    this.#since = Infinity; // starting takes long on a slow machine
    this.#events.restarted(why);
    this.on();
  }

  // What the firmware printed of the exception before it reset the board.
  #traceback() {
    const from = this.#text.findLastIndex((line) => line.startsWith("Traceback"));
    return from < 0 ? "" : this.#text.slice(from).join("\n");
  }
}

function newWorker() {
  return new Worker("./worker.js", { type: "module", name: MANUAL ? "manual" : "board" });
}
